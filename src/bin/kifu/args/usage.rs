//! Wrong usage: what is said of it, in which colours. The sentences are those of the parser, without
//! what would mislead or what a terminal would obey.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, Error};

use super::Arguments;
use crate::progress::print;
use crate::shown::shown;
use crate::streams;

/// Ends the process for arguments of a command that are wrong, though each can be taken apart.
pub(crate) fn fail(command: &str, kind: ErrorKind, message: &str) -> ! {
    let mut program = Arguments::whole_command().color(colours(env::args_os().skip(1)));
    // The usage has the name that the program was started by.
    if let Some(name) = env::args_os().next().as_deref().and_then(|it| Path::new(it).file_name()) {
        program.set_bin_name(name.to_string_lossy());
    }
    program.build();
    let error = match program.find_subcommand_mut(command) {
        Some(command) => command.error(kind, shown(message)),
        None => program.error(kind, shown(message)),
    };
    exit(error)
}

/// Ends the process: what the arguments lead to cannot be read, or makes no sense.
pub(super) fn give_up(error: &io::Error) -> ! {
    print(&format!("kifu: {}\n", shown(&error.to_string())));
    process::exit(2)
}

/// Ends the process: with a message for arguments that are wrong, or the help that was asked for.
pub(crate) fn exit(mut error: Error) -> ! {
    let context: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    for (kind, value) in context {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(shown(&text).into_owned()),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|it| shown(it).into_owned()).collect())
            }
            ContextValue::StyledStrs(tips) if kind == ContextKind::Suggested => {
                let tips = tips.into_iter();
                let is_of_use = |tip: &StyledStr| leads_somewhere(tip, argument.as_deref());
                let tips: Vec<_> = tips.filter(is_of_use).collect();
                if tips.is_empty() {
                    error.remove(kind);
                    continue;
                }
                ContextValue::StyledStrs(tips)
            }
            other => other,
        };
        error.insert(kind, value);
    }
    let has_tip = error.get(ContextKind::Suggested).is_some();
    let tip_for_dash = || if has_tip { None } else { tip_for_dash(argument.as_deref()) };
    if let Some(tip) = tip_for_path(&error).or_else(tip_for_dash) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage_of(&usage.ansi().to_string(), env::args_os().nth(1));
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage.into()));
    }
    let to_stdout = !error.use_stderr();
    let is_open = if to_stdout { streams::check_stdout() } else { Ok(()) };
    let printed = is_open.and_then(|()| error.print()).and_then(|()| io::stdout().flush());
    match printed {
        // Help that nobody gets is no success; whoever closed the pipe has seen enough of it.
        Err(fault) if to_stdout && fault.kind() != io::ErrorKind::BrokenPipe => {
            print(&format!("kifu: cannot write the output: {fault}\n"));
            process::exit(2)
        }
        _ => process::exit(error.exit_code()),
    }
}

/// What may help somebody who named a file where a command was expected.
fn tip_for_path(error: &Error) -> Option<String> {
    let Some(ContextValue::String(path)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    Path::new(path).exists().then(|| format!("name a command first, as in 'kifu check {path}'"))
}

/// What may help somebody who named a file whose name starts with a hyphen. The argument that is
/// wrong is only the first letter of it.
fn tip_for_dash(argument: Option<&str>) -> Option<String> {
    let argument = argument.filter(|it| it.starts_with('-'))?;
    let mut given = env::args_os().skip(1).filter_map(|it| it.into_string().ok());
    let file = given.find(|it| it.starts_with(argument) && Path::new(it).exists())?;
    let file = shown(&file);
    Some(format!("for the file '{file}' write './{file}', or '--' before it"))
}

/// The usage without two things that the parser has wrong: a path is optional also where it was
/// given, and `help` has no usage of its own.
fn usage_of(usage: &str, command: Option<OsString>) -> String {
    let usage = usage.replace("<PATH>...", "[PATH]...");
    match command.is_some_and(|command| command == "help") {
        true => usage.replace("[OPTIONS] <COMMAND>", "help [COMMAND]"),
        false => usage,
    }
}

/// Whether a tip is of use: to take an argument for a path is of none where there is no such file.
fn leads_somewhere(tip: &StyledStr, argument: Option<&str>) -> bool {
    !tip.to_string().contains(" as a value, use ")
        || argument.is_some_and(|argument| Path::new(argument).exists())
}

/// What `--color` says, looked for before the arguments are taken apart: the message that they cannot
/// be has these colours too.
pub(super) fn colours(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut choice = ColorChoice::Auto;
    let mut arguments = arguments.take_while(|argument| argument != "--").peekable();
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str() {
            Some("--color") => arguments.peek().and_then(|it: &OsString| it.to_str()),
            Some(text) => text.strip_prefix("--color="),
            None => None,
        };
        choice = value.and_then(|value| value.parse().ok()).unwrap_or(choice);
    }
    choice
}
