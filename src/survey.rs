//! What an input holds, without a tree of it: counts, diagnostics, and what the roots say.

use alloc::borrow::Cow;
use core::fmt;
use core::iter::FusedIterator;

use crate::charset::{AsciiParts, Charset, CharsetSource, Decoder, Utf8Parts, Whole};
use crate::diagnostic::Diagnostic;
use crate::ident::name;
use crate::scratch::{GameRecord, PropertyEntry, Scratch};
use crate::span::Span;

/// What [`Parser::survey`](crate::Parser::survey) found in an input.
///
/// It is what [`read`](crate::Parser::read) would make a collection of, counted: the same game
/// trees, character sets and diagnostics. It lives in the parser, until that reads something else.
pub struct Survey<'p> {
    source: &'p [u8],
    /// The text that the input was decoded to as a whole.
    whole: Option<Whole>,
    scratch: &'p Scratch,
}

impl<'p> Survey<'p> {
    pub(crate) fn new(source: &'p [u8], whole: Option<Whole>, scratch: &'p Scratch) -> Self {
        Self { source, whole, scratch }
    }

    /// The game trees, in the order of the input.
    pub fn game_trees(&self) -> SurveyedTrees<'_> {
        SurveyedTrees { survey: self, index: 0 }
    }

    /// The number of nodes in all game trees.
    pub fn node_count(&self) -> usize {
        self.scratch.nodes.rows().len()
    }

    /// The number of properties in all nodes.
    pub fn property_count(&self) -> usize {
        self.scratch.properties.rows().len()
    }

    /// The number of values of all properties.
    pub fn value_count(&self) -> usize {
        self.scratch.properties.rows().len() + self.scratch.values.rows().len()
    }

    /// What was done about the faults of the input, in the order of their places: the diagnostics
    /// of the collection.
    pub fn diagnostics(&self) -> impl ExactSizeIterator<Item = Diagnostic> + '_ {
        let list = self.scratch.diagnostics.list.iter();
        list.map(|found| found.with_span(self.input_span(found.span())))
    }

    /// How many diagnostics there were beyond those that
    /// [`ParseOptions::max_diagnostics`](crate::ParseOptions::max_diagnostics) allows.
    pub fn omitted_diagnostics(&self) -> usize {
        self.scratch.diagnostics.omitted as usize
    }

    /// The span in the input of what has this span in what was scanned.
    fn input_span(&self, span: Span) -> Span {
        match &self.whole {
            Some(Whole { map, .. }) => Span::new(map.input(span.start()), map.input(span.end())),
            None => span,
        }
    }

    /// The text of the first value of a property.
    fn text(&self, entry: &PropertyEntry, game: &GameRecord) -> Cow<'_, str> {
        match &self.whole {
            Some(whole) => entry.value.text(&whole.text.as_str(), whole.text.as_bytes()),
            None if game.charset.charset == Charset::UTF_8 => {
                entry.value.text(&Utf8Parts(self.source), self.source)
            }
            None => {
                let decoder = Decoder::new(game.charset);
                entry.value.text(&AsciiParts { source: self.source, decoder }, self.source)
            }
        }
    }
}

impl fmt::Debug for Survey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Survey")
            .field("game_trees", &self.game_trees().len())
            .field("nodes", &self.node_count())
            .field("properties", &self.property_count())
            .field("values", &self.value_count())
            .field("diagnostics", &self.diagnostics().len())
            .finish()
    }
}

/// A game tree of a [`Survey`]. A handle of two words, `Copy`.
#[derive(Clone, Copy)]
pub struct SurveyedTree<'s> {
    survey: &'s Survey<'s>,
    index: usize,
}

impl<'s> SurveyedTree<'s> {
    fn record(self) -> &'s GameRecord {
        &self.survey.scratch.games[self.index]
    }

    /// Its number in the input, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// Where it stands in the input, from its `(` to its `)`.
    pub fn span(self) -> Span {
        self.survey.input_span(self.record().span)
    }

    /// The character set that its texts are in.
    pub fn charset(self) -> Charset {
        self.record().charset.charset
    }

    /// How the character set was found.
    pub fn charset_source(self) -> CharsetSource {
        self.record().charset.source
    }

    /// The text of the first value of a property of the root; `None` if it has no such property.
    ///
    /// Cost: linear in the number of properties of the root; allocates only if the text differs
    /// from its bytes.
    pub fn root_text(self, ident: &str) -> Option<Cow<'s, str>> {
        let base = match &self.survey.whole {
            Some(whole) => whole.text.as_bytes(),
            None => self.survey.source,
        };
        let properties = self.survey.scratch.root_properties(self.index);
        let found = properties.iter().find(|it| name(it.ident(base)).eq(ident.bytes()))?;
        Some(self.survey.text(found, self.record()))
    }
}

impl fmt::Debug for SurveyedTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurveyedTree")
            .field("index", &self.index)
            .field("span", &self.span())
            .field("charset", &self.charset())
            .finish()
    }
}

/// The game trees of a [`Survey`].
#[derive(Clone, Debug)]
pub struct SurveyedTrees<'s> {
    survey: &'s Survey<'s>,
    index: usize,
}

impl<'s> Iterator for SurveyedTrees<'s> {
    type Item = SurveyedTree<'s>;

    fn next(&mut self) -> Option<SurveyedTree<'s>> {
        self.survey.scratch.games.get(self.index)?;
        self.index += 1;
        Some(SurveyedTree { survey: self.survey, index: self.index - 1 })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.survey.scratch.games.len() - self.index;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SurveyedTrees<'_> {}

impl FusedIterator for SurveyedTrees<'_> {}
