//! The arguments and the help of `kifu fmt`.

use clap::Args;
use kifu::WriteOptions;

use super::number::positive;
use super::output::Output;
use super::{Inputs, ending};
use crate::fmt::Target;

/// Write the records in canonical SGF, a line for each game tree
///
/// The same tree in UTF-8, without white space between its parts, without parentheses that are not
/// needed, and with no escapes but those that are. CA, if there is one, says UTF-8, and one is
/// added to a game with other than ASCII characters. Values keep their line breaks.
///
/// Of a damaged record that is what could be read of it; how many faults there were is said at the
/// end. --check and --write leave it as it is and report it, so that nothing is lost unseen, and the
/// exit status is 1; `kifu check` says what is wrong with it. Their last line on stderr counts the
/// inputs; with --quiet it is there only if some were left.
#[derive(Debug, Args)]
#[command(after_long_help = ending(
    EXAMPLES,
    "--check found a difference, --check or --write left a record as it is, or --strict met a fault",
))]
pub(crate) struct FmtOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// Write nothing but the paths of the inputs that would change, and exit with status 1 if
    /// there are any
    ///
    /// Control and format characters in them are escaped.
    #[arg(long, conflicts_with = "write", group = "compared")]
    check: bool,

    /// Replace the files that would change, each in one step
    ///
    /// A file keeps its permissions, its owner and its extended attributes, and a link stays a link.
    /// What was changed since it was read is left, with exit status 1; what cannot be replaced is
    /// reported, with exit status 2, and is as it was.
    #[arg(long, conflicts_with = "output", group = "compared")]
    write: bool,

    /// With --write or --check, take also the files whose only fault is a guessed character set
    ///
    /// They become UTF-8 with a CA that says so, and each is reported with the character set that
    /// it was read in. Without this option they are left as they are.
    #[arg(long, requires = "compared")]
    from_guess: bool,

    /// Break lines that would have more characters than this
    ///
    /// Lines break between nodes, properties and values, never inside a value.
    #[arg(long, value_name = "N", value_parser = positive::<usize>, allow_negative_numbers = true)]
    max_width: Option<usize>,

    /// Start a line with each variation
    #[arg(long)]
    break_variations: bool,
}

impl FmtOptions {
    pub(super) fn writes_to_stdout(&self) -> bool {
        !self.write && self.output.path().is_none()
    }

    pub(super) fn writes_games(&self) -> bool {
        !self.check && !self.write
    }

    pub(crate) fn target(&self) -> Target {
        match (self.check, self.write) {
            (true, _) => Target::Check,
            (_, true) => Target::File,
            _ => Target::Stdout,
        }
    }

    pub(crate) fn takes_guesses(&self) -> bool {
        self.from_guess
    }

    pub(super) fn replaces_stdin(&self) -> bool {
        let paths = &self.inputs.paths;
        self.write && (paths.is_empty() || paths.iter().any(|path| path.as_os_str() == "-"))
    }

    pub(crate) fn lines(&self) -> WriteOptions {
        let options = WriteOptions::new().break_before_variations(self.break_variations);
        self.max_width.map_or(options, |max_width| options.max_width(max_width))
    }
}

const EXAMPLES: &str = "  \
  kifu fmt game.sgf
      in canonical form, on stdout
  kifu fmt --write games/
      every record of a folder, in its place
  kifu fmt --check games/ || echo 'some record is untidy'
      which ones would change
  kifu fmt --max-width 80 --break-variations game.sgf
      for reading";
