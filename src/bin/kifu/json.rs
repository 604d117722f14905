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
    out: W,
}

impl<W: Write> Json<W> {
    pub(crate) fn new(shape: Shape, out: W) -> Self {
        Self { shape, out }
    }

    /// The line of an input.
    fn games(
        &mut self,
        input: &Input<'_>,
        collection: Collection<'_>,
        tree: fn(&mut W, GameTree<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let out = &mut self.out;
        out.write_all(b"{\"path\":")?;
        write::string(out, input.path)?;
        out.write_all(b",\"charsets\":[")?;
        let games = collection.game_trees();
        write::list(out, games.clone(), |out, game| write::string(out, game.charset().name()))?;
        out.write_all(b"],\"games\":[")?;
        write::list(out, games, tree)?;
        out.write_all(b"],\"diagnostics\":[")?;
        let lines = input.lines();
        write::list(out, input.findings(), |out, finding| {
            object(out, &finding.members(input.path, &lines))
        })?;
        out.write_all(b"]")?;
        if input.omitted() > 0 {
            write!(out, ",\"omitted_diagnostics\":{}", input.omitted())?;
        }
        out.write_all(b"}\n")
    }

    /// The line of an input that strict reading refused.
    fn error(&mut self, input: &Input<'_>, error: &Error) -> io::Result<()> {
        let out = &mut self.out;
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

impl<W: Write> Task for Json<W> {
    fn input(&mut self, input: &Input<'_>, report: &mut Report) -> io::Result<()> {
        let collection = match &input.collection {
            Ok(collection) => *collection,
            Err(error) => {
                report.refused(input, error);
                return self.error(input, error);
            }
        };
        match self.shape {
            Shape::Nested => self.games(input, collection, nested::tree),
            Shape::Sequences => self.games(input, collection, sequences::tree),
            Shape::Flat => flat::lines(&mut self.out, input.path, collection),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kifu::{Arena, ParseOptions, Parser};
    use serde_json::Value;

    use super::*;
    use crate::input::Source;

    #[test]
    fn diagnostics_that_were_not_kept_are_counted() {
        let bytes = b"(;B;W;B;W[aa])";
        let arena = Arena::new();
        let options = ParseOptions::new().max_diagnostics(1);
        let collection = Ok(Parser::with_options(options).read(&arena, bytes));
        let mut json = Json::new(Shape::Nested, Vec::new());
        let input = Input { path: "-", source: &Source::Stdin, bytes, collection };
        json.input(&input, &mut Report::new(false)).unwrap();
        let line: Value = serde_json::from_slice(&json.out).unwrap();
        assert_eq!(line["diagnostics"].as_array().map(Vec::len), Some(1));
        assert_eq!(line["omitted_diagnostics"], 2);
    }
}
