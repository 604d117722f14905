//! What the program tells of itself: the help of each command.

use crate::program::kifu;

/// The commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = kifu(["--help"]).out;
    let list = help.split_once("Commands:\n").unwrap().1;
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.map(|line| line.split_whitespace().next().unwrap().to_owned());
    let names: Vec<_> = names.filter(|name| name != "help").collect();
    assert!(names.len() >= 7 && names.iter().any(|name| name == "split"), "{names:?}");
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
        assert!(short.lines().count() <= 25, "{short}");
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
