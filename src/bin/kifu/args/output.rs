//! What every command takes that can write to a file of its own.

use std::path::{Path, PathBuf};

use clap::Args;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write to this file instead of stdout; it takes its name when it is whole
    ///
    /// `-` is stdout. A file that is there already is replaced if anything could be read, and hands
    /// down its permissions, its owner and its extended attributes; of a link what it leads to is
    /// replaced. It must not be an input, nor be found in a folder that is read.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// The file; `None` for stdout.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}
