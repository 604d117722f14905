//! What the program tells of itself: the help of each command, completions and manual pages, all of
//! which name every command.

use std::fs;

use crate::program::{folder, kifu};

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = kifu(["--help"]).out;
    let list = help.split_once("Commands:\n").unwrap().1;
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
    let names: Vec<_> = names.filter(|name| name != "help").collect();
    assert!(names.len() >= 9 && names.iter().any(|name| name == "split"), "{names:?}");
    names
}

#[test]
fn the_help_of_every_command_has_examples_and_its_summary_is_short() {
    for command in commands() {
        let long = kifu([&*command, "--help"]);
        assert_eq!((long.status, long.messages.as_str()), (0, ""));
        let (_, examples) = long.out.split_once("\nExamples:\n").expect(&command);
        let starts = examples.lines().filter(|line| line.starts_with("  kifu "));
        assert!(starts.count() >= 2, "{examples}");
        let says = examples.lines().any(|line| line.starts_with("      "));
        assert!(says && examples.contains(&format!("kifu {command}")), "{examples}");
        let reads_records = long.out.contains("[PATH]...");
        assert_eq!(long.out.contains("\nExit status:\n"), reads_records, "{command}");
        let short = kifu([&*command, "-h"]).out;
        assert!(!short.contains("Examples:"), "{short}");
        let summary = short.lines().next().unwrap();
        assert!(long.out.starts_with(summary) && summary.len() <= 80, "{summary}");
        assert!(short.lines().count() <= 28, "{short}");
        assert!(long.out.lines().count() > 2 * short.lines().count() || !reads_records);
    }
    let help = kifu(["--help"]).out;
    assert!(
        help.contains("\nExamples:\n  kifu ") && help.contains("\nExit status:\n  0 "),
        "{help}"
    );
}

#[test]
fn the_names_of_a_pattern_are_told_as_they_are_written() {
    let help = kifu(["split", "--help"]).out;
    for name in ["{n}", "{n:4}", "{game}", "{stem}", "{hash}", "{PB}", "{{ }}"] {
        assert!(
            help.contains(&format!("  {name} ")) || help.contains(&format!(" {name} ")),
            "{name}"
        );
    }
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = kifu(["completions", shell]);
        assert_eq!((run.status, run.messages.as_str()), (0, ""));
        for command in commands() {
            assert!(run.out.contains(&command), "{command} in {shell}");
        }
        assert!(run.out.contains("max-member-bytes") && run.out.contains("overwrite"), "{shell}");
    }
    assert_eq!(kifu(["completions", "csh"]).status, 2);
}

#[test]
fn there_is_a_page_for_the_program_and_for_each_command() {
    let main = kifu(["man"]);
    assert_eq!((main.status, main.messages.as_str()), (0, ""));
    assert!(
        main.out.contains(".TH kifu 1 ") && main.out.contains(".SH EXAMPLES\n"),
        "{}",
        main.out
    );
    let folder = folder("man", &[]);
    let pages = folder.join("share/man1");
    let run = kifu(["man".as_ref(), "--to".as_ref(), pages.as_os_str()]);
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""));
    let read = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    assert_eq!(read("kifu.1"), main.out);
    for command in commands() {
        let named = format!("kifu\\-{command}(1)");
        assert!(main.out.contains(&named), "{named}");
        let page = kifu(["man", &command]).out;
        assert_eq!(page, read(&format!("kifu-{command}.1")));
        assert!(page.contains(&format!(".TH kifu-{command} 1 ")), "{page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"SEE ALSO\""] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{section} of {command}");
        }
        assert!(page.contains(&format!("\\fBkifu {command}\\fR")), "{page}");
    }
    assert_eq!(fs::read_dir(&pages).unwrap().count(), commands().len() + 1);
    assert_eq!(kifu(["man", "nothing"]).status, 2);
    assert_eq!(kifu(["man", "check", "--to", "x"]).status, 2);
}

#[test]
fn properties_are_listed_and_one_is_described() {
    let all = kifu(["properties"]);
    assert_eq!((all.status, all.messages.as_str()), (0, ""));
    assert!(all.out.lines().count() > 150, "{}", all.out);
    let meanings = kifu(["properties", "SE"]).out;
    assert!(meanings.contains("SE: Markup\n  version  FF[4]\n"), "{meanings}");
    assert!(
        meanings.contains("\n\nSE: Selftest moves\n  version  FF[3]; obsolete\n"),
        "{meanings}"
    );
    let view = kifu(["properties", "VW"]).out;
    assert!(view.contains("  type     none, inherit\n  value    elist of Point\n"), "{view}");
    let json = kifu(["properties", "--format", "json", "ST"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["range"], serde_json::json!([0, 3]));
    assert_eq!(json.as_array().unwrap().len(), 1);
    for unknown in ["xx", "QQ", ""] {
        let run = kifu(["properties", unknown]);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.contains(&format!("no property '{unknown}'")), "{}", run.messages);
    }
}
