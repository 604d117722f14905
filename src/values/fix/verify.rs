//! Whether a source is read after fixes of its values as the fixes mean. Where the character set is
//! a guess, the text that a fix replaces by ASCII may be what the guess rests on; and a value that
//! becomes a move may start a node.

use alloc::vec::Vec;

use super::{Fix, apply_fixes};
use crate::arena::Arena;
use crate::charset::CharsetSource;
use crate::diagnostic::Code;
use crate::parser::Parser;
use crate::property::Value;
use crate::span::Span;
use crate::tree::{Collection, GameTree};

/// The source with those fixes applied that leave everything else as it was read, and the other
/// fixes.
///
/// Cost: where values decide how others are read, reading the result again, four times at most.
pub(super) fn apply(
    parser: &mut Parser,
    collection: Collection<'_>,
    mut fixes: Vec<Fix>,
) -> (Vec<u8>, Vec<Fix>) {
    let source = collection.source();
    let mut fixed = apply_fixes(source, &fixes);
    let mut withheld = Vec::new();
    if fixes.is_empty() || !depends_on_values(collection) {
        return (fixed, withheld);
    }
    let starts: Vec<_> = collection.game_trees().map(|game| game.span().start()).collect();
    let game_of =
        |fix: &Fix| starts.partition_point(|start| *start <= fix.span.start()).saturating_sub(1);
    let is_evidence = |fix: &Fix| !source.get(fix.span.range()).is_some_and(<[u8]>::is_ascii);
    // Left out are first the fixes of what the choice may rest on, then all of the games that
    // differ, then all.
    for step in 0..3 {
        let differs = differing_games(parser, collection, &fixed, &fixes);
        if !differs.contains(&true) {
            break;
        }
        let is_withheld = |fix: &Fix| match step {
            0 => differs[game_of(fix)] && is_evidence(fix),
            1 => differs[game_of(fix)],
            _ => true,
        };
        let (out, kept): (Vec<_>, Vec<_>) = fixes.into_iter().partition(is_withheld);
        withheld.extend(out);
        fixes = kept;
        fixed = apply_fixes(source, &fixes);
    }
    withheld.sort_by_key(|fix| fix.span.start());
    (fixed, withheld)
}

/// Whether the character set of some game was chosen by its texts, or its nodes may be divided by
/// what its moves are: a second move in a node may be that of the next one.
fn depends_on_values(collection: Collection<'_>) -> bool {
    let is_guess = |game: GameTree<'_>| {
        matches!(game.charset_source(), CharsetSource::Guessed | CharsetSource::Corrected)
    };
    let depends = |code| {
        matches!(code, Code::CharsetConflict | Code::DuplicateProperty | Code::MissingSemicolon)
    };
    collection.game_trees().any(is_guess)
        || collection.diagnostics().iter().any(|found| depends(found.code()))
        || collection.omitted_diagnostics() > 0
}

/// For each game whether it is read in another way than the fixes mean.
fn differing_games(
    parser: &mut Parser,
    old: Collection<'_>,
    fixed: &[u8],
    fixes: &[Fix],
) -> Vec<bool> {
    let arena = Arena::new();
    let new = parser.read(&arena, fixed);
    let edits = Edits::of(fixes);
    let mut games = new.game_trees();
    let is_other = |game| !games.next().is_some_and(|new| is_meant(game, new, &edits));
    let mut differs: Vec<_> = old.game_trees().map(is_other).collect();
    if let (Some(_), Some(last)) = (games.next(), differs.last_mut()) {
        *last = true;
    }
    differs
}

/// Whether a game is read as the fixes mean: values that no fix replaces are the same at their new
/// places, those that one replaces are where it wrote, and there are no others.
fn is_meant(old: GameTree<'_>, new: GameTree<'_>, edits: &Edits<'_>) -> bool {
    // What is ASCII alone is the same in all of them.
    if old.charset() != new.charset() && !new.source().is_ascii() {
        return false;
    }
    let mut found = values(new).peekable();
    for (node, ident, value) in values(old) {
        let span = value.span();
        let Some((fix, start)) = edits.around(span) else {
            let start = edits.moved(span.start());
            let is_kept = found.next().is_some_and(|(new_node, new_ident, new)| {
                (node, ident, start) == (new_node, new_ident, new.span().start())
                    && value.text() == new.text()
            });
            if !is_kept {
                return false;
            }
            continue;
        };
        // A value that is left out, alone or with its property, may have another in its place.
        let written = Span::new(start, start + fix.replacement.len());
        let is_written = found
            .next_if(|(.., new)| {
                let new = new.span();
                written.start() <= new.start() && new.end() <= written.end()
            })
            .is_some();
        if fix.span == span && !is_written {
            return false;
        }
    }
    found.next().is_none() && parents(old).eq(parents(new))
}

/// The parent of each node, by its place in the game.
fn parents<'a>(game: GameTree<'a>) -> impl Iterator<Item = Option<usize>> + use<'a> {
    let first = game.root().id().index();
    game.nodes().map(move |node| Some(node.parent()?.id().index() - first))
}

/// All values of a game, each with the place of its node in it, and its ident.
fn values<'a>(game: GameTree<'a>) -> impl Iterator<Item = (usize, &'a str, Value<'a>)> {
    let first = game.root().id().index();
    game.nodes().flat_map(move |node| {
        let place = node.id().index() - first;
        node.properties().flat_map(move |property| {
            property.values().map(move |value| (place, property.ident(), value))
        })
    })
}

/// The fixes that are made, and how far what follows each has moved.
struct Edits<'f>(Vec<(&'f Fix, isize)>);

impl<'f> Edits<'f> {
    fn of(fixes: &'f [Fix]) -> Self {
        let (mut done, mut shift) = (0, 0);
        let mut made = Vec::with_capacity(fixes.len());
        for fix in fixes {
            // As `apply_fixes` has it, of those that overlap the first is made.
            if fix.span.start() >= done {
                done = fix.span.end();
                shift += fix.replacement.len() as isize - fix.span.len() as isize;
                made.push((fix, shift));
            }
        }
        Self(made)
    }

    /// How many fixes end at a place or before it.
    fn before(&self, place: usize) -> usize {
        self.0.partition_point(|(fix, _)| fix.span.end() <= place)
    }

    fn shift(&self, count: usize) -> isize {
        count.checked_sub(1).map_or(0, |last| self.0[last].1)
    }

    /// Where a place is after the fixes.
    fn moved(&self, place: usize) -> usize {
        place.saturating_add_signed(self.shift(self.before(place)))
    }

    /// The fix that replaces a span, and where what it writes starts.
    fn around(&self, span: Span) -> Option<(&'f Fix, usize)> {
        // One that writes into an empty value ends where it starts.
        let number = self.0.partition_point(|(fix, _)| fix.span.end() < span.end());
        let (fix, _) = *self.0.get(number)?;
        let start = fix.span.start();
        (start <= span.start()).then(|| (fix, start.saturating_add_signed(self.shift(number))))
    }
}
