//! Edits of what the nodes of an owned tree hold: properties and values come, change and go.

use core::mem;

use super::pool::List;
use super::{
    EditError, IdentFault, NO_COLON, NodeKey, OwnedTree, OwnedValue, PropertyRecord, ValueRecord,
};
use crate::property::Value;
use crate::text;

/// A value for a setter, as text: `]`, `\` and colons are characters like others, to be escaped
/// when they are written. TAB, VT, FF and CR become what they are in a Text.
///
/// Setters take whatever turns into one: a `&str`, a pair of them for a Compose, a [`Value`] or an
/// [`OwnedValue`] of another tree.
///
/// ```
/// use kifu::NewValue;
///
/// let mut tree = kifu::OwnedTree::parse("(;)")?;
/// let root = tree.root().unwrap().id();
/// tree.set(root, "C", ["so: [yes]"])?;
/// tree.set(root, "AP", [("a:b", "1.0")])?;
/// tree.set(root, "GN", [NewValue::undivided("a:b")])?;
/// assert_eq!(tree.to_string(), r"(;C[so: [yes\]]AP[a\:b:1.0]GN[a\:b])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewValue<'v> {
    parts: Parts<'v>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts<'v> {
    /// Divided at its first colon, if it has one.
    Text(&'v str),
    Undivided(&'v str),
    Compose(&'v str, &'v str),
}

impl<'v> NewValue<'v> {
    /// A text as it would stand between brackets but for its escapes: its first colon, if it has
    /// one, divides it, should anyone ask for a Compose.
    pub fn text(text: &'v str) -> Self {
        Self { parts: Parts::Text(text) }
    }

    /// A text whose colons divide nothing: all are escaped when they are written.
    pub fn undivided(text: &'v str) -> Self {
        Self { parts: Parts::Undivided(text) }
    }

    /// A Compose. Colons of the first part are escaped when they are written.
    ///
    /// Source: FF\[4\], `Compose = ValueType ":" ValueType`.
    pub fn compose(first: &'v str, second: &'v str) -> Self {
        Self { parts: Parts::Compose(first, second) }
    }

    /// A text that the colon at `colon` divides, if any does.
    pub(crate) fn divided(text: &'v str, colon: Option<usize>) -> Self {
        match colon {
            Some(colon) => Self::compose(&text[..colon], &text[colon + 1..]),
            None => Self::undivided(text),
        }
    }
}

impl<'v> From<&'v str> for NewValue<'v> {
    fn from(text: &'v str) -> Self {
        Self::text(text)
    }
}

impl<'v> From<&'v alloc::string::String> for NewValue<'v> {
    fn from(text: &'v alloc::string::String) -> Self {
        Self::text(text)
    }
}

impl<'v> From<(&'v str, &'v str)> for NewValue<'v> {
    fn from((first, second): (&'v str, &'v str)) -> Self {
        Self::compose(first, second)
    }
}

impl<'v> From<Value<'v>> for NewValue<'v> {
    fn from(value: Value<'v>) -> Self {
        Self::divided(value.text(), value.colon())
    }
}

impl<'v> From<OwnedValue<'v>> for NewValue<'v> {
    fn from(value: OwnedValue<'v>) -> Self {
        Self::divided(value.text(), value.colon())
    }
}

