//! `kifu strip` and `kifu transform`: the games of all inputs, edited, as `kifu cat` writes them.

use std::io;

use kifu::edit::{Reason, Strip, Transform, Transformed, Unchanged};
use kifu::{GameTree, LineIndex};

use crate::cat::form;
use crate::report::Report;
use crate::run::{Input, Outlet, Task};

/// What is done with each game.
#[derive(Clone, Copy)]
pub(crate) enum Edit {
    Strip(Strip),
    Transform(Transform),
}

impl Task for Edit {
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        report.pass_over(input, collection);
        let mut lines = None;
        for game in input.games(collection) {
            let tree = match self {
                Self::Strip(strip) => strip.apply(game),
                Self::Transform(transform) => {
                    let transformed = transform.apply(game);
                    tell(input, game, &transformed, &mut lines, report);
                    transformed.into_tree()
                }
            };
            form().write_to(&tree, &mut *out)?;
        }
        Ok(())
    }
}

/// How much of a value is shown.
const SHOWN: usize = 24;

/// Reports what of a game stayed as it was: the first value, and how many more there are.
fn tell(
    input: &Input<'_>,
    game: GameTree<'_>,
    transformed: &Transformed,
    lines: &mut Option<LineIndex>,
    report: &mut Report,
) {
    let Some(first) = transformed.unchanged().first() else { return };
    let lines = lines.get_or_insert_with(|| LineIndex::new(input.bytes));
    let (start, what) = described(game, *first);
    let others = match transformed.unchanged_count() - 1 {
        0 => String::new(),
        1 => ", and 1 more value of this game".into(),
        count => format!(", and {count} more values of this game"),
    };
    report.unchanged(input, lines, start, &format!("{what}{others}"));
}

/// Where it stands, and what it is.
fn described(game: GameTree<'_>, unchanged: Unchanged) -> (usize, String) {
    let reason = unchanged.reason();
    let property = unchanged.property().and_then(|number| {
        game.nodes().nth(unchanged.node()).and_then(|node| node.properties().nth(number))
    });
    let value = property.zip(unchanged.value());
    let Some((property, value)) =
        value.and_then(|(property, at)| Some((property, property.values().nth(at)?)))
    else {
        let what = if matches!(reason, Reason::Board(_)) { "coordinates" } else { "game" };
        return (game.span().start(), format!("{what} not transformed: {reason}"));
    };
    let text = value.text();
    let shown: String = text.chars().take(SHOWN).collect();
    let dots = if shown.len() < text.len() { "..." } else { "" };
    (value.span().start(), format!("{}[{shown}{dots}] left as it is: {reason}", property.ident()))
}
