//! Fixes as edits: what to write in the place of a fault, with every other byte left as it is.

mod loss;
mod structure;
mod value;
mod verify;
mod write;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::check::Checker;
use crate::arena::Arena;
use crate::diagnostic::Code;
use crate::parser::Parser;
use crate::span::Span;
use crate::tree::Collection;

/// How many times a source is read again at most, to fix what shows only after other fixes.
const MOST_ROUNDS: usize = 32;

/// An edit of a source: a span and what takes its place.
///
/// ```
/// use kifu::values::{Fix, Safety, apply_fixes};
///
/// let source = b"(;SZ[19:19])";
/// let arena = kifu::Arena::new();
/// let collection = kifu::Parser::new().read(&arena, source);
/// let fixes = kifu::values::Fixer::new().fixes(collection);
/// assert_eq!((fixes[0].span().range(), fixes[0].replacement()), (5..10, b"19".as_slice()));
/// assert_eq!((fixes[0].code(), fixes[0].safety()), ("square-size", Safety::Safe));
/// assert_eq!(apply_fixes(source, &fixes), b"(;SZ[19])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    code: &'static str,
    span: Span,
    replacement: Cow<'static, [u8]>,
    safety: Safety,
}

/// Whether a fix keeps what the record means.
///
/// ```
/// use kifu::values::Safety;
///
/// assert!(Safety::Safe < Safety::Unsafe);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safety {
    /// The tree is the same, or a value says the same in the form that the format demands.
    Safe,
    /// Something is left out, or a guess is written down.
    Unsafe,
}

impl Fix {
    fn new(
        code: &'static str,
        span: Span,
        replacement: impl Into<Cow<'static, [u8]>>,
        safety: Safety,
    ) -> Self {
        Self { code, span, replacement: replacement.into(), safety }
    }

    /// The name of the code that it fixes: a [`Code`] of reading or a
    /// [`CheckCode`](super::CheckCode).
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The bytes of the source that are replaced; empty where something is put in.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What takes their place, in the character set of the source.
    pub fn replacement(&self) -> &[u8] {
        &self.replacement
    }

    /// Whether it keeps what the record means.
    pub fn safety(&self) -> Safety {
        self.safety
    }
}

/// What [`Fixer::fix_with_report`] makes of a source.
///
/// ```
/// let fixed = kifu::values::Fixer::new().fix_with_report(&mut kifu::Parser::new(), b"(;SZ[9:9])");
/// assert_eq!(fixed.bytes(), Some(b"(;SZ[9])".as_slice()));
/// assert!(fixed.withheld().is_empty());
/// assert_eq!(fixed.into_bytes(), Some(b"(;SZ[9])".to_vec()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    bytes: Option<Vec<u8>>,
    withheld: Vec<Fix>,
}

impl Fixed {
    /// The fixed source; `None` if nothing was fixed.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// The same, to keep.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        self.bytes
    }

    /// The fixes that were left out, since something else would be read in another way after them.
    /// Their spans are places of the fixed source, or of the source if nothing was fixed.
    pub fn withheld(&self) -> &[Fix] {
        &self.withheld
    }
}

/// The source with the fixes applied, which stand in the order of their places. Of fixes that
/// overlap, the first wins, and the others are left for another time; so are those outside the
/// source.
///
/// ```
/// let bytes = kifu::values::apply_fixes(b"(;B[aa])", &[]);
/// assert_eq!(bytes, b"(;B[aa])");
/// ```
pub fn apply_fixes(source: &[u8], fixes: &[Fix]) -> Vec<u8> {
    let mut fixed = Vec::with_capacity(source.len());
    let mut done = 0;
    for fix in fixes {
        let (start, end) = (fix.span.start(), fix.span.end());
        let Some(kept) = source.get(done..start) else { continue };
        if end > source.len() {
            continue;
        }
        fixed.extend_from_slice(kept);
        fixed.extend_from_slice(&fix.replacement);
        done = end;
    }
    fixed.extend_from_slice(source.get(done..).unwrap_or_default());
    fixed
}

