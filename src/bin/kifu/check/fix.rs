//! `kifu check --fix`: the faults that can be fixed, as a unified diff or in the files themselves.

use std::io::{self, Write};

use kifu::values::Fixer;
use kifu::{Arena, Collection, ParseOptions, Parser, Severity};
use similar::{Algorithm, TextDiff};

use super::select::Selection;
use crate::args::CheckOptions;
use crate::fmt::replace::{Outcome, replace};
use crate::input::Unreadable;
use crate::progress::print;
use crate::report::Report;
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
    /// Have faults that are still there.
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
    fn fixed(&self, collection: Collection<'_>) -> Option<Vec<u8>> {
        let fixer = Fixer::new().unsafe_fixes(self.unsafe_fixes);
        let fixer = fixer.only(|code| self.selection.takes(code));
        if fixer.fixes(collection).is_empty() {
            return None;
        }
        fixer.fix(&mut Parser::with_options(self.options), collection.source())
    }

    /// Puts the fixed bytes in the place of the input.
    fn replace(&mut self, input: &Input<'_>, fixed: &[u8], report: &mut Report) {
        let inside = || io::Error::other("in an archive or compressed, left as it is");
        let replaced = input.file.ok_or_else(inside);
        match replaced.and_then(|file| replace(file, input.bytes, fixed, self.backup)) {
            Ok(Outcome::Replaced) => return self.counts.fixed += 1,
            Ok(Outcome::Changed) => report.changed(input.path),
            Err(error) => report.unreadable(&Unreadable { path: input.path.to_owned(), error }),
        }
        self.counts.left += 1;
    }

    /// Counts what is still wrong.
    fn count_faults(&mut self, input: &Input<'_>, report: &mut Report) {
        let faults = self.selection.faults(input);
        let mut severities = faults.in_order().filter(|it| self.selection.wants(it.code));
        if faults.omitted > 0 || severities.any(|it| it.severity >= self.denied) {
            self.counts.faulty += 1;
            report.mark_faulty();
        }
    }

    /// What was done, on one line.
    fn summary(&self) -> Option<String> {
        let Counts { fixed, same, left, faulty } = self.counts;
        if self.quiet {
            return (left > 0).then(|| format!("kifu: {left} left as is\n"));
        }
        let done = if self.write { "fixed" } else { "would be fixed" };
        let all = format!("{fixed} {done}, {same} without anything to fix, {left} left as is");
        Some(format!("kifu: {all}; {faulty} with faults that remain\n"))
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
        let Some(fixed) = self.fixed(collection) else {
            self.counts.same += 1;
            self.count_faults(input, report);
            return Ok(());
        };
        if self.write {
            self.replace(input, &fixed, report);
        } else {
            self.counts.fixed += 1;
            write_diff(out, input.path, input.bytes, &fixed)?;
        }
        let arena = Arena::new();
        let result = Parser::with_options(self.options).read(&arena, &fixed);
        self.count_faults(&Input::whole(input.path, &fixed, Ok(result)), report);
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.counts.fixed += other.counts.fixed;
        self.counts.same += other.counts.same;
        self.counts.left += other.counts.left;
        self.counts.faulty += other.counts.faulty;
    }

    fn finish(&self, _: u64, _: &mut Vec<u8>) -> io::Result<()> {
        if let Some(summary) = self.summary() {
            print(&summary);
        }
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
