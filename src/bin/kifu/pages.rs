//! `kifu completions` and `kifu man`: what is made of the arguments for shells and for `man`.

use std::fs;
use std::io::{self, Write};

use clap::Command;
use clap::error::ErrorKind;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::args::{Arguments, ManOptions, fail};
use crate::output;

/// Writes the completions for a shell.
pub(crate) fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::whole_command(), "kifu", &mut script);
    out.write_all(&script)?;
    out.flush()
}

/// Writes the page of the program or of a command, or all pages to a folder.
pub(crate) fn man(options: &ManOptions, out: &mut impl Write) -> io::Result<()> {
    let mut program = Arguments::whole_command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &options.to {
        fs::create_dir_all(folder)?;
        for command in [&program].into_iter().chain(program.get_subcommands()) {
            let path = folder.join(format!("{}.1", title(command)));
            output::to_file(&path, |mut file| page(command, &mut file))?;
        }
        return Ok(());
    }
    match &options.command {
        None => page(&program, out)?,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => page(command, out)?,
            None => {
                let message = format!("there is no command '{name}'");
                fail("man", ErrorKind::InvalidSubcommand, &message);
            }
        },
    }
    out.flush()
}

/// The name of a page: `kifu`, `kifu-check`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(command: &Command, out: &mut impl Write) -> io::Result<()> {
    let source = format!("kifu {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source);
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    let has_commands = command.has_subcommands();
    if has_commands {
        man.render_subcommands_section(out)?;
    }
    let mut end = Roff::new();
    if let Some(help) = command.get_after_long_help() {
        sections(&help.to_string(), &mut end);
    }
    if !has_commands {
        end.control("SH", ["SEE ALSO"]).text([roman("kifu(1)")]);
    }
    end.to_writer(out)
}

/// The end of the help as sections: a line that is not indented is the heading of those that follow,
/// which stand as they are, not filled into paragraphs.
fn sections(help: &str, page: &mut Roff) {
    for line in help.lines() {
        match line.strip_suffix(':').filter(|line| !line.starts_with(' ')) {
            Some(heading) => {
                page.control("fi", []).control("SH", [heading.to_uppercase().as_str()]);
                page.control("nf", []);
            }
            None => {
                page.text([roman(line)]);
            }
        }
    }
    page.control("fi", []);
}
