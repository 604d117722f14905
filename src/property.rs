//! Properties and their values: what a node holds, as handles on the tables of a collection.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;
use core::slice;

use crate::charset::{Charset, Decoder, GameCharset, OffsetMap};
use crate::span::Span;
use crate::text;

/// The properties of a collection, as they stand in the arena.
#[derive(Debug)]
pub(crate) struct PropertyTable<'a> {
    /// The input.
    pub(crate) source: &'a [u8],
    /// What the values are parts of, and what all offsets are about: the input, or the text that
    /// it was decoded to as a whole.
    pub(crate) base: &'a [u8],
    /// Where the characters of that text stand in the input.
    pub(crate) map: Option<&'a OffsetMap>,
    /// The first property of each game tree and its character set, unless all are UTF-8.
    pub(crate) charsets: Vec<(u32, GameCharset)>,
    /// The properties of all nodes, in file order.
    pub(crate) records: Vec<PropertyRecord<'a>>,
    /// The values of the properties that have more than one.
    pub(crate) values: Vec<Cow<'a, str>>,
    /// Where the copied values stand in the input, in file order. A borrowed one needs no entry:
    /// its address says where it stands.
    pub(crate) copies: Vec<CopyRecord>,
}

/// A property, 48 bytes.
#[derive(Debug)]
pub(crate) struct PropertyRecord<'a> {
    pub(crate) ident: Cow<'a, str>,
    pub(crate) values: ValuesRecord<'a>,
}

/// The values of a property. Nearly every property has one, so that one stands in its place.
#[derive(Debug)]
pub(crate) enum ValuesRecord<'a> {
    One(Cow<'a, str>),
    /// A range of the table of values.
    Many {
        first: u32,
        count: u32,
    },
}

/// Where a copied value stands in the input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CopyRecord {
    pub(crate) property: u32,
    /// The number of the value in its property, or [`IDENT`].
    pub(crate) value: u32,
    pub(crate) raw: Span,
}

impl<'a> PropertyTable<'a> {
    /// The texts of a property; there is at least one.
    #[inline]
    pub(crate) fn texts(&'a self, record: &'a PropertyRecord<'a>) -> &'a [Cow<'a, str>] {
        match &record.values {
            ValuesRecord::One(text) => slice::from_ref(text),
            &ValuesRecord::Many { first, count } => {
                &self.values[first as usize..][..count as usize]
            }
        }
    }

    /// The span in the input of what has this span in the base.
    pub(crate) fn input_span(&self, span: Span) -> Span {
        match self.map {
            Some(map) => Span::new(map.input(span.start()), map.input(span.end())),
            None => span,
        }
    }

    /// The character set of a property whose value is no text as it stands.
    fn charset(&self, property: u32) -> GameCharset {
        let after = self.charsets.partition_point(|&(first, _)| first <= property);
        after.checked_sub(1).map_or(GameCharset::TEXT, |index| self.charsets[index].1)
    }

    fn copied_span(&self, property: u32, value: u32) -> Span {
        let key = (property, value);
        let found = self.copies.binary_search_by_key(&key, |copy| (copy.property, copy.value));
        self.copies[found.expect("each copy has an entry")].raw
    }
}

/// In the place of the number of a value: the copy is of the ident.
pub(crate) const IDENT: u32 = u32::MAX;

/// The span of a slice of the base: the distance of the two addresses.
pub(crate) fn span_within(base: &[u8], part: &str) -> Span {
    let start = part.as_ptr().addr() - base.as_ptr().addr();
    Span::new(start, start + part.len())
}

/// A property of a node: an ident and one or more values. A handle of two words, `Copy`.
///
/// Two properties are equal if their idents and all their values are.
///
/// Source: FF\[4\], `Property = PropIdent PropValue { PropValue }`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[19]AB[dd][pp])")?;
/// let root = collection.root().unwrap();
/// let stones = root.get("AB").unwrap();
/// assert_eq!(stones.ident(), "AB");
/// assert_eq!(stones.values().len(), 2);
/// assert_eq!(stones.values().nth(1).unwrap().text(), "pp");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Property<'a> {
    table: &'a PropertyTable<'a>,
    index: u32,
}

impl<'a> Property<'a> {
    #[inline]
    fn record(self) -> &'a PropertyRecord<'a> {
        &self.table.records[self.index as usize]
    }

