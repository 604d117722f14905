//! Checks of what values say: whether they can be read, and may stand where they stand.
//!
//! What needs a board, such as a move on an occupied point, is not checked here, and faults of
//! structure and of character sets have their codes from tolerant reading.

mod code;
mod facts;
mod message;
mod node;
mod points;
mod value;
mod walk;

use alloc::vec::Vec;
use core::fmt;

use super::reading::{Fault, Repair};
use super::source::{AnyNode, NodeSource};
use crate::diagnostic::Severity;
use crate::property::{Property, Value};
use crate::span::Span;
use crate::tree::{Collection, Node, NodeId};
use message::Message;
use walk::Walk;

pub use code::CheckCode;
pub use facts::TreeFacts;

/// Checks the values of game trees: what is asked for. Made once, for any number of them.
///
/// The checks have codes of their own, beside those of tolerant reading: reading knows what it did
/// about a fault, while a check changes nothing, and reading knows nothing of values.
///
/// ```
/// use kifu::values::{CheckCode, Checker};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[abc];B[aa]W[Q16])")?;
/// let checked = Checker::new().check(collection);
/// let codes: Vec<_> = checked.diagnostics().iter().map(|found| found.code()).collect();
/// assert_eq!(
///     codes,
///     [CheckCode::BadRootValue, CheckCode::TwoMovesInNode, CheckCode::UnreadableValue],
/// );
/// let first = checked.diagnostics()[0];
/// assert_eq!((first.span().range(), first.game(), first.node().index()), (5..8, 0, 0));
/// assert_eq!(
///     first.to_string(),
///     "SZ cannot be read, so its default is used: not a number",
/// );
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    pedantic: bool,
    max_diagnostics: usize,
    first: Option<TreeFacts>,
    looks_for_nul: bool,
}

/// One finding in a tree, borrowed or owned, by its place: the node, the property and the value.
///
/// ```
/// use kifu::values::Checker;
///
/// let tree = kifu::OwnedTree::parse("(;SZ[19];AB[aa][aa])")?;
/// Checker::new().visit(tree.game_trees().map(|game| game.root()), |remark| {
///     assert_eq!(remark.code().name(), "point-used-twice");
///     assert_eq!((remark.ident(), remark.property(), remark.value()), ("AB", Some(0), Some(1)));
/// });
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Remark<'v, N> {
    code: CheckCode,
    detail: Detail,
    ident: &'v str,
    node: N,
    property: Option<usize>,
    value: Option<usize>,
}

/// What a sentence says beside the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Detail {
    None,
    Fault(Fault),
    Repair(Repair),
    Version(i64),
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// All checks but the pedantic ones, and as many diagnostics as there are.
    pub const fn new() -> Self {
        Self { pedantic: false, max_diagnostics: usize::MAX, first: None, looks_for_nul: true }
    }

    /// Whether to report what the format allows, but no careful program writes:
    /// [`CheckCode::is_pedantic`].
    ///
    /// ```
    /// use kifu::values::Checker;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa];B[bb])")?;
    /// assert!(Checker::new().check(collection).diagnostics().is_empty());
    /// let checked = Checker::new().pedantic(true).check(collection);
    /// assert_eq!(checked.diagnostics().len(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn pedantic(self, pedantic: bool) -> Self {
        Self { pedantic, ..self }
    }

    /// The greatest number of diagnostics that [`check`](Self::check) keeps. The others are
    /// counted.
    ///
    /// ```
    /// use kifu::values::Checker;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[Q16];W[Q17];B[Q18])")?;
    /// let checked = Checker::new().max_diagnostics(1).check(collection);
    /// assert_eq!((checked.diagnostics().len(), checked.omitted()), (1, 2));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn max_diagnostics(self, most: usize) -> Self {
        Self { max_diagnostics: most, ..self }
    }

    /// What the first game tree of the file says of its format, where the trees that are checked
    /// are others: a file that is read part by part.
    ///
    /// ```
    /// use kifu::values::{CheckCode, Checker, TreeFacts};
    ///
    /// let arena = kifu::Arena::new();
    /// let first = TreeFacts::of(kifu::parse(&arena, "(;FF[3])")?);
    /// let part = kifu::parse(&arena, "(;FF[4])")?;
    /// let checked = Checker::new().pedantic(true).first_tree(first).check(part);
    /// assert!(checked.diagnostics().iter().any(|it| it.code() == CheckCode::MixedVersions));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn first_tree(self, first: Option<TreeFacts>) -> Self {
        Self { first, ..self }
    }

    /// Checks all game trees of a collection.
    ///
    /// Cost: linear. There is one diagnostic for each place at most (a node, a property or a value),
    /// but that a NUL byte, and a form of value that the version does not have, are reported beside
    /// what else is wrong with the value.
    pub fn check<'a>(&self, collection: Collection<'a>) -> Checked<'a> {
        let checker = self.clone().looking_for_nul_in(collection.source());
        let mut checked = Checked { diagnostics: Vec::new(), omitted: 0 };
        let mut game = 0;
        let mut root = None;
        checker.visit(collection.game_trees().map(crate::GameTree::root), |remark| {
            // Roots come in the order of the game trees.
            if root.is_none_or(|(end, _): (usize, usize)| remark.node.id().index() >= end) {
                let tree = remark.node.game_tree();
                game = tree.index();
                let end = tree.root().id().index() + tree.nodes().len();
                root = Some((end, game));
            }
            if remark.code == CheckCode::SeveralValues && remark.is_joined(collection.source()) {
                return;
            }
            if checked.diagnostics.len() < checker.max_diagnostics {
                checked.diagnostics.push(remark.diagnostic(game));
            } else {
                checked.omitted += 1;
            }
        });
        checked
    }

    /// Looks for NUL bytes only if the source has one.
    pub(super) fn looking_for_nul_in(self, source: &[u8]) -> Self {
        Self { looks_for_nul: memchr::memchr(0, source).is_some(), ..self }
    }

    /// Checks the trees below these roots, borrowed or owned ones, and hands over what it finds, in
    /// the order of the nodes and their properties.
    ///
    /// Cost: linear in the number of values.
    pub fn visit<'v, N: AnyNode<'v>>(
        &self,
        roots: impl IntoIterator<Item = N>,
        mut see: impl FnMut(Remark<'v, N>),
    ) {
        let mut first = self.first.clone();
        for root in roots {
            Walk::new(self, root, first.as_ref(), &mut see).run();
            if first.is_none() {
                first = Some(TreeFacts::of_root(root));
            }
        }
    }
}