/// Fixes what reading and the checks find, where they know how.
///
/// Fixes of structure give the same tree when the result is read; fixes of values write the value
/// that was read in the form of the format. Both are verified before they are applied.
///
/// ```
/// use kifu::values::Fixer;
///
/// let source = b"(;FF[4]SZ[19:19]KM[6,5] Black[aa]C[an [a] and a [b]);W[b b";
/// let fixed = Fixer::new().fix(&mut kifu::Parser::new(), source).unwrap();
/// assert!(fixed.starts_with(b"(;FF[4]SZ[19]KM[6.5] B[aa]"));
/// assert!(Fixer::new().fix(&mut kifu::Parser::new(), &fixed).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Fixer<W = fn(&str) -> bool> {
    checker: Checker,
    most: Safety,
    wanted: W,
}

impl Default for Fixer {
    fn default() -> Self {
        Self::new()
    }
}

impl Fixer {
    /// Safe fixes of all codes.
    pub fn new() -> Self {
        Self { checker: Checker::new(), most: Safety::Safe, wanted: |_| true }
    }
}

impl<W: Fn(&str) -> bool> Fixer<W> {
    /// Whether to apply fixes too that guess or leave something out.
    ///
    /// ```
    /// use kifu::values::Fixer;
    ///
    /// let fixer = Fixer::new().unsafe_fixes(true);
    /// let fixed = fixer.fix(&mut kifu::Parser::new(), b"(;KO;B[aa])").unwrap();
    /// assert_eq!(fixed, b"(;;B[aa])");
    /// ```
    #[must_use]
    pub fn unsafe_fixes(self, allowed: bool) -> Self {
        Self { most: if allowed { Safety::Unsafe } else { Safety::Safe }, ..self }
    }

    /// Only fixes for the codes, given by their names, that a function wants.
    ///
    /// ```
    /// use kifu::values::Fixer;
    ///
    /// let fixer = Fixer::new().only(|code| code == "square-size");
    /// let fixed = fixer.fix(&mut kifu::Parser::new(), b"(;SZ[9:9]KM[6,5])").unwrap();
    /// assert_eq!(fixed, b"(;SZ[9]KM[6,5])");
    /// ```
    #[must_use]
    pub fn only<V: Fn(&str) -> bool>(self, wanted: V) -> Fixer<V> {
        Fixer { checker: self.checker, most: self.most, wanted }
    }

    /// What can be fixed at once in a collection that was read tolerantly, in the order of the
    /// places: what concerns its structure, or if there is nothing, its values. Whether the tree
    /// stays the same is verified by [`fix`](Self::fix) alone.
    ///
    /// Cost: linear, but for sorting.
    pub fn fixes(&self, collection: Collection<'_>) -> Vec<Fix> {
        let structure = self.allowed(structure::fixes(collection));
        if structure.is_empty() { self.value_fixes(collection) } else { structure }
    }

    fn value_fixes(&self, collection: Collection<'_>) -> Vec<Fix> {
        self.allowed(value::fixes(collection, &self.checker))
    }

    fn allowed(&self, fixes: Vec<Fix>) -> Vec<Fix> {
        let mut fixes = fixes;
        fixes.retain(|fix| fix.safety <= self.most && (self.wanted)(fix.code));
        fixes.sort_by_key(|fix| fix.span.start());
        fixes
    }

    /// The source with everything fixed that can be, read again until nothing is left to fix;
    /// `None` if nothing can be fixed.
    ///
    /// Every byte outside the fixes stays as it is. Fixes without which the rest could not be read
    /// as before are left out; [`fix_with_report`](Self::fix_with_report) names them.
    ///
    /// Cost: linear for each round of fixes, of which there are a few, and 32 at most.
    pub fn fix(&self, parser: &mut Parser, source: &[u8]) -> Option<Vec<u8>> {
        self.fix_with_report(parser, source).bytes
    }

