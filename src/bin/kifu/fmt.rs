//! `kifu fmt`: the records in canonical SGF and UTF-8, on stdout or in the place of the files. How a
//! file is replaced is left to `rewrite`.

use std::io::{self, Write};

use kifu::{Charset, Code, GameTree, Severity, WriteOptions};

use crate::finding::Finding;
use crate::report::Report;
use crate::rewrite;
use crate::run::{Input, Outlet, Task};
use crate::shown::shown;

/// What becomes of the canonical form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// It goes to stdout.
    Stdout,
    /// It is compared with the input, whose path goes to stdout if they differ.
    Check,
    /// It replaces the file.
    File,
}

/// The command.
#[derive(Clone)]
pub(crate) struct Fmt {
    target: Target,
    options: WriteOptions,
    /// Whether the summary is wanted only if something was left.
    quiet: bool,
    /// Whether a guessed character set is no reason to leave a file as it is.
    takes_guesses: bool,
    counts: Counts,
    /// The canonical form of an input, kept for its room.
    text: Vec<u8>,
}

/// How many inputs were compared with their canonical form, and what came of it.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// In canonical form.
    same: u64,
    /// Not in it, and replaced if that was asked for.
    different: u64,
    /// Of these, how many were read in a guessed character set.
    guessed: u64,
    /// Left as they are: they have faults, were changed meanwhile, or could not be replaced.
    left: u64,
}

impl Fmt {
    pub(crate) fn new(target: Target, options: WriteOptions, quiet: bool) -> Self {
        let options = options.break_after_games(true);
        let (counts, text) = (Counts::default(), Vec::new());
        Self { target, options, quiet, takes_guesses: false, counts, text }
    }

    /// Whether files whose only fault is a guessed character set are replaced too.
    pub(crate) fn taking_guesses(self, takes_guesses: bool) -> Self {
        Self { takes_guesses, ..self }
    }

    /// Counts and reports an input that changes although its character set is a guess.
    fn note_guess(&mut self, guess: Option<&Finding>, input: &Input<'_>, report: &mut Report) {
        let Some(guess) = guess else { return };
        self.counts.guessed += 1;
        let is_replaced = matches!(self.target, Target::File);
        report.guessed(input, guess, if is_replaced { "now UTF-8" } else { "would become UTF-8" });
    }

    /// Puts the canonical form in the place of the input.
    fn replace(&mut self, input: &Input<'_>, guess: Option<&Finding>, report: &mut Report) {
        if rewrite::rewrite(input, &self.text, false, report) {
            self.counts.different += 1;
            self.note_guess(guess, input, report);
        } else {
            self.counts.left += 1;
        }
    }

    /// What was done, on one line.
    fn summary(&self) -> Option<String> {
        let Counts { same, different, guessed, left } = self.counts;
        let done = match self.target {
            Target::Stdout => return None,
            Target::Check => "would change",
            Target::File => "replaced",
        };
        if self.quiet {
            return (left > 0).then(|| format!("{left} left as is"));
        }
        let of_guesses = match guessed {
            0 => String::new(),
            guessed => format!(" ({guessed} from a guessed charset)"),
        };
        Some(format!("{different} {done}{of_guesses}, {same} in canonical form, {left} left as is"))
    }
}

impl Task for Fmt {
    type Load = Vec<u8>;

    /// What is compared or replaced has to be there as a whole.
    fn takes_pieces(&self) -> bool {
        matches!(self.target, Target::Stdout)
    }

    fn replaces_files(&self) -> bool {
        matches!(self.target, Target::File)
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else {
            self.counts.left += 1;
            return Ok(());
        };
        // A copy may be what could be read of a record; the record itself is not given up for it.
        let is_guess =
            |finding: &Finding| self.takes_guesses && finding.code == Code::CharsetGuessed.name();
        let damage = input
            .findings()
            .find(|finding| finding.severity > Severity::Info && !is_guess(finding));
        let guess = input.findings().find(is_guess);
        if let (Some(damage), Target::Check | Target::File) = (damage, self.target) {
            self.counts.left += 1;
            report.left(input, &damage);
            return Ok(());
        }
        self.text.clear();
        for game in input.games(collection) {
            write_game(self.options, game, &mut self.text)?;
        }
        let differs = self.text != input.bytes;
        match self.target {
            Target::Stdout => {
                report.pass_over(input, collection);
                out.write_all(&self.text)?;
            }
            Target::Check if differs => {
                self.counts.different += 1;
                self.note_guess(guess.as_ref(), input, report);
                report.mark_faulty();
                writeln!(out, "{}", shown(input.path))?;
            }
            Target::File if differs => self.replace(input, guess.as_ref(), report),
            Target::Check | Target::File => self.counts.same += 1,
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.counts.same += other.counts.same;
        self.counts.different += other.counts.different;
        self.counts.guessed += other.counts.guessed;
        self.counts.left += other.counts.left;
    }

    fn finish(&self, _: u64, _: &mut Vec<u8>) -> io::Result<()> {
        rewrite::finish(self.summary());
        Ok(())
    }
}

/// Writes a game tree, with a CA that tells the truth: what is written is UTF-8, and without CA a
/// reader has to take it for Latin-1.
fn write_game(options: WriteOptions, game: GameTree<'_>, text: &mut Vec<u8>) -> io::Result<()> {
    let start = text.len();
    options.write_to(game, &mut *text)?;
    let is_told = match game.root().text("CA") {
        Some(charset) => ["UTF-8", "UTF8"].iter().any(|name| name.eq_ignore_ascii_case(charset)),
        None => text[start..].is_ascii(),
    };
    if is_told {
        return Ok(());
    }
    text.truncate(start);
    options.charset(Charset::UTF_8).write_to(game, text)
}
