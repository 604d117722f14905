//! Properties and values of an owned tree, as `Copy` handles.

use alloc::borrow::Cow;
use core::fmt;

use super::iter::OwnedValues;
use super::{NO_COLON, OwnedTree, PropertyRecord, ValueRecord};
use crate::text;
use crate::view::{self, PropertyView, ValueView};

/// A property of an [`OwnedNode`](crate::OwnedNode): the twin of [`Property`](crate::Property). A
/// handle of two words, `Copy`.
///
/// Two properties are equal if their idents and all their values are.
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;SZ[19]AB[dd][pp])")?;
/// let stones = tree.root().unwrap().get("AB").unwrap();
/// assert_eq!(stones.ident(), "AB");
/// assert!(stones.values().map(|value| value.text()).eq(["dd", "pp"]));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct OwnedProperty<'t> {
    pub(super) tree: &'t OwnedTree,
    pub(super) record: &'t PropertyRecord,
}

impl<'t> OwnedProperty<'t> {
    /// The name: `B`, `AB`, `SZ`.
    pub fn ident(self) -> &'t str {
        self.tree.ident(*self.record)
    }

    /// The values, in file order; there is at least one.
    pub fn values(self) -> OwnedValues<'t> {
        let records = self.tree.values.rows(self.record.values);
        OwnedValues { tree: self.tree, records: records.iter() }
    }

    /// The first value, the only one of most properties.
    pub fn first_value(self) -> OwnedValue<'t> {
        let record = &self.tree.values.rows(self.record.values)[0];
        OwnedValue { tree: self.tree, record }
    }
}

impl<'t> PropertyView for OwnedProperty<'t> {
    type Value = OwnedValue<'t>;

    fn ident(&self) -> &str {
        OwnedProperty::ident(*self)
    }

    fn values(self) -> impl ExactSizeIterator<Item = OwnedValue<'t>> {
        OwnedProperty::values(self)
    }
}

impl PartialEq for OwnedProperty<'_> {
    fn eq(&self, other: &Self) -> bool {
        view::equal_properties(*self, *other)
    }
}

impl Eq for OwnedProperty<'_> {}

impl fmt::Debug for OwnedProperty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ident())?;
        f.debug_list().entries(self.values()).finish()
    }
}

/// A value of an [`OwnedProperty`]: the twin of [`Value`](crate::Value), without the bytes it was
/// read from. A handle of two words, `Copy`.
///
/// Two values are equal if their texts are, and the two parts of their Compose.
///
/// ```
/// let tree = kifu::OwnedTree::parse(r"(;AP[a\:b:1.0]C[one \]])")?;
/// let root = tree.root().unwrap();
/// let (name, version) = root.get("AP").unwrap().first_value().compose().unwrap();
/// assert_eq!((&*name, &*version), ("a:b", "1.0"));
/// assert_eq!(root.text("C"), Some("one ]"));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct OwnedValue<'t> {
    pub(super) tree: &'t OwnedTree,
    pub(super) record: &'t ValueRecord,
}

impl<'t> OwnedValue<'t> {
    /// The value read as Text: escapes resolved, white space as the format wants it.
    pub fn text(self) -> &'t str {
        self.tree.text(*self.record)
    }

    /// The value read as SimpleText: as Text, with a space for each line break.
    ///
    /// Cost: linear; allocates only if there is a line break.
    pub fn simple_text(self) -> Cow<'t, str> {
        text::simple_text(self.text())
    }

    /// The two parts of a Compose, each as SimpleText; `None` if no colon separates them.
    ///
    /// Cost: linear; allocates only if there is a line break.
    pub fn compose(self) -> Option<(Cow<'t, str>, Cow<'t, str>)> {
        let text = self.text();
        let colon = self.colon()?;
        Some((text::simple_text(&text[..colon]), text::simple_text(&text[colon + 1..])))
    }

    /// Where the colon of a Compose stands in the text.
    pub(crate) fn colon(self) -> Option<usize> {
        let colon = self.record.colon;
        (colon != NO_COLON).then_some(colon as usize)
    }
}

impl ValueView for OwnedValue<'_> {
    fn text(&self) -> &str {
        OwnedValue::text(*self)
    }

    fn colon(&self) -> Option<usize> {
        OwnedValue::colon(*self)
    }
}

impl PartialEq for OwnedValue<'_> {
    fn eq(&self, other: &Self) -> bool {
        view::equal_values(*self, *other)
    }
}

impl Eq for OwnedValue<'_> {}

impl fmt::Debug for OwnedValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}
