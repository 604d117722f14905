//! `kifu cat`: the games of all inputs as one collection, in canonical form and UTF-8.

use std::io;

use kifu::{Charset, WriteOptions};

use crate::report::Report;
use crate::run::{Input, Outlet, Task};

/// The command.
#[derive(Clone)]
pub(crate) struct Cat;

/// How a game is written that leaves its file: it ends its line, and says what it is written in. Its
/// texts keep their line breaks, for which the format has no other form.
pub(crate) fn form() -> WriteOptions {
    WriteOptions::new().break_after_games(true).charset(Charset::UTF_8)
}

impl Task for Cat {
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
        report.pass_over(collection);
        form().write_to(collection, out)
    }
}