    /// The name: `B`, `AB`, `SZ`.
    #[inline]
    pub fn ident(self) -> &'a str {
        &self.record().ident
    }

    /// The name as it is stored: borrowed from the input unless letters were dropped from it.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[19])")?;
    /// let size = collection.root().unwrap().get("SZ").unwrap();
    /// assert!(matches!(size.ident_cow(), Cow::Borrowed("SZ")));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn ident_cow(self) -> &'a Cow<'a, str> {
        &self.record().ident
    }

    /// Where the name stands in the input.
    pub fn ident_span(self) -> Span {
        self.table.input_span(self.ident_base_span())
    }

    fn ident_base_span(self) -> Span {
        match &self.record().ident {
            Cow::Borrowed(ident) => span_within(self.table.base, ident),
            Cow::Owned(_) => self.table.copied_span(self.index, IDENT),
        }
    }

    /// The values, in file order; there is at least one.
    #[inline]
    pub fn values(self) -> Values<'a> {
        let count = self.texts().len() as u32;
        Values { property: self, range: 0..count }
    }

    /// The first value, the only one of most properties.
    #[inline]
    pub fn first_value(self) -> Value<'a> {
        Value { property: self, ordinal: 0, text: &self.texts()[0] }
    }

    /// The texts of all values as they are stored, in file order; there is at least one.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, r"(;C[a]LB[aa:1][bb:\]])")?;
    /// let labels = collection.root().unwrap().get("LB").unwrap();
    /// assert_eq!(labels.texts(), ["aa:1", "bb:]"]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn texts(self) -> &'a [Cow<'a, str>] {
        self.table.texts(self.record())
    }

    /// The table, and the number in it: for those who look at many.
    #[inline]
    pub(crate) fn into_parts(self) -> (&'a PropertyTable<'a>, u32) {
        (self.table, self.index)
    }

    /// From the first byte of the name to the `]` of the last value; to the end of the input where
    /// tolerant reading found no `]`.
    pub fn span(self) -> Span {
        self.table.input_span(self.base_span())
    }

    /// The span in the base.
    pub(crate) fn base_span(self) -> Span {
        let last = self.values().next_back().map_or(0, |value| value.base_span().end() + 1);
        Span::new(self.ident_base_span().start(), last.min(self.table.base.len()))
    }
}

impl PartialEq for Property<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ident() == other.ident() && self.values().eq(other.values())
    }
}

impl Eq for Property<'_> {}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ident())?;
        f.debug_list().entries(self.texts()).finish()
    }
}

/// A value of a property: its text, its bytes, and where it stands. A handle of four words,
/// `Copy`.
///
/// Two values are equal if their texts are, and the two parts of their Compose: `a:b` and `a\:b`
/// say the same as Text, but only the first is a pair.
///
/// ```
/// let arena = kifu::Arena::new();
/// let source = "(;C[see \\[1\\]\tand go on])";
/// let collection = kifu::parse(&arena, source)?;
/// let comment = collection.root().unwrap().get("C").unwrap().first_value();
/// assert_eq!(comment.text(), "see [1] and go on");
/// assert_eq!(comment.raw(), b"see \\[1\\]\tand go on");
/// assert_eq!(comment.span().range(), 4..23);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Value<'a> {
    property: Property<'a>,
    ordinal: u32,
    text: &'a Cow<'a, str>,
}