impl OwnedTree {
    /// Gives a property these values in place of those it has; a property that the node does not
    /// have is added after the others.
    ///
    /// Cost: linear in the number of properties of the node and in the values.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`]; [`EditError::NoValues`]; [`EditError::TooLarge`];
    /// [`EditError::InvalidIdent`] for a new property whose name is not made of capitals. Where
    /// there is a digit after the first letter, lower-case letters may stand in it too: tolerant
    /// reading keeps such a name, strict reading refuses it.
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;SZ[19]AB[aa][bb])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.set(root, "SZ", ["9"])?;
    /// tree.set(root, "AW", ["cc", "dd"])?;
    /// assert_eq!(tree.to_string(), "(;SZ[9]AB[aa][bb]AW[cc][dd])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set<'v, V: Into<NewValue<'v>>>(
        &mut self,
        node: NodeKey,
        ident: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), EditError> {
        let place = self.place(node)?;
        let found = self.find(place, ident);
        if found.is_none() {
            check_ident(ident)?;
        }
        let list = self.push_values(List::default(), values)?;
        match found {
            Some(at) => {
                let old = mem::replace(&mut self.property_mut(place, at).values, list);
                self.discard_values(old);
            }
            None => self.push_property(place, ident, list)?,
        }
        self.compact_if_wasteful();
        Ok(())
    }

    /// Adds values after those that a property has; a property that the node does not have is
    /// added after the others.
    ///
    /// Cost: as [`set`](Self::set), where values that are there already cost nothing.
    ///
    /// # Errors
    ///
    /// As [`set`](Self::set).
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;AB[aa])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.add(root, "AB", ["bb", "cc"])?;
    /// tree.add(root, "LB", [("aa", "1")])?;
    /// assert_eq!(tree.to_string(), "(;AB[aa][bb][cc]LB[aa:1])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add<'v, V: Into<NewValue<'v>>>(
        &mut self,
        node: NodeKey,
        ident: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), EditError> {
        let place = self.place(node)?;
        let Some(at) = self.find(place, ident) else { return self.set(node, ident, values) };
        let old = self.property_mut(place, at).values;
        self.property_mut(place, at).values = self.push_values(old, values)?;
        self.compact_if_wasteful();
        Ok(())
    }

    /// Puts a value in the place of the value with the number `at`, from 0.
    ///
    /// Cost: as [`set`](Self::set).
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::NoSuchProperty`], [`EditError::NoSuchPosition`],
    /// [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;AB[aa][bb][cc])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.set_value(root, "AB", 1, "dd")?;
    /// assert_eq!(tree.to_string(), "(;AB[aa][dd][cc])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_value<'v>(
        &mut self,
        node: NodeKey,
        ident: &str,
        at: usize,
        value: impl Into<NewValue<'v>>,
    ) -> Result<(), EditError> {
        let (_, _, list) = self.values_with(node, ident, at)?;
        let record = self.push_value(value.into())?;
        let old = mem::replace(&mut self.values.rows_mut(list)[at], record);
        self.text_waste += old.len as usize;
        self.compact_if_wasteful();
        Ok(())
    }

    /// Removes the value with the number `at`, from 0, and with the last one the property.
    ///
    /// Cost: linear in the number of properties of the node and of values of the property.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::NoSuchProperty`], [`EditError::NoSuchPosition`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;AB[aa][bb])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.remove_value(root, "AB", 0)?;
    /// assert_eq!(tree.to_string(), "(;AB[bb])");
    /// tree.remove_value(root, "AB", 0)?;
    /// assert_eq!(tree.to_string(), "(;)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_value(&mut self, node: NodeKey, ident: &str, at: usize) -> Result<(), EditError> {
        let (place, property, mut list) = self.values_with(node, ident, at)?;
        if list.len == 1 {
            return self.remove_property(node, ident).map(|_| ());
        }
        self.text_waste += self.values.rows(list)[at].len as usize;
        self.values.remove(&mut list, at);
        self.property_mut(place, property).values = list;
        self.compact_if_wasteful();
        Ok(())
    }

    /// Removes a property with all its values, and says whether the node had it.
    ///
    /// Cost: linear in the number of properties of the node and of values of the property.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;SZ[9]AB[aa][bb])")?;
    /// let root = tree.root().unwrap().id();
    /// assert_eq!(tree.remove_property(root, "AB"), Ok(true));
    /// assert_eq!(tree.remove_property(root, "AB"), Ok(false));
    /// assert_eq!(tree.to_string(), "(;SZ[9])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_property(&mut self, node: NodeKey, ident: &str) -> Result<bool, EditError> {
        let place = self.place(node)?;
        let Some(at) = self.find(place, ident) else { return Ok(false) };
        let record = *self.property_mut(place, at);
        self.properties.remove(&mut self.nodes[place as usize].properties, at);
        self.text_waste += record.len as usize;
        self.discard_values(record.values);
        self.compact_if_wasteful();
        Ok(true)
    }

    /// Gives a property another name; its values and its place stay.
    ///
    /// Cost: linear in the number of properties of the node.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::NoSuchProperty`], [`EditError::DuplicateIdent`],
    /// [`EditError::InvalidIdent`] as for [`set`](Self::set), [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa]C[x])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.rename_property(root, "B", "W")?;
    /// assert_eq!(tree.to_string(), "(;W[aa]C[x])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rename_property(
        &mut self,
        node: NodeKey,
        ident: &str,
        new_ident: &str,
    ) -> Result<(), EditError> {
        let place = self.place(node)?;
        let at = self.find(place, ident).ok_or(EditError::NoSuchProperty)?;
        match self.find(place, new_ident) {
            Some(other) if other == at => return Ok(()),
            Some(_) => return Err(EditError::DuplicateIdent),
            None => check_ident(new_ident)?,
        }
        let (start, len) = self.push_text(new_ident);
        let record = self.property_mut(place, at);
        let old = mem::replace(&mut record.len, len);
        record.start = start;
        self.text_waste += old as usize;
        self.compact_if_wasteful();
        Ok(())
    }

    /// Where among the properties of the node the one with this ident stands.
    fn find(&self, place: u32, ident: &str) -> Option<usize> {
        let properties = self.properties.rows(self.nodes[place as usize].properties);
        properties.iter().position(|&property| self.ident(property) == ident)
    }

    fn property_mut(&mut self, place: u32, at: usize) -> &mut PropertyRecord {
        &mut self.properties.rows_mut(self.nodes[place as usize].properties)[at]
    }

    /// The place of a node, the number of the property in it, and its values, of which there are
    /// more than `at`.
    fn values_with(
        &self,
        node: NodeKey,
        ident: &str,
        at: usize,
    ) -> Result<(u32, usize, List), EditError> {
        let place = self.place(node)?;
        let property = self.find(place, ident).ok_or(EditError::NoSuchProperty)?;
        let properties = self.properties.rows(self.nodes[place as usize].properties);
        let list = properties[property].values;
        let last = list.len as usize - 1;
        if at > last {
            return Err(EditError::NoSuchPosition { at, last });
        }
        Ok((place, property, list))
    }

    /// Adds a property after the others of the node.
    pub(super) fn push_property(
        &mut self,
        place: u32,
        ident: &str,
        values: List,
    ) -> Result<(), EditError> {
        let (start, len) = self.push_text(ident);
        let record = PropertyRecord { start, len, values };
        self.properties.push(&mut self.nodes[place as usize].properties, record)
    }

    /// Adds values to a list, and gives the longer list; of none there is none.
    pub(super) fn push_values<'v, V: Into<NewValue<'v>>>(
        &mut self,
        mut list: List,
        values: impl IntoIterator<Item = V>,
    ) -> Result<List, EditError> {
        let before = list.len;
        for value in values {
            let record = self.push_value(value.into())?;
            self.values.push(&mut list, record)?;
        }
        if list.len == before { Err(EditError::NoValues) } else { Ok(list) }
    }

    fn push_value(&mut self, value: NewValue<'_>) -> Result<ValueRecord, EditError> {
        let start = self.text.len();
        let colon = match value.parts {
            Parts::Text(text) => {
                text::push_normalised(text, &mut self.text);
                text::first_colon(&self.text[start..])
            }
            Parts::Undivided(text) => {
                text::push_normalised(text, &mut self.text);
                None
            }
            Parts::Compose(first, second) => {
                text::push_normalised(first, &mut self.text);
                let colon = self.text.len() - start;
                self.text.push(':');
                text::push_normalised(second, &mut self.text);
                Some(colon)
            }
        };
        let len = self.text.len() - start;
        if len >= NO_COLON as usize {
            self.text.truncate(start);
            return Err(EditError::TooLarge);
        }
        Ok(ValueRecord { start, len: len as u32, colon: colon.map_or(NO_COLON, |at| at as u32) })
    }

    /// Adds to the text, and says where. What was read or checked before is shorter than 4 GiB.
    #[inline]
    pub(super) fn push_text(&mut self, text: &str) -> (usize, u32) {
        let start = self.text.len();
        self.text.push_str(text);
        (start, text.len() as u32)
    }
}

/// Whether a new property may have this name: one that reading gives back as it is written, and
/// that a reader knows for the name of a property.
pub(super) fn check_ident(ident: &str) -> Result<(), EditError> {
    if u32::try_from(ident.len()).is_err() {
        return Err(EditError::TooLarge);
    }
    let has = |is_kind: fn(&char) -> bool| ident.chars().find(is_kind);
    let fault = if let Some(char) = has(|char| !char.is_ascii_alphanumeric()) {
        IdentFault::Char(char)
    } else if ident.starts_with(|char: char| char.is_ascii_digit()) {
        IdentFault::LeadingDigit
    } else if has(char::is_ascii_uppercase).is_none() {
        IdentFault::NoCapital
    } else if has(char::is_ascii_digit).is_some() {
        // Tolerant reading keeps such a name as it is.
        return Ok(());
    } else if let Some(char) = has(char::is_ascii_lowercase) {
        IdentFault::Lowercase(char)
    } else {
        return Ok(());
    };
    Err(EditError::InvalidIdent(fault))
}
