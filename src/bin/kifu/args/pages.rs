//! The arguments and the help of `kifu completions` and `kifu man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell
///
/// They are made of what `kifu --help` tells, so they know all commands, options and formats. Put
/// them where your shell looks for them, and start a new one.
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsOptions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print the manual, or the page of a command
///
/// The pages are in the form that `man` shows, and made of what `kifu --help` tells.
#[derive(Debug, Args)]
#[command(after_long_help = MAN_EXAMPLES)]
pub(crate) struct ManOptions {
    /// The command whose page is printed; without it, the page of the program
    #[arg(value_name = "COMMAND", conflicts_with = "to", hide_possible_values = true)]
    pub(crate) command: Option<String>,

    /// Write all pages to this folder, which is made if there is none: kifu.1, kifu-check.1, …
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  kifu completions bash >~/.local/share/bash-completion/completions/kifu
      for bash with bash-completion
  kifu completions zsh >~/.zfunc/_kifu
      for zsh, if ~/.zfunc is in its fpath
  kifu completions fish >~/.config/fish/completions/kifu.fish
      for fish
  kifu completions powershell >>$PROFILE
      for PowerShell";

const MAN_EXAMPLES: &str = "\
Examples:
  kifu man games | man -l -
      the page of a command, shown
  kifu man --to ~/.local/share/man/man1
      all pages, where `man kifu` and `man kifu-games` find them";
