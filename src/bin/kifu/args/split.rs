//! The arguments and the help of `kifu split`.

use std::path::PathBuf;

use clap::Args;

use super::{Inputs, Names, ending};

/// Write each game into a file of its own
///
/// Each file holds one game as `kifu cat` writes it: in canonical form and UTF-8, with a CA that
/// says so. It takes its name in one step when it is whole. Nothing is ever written outside of the
/// folder, whatever a game or a member of an archive is called.
///
/// A file that is there already stays as it is, unless --overwrite is given: it is reported, with exit
/// status 2, and the other games are written. Two games of one run never share a name: the second
/// gets -2 before its ending, the third -3, also where only upper and lower case differ. The names
/// are the same whatever the number of jobs.
#[derive(Debug, Args)]
#[command(after_long_help = after_help())]
pub(crate) struct SplitOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// The folder that the files come to; it is made if there is none
    ///
    /// It must not lie in a folder that is read, nor, with --overwrite, hold an input that has the
    /// ending of the names.
    #[arg(long, value_name = "DIR")]
    pub(crate) to: PathBuf,

    #[command(flatten)]
    pub(crate) names: Names,

    /// Write each line of play as a game of its own: as many files as there are ends of variations
    ///
    /// A line has all nodes from the root on, so also all that is said of the game. The first line of a
    /// game is its main line. {hash} stays that of the main line.
    #[arg(long)]
    pub(crate) variations: bool,

    /// How many bytes the lines of one game may have together, with --variations
    ///
    /// Nodes before a variation are written with each of its lines, so the lines may take far more room
    /// than the game, up to the square of it. A game whose lines take more is left out and reported,
    /// with exit status 2.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, requires = "variations")]
    #[arg(hide_short_help = true)]
    pub(crate) max_line_bytes: u64,
}

/// What stands after the options.
fn after_help() -> String {
    // Help has a meaning of its own for `{n}`, as it stands.
    let names = NAMES.replace("{n}", "{\u{1b}[1mn\u{1b}[0m}");
    format!("{names}\n\n{}", ending(EXAMPLES, "--strict met a fault"))
}

const NAMES: &str = "\
Names:
  {n}     the number of the game in this run, from 1; {n:4} has zeros up to four digits
  {game}  the number of the game in its input, from 0 as in `kifu games`; {game:4} likewise
  {line}  the number of the line of play in its game, from 0, with --variations; {line:3} likewise
  {stem}  the name of the input, without its folder and its ending
  {hash}  what `kifu games` calls main_line_hash
  {PB}    the first value of PB in the root; so with DT, EV, RE and all others
  {{ }}   braces";

const EXAMPLES: &str = "  \
  kifu split games.sgfs --to games/
      games/games-0001.sgf, games/games-0002.sgf and so on
  kifu split archive.zip --to games/ --name '{DT} {PB} - {PW}.sgf'
      games/1846-09-11 Kuwahara Shusaku - Inoue Genan Inseki.sgf
  kifu split problem.sgf --variations --to lines/ --name '{stem}-{line:3}'
      each line of play as a game: lines/problem-000.sgf, lines/problem-001.sgf and so on
  kifu split archive.zip --to games/ --name '{n:6}-{hash}' --overwrite
      names that sort in the order of the games, with .sgf added";