impl<'a> Value<'a> {
    /// The value read as Text: escapes resolved, white space as the format wants it.
    ///
    /// Source: FF\[4\], Text.
    #[inline]
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The text as it is stored: borrowed from the input if the bytes are the text, else a copy.
    /// (Of an input that was decoded as a whole, such as UTF-16, it is borrowed from what it was
    /// decoded to.)
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, r"(;C[plain]GC[with \]])")?;
    /// let root = collection.root().unwrap();
    /// let copied = |ident| matches!(root.get(ident).unwrap().first_value().cow(), Cow::Owned(_));
    /// assert!(!copied("C"));
    /// assert!(copied("GC"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn cow(self) -> &'a Cow<'a, str> {
        self.text
    }

    /// The value read as SimpleText: as Text, with a space for each line break.
    ///
    /// Cost: linear; allocates only if there is a line break.
    ///
    /// Source: FF\[4\], SimpleText.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;PB[Honinbo\nShusaku])")?;
    /// let black = collection.root().unwrap().get("PB").unwrap().first_value();
    /// assert_eq!(black.simple_text(), "Honinbo Shusaku");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn simple_text(self) -> Cow<'a, str> {
        text::simple_text(self.text)
    }

    /// The two parts of a Compose, each as SimpleText; `None` if no colon separates them.
    ///
    /// The value is split at its first colon that is not escaped. Later colons belong to the
    /// second part.
    ///
    /// Cost: linear; allocates only if there is a line break, or text that had to be decoded.
    ///
    /// Source: FF\[4\], `Compose = ValueType ":" ValueType`.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, r"(;AP[a\:b:1.0]LB[aa])")?;
    /// let root = collection.root().unwrap();
    /// let (name, version) = root.get("AP").unwrap().first_value().compose().unwrap();
    /// assert_eq!((&*name, &*version), ("a:b", "1.0"));
    /// assert!(root.get("LB").unwrap().first_value().compose().is_none());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn compose(self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let text: &'a str = self.text;
        let colon = self.colon()?;
        Some((text::simple_text(&text[..colon]), text::simple_text(&text[colon + 1..])))
    }

    /// Where the colon of a Compose stands in the text.
    #[inline]
    pub(crate) fn colon(self) -> Option<usize> {
        match self.text {
            // Without a `\` the first colon of the text is that of the bytes.
            Cow::Borrowed(text) => text::first_colon(text),
            Cow::Owned(_) => {
                let table = self.property.table;
                let raw = &table.base[self.base_span().range()];
                let game = table.charset(self.property.index);
                // A second byte is neither a colon nor a `\`.
                let colon = match game.charset.double().filter(|_| !game.by_bytes) {
                    Some(double) => double.colon(raw)?,
                    None => text::colon(raw)?,
                };
                Some(match game.charset {
                    Charset::UTF_8 => text::text_length(&raw[..colon]),
                    _ => Decoder::new(game).text(&raw[..colon]).len(),
                })
            }
        }
    }

    /// The bytes of the input between the brackets.
    ///
    /// Cost: for a copied value, a binary search among the copied values of the collection.
    pub fn raw(self) -> &'a [u8] {
        &self.property.table.source[self.span().range()]
    }

    /// Where the value stands in the input, without its brackets.
    ///
    /// Cost: as [`raw`](Self::raw).
    pub fn span(self) -> Span {
        self.property.table.input_span(self.base_span())
    }

    fn base_span(self) -> Span {
        let table = self.property.table;
        match self.text {
            Cow::Borrowed(text) => span_within(table.base, text),
            Cow::Owned(_) => table.copied_span(self.property.index, self.ordinal),
        }
    }
}

impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        let borrowed = |value: &Self| matches!(value.text, Cow::Borrowed(_));
        self.text == other.text
            && (borrowed(self) && borrowed(other) || self.colon() == other.colon())
    }
}

impl Eq for Value<'_> {}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}

/// Iterator over the properties of a node, made by [`Node::properties`](crate::Node::properties).
#[derive(Clone)]
pub struct Properties<'a> {
    table: &'a PropertyTable<'a>,
    range: Range<u32>,
}

impl<'a> Properties<'a> {
    #[inline]
    pub(crate) fn new(table: &'a PropertyTable<'a>, range: Range<u32>) -> Self {
        Self { table, range }
    }

    /// The table, and the numbers in it of the properties: for those who look at many.
    #[inline]
    pub(crate) fn into_parts(self) -> (&'a PropertyTable<'a>, Range<u32>) {
        (self.table, self.range)
    }

    /// The values of a property that is not there.
    #[inline]
    pub(crate) fn no_values(&self) -> Values<'a> {
        Values { property: self.property(0), range: 0..0 }
    }

    #[inline]
    fn property(&self, index: u32) -> Property<'a> {
        Property { table: self.table, index }
    }
}

/// Iterator over the values of a property, made by [`Property::values`].
#[derive(Clone)]
pub struct Values<'a> {
    property: Property<'a>,
    range: Range<u32>,
}

impl<'a> Values<'a> {
    #[inline]
    fn value(&self, ordinal: u32) -> Value<'a> {
        let text = &self.property.texts()[ordinal as usize];
        Value { property: self.property, ordinal, text }
    }
}

/// Makes an iterator over handles from one over the numbers of a range.
macro_rules! iterate_range {
    ($iterator:ident, $item:ident, $handle:ident) => {
        impl<'a> Iterator for $iterator<'a> {
            type Item = $item<'a>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.range.next().map(|index| self.$handle(index))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.range.nth(n).map(|index| self.$handle(index))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.range.size_hint()
            }
        }

        impl DoubleEndedIterator for $iterator<'_> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.range.next_back().map(|index| self.$handle(index))
            }
        }

        impl ExactSizeIterator for $iterator<'_> {}
        impl FusedIterator for $iterator<'_> {}

        impl fmt::Debug for $iterator<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}
pub(crate) use iterate_range;

iterate_range!(Properties, Property, property);
iterate_range!(Values, Value, value);
