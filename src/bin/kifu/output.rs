//! Where output goes: how wide it may be, and files that are whole or not there. Whether a file may
//! be written at all is left to `conflict`, what it keeps of the old one to `replace`.

mod conflict;
mod replace;

use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use terminal_size::{Width, terminal_size};

pub(crate) use conflict::{check_file, check_folder, check_stdout};
pub(crate) use replace::{NewFile, OldFile, beside, beside_in_private};

/// Room for what is written: fewer, larger writes than the 8 KiB of the default.
const BUFFER: usize = 64 * 1024;

/// The columns of a terminal that does not tell them.
const COLUMNS: usize = 100;

/// The columns of the terminal that stdout is, as `COLUMNS` or the terminal has them; `None` where
/// it is none, so that nothing has to be cut.
pub(crate) fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let of_terminal = || terminal_size().map(|(Width(width), _)| width.into());
    Some(columns().or_else(of_terminal).unwrap_or(COLUMNS))
}

/// What `COLUMNS` says, if that is a number of columns.
pub(crate) fn columns() -> Option<usize> {
    env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}

/// A buffer before an output.
pub(crate) fn buffered<W: Write>(out: W) -> BufWriter<W> {
    BufWriter::with_capacity(BUFFER, out)
}

/// Writes a file that takes its name when it is whole. After an error there is no file, or the one
/// that was there before.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let file = NewFile::at(path)?;
    let mut out = buffered(file.as_file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    file.take_name()
}

/// An error that names the path it is about.
fn about(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
