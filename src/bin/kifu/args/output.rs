//! What every command takes that can write to a file of its own.

use std::path::{Path, PathBuf};

use clap::Args;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write to this file instead of stdout; it takes its name when it is whole
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}
