//! How progress is shown: what may be asked for, and what comes of it where the run writes to.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use clap::ValueEnum;

use crate::progress::Mode;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Progress {
    /// A bar, if stderr is a terminal and the run takes longer than half a second
    ///
    /// None where the terminal gets lines of output as the run goes, which would tear it.
    Auto,
    /// The same, from the start
    Bar,
    /// A line every two seconds and one at the end, for logs
    Plain,
    /// Nothing
    None,
}

impl Progress {
    /// What is shown of a run that writes to stdout before it is over, or not.
    pub(super) fn mode(self, writes_as_it_goes: bool) -> Option<Mode> {
        let has_room = || {
            let is_torn = writes_as_it_goes && io::stdout().is_terminal();
            io::stderr().is_terminal() && !is_torn
        };
        let bar = |after| has_room().then_some(Mode::Bar { after });
        match self {
            Self::Auto => bar(Duration::from_millis(500)),
            Self::Bar => bar(Duration::ZERO),
            Self::Plain => Some(Mode::Plain),
            Self::None => None,
        }
    }
}
