//! What was found in an input, in the same words for both ways to read: the diagnostics of tolerant
//! reading, or the one error of strict reading. How it is shown is left to the commands.

use kifu::values::CheckDiagnostic;
use kifu::{Diagnostic, Error, LineIndex, Location, Severity, Span};
use serde_json::Value;

use crate::run::Input;

/// One fault.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The stable name of the code, or of the kind of the error.
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    /// The number of the game tree, from 0; `None` outside the game trees.
    pub(crate) game: Option<usize>,
    /// In the bytes of the input that it was found in.
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Finding {
    fn of_diagnostic(found: Diagnostic, bytes: &[u8]) -> Self {
        Self {
            code: found.code().name(),
            severity: found.severity(),
            game: found.game(),
            span: found.span(),
            message: found.message(bytes).to_string(),
        }
    }

    /// What a check of values found, in a piece of an input with so many game trees before it.
    pub(crate) fn of_check(found: CheckDiagnostic<'_>, games: usize) -> Self {
        Self {
            code: found.code().name(),
            severity: found.severity(),
            game: Some(games + found.game()),
            span: found.span(),
            message: found.to_string(),
        }
    }

    fn of_error(error: Error) -> Self {
        Self {
            code: error.kind().name(),
            severity: Severity::Error,
            game: None,
            span: error.span(),
            message: error.to_string(),
        }
    }

    /// The finding as the members of a JSON object.
    pub(crate) fn members(
        &self,
        input: &Input<'_>,
        lines: &LineIndex,
    ) -> [(&'static str, Value); 9] {
        let location = input.location(lines, self.span.start());
        [
            ("path", input.path.into()),
            ("game", self.game.into()),
            ("code", self.code.into()),
            ("severity", self.severity.to_string().into()),
            ("offset", input.offset(self.span.start()).into()),
            ("length", self.span.len().into()),
            ("line", location.line.into()),
            ("column", location.column.into()),
            ("message", self.message.as_str().into()),
        ]
    }
}

impl Input<'_> {
    /// What was found, in the order of the places.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding> {
        let (diagnostics, error) = match &self.collection {
            Ok(collection) => (collection.diagnostics(), None),
            Err(error) => (&[][..], Some(*error)),
        };
        let games = self.place.games;
        let of_diagnostic =
            move |found: &Diagnostic| Finding::of_diagnostic(found.behind(games), self.bytes);
        diagnostics.iter().map(of_diagnostic).chain(error.map(Finding::of_error))
    }

    /// How many more there were, which were counted but not kept.
    pub(crate) fn omitted(&self) -> usize {
        self.collection.as_ref().map_or(0, |collection| collection.omitted_diagnostics())
    }

    /// The lines of the input, to give the findings their places; nothing is looked for where
    /// there are none.
    pub(crate) fn lines(&self) -> LineIndex {
        LineIndex::new(if self.findings().next().is_some() { self.bytes } else { &[] })
    }

    /// The place of one of its bytes in the whole of it.
    pub(crate) fn offset(&self, at: usize) -> u64 {
        self.place.offset + at as u64
    }

    /// The line and the column of one of its bytes in the whole of it, given its own lines.
    pub(crate) fn location(&self, lines: &LineIndex, at: usize) -> Location {
        let Location { line, column } = lines.location(at);
        let before = if line == 1 { self.place.columns } else { 0 };
        Location { line: line + self.place.lines, column: column + before }
    }
}
