//! The small parts of JSON that all shapes are made of: strings, lists, objects, and the
//! properties of a node.

use std::io::{self, Write};

use kifu::Node;
use serde_json::Value;

pub(crate) fn string(out: &mut impl Write, text: &str) -> io::Result<()> {
    Ok(serde_json::to_writer(out, text)?)
}

/// The items, with commas between them; the brackets are the caller's.
pub(crate) fn list<W: Write, T>(
    out: &mut W,
    items: impl IntoIterator<Item = T>,
    mut item: impl FnMut(&mut W, T) -> io::Result<()>,
) -> io::Result<()> {
    for (index, each) in items.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        item(out, each)?;
    }
    Ok(())
}

/// A small object. A map of `serde_json` would sort its members; here they keep their order.
pub(crate) fn object(out: &mut impl Write, members: &[(&str, Value)]) -> io::Result<()> {
    out.write_all(b"{")?;
    list(out, members, |out, (key, value)| {
        string(out, key)?;
        out.write_all(b":")?;
        Ok(serde_json::to_writer(out, value)?)
    })?;
    out.write_all(b"}")
}

/// The properties of a node, `{"AB":["dd","pp"]}`, in file order.
pub(super) fn properties(out: &mut impl Write, node: Node<'_>) -> io::Result<()> {
    out.write_all(b"{")?;
    list(out, node.properties(), |out, property| {
        string(out, property.ident())?;
        out.write_all(b":[")?;
        list(out, property.texts(), |out, text| string(out, text))?;
        out.write_all(b"]")
    })?;
    out.write_all(b"}")
}