impl<'v, N: NodeSource<'v>> Remark<'v, N> {
    /// What was found.
    pub fn code(&self) -> CheckCode {
        self.code
    }

    /// The node it was found in.
    pub fn node(&self) -> N {
        self.node
    }

    /// The ident of the property; empty if it is about the node as a whole.
    pub fn ident(&self) -> &'v str {
        self.ident
    }

    /// The number of the property in the node, from 0; `None` if it is about the node as a whole.
    pub fn property(&self) -> Option<usize> {
        self.property
    }

    /// The number of the value in the property, from 0; `None` if it is about the property.
    pub fn value(&self) -> Option<usize> {
        self.value
    }
}

impl<N> fmt::Display for Remark<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message { code: self.code, detail: self.detail, ident: self.ident }.fmt(f)
    }
}

impl<'a> Remark<'a, Node<'a>> {
    pub(super) fn detail(&self) -> Detail {
        self.detail
    }

    /// The property that it is about.
    pub(super) fn property_handle(&self) -> Option<Property<'a>> {
        self.node.properties().nth(self.property?)
    }

    /// The value that it is about.
    pub(super) fn value_handle(&self) -> Option<Value<'a>> {
        self.property_handle()?.values().nth(self.value?)
    }

    fn span(&self) -> Span {
        if let Some(value) = self.value_handle() {
            return value.span();
        }
        match self.property_handle() {
            Some(property) => property.ident_span(),
            None => {
                let whole = self.node.span();
                Span::new(whole.start(), whole.end().min(whole.start() + 1))
            }
        }
    }

    fn diagnostic(&self, game: usize) -> CheckDiagnostic<'a> {
        let Self { code, detail, ident, node, .. } = *self;
        CheckDiagnostic {
            code,
            detail,
            ident,
            span: self.span(),
            game: game as u32,
            node: node.id(),
        }
    }

    /// Whether the values of the property come from several places of the source: reading joined
    /// them, and has a diagnostic for it.
    fn is_joined(&self, source: &[u8]) -> bool {
        let Some(property) = self.property_handle() else { return false };
        let mut spans = property.values().map(Value::span);
        let (Some(first), Some(second)) = (spans.next(), spans.next()) else { return false };
        let between = source.get(first.end()..second.start()).unwrap_or_default();
        between.iter().any(u8::is_ascii_alphanumeric)
    }
}

/// What a check of a collection found.
///
/// ```
/// let arena = kifu::Arena::new();
/// let checked = kifu::values::Checker::new().check(kifu::parse(&arena, "(;DT[yesterday])")?);
/// assert_eq!(checked.diagnostics()[0].code().name(), "unreadable-info");
/// assert_eq!(checked.omitted(), 0);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    diagnostics: Vec<CheckDiagnostic<'a>>,
    omitted: usize,
}

impl<'a> Checked<'a> {
    /// What was found, in the order of the nodes and their properties.
    pub fn diagnostics(&self) -> &[CheckDiagnostic<'a>] {
        &self.diagnostics
    }

    /// How many diagnostics there were beyond those that are kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

/// One finding of a check, with its place in the input. `Copy`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let checked = kifu::values::Checker::new().check(kifu::parse(&arena, "(;KM[6,5])")?);
/// let found = checked.diagnostics()[0];
/// assert_eq!((found.code().name(), found.ident()), ("repaired-value", "KM"));
/// assert_eq!(found.severity(), kifu::Severity::Warning);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckDiagnostic<'a> {
    code: CheckCode,
    detail: Detail,
    ident: &'a str,
    span: Span,
    game: u32,
    node: NodeId,
}

impl<'a> CheckDiagnostic<'a> {
    /// What was found.
    pub fn code(self) -> CheckCode {
        self.code
    }

    /// How bad it is; the code decides.
    pub fn severity(self) -> Severity {
        self.code.severity()
    }

    /// Where it stands in the input: a value, an ident, or the `;` of a node.
    pub fn span(self) -> Span {
        self.span
    }

    /// The number of the game tree in the collection, from 0.
    pub fn game(self) -> usize {
        self.game as usize
    }

    /// The node it stands in.
    pub fn node(self) -> NodeId {
        self.node
    }

    /// The ident of the property; empty if it is about the node as a whole.
    pub fn ident(self) -> &'a str {
        self.ident
    }
}

impl fmt::Display for CheckDiagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message { code: self.code, detail: self.detail, ident: self.ident }.fmt(f)
    }
}

impl fmt::Debug for CheckDiagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} of {:?} in game {}", self.code, self.span, self.ident, self.game)
    }
}
