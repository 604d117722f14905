//! `kifu json`: the lines of the output, one for each input. Trees are left to the modules of
//! their shapes.

mod flat;
mod nested;
mod open_nodes;
mod sequences;
mod write;

use std::io::{self, Write};

use kifu::{Collection, Error, GameTree};

use crate::report::Report;
use crate::run::{Input, Outlet, Task};
pub(crate) use write::{list, object, string};

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
#[derive(Clone)]
pub(crate) struct Json {
    shape: Shape,
}

impl Json {
    pub(crate) fn new(shape: Shape) -> Self {
        Self { shape }
    }

    /// The line of an input.
    fn games<W: Write>(
        out: &mut W,
        input: &Input<'_>,
        collection: Collection<'_>,
        tree: fn(&mut W, GameTree<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        out.write_all(b"{\"path\":")?;
        write::string(out, input.path)?;
        out.write_all(b",\"charsets\":[")?;
        write::list(out, input.games(collection), |out, game| {
            write::string(out, game.charset().name())
        })?;
        out.write_all(b"],\"games\":[")?;
        write::list(out, input.games(collection), tree)?;
        out.write_all(b"],\"diagnostics\":[")?;
        let lines = input.lines();
        write::list(out, input.findings(), |out, finding| {
            object(out, &finding.members(input, &lines))
        })?;
        out.write_all(b"]")?;
        if input.omitted() > 0 {
            write!(out, ",\"omitted_diagnostics\":{}", input.omitted())?;
        }
        out.write_all(b"}\n")
    }

    /// The line of an input that strict reading refused.
    fn error(out: &mut impl Write, input: &Input<'_>, error: Error) -> io::Result<()> {
        out.write_all(b"{\"path\":")?;
        write::string(out, input.path)?;
        out.write_all(b",\"error\":")?;
        let location = error.location(input.bytes);
        let members = [
            ("kind", error.kind().name().into()),
            ("class", error.class().map(|class| class.to_string()).into()),
            ("message", error.to_string().into()),
            ("offset", error.span().start().into()),
            ("line", location.line.into()),
            ("column", location.column.into()),
        ];
        object(out, &members)?;
        out.write_all(b"}\n")
    }
}

impl Task for Json {
    type Load = Vec<u8>;

    /// A line for each input needs all of it.
    fn takes_pieces(&self) -> bool {
        matches!(self.shape, Shape::Flat)
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let collection = match report.collection(input) {
            Ok(collection) => collection,
            Err(error) => return Self::error(out, input, error),
        };
        match self.shape {
            Shape::Nested => Self::games(out, input, collection, nested::tree),
            Shape::Sequences => Self::games(out, input, collection, sequences::tree),
            Shape::Flat => flat::lines(out, input, collection),
        }
    }
}

#[cfg(test)]
mod tests {
    use kifu::{Arena, ParseOptions, Parser};
    use serde_json::Value;

    use super::*;
    use crate::run::outlet_alone;

    #[test]
    fn diagnostics_that_were_not_kept_are_counted() {
        let bytes = b"(;B;W;B;W[aa])";
        let arena = Arena::new();
        let options = ParseOptions::new().max_diagnostics(1);
        let collection = Ok(Parser::with_options(options).read(&arena, bytes));
        let input = Input::whole("-", bytes, collection);
        let mut json = Json::new(Shape::Nested);
        let out = outlet_alone(|out| json.input(&input, out, &mut Report::new(false)).unwrap());
        let line: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(line["diagnostics"].as_array().map(Vec::len), Some(1));
        assert_eq!(line["omitted_diagnostics"], 2);
    }
}
