//! How files are named that take a game each.

use clap::Args;

use crate::split::Pattern;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Names {
    /// How the files are named: a text with {PB}, {n:4} and the like in it
    ///
    /// The names that `kifu split --help` lists stand for what a game has. What some file system does
    /// not take becomes a _ there: a separator, a control character, any of : * ? " < > and |. A value
    /// that is missing or empty is a _ too. A value is cut at 80 bytes, the whole at 200. A dot or
    /// hyphen at the start becomes a _, and one is put before what Windows takes for a device. Where
    /// the pattern does not end in .sgf, .sgfs or .mgt, .sgf is added.
    #[arg(long = "name", value_name = "PATTERN", value_parser = Pattern::parse, requires = "to")]
    #[arg(default_value = "{stem}-{n:4}.sgf")]
    pub(crate) pattern: Pattern,

    /// Replace files that are there already
    #[arg(long, requires = "to")]
    pub(crate) overwrite: bool,
}

impl Names {
    /// The ending of the files that may be replaced.
    pub(crate) fn replaced(&self) -> Option<&str> {
        self.overwrite.then(|| self.pattern.ending())
    }
}
