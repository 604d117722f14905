//! The flat form to owned trees, with every rule of a tree checked.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::owned::{Builder, NewValue, OwnedTree};

/// The flat form: nodes in file order, each with its parent's number and its properties.
///
/// Refused are a parent that does not stand before its node or not on the line to the node before
/// it, a name that no reading would give, a property without values, a property that occurs twice
/// in a node, and a `colon` where the text has none.
impl<'de> Deserialize<'de> for OwnedTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = OwnedTree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<OwnedTree, A::Error> {
        let mut builder = Builder::new();
        while nodes.next_element_seed(NodeSeed(&mut builder))?.is_some() {}
        Ok(builder.finish())
    }
}

/// Adds a node to the tree.
struct NodeSeed<'b>(&'b mut Builder);

const NODE_KEYS: &[&str] = &["parent", "properties"];

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct("Node", NODE_KEYS, self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node with `parent` and `properties`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let missing = |count| A::Error::invalid_length(count, &"parent and properties");
        self.0.start_node().map_err(A::Error::custom)?;
        let parent: Option<u32> = fields.next_element()?.ok_or_else(|| missing(0))?;
        fields.next_element_seed(PropertiesSeed(self.0))?.ok_or_else(|| missing(1))?;
        self.0.end_node(parent).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        self.0.start_node().map_err(A::Error::custom)?;
        let mut parent: Option<Option<u32>> = None;
        let mut has_properties = false;
        while let Some(key) = fields.next_key_seed(TextSeed)? {
            match &*key {
                "parent" if parent.is_some() => return Err(A::Error::duplicate_field("parent")),
                "parent" => parent = Some(fields.next_value()?),
                "properties" if has_properties => {
                    return Err(A::Error::duplicate_field("properties"));
                }
                "properties" => {
                    fields.next_value_seed(PropertiesSeed(self.0))?;
                    has_properties = true;
                }
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        let parent = parent.ok_or_else(|| A::Error::missing_field("parent"))?;
        if !has_properties {
            return Err(A::Error::missing_field("properties"));
        }
        self.0.end_node(parent).map_err(A::Error::custom)
    }
}

/// Adds properties to the last node.
struct PropertiesSeed<'b>(&'b mut Builder);

impl<'de> DeserializeSeed<'de> for PropertiesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PropertiesSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("properties, each with a list of values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut properties: A) -> Result<(), A::Error> {
        while let Some(ident) = properties.next_key_seed(TextSeed)? {
            let values: Vec<FlatValue<'de>> = properties.next_value()?;
            self.0
                .property(&ident, values.iter().map(FlatValue::as_new))
                .map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

/// A text, borrowed from the input where that can be had.
struct TextSeed;

impl<'de> DeserializeSeed<'de> for TextSeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for TextSeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.into()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text))
    }
}

/// A value: its text, and where it is divided if that is not at its first colon.
struct FlatValue<'de> {
    text: Cow<'de, str>,
    colon: Option<Option<usize>>,
}

impl<'de> FlatValue<'de> {
    fn as_new(&self) -> NewValue<'_> {
        match self.colon {
            None => NewValue::text(&self.text),
            Some(colon) => NewValue::divided(&self.text, colon),
        }
    }

    fn divided<E: Error>(text: Cow<'de, str>, colon: Option<u32>) -> Result<Self, E> {
        let colon = colon.map(|at| at as usize);
        match colon {
            Some(at) if text.as_bytes().get(at) != Some(&b':') => {
                Err(E::custom(format_args!("the value {text:?} has no colon at {at}")))
            }
            _ => Ok(Self { text, colon: Some(colon) }),
        }
    }
}

impl<'de> Deserialize<'de> for FlatValue<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(ValueVisitor)
        } else {
            deserializer.deserialize_tuple(2, ValueVisitor)
        }
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = FlatValue<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, or `text` and `colon`")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<FlatValue<'de>, E> {
        Ok(FlatValue { text: Cow::Borrowed(text), colon: None })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FlatValue<'de>, E> {
        self.visit_string(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<FlatValue<'de>, E> {
        Ok(FlatValue { text: Cow::Owned(text), colon: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<FlatValue<'de>, A::Error> {
        let missing = |count| A::Error::invalid_length(count, &"text and colon");
        let text = pair.next_element_seed(TextSeed)?.ok_or_else(|| missing(0))?;
        let colon = pair.next_element()?.ok_or_else(|| missing(1))?;
        FlatValue::divided(text, colon)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<FlatValue<'de>, A::Error> {
        let (mut text, mut colon) = (None, None);
        while let Some(key) = fields.next_key_seed(TextSeed)? {
            match &*key {
                "text" if text.is_none() => text = Some(fields.next_value_seed(TextSeed)?),
                "colon" if colon.is_none() => colon = Some(fields.next_value()?),
                "text" => return Err(A::Error::duplicate_field("text")),
                "colon" => return Err(A::Error::duplicate_field("colon")),
                _ => drop(fields.next_value::<IgnoredAny>()?),
            }
        }
        let text = text.ok_or_else(|| A::Error::missing_field("text"))?;
        FlatValue::divided(text, colon.ok_or_else(|| A::Error::missing_field("colon"))?)
    }
}
