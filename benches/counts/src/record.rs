//! The recorded counts: the file they stand in, and the table of README.md that is made of it.

use std::fmt::Write;
use std::fs;

use crate::Result;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recorded.tsv");
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");

/// The lines of README.md around the table.
const TABLE_START: &str = "<!-- made by kifu-counts --record -->\n";
const TABLE_END: &str = "<!-- end of what kifu-counts made -->\n";

const COLUMNS: &str = "job\tset\tbytes\tinstructions";

/// Instructions of a job on a set.
pub(crate) struct Count {
    pub(crate) job: String,
    pub(crate) set: String,
    pub(crate) bytes: usize,
    pub(crate) instructions: u64,
}

/// All counts, and the compiler that made what was counted.
pub(crate) struct Record {
    pub(crate) compiler: String,
    pub(crate) counts: Vec<Count>,
}

impl Count {
    /// What was counted. Where it differs, counts cannot be compared.
    pub(crate) fn input(&self) -> (&str, &str, usize) {
        (&self.job, &self.set, self.bytes)
    }

    pub(crate) fn per_byte(&self) -> f64 {
        self.instructions as f64 / self.bytes as f64
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (job, set) = (fields.next()?.to_owned(), fields.next()?.to_owned());
        let (bytes, instructions) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        Some(Self { job, set, bytes, instructions })
    }
}

impl Record {
    pub(crate) fn read() -> Result<Self> {
        let text = fs::read_to_string(FILE)?;
        let mut lines = text.lines();
        let compiler = lines.next().unwrap_or_default().to_owned();
        let counts = lines.skip(1).map(Count::of_line).collect::<Option<_>>();
        Ok(Self { compiler, counts: counts.ok_or("recorded.tsv has a line that is no count")? })
    }

    pub(crate) fn write(&self) -> Result<()> {
        let mut text = format!("{}\n{COLUMNS}\n", self.compiler);
        for Count { job, set, bytes, instructions } in &self.counts {
            writeln!(text, "{job}\t{set}\t{bytes}\t{instructions}")?;
        }
        fs::write(FILE, text)?;
        let readme = fs::read_to_string(README)?;
        let (before, _, after) = around_table(&readme)?;
        Ok(fs::write(README, [before, &self.table(), after].concat())?)
    }

    /// An error unless README.md shows these counts.
    pub(crate) fn check_readme(&self) -> Result<()> {
        let readme = fs::read_to_string(README)?;
        let (_, table, _) = around_table(&readme)?;
        if table == self.table() {
            Ok(())
        } else {
            Err("the table in README.md is not that of recorded.tsv: record anew".into())
        }
    }

    /// Instructions a byte: a row for each job, a column for each set.
    pub(crate) fn table(&self) -> String {
        let mut heading = "| instructions a byte |".to_owned();
        let mut line = "|---|".to_owned();
        let mut rows = String::new();
        for jobs in self.counts.chunk_by(|one, next| one.job == next.job) {
            let columns = rows.is_empty();
            rows += &format!("| {} |", jobs[0].job);
            for count in jobs {
                if columns {
                    heading += &format!(" {} |", count.set);
                    line += "--:|";
                }
                rows += &format!(" {:.2} |", count.per_byte());
            }
            rows.push('\n');
        }
        format!("\n{heading}\n{line}\n{rows}\n{}.\n\n", self.compiler)
    }
}

/// README.md up to the table, the table, and the rest.
fn around_table(readme: &str) -> Result<(&str, &str, &str)> {
    let parts = readme.find(TABLE_START).map(|at| at + TABLE_START.len()).and_then(|start| {
        let end = start + readme[start..].find(TABLE_END)?;
        Some((&readme[..start], &readme[start..end], &readme[end..]))
    });
    parts.ok_or_else(|| "README.md has no place for the table".into())
}