    /// The same, with the fixes that were left out.
    ///
    /// Without a `CA` that is right, the text that a fix would replace may be what shows the
    /// character set. So where that was chosen by the texts, the result is read again; fixes after
    /// which a game would be read in another character set, or as another tree, are left out.
    ///
    /// ```
    /// use kifu::values::Fixer;
    ///
    /// // In Big5, which only the result shows.
    /// let source = b"(;PB[\xA9P]PW[\xB3\x5C]RE[\xA5\xD5\xB3\xD3];B[a a])";
    /// let fixed = Fixer::new().fix_with_report(&mut kifu::Parser::new(), source);
    /// assert_eq!(fixed.bytes(), Some(&b"(;PB[\xA9P]PW[\xB3\x5C]RE[\xA5\xD5\xB3\xD3];B[aa])"[..]));
    /// assert_eq!(fixed.withheld()[0].span().len(), 4);
    /// ```
    pub fn fix_with_report(&self, parser: &mut Parser, source: &[u8]) -> Fixed {
        let mut fixed = Fixed { bytes: None, withheld: Vec::new() };
        for _ in 0..MOST_ROUNDS {
            let current = fixed.bytes.as_deref().unwrap_or(source);
            let (next, withheld) = self.round(parser, current);
            fixed.withheld = withheld;
            let Some(next) = next else { break };
            fixed.bytes = Some(next);
        }
        fixed.bytes = fixed.bytes.filter(|fixed| fixed != source);
        fixed
    }

    /// One round: what comes of it, `None` if there is nothing to fix, and what was left out.
    fn round(&self, parser: &mut Parser, source: &[u8]) -> (Option<Vec<u8>>, Vec<Fix>) {
        let arena = Arena::new();
        let collection = parser.read(&arena, source);
        let structure = self.allowed(structure::fixes(collection));
        if let Some(fixed) = verified(parser, collection, &structure) {
            return (Some(fixed), Vec::new());
        }
        let values = self.value_fixes(collection);
        let (fixed, withheld) = verify::apply(parser, collection, values);
        ((fixed != source).then_some(fixed), withheld)
    }
}

/// The source with the fixes of structure applied, if the tree is the same afterwards, and fewer
/// places are left to fix. If it is not with all of them, those of one code are tried after the
/// other.
fn verified(parser: &mut Parser, collection: Collection<'_>, fixes: &[Fix]) -> Option<Vec<u8>> {
    let source = collection.source();
    let mut is_kept = |fixes: &[Fix]| {
        let fixed = apply_fixes(source, fixes);
        let arena = Arena::new();
        let result = parser.read(&arena, &fixed);
        let is_kept = fixed != source && result == collection && gets_on(collection, result, fixes);
        is_kept.then_some(fixed)
    };
    if fixes.is_empty() {
        return None;
    }
    if let Some(fixed) = is_kept(fixes) {
        return Some(fixed);
    }
    Code::ALL.iter().find_map(|code| {
        let own: Vec<_> = fixes.iter().filter(|fix| fix.code == code.name()).cloned().collect();
        if own.is_empty() { None } else { is_kept(&own) }
    })
}

/// Whether each code that was fixed was found less often afterwards. Where there were too many to
/// be counted, nobody knows.
fn gets_on(old: Collection<'_>, new: Collection<'_>, fixes: &[Fix]) -> bool {
    let count = |collection: Collection<'_>, code: Code| {
        collection.diagnostics().iter().filter(|found| found.code() == code).count()
    };
    old.omitted_diagnostics() > 0
        || Code::ALL.iter().all(|&code| {
            let is_fixed = fixes.iter().any(|fix| fix.code == code.name());
            !is_fixed || count(new, code) < count(old, code)
        })
}
