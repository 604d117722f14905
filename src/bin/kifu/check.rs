//! `kifu check`: what is wrong with the inputs, one fault after the other, and a summary by code.
//! The drawing of source lines is left to `draw`, what is reported to `select`.

mod draw;
mod fix;
mod select;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use kifu::{LineIndex, Severity};

use crate::args::{CheckFormat, CheckOptions};
use crate::finding::Finding;
use crate::json::object;
use crate::progress::print;
use crate::report::Report;
use crate::run::{Input, Outlet, Task};
use crate::shown::shown;
use draw::Drawing;
use select::Selection;

pub(crate) use fix::Fix;

/// How often each code was found, by its severity.
type Counts = BTreeMap<(Severity, &'static str), u64>;

/// The command.
#[derive(Clone)]
pub(crate) struct Check {
    format: CheckFormat,
    selection: Selection,
    /// The least severity that makes the exit status 1.
    denied: Severity,
    /// Whether the summary is all that is wanted.
    quiet: bool,
    /// Whether the output takes colours.
    colours: bool,
    /// Whether stderr does, where the summary goes that has a line for each fault before it.
    summary_colours: bool,
    files: u64,
    faulty_files: u64,
    counts: Counts,
    omitted: u64,
}

impl Check {
    pub(crate) fn new(
        options: &CheckOptions,
        quiet: bool,
        colours: bool,
        summary_colours: bool,
    ) -> Self {
        Self {
            format: options.format,
            selection: Selection::new(options),
            denied: options.denied(),
            quiet,
            colours,
            summary_colours,
            files: 0,
            faulty_files: 0,
            counts: Counts::new(),
            omitted: 0,
        }
    }

    fn show(
        &self,
        out: &mut impl Write,
        input: &Input<'_>,
        finding: &Finding,
        lines: &LineIndex,
    ) -> io::Result<()> {
        match self.format {
            CheckFormat::Long => {
                self.headline(out, input, finding, lines)?;
                let drawing = Drawing::new(input.bytes, lines, finding.span);
                let drawing = drawing.behind(input.place.lines);
                writeln!(out, "{}\n", drawing.render(finding.severity, self.colours))?;
                match finding.cutout {
                    Some(cutout) => writeln!(out, "{cutout}"),
                    None => Ok(()),
                }
            }
            CheckFormat::Short => self.headline(out, input, finding, lines),
            CheckFormat::Json => {
                object(out, &finding.members(input, lines))?;
                out.write_all(b"\n")
            }
        }
    }

    /// `path:line:column: severity[code]: message`
    fn headline(
        &self,
        out: &mut impl Write,
        input: &Input<'_>,
        finding: &Finding,
        lines: &LineIndex,
    ) -> io::Result<()> {
        let Finding { code, severity, message, .. } = finding;
        let (path, location) = (shown(input.path), input.location(lines, finding.span.start()));
        let message = shown(message);
        let [bold, colour] = [Style::new(), style(*severity)].map(|it| bold(it, self.colours));
        write!(out, "{bold}{path}:{location}:{bold:#} ")?;
        writeln!(out, "{colour}{severity}[{code}]{colour:#}{bold}: {message}{bold:#}")
    }

    /// A line for each code, the worst and most frequent first, under a line that sums them up.
    fn summary(&self, out: &mut impl Write, colours: bool) -> io::Result<()> {
        let Self { files, faulty_files, omitted, .. } = *self;
        if self.counts.is_empty() {
            return writeln!(out, "{}: no fault found", plural(files, "file"));
        }
        let mut rows: Vec<_> = self.counts.iter().map(|(&key, &count)| (key, count)).collect();
        rows.sort_by_key(|&((severity, code), count)| (Reverse(severity), Reverse(count), code));
        let of_severity = |wanted| {
            let counts = rows.iter().filter(|((severity, _), _)| *severity == wanted);
            counts.map(|(_, count)| count).sum()
        };
        let errors = plural(of_severity(Severity::Error), "error");
        let warnings = plural(of_severity(Severity::Warning), "warning");
        let infos = of_severity(Severity::Info);
        let files = plural(files, "file");
        let head =
            format!("{files}, {faulty_files} with faults: {errors}, {warnings}, {infos} info");
        let heavy = bold(Style::new(), colours);
        writeln!(out, "{heavy}{head}{heavy:#}")?;
        let width = rows.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
        for ((severity, code), count) in rows {
            let colour = bold(style(severity), colours);
            writeln!(out, "  {count:width$}  {colour}{severity:7}{colour:#}  {code}")?;
        }
        if omitted > 0 {
            writeln!(out, "  and {omitted} more, too many in one file to be told")?;
        }
        Ok(())
    }
}

impl Task for Check {
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
        let faults = self.selection.faults(input);
        let wanted = || faults.in_order().filter(|it| self.selection.wants(it.code));
        // Nothing is looked for where there is nothing to be shown.
        let shows = !self.quiet && wanted().next().is_some();
        let lines = LineIndex::new(if shows { input.bytes } else { &[] });
        let mut worst = None;
        for finding in wanted() {
            worst = worst.max(Some(finding.severity));
            // Before it is shown: nobody may be reading any more.
            if worst >= Some(self.denied) {
                report.mark_faulty();
            }
            if !self.quiet {
                self.show(out, input, &finding, &lines)?;
            }
            *self.counts.entry((finding.severity, finding.code)).or_default() += 1;
        }
        self.files += u64::from(input.is_start());
        self.faulty_files += u64::from(worst.is_some() && input.mark_faulty());
        self.omitted += faults.omitted as u64;
        // What was not kept may have been an error.
        if faults.omitted > 0 {
            report.mark_faulty();
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.files += other.files;
        self.faulty_files += other.faulty_files;
        self.omitted += other.omitted;
        for (key, count) in other.counts {
            *self.counts.entry(key).or_default() += count;
        }
    }

    fn finish(&self, _: u64, out: &mut Vec<u8>) -> io::Result<()> {
        match self.format {
            CheckFormat::Json => Ok(()),
            CheckFormat::Short => {
                let mut summary = Vec::new();
                self.summary(&mut summary, self.summary_colours)?;
                print(&String::from_utf8_lossy(&summary));
                Ok(())
            }
            CheckFormat::Long => self.summary(out, self.colours),
        }
    }
}

/// The style in bold, or none where there are no colours.
fn bold(style: Style, colours: bool) -> Style {
    if colours { style.bold() } else { Style::new() }
}

fn style(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::BrightRed,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::BrightBlue,
    };
    colour.on_default()
}

fn plural(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
