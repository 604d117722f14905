//! A new file in the place of an old one: whoever reads it, and whatever fails, sees the old one or
//! the new one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::about;
use crate::temporary::Temporary;

/// How many links may lead from one to the next, as on Linux.
const MAX_LINKS: usize = 40;

/// A file that is written beside its place, and takes its name when it is whole.
pub(crate) enum NewFile {
    Beside {
        file: Temporary,
        /// Where it goes: the end of all links.
        target: PathBuf,
        old: Option<Box<OldFile>>,
    },
    /// A device or a pipe, which is written as it is.
    Opened(File),
}

impl NewFile {
    /// Makes a file for a path that may lead to another one, or to nothing. A file that must not be
    /// written is respected, although the folder alone decides whether a name may be taken.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        Self::make(path).map_err(about(path))
    }

    fn make(path: &Path) -> io::Result<Self> {
        let old = fs::metadata(path);
        // Not followed: what a link such as /dev/stdout leads to may have no path.
        if old.as_ref().is_ok_and(|old| !old.is_file()) {
            return Ok(Self::Opened(OpenOptions::new().write(true).open(path)?));
        }
        let target = follow(path)?;
        let old = match old {
            Ok(_) => Some(Box::new(OldFile::open(&target)?)),
            Err(_) => None,
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let file = match old {
            Some(_) => beside_in_private(folder),
            None => beside(folder),
        };
        let file = file.map_err(|error| in_folder(folder, error))?;
        Ok(Self::Beside { file, target, old })
    }

    pub(crate) fn as_file(&self) -> &File {
        match self {
            Self::Beside { file, .. } => file.as_file(),
            Self::Opened(file) => file,
        }
    }

    /// All is written: the file takes its name, and what it keeps of the old one.
    pub(crate) fn take_name(self) -> io::Result<()> {
        let Self::Beside { file, target, old } = self else { return Ok(()) };
        if let Some(old) = old {
            old.hand_down(file.as_file()).map_err(about(&target))?;
        }
        file.persist(&target).map_err(about(&target))?;
        Ok(())
    }
}

/// What an error says when a file is made in a folder: nothing of the name that it had for the time.
fn in_folder(folder: &Path, error: io::Error) -> io::Error {
    let shown = folder.display();
    let message = match error.kind() {
        io::ErrorKind::NotFound => format!("the folder '{shown}' does not exist"),
        io::ErrorKind::NotADirectory => format!("'{shown}' is no folder"),
        io::ErrorKind::PermissionDenied => format!("no file may be made in the folder '{shown}'"),
        // What the system says, without the name.
        kind => match error.get_ref() {
            Some(_) => format!("no file could be made in the folder '{shown}': {kind}"),
            None => return error,
        },
    };
    io::Error::new(error.kind(), message)
}

/// A file that is about to be replaced.
pub(crate) struct OldFile {
    file: File,
    metadata: Metadata,
}

impl OldFile {
    /// The regular file at a path, if it may be written.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // To open a pipe would be to wait for somebody who reads it.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file, left as it is"));
        }
        let file = OpenOptions::new().write(true).open(path)?;
        let metadata = file.metadata()?;
        Ok(Self { file, metadata })
    }

    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Gives a new file the permissions of the old one, and where that is allowed its owner, its
    /// group and its extended attributes, of which access lists are some.
    pub(crate) fn hand_down(&self, new: &File) -> io::Result<()> {
        // A new owner takes some permissions away, so they come after it.
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt as _, fchown};
            let (user, group) = (self.metadata.uid(), self.metadata.gid());
            if fchown(new, Some(user), Some(group)).is_err() {
                let _ = fchown(new, None, Some(group));
            }
        }
        new.set_permissions(self.metadata.permissions())?;
        #[cfg(unix)]
        {
            use xattr::FileExt as _;
            for name in self.file.list_xattr().into_iter().flatten() {
                if let Ok(Some(value)) = self.file.get_xattr(&name) {
                    let _ = new.set_xattr(&name, &value);
                }
            }
        }
        Ok(())
    }
}

/// A file in the folder that has no name of its own yet, and goes away if it gets none.
pub(crate) fn beside(folder: &Path) -> io::Result<Temporary> {
    let mut builder = builder();
    // Not the permissions of a secret: those of any file that is made here.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    Temporary::new(|| builder.tempfile_in(folder))
}

/// The same for what takes the place of an old file: whoever may not read that one does not get to
/// see the new one meanwhile.
pub(crate) fn beside_in_private(folder: &Path) -> io::Result<Temporary> {
    Temporary::new(|| builder().tempfile_in(folder))
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-").suffix(".tmp");
    builder
}

/// Where a path leads in the end, whether or not there is anything.
pub(super) fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            // An absolute target takes the place of the whole.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}
