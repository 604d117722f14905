//! What was found in an input, in the same words for both ways to read: the diagnostics of tolerant
//! reading, or the one error of strict reading. How it is shown is left to the commands.

use kifu::go::{Cutout, PlayDiagnostic};
use kifu::values::CheckDiagnostic;
use kifu::{CodeClass, Diagnostic, Error, GameTree, LineIndex, Location, Severity, Span};
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
    /// For a code about the character set: the one that was taken, and the one declared.
    charset: Option<&'static str>,
    declared: Option<String>,
    /// For a code of play: the stones around its point.
    pub(crate) cutout: Option<Cutout>,
}

impl Finding {
    fn of_diagnostic(found: Diagnostic, bytes: &[u8], game: Option<GameTree<'_>>) -> Self {
        let game = game.filter(|_| found.code().class() == CodeClass::Charset);
        let charset = game.map(|game| game.charset().name());
        let declared = game.and_then(|game| game.root().get("CA"));
        let declared = declared.map(|it| it.first_value().text().to_owned());
        let mut message = found.message(bytes).to_string();
        if let Some(charset) = charset {
            message += &format!(": read as {charset}");
        }
        if let Some(declared) = &declared {
            message += &format!(", declared as '{}'", shortened(declared));
        }
        Self {
            charset,
            declared,
            code: found.code().name(),
            severity: found.severity(),
            game: found.game(),
            span: found.span(),
            message,
            cutout: None,
        }
    }

    /// What a check of values found, in a piece of an input with so many game trees before it.
    pub(crate) fn of_check(found: CheckDiagnostic<'_>, games: usize) -> Self {
        let (code, severity) = (found.code().name(), found.severity());
        Self::of_game(code, severity, games + found.game(), found.span(), found.to_string())
    }

    /// What a check of play found, in a piece of an input with so many game trees before it.
    pub(crate) fn of_play(found: PlayDiagnostic, games: usize) -> Self {
        let (code, severity) = (found.code().name(), found.severity());
        let (game, message) = (games + found.game(), found.to_string());
        let cutout = found.cutout();
        Self { cutout, ..Self::of_game(code, severity, game, found.span(), message) }
    }

    /// What was found in a game tree, and says nothing of its character set.
    fn of_game(
        code: &'static str,
        severity: Severity,
        game: usize,
        span: Span,
        message: String,
    ) -> Self {
        let (charset, declared, cutout) = (None, None, None);
        Self { code, severity, game: Some(game), span, message, charset, declared, cutout }
    }

    fn of_error(error: Error) -> Self {
        Self {
            code: error.kind().name(),
            severity: Severity::Error,
            game: None,
            span: error.span(),
            message: error.to_string(),
            charset: None,
            declared: None,
            cutout: None,
        }
    }

    /// The finding as the members of a JSON object.
    pub(crate) fn members(
        &self,
        input: &Input<'_>,
        lines: &LineIndex,
    ) -> Vec<(&'static str, Value)> {
        let location = input.location(lines, self.span.start());
        let mut members = vec![
            ("path", input.path.into()),
            ("game", self.game.into()),
            ("code", self.code.into()),
            ("severity", self.severity.to_string().into()),
            ("offset", input.offset(self.span.start()).into()),
            ("length", self.span.len().into()),
            ("line", location.line.into()),
            ("column", location.column.into()),
            ("message", self.message.as_str().into()),
        ];
        members.extend(self.charset.map(|charset| ("charset", charset.into())));
        members.extend(self.declared.as_deref().map(|declared| ("declared", declared.into())));
        members
    }
}

/// As much of a name as fits in a message, without control characters.
fn shortened(name: &str) -> String {
    name.chars().filter(|it| !it.is_control()).take(24).collect()
}

impl Input<'_> {
    /// What was found, in the order of the places.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding> {
        let (diagnostics, error) = match &self.collection {
            Ok(collection) => (collection.diagnostics(), None),
            Err(error) => (&[][..], Some(*error)),
        };
        let games = self.place.games;
        let trees: Vec<GameTree<'_>> = match &self.collection {
            Ok(collection) if !diagnostics.is_empty() => collection.game_trees().collect(),
            _ => Vec::new(),
        };
        let of_diagnostic = move |found: &Diagnostic| {
            let game = found.game().and_then(|game| trees.get(game).copied());
            Finding::of_diagnostic(found.behind(games), self.bytes, game)
        };
        let diagnostics = diagnostics.iter().filter(|found| self.shows(found.game()));
        diagnostics.map(of_diagnostic).chain(error.map(Finding::of_error))
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
