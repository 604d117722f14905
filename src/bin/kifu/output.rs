//! Where output goes that is no stream: the width of the terminal, and files that are whole or not
//! there.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use terminal_size::{Width, terminal_size};

use crate::temporary::Temporary;

/// The columns where there is no terminal.
const COLUMNS: usize = 100;

/// The columns of the terminal.
pub(crate) fn width() -> usize {
    terminal_size().map_or(COLUMNS, |(Width(width), _)| width.into())
}

/// Lets a file be written beside the place that it is to have, and gives it its name when all of it
/// is there. After an error there is no file, or the one that was there before.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    if path.metadata().is_ok_and(|old| !old.is_file()) {
        // A device or a pipe cannot be replaced.
        let file = File::options().write(true).open(path).map_err(told)?;
        let mut out = BufWriter::new(&file);
        write(&mut out)?;
        return out.flush().map_err(told);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = beside(folder.unwrap_or(Path::new("."))).map_err(told)?;
    let mut out = BufWriter::new(file.as_file());
    write(&mut out)?;
    out.flush().map_err(told)?;
    drop(out);
    file.persist(path).map_err(told)?;
    Ok(())
}

/// A file in the folder that has no name of its own yet, and goes away if it gets none.
pub(crate) fn beside(folder: &Path) -> io::Result<Temporary> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-").suffix(".tmp");
    // Not the permissions of a secret: those of any file that is made here.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    Temporary::new(|| builder.tempfile_in(folder))
}
