//! What events hand out: idents and values as places in the source, whose texts are made when
//! asked for.

use alloc::borrow::Cow;
use core::fmt;

use crate::span::Span;
use crate::text;

/// The name of a property, as an event tells it: `B`, `AB`, `SZ`. A handle, `Copy`.
///
/// It compares with a `str`, so a visitor can ask for the properties that it wants.
///
/// Source: FF\[4\], `PropIdent = UcLetter { UcLetter }`.
///
/// ```
/// use kifu::{Event, Events};
///
/// let idents = Events::new("(;SZ[19];B[aa])").filter_map(|event| match event {
///     Ok(Event::Property(ident)) => Some(ident),
///     _ => None,
/// });
/// let idents: Vec<_> = idents.collect();
/// assert!(idents[0] == "SZ" && idents[1] == "B");
/// assert_eq!(idents[1].as_str(), "B");
/// assert_eq!(idents[1].span().range(), 9..10);
/// ```
#[derive(Clone, Copy)]
pub struct Ident<'a> {
    source: &'a str,
    start: usize,
    end: usize,
}

// The slice of the source is taken when it is asked for: it costs a comparison or two, which a
// visitor that does not look at the name must not pay.
impl<'a> Ident<'a> {
    #[inline(always)]
    pub(super) fn new(source: &'a str, start: usize, end: usize) -> Self {
        Self { source, start, end }
    }

    /// The name, borrowed from the source.
    #[inline]
    pub fn as_str(self) -> &'a str {
        &self.source[self.start..self.end]
    }

    /// Where it stands in the source.
    #[inline]
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

impl PartialEq<str> for Ident<'_> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.source.as_bytes()[self.start..self.end] == *other.as_bytes()
    }
}

impl PartialEq<&str> for Ident<'_> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl fmt::Debug for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

/// A value of a property, as an event tells it: its bytes, and its text on request. A handle,
/// `Copy`.
///
/// It says of itself what a [`Value`](crate::Value) of a tree says.
///
/// ```
/// use kifu::{Event, Events};
///
/// let source = "(;C[see \\[1\\]\tand go on])";
/// let value = Events::new(source).find_map(|event| match event {
///     Ok(Event::Value(value)) => Some(value),
///     _ => None,
/// });
/// let comment = value.unwrap();
/// assert_eq!(comment.raw(), b"see \\[1\\]\tand go on");
/// assert_eq!(comment.text(), "see [1] and go on");
/// assert_eq!(comment.span().range(), 4..23);
/// ```
#[derive(Clone, Copy)]
pub struct RawValue<'a> {
    source: &'a str,
    start: usize,
    end: usize,
    /// Whether the text differs from the bytes.
    dirty: bool,
}

impl<'a> RawValue<'a> {
    #[inline(always)]
    pub(super) fn new(source: &'a str, start: usize, end: usize, dirty: bool) -> Self {
        Self { source, start, end, dirty }
    }

    /// The bytes of the source between the brackets.
    #[inline]
    pub fn raw(self) -> &'a [u8] {
        &self.source.as_bytes()[self.start..self.end]
    }

    /// Where the value stands in the source, without its brackets.
    #[inline]
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }

    /// The value read as Text: escapes resolved, white space as the format wants it.
    ///
    /// Cost: if the bytes are the text, nothing. Else linear, and a copy.
    ///
    /// Source: FF\[4\], Text.
    ///
    /// ```
    /// use std::borrow::Cow;
    /// use kifu::{Event, Events};
    ///
    /// let texts = Events::new(r"(;C[plain]GC[with \]])").filter_map(|event| match event {
    ///     Ok(Event::Value(value)) => Some(value.text()),
    ///     _ => None,
    /// });
    /// let texts: Vec<_> = texts.collect();
    /// assert!(matches!(texts[0], Cow::Borrowed("plain")));
    /// assert_eq!(texts[1], Cow::<str>::Owned("with ]".into()));
    /// ```
    pub fn text(self) -> Cow<'a, str> {
        let raw = &self.source[self.start..self.end];
        if self.dirty { text::text(raw) } else { Cow::Borrowed(raw) }
    }

    /// The value read as SimpleText: as Text, with a space for each line break.
    ///
    /// Cost: linear; allocates only if the text differs from the bytes.
    ///
    /// Source: FF\[4\], SimpleText.
    ///
    /// ```
    /// use kifu::{Event, Events};
    ///
    /// let value = Events::new("(;PB[Honinbo\nShusaku])").find_map(|event| match event {
    ///     Ok(Event::Value(value)) => Some(value),
    ///     _ => None,
    /// });
    /// assert_eq!(value.unwrap().simple_text(), "Honinbo Shusaku");
    /// ```
    pub fn simple_text(self) -> Cow<'a, str> {
        simple(self.text())
    }

    /// The two parts of a Compose, each as SimpleText; `None` if no colon separates them.
    ///
    /// The value is split at its first colon that is not escaped. Later colons belong to the
    /// second part.
    ///
    /// Cost: linear; allocates only for a part whose text differs from its bytes.
    ///
    /// Source: FF\[4\], `Compose = ValueType ":" ValueType`.
    ///
    /// ```
    /// use kifu::{Event, Events};
    ///
    /// let composes = Events::new(r"(;AP[a\:b:1.0]LB[aa])").filter_map(|event| match event {
    ///     Ok(Event::Value(value)) => Some(value.compose()),
    ///     _ => None,
    /// });
    /// let composes: Vec<_> = composes.collect();
    /// assert_eq!(composes, [Some(("a:b".into(), "1.0".into())), None]);
    /// ```
    pub fn compose(self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let colon = self.start + text::colon(self.raw())?;
        // A colon belongs to no line break and to no escape, so the parts can be read by
        // themselves.
        let part = |start, end| simple(Self { start, end, ..self }.text());
        Some((part(self.start, colon), part(colon + 1, self.end)))
    }
}

impl fmt::Debug for RawValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.source[self.start..self.end], f)
    }
}

/// The SimpleText of a Text.
fn simple(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => text::simple_text(text),
        Cow::Owned(text) => match text::simple_text(&text) {
            Cow::Borrowed(_) => Cow::Owned(text),
            Cow::Owned(simple) => Cow::Owned(simple),
        },
    }
}
