//! `kifu json`: the lines of the output, one for each input. Trees are left to the modules of
//! their shapes.

mod flat;
mod nested;
mod open_nodes;
mod sequences;
mod write;

use std::io::{self, Write};

use kifu::{Collection, GameTree};
use serde_json::Value;

use crate::fault::Fault;
use crate::run::{Input, Task};
pub(crate) use write::object;

/// How a tree is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// A node holds its children.
    Nested,
    /// A sequence of nodes holds the variations that follow it.
    Sequences,
    /// A line for each node, which names its parent.
    Flat,
}

/// The command.
pub(crate) struct Json<W> {
    shape: Shape,
    strict: bool,
    out: W,
}

impl<W: Write> Json<W> {
    pub(crate) fn new(shape: Shape, strict: bool, out: W) -> Self {
        Self { shape, strict, out }
    }

    /// The line of an input that could be read, without its end.
    fn games(
        &mut self,
        path: &str,
        collection: Collection<'_>,
        tree: fn(&mut W, GameTree<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let out = &mut self.out;
        out.write_all(b"{\"path\":")?;
        write::string(out, path)?;
        out.write_all(b",\"charsets\":[")?;
        let games = collection.game_trees();
        write::list(out, games.clone(), |out, _| write::string(out, "UTF-8"))?;
        out.write_all(b"],\"games\":[")?;
        write::list(out, games, tree)?;
        out.write_all(b"],\"diagnostics\":[]}")
    }

    /// The line of a faulty input, without its end: as any other, with what was read of it.
    fn diagnostics(&mut self, path: &str, fault: &Fault) -> io::Result<()> {
        let out = &mut self.out;
        out.write_all(b"{\"path\":")?;
        write::string(out, path)?;
        out.write_all(b",\"charsets\":[],\"games\":[],\"diagnostics\":[")?;
        let members = [
            ("path", path.into()),
            ("game", Value::Null),
            ("code", fault.code.into()),
            ("severity", "error".into()),
            ("offset", fault.offset.into()),
            ("length", fault.length.into()),
            ("line", fault.location.line.into()),
            ("column", fault.location.column.into()),
            ("message", fault.message.as_str().into()),
        ];
        object(out, &members)?;
        out.write_all(b"]}")
    }

    /// The line of a faulty input where the first fault ends it, without its end.
    fn error(&mut self, path: &str, fault: &Fault) -> io::Result<()> {
        let out = &mut self.out;
        out.write_all(b"{\"path\":")?;
        write::string(out, path)?;
        out.write_all(b",\"error\":")?;
        let members = [
            ("kind", fault.code.into()),
            ("class", fault.class.map(|class| class.to_string()).into()),
            ("message", fault.message.as_str().into()),
            ("offset", fault.offset.into()),
            ("line", fault.location.line.into()),
            ("column", fault.location.column.into()),
        ];
        object(out, &members)?;
        out.write_all(b"}")
    }
}

impl<W: Write> Task for Json<W> {
    fn input(&mut self, input: &Input<'_>) -> io::Result<()> {
        let path = input.path;
        match (&input.collection, self.shape) {
            (&Ok(collection), Shape::Nested) => self.games(path, collection, nested::tree)?,
            (&Ok(collection), Shape::Sequences) => self.games(path, collection, sequences::tree)?,
            (&Ok(collection), Shape::Flat) => return flat::lines(&mut self.out, path, collection),
            (Err(fault), _) if self.strict => self.error(path, fault)?,
            // No node, no line; the message on stderr says why.
            (Err(_), Shape::Flat) => return Ok(()),
            (Err(fault), _) => self.diagnostics(path, fault)?,
        }
        self.out.write_all(b"\n")
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
