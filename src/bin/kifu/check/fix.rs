//! `kifu check --fix`: the faults that can be fixed, as a unified diff or in the files themselves.

use std::io::{self, Write};

use kifu::values::{Fixed, Fixer};
use kifu::{Arena, Collection, ParseOptions, Parser, Severity};
use similar::{Algorithm, TextDiff};

use super::select::Selection;
use crate::args::CheckOptions;
use crate::report::Report;
use crate::rewrite;
use crate::run::{Input, MAX_DIAGNOSTICS, Outlet, Task};
use crate::shown::shown;

/// How many lines are shown around those that change.
const CONTEXT: usize = 3;

/// The command.
#[derive(Clone)]
pub(crate) struct Fix {
    selection: Selection,
    options: ParseOptions,
    unsafe_fixes: bool,
    /// Whether files are replaced; else there is a diff.
    write: bool,
    backup: bool,
    /// The least severity that makes the exit status 1.
    denied: Severity,
    /// Whether the summary is wanted only if something was left.
    quiet: bool,
    counts: Counts,
}

/// How many inputs there were, and what came of them.
#[derive(Clone, Copy, Default)]
struct Counts {
    fixed: u64,
    /// Nothing in them can be fixed.
    same: u64,
    /// Changed meanwhile, or could not be replaced.
    left: u64,
    /// Have errors or warnings that are still there.
    faulty: u64,
}

impl Fix {
    pub(crate) fn new(options: &CheckOptions, quiet: bool) -> Self {
        Self {
            selection: Selection::new(options),
            options: ParseOptions::new()
                .max_diagnostics(MAX_DIAGNOSTICS)
                .charset(options.inputs.charset),
            unsafe_fixes: options.unsafe_fixes,
            write: options.write,
            backup: options.backup,
            denied: options.denied(),
            quiet,
            counts: Counts::default(),
        }
    }

    /// The input with everything fixed that is asked for; `None` if there is nothing to fix.
    fn fixed(&self, collection: Collection<'_>) -> Option<Fixed> {
        let fixer = Fixer::new().unsafe_fixes(self.unsafe_fixes);
        let fixer = fixer.only(|code| self.selection.takes(code));
        if fixer.fixes(collection).is_empty() {
            return None;
        }
        let mut parser = Parser::with_options(self.options);
        Some(fixer.fix_with_report(&mut parser, collection.source()))
    }

    /// Counts what is wrong with an input that stays as it is or was fixed.
    fn count_faults(&mut self, input: &Input<'_>, report: &mut Report) {
        let faults = self.selection.faults(input);
        let severities = faults.in_order().filter(|it| self.selection.wants(it.code));
        let worst = severities.map(|it| it.severity).max();
        // What was not kept may have been an error.
        let worst = if faults.omitted > 0 { Some(Severity::Error) } else { worst };
        self.counts.faulty += u64::from(worst >= Some(Severity::Warning));
        if worst >= Some(self.denied) {
            report.mark_faulty();
        }
    }

    /// What was done, on one line.
    fn summary(&self) -> Option<String> {
        let Counts { fixed, same, left, faulty } = self.counts;
        if self.quiet {
            return (left > 0).then(|| format!("{left} left as is"));
        }
        let done = if self.write { "fixed" } else { "would be fixed" };
        let all = format!("{fixed} {done}, {same} without anything to fix, {left} left as is");
        Some(format!("{all}; {faulty} with errors or warnings that remain"))
    }
}

impl Task for Fix {
    type Load = Vec<u8>;

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
        let Some(result) = self.fixed(collection) else {
            self.counts.same += 1;
            self.count_faults(input, report);
            return Ok(());
        };
        let fixed = result.bytes();
        let is_done = match fixed {
            None => {
                self.counts.same += 1;
                false
            }
            Some(fixed) if !self.write => {
                self.counts.fixed += 1;
                write_diff(out, input.path, input.bytes, fixed)?;
                true
            }
            Some(fixed) => {
                let is_done = rewrite::rewrite(input, fixed, self.backup, report);
                self.counts.fixed += u64::from(is_done);
                self.counts.left += u64::from(!is_done);
                is_done
            }
        };
        let Some(fixed) = fixed.filter(|_| is_done) else {
            report.withheld(input, &result);
            self.count_faults(input, report);
            return Ok(());
        };
        let arena = Arena::new();
        let collection = Parser::with_options(self.options).read(&arena, fixed);
        let after = Input::whole(input.path, fixed, Ok(collection));
        report.withheld(&after, &result);
        self.count_faults(&after, report);
        Ok(())
    }

    fn replaces_files(&self) -> bool {
        self.write
    }

    fn merge(&mut self, other: Self) {
        self.counts.fixed += other.counts.fixed;
        self.counts.same += other.counts.same;
        self.counts.left += other.counts.left;
        self.counts.faulty += other.counts.faulty;
    }

    fn finish(&self, _: u64, _: &mut Vec<u8>) -> io::Result<()> {
        rewrite::finish(self.summary());
        Ok(())
    }
}

/// Writes a unified diff, in the bytes of the files. Lines end with a line feed alone, as for those
/// who apply it.
fn write_diff(out: &mut impl Write, path: &str, old: &[u8], new: &[u8]) -> io::Result<()> {
    let lines = |bytes| <[u8]>::split_inclusive(bytes, |&byte| byte == b'\n').collect::<Vec<_>>();
    let (old, new) = (lines(old), lines(new));
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .newline_terminated(true)
        .diff_slices(&old, &new);
    let path = shown(path);
    let mut unified = diff.unified_diff();
    unified.context_radius(CONTEXT);
    for (number, hunk) in unified.iter_hunks().enumerate() {
        if number == 0 {
            writeln!(out, "--- {path}\n+++ {path}")?;
        }
        // The diff as a whole would be written as UTF-8, with what is not replaced.
        hunk.to_writer(&mut *out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_has_the_bytes_of_both_sides_and_says_where_no_line_feed_is() {
        let mut out = Vec::new();
        write_diff(&mut out, "a.sgf", b"(;C[\xE9\r]\nSZ[9:9]", b"(;C[\xE9\r]\nSZ[9]").unwrap();
        let expected = b"--- a.sgf\n+++ a.sgf\n@@ -1,2 +1,2 @@\n (;C[\xE9\r]\n-SZ[9:9]\n\
            \\ No newline at end of file\n+SZ[9]\n\\ No newline at end of file\n";
        assert_eq!(out.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }
}
