//! `kifu fmt`, run as a process: what it writes, what it names, and what it replaces.

use std::fs;

use kifu::{OwnedTree, WriteOptions};

use crate::program::{RECORDS, folder, kifu, kifu_reading, sample_files};

#[test]
fn stdout_gets_the_canonical_form_of_every_input() {
    let run = kifu(["fmt", RECORDS]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let mut expected = String::new();
    for file in sample_files() {
        let mut tree: OwnedTree = fs::read_to_string(file).unwrap().parse().unwrap();
        let roots: Vec<_> = tree.game_trees().map(|game| game.root().id()).collect();
        for root in roots {
            let game = tree.node(root).unwrap();
            if game.text("CA").is_some() || !game.to_string().is_ascii() {
                tree.set(root, "CA", ["UTF-8"]).unwrap();
            }
        }
        expected += &WriteOptions::new().break_after_games(true).display(&tree).to_string();
    }
    assert!(run.out == expected);
    let again = kifu_reading(["fmt"], expected.as_bytes());
    assert!(again.out == expected, "what is canonical stays as it is");
}

#[test]
fn the_charset_is_told_where_it_has_to_be() {
    for (source, expected) in [
        (&b"(;B[aa])"[..], "(;B[aa])\n"),
        ("(;CA[utf-8]C[\u{68cb}])".as_bytes(), "(;CA[utf-8]C[\u{68cb}])\n"),
        (b"(;CA[GB2312]C[\xC6\xE5])", "(;CA[UTF-8]C[\u{68cb}])\n"),
        (b"(;CA[UTF-16]C[a])", "(;CA[UTF-8]C[a])\n"),
        (b"(;C[a]CA[Big5][UTF-8];W[bb])", "(;C[a]CA[UTF-8];W[bb])\n"),
        ("(;GN[a];C[\u{68cb}])(;C[a])".as_bytes(), "(;CA[UTF-8]GN[a];C[\u{68cb}])\n(;C[a])\n"),
    ] {
        assert_eq!(kifu_reading(["fmt"], source).out, expected);
    }
}

#[test]
fn lines_break_as_the_options_say() {
    let source = b"(;B[aa](;W[bb];B[cc])(;W[dd]))";
    let run = kifu_reading(["fmt", "--break-variations"], source);
    assert_eq!(run.out, "(;B[aa]\n(;W[bb];B[cc])\n(;W[dd]))\n");
    let run = kifu_reading(["fmt", "--max-width", "14"], source);
    assert_eq!(run.out, "(;B[aa](;W[bb]\n;B[cc])(;W[dd]\n))\n");
}

#[test]
fn a_damaged_record_is_repaired_on_stdout_and_nowhere_else() {
    let damaged = b"Dear reader, (;SZ[9];B[aa](;W[bb]";
    let run = kifu_reading(["fmt"], damaged);
    let repaired = "(;SZ[9];B[aa];W[bb])\n";
    let reported = "kifu: 2 faults in the records, see `kifu check`\n";
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, repaired, reported));
    let run = kifu_reading(["fmt", "--check"], damaged);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.messages.contains("warning[text-before-tree]"), "{}", run.messages);
    let run = kifu_reading(["fmt", "--strict"], damaged);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    let lower_case = kifu_reading(["fmt", "--check"], b"(;Black[aa])\n");
    assert_eq!((lower_case.status, lower_case.out.as_str()), (1, "-\n"), "nothing is lost");
}

#[test]
fn check_names_what_would_change() {
    let files: [(&str, &[u8]); 4] = [
        ("a.sgf", b"(;B[aa])\n"),
        ("b.sgf", b"(;B[aa]\n;W[bb])"),
        ("c.sgf", b"(;B[aa]"),
        ("d.sgf", b"( ;B[aa])\n"),
    ];
    let folder = folder("fmt-check", &files);
    let run = kifu(["fmt".as_ref(), "--check".as_ref(), folder.as_os_str()]);
    assert_eq!(run.status, 1);
    let names: Vec<_> = run.out.lines().map(|line| &line[line.len() - 5..]).collect();
    assert_eq!(names, ["b.sgf", "d.sgf"]);
    assert!(run.messages.contains("c.sgf:1:8: error[unclosed-tree]: "), "{}", run.messages);
    let summary = "; left as it is\nkifu: 2 would change, 1 in canonical form, 1 left as is\n";
    assert!(run.messages.ends_with(summary), "{}", run.messages);
    for (name, bytes) in files {
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "nothing is written");
    }
    let path = folder.join("a.sgf");
    let run = kifu(["fmt".as_ref(), "--check".as_ref(), path.as_os_str()]);
    let summary = "kifu: 0 would change, 1 in canonical form, 0 left as is\n";
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", summary));
    assert_eq!(kifu_reading(["fmt", "--check", "-"], b"(;)").out, "-\n");
}

#[test]
fn write_replaces_what_would_change_and_nothing_else() {
    let files: [(&str, &[u8]); 4] = [
        ("a.sgf", b"(;B[aa])\n"),
        ("b.sgf", b"(;B[aa]\n;W[bb])"),
        ("c.sgf", b"(;B[aa]"),
        ("d.sgf", b"(;C[\xE6]  )"),
    ];
    let folder = folder("fmt-write", &files);
    let modified = |name| fs::metadata(folder.join(name)).unwrap().modified().unwrap();
    let before = modified("a.sgf");
    let run = kifu(["fmt".as_ref(), "--write".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.out.as_str()), (1, ""), "two are not in order");
    assert_eq!(run.messages.lines().count(), 3, "{}", run.messages);
    let summary = "kifu: 1 replaced, 1 in canonical form, 2 left as is\n";
    assert!(run.messages.ends_with(summary), "{}", run.messages);
    assert_eq!(fs::read(folder.join("b.sgf")).unwrap(), b"(;B[aa];W[bb])\n");
    for (name, bytes) in [files[0], files[2], files[3]] {
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes);
    }
    assert_eq!(modified("a.sgf"), before);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), files.len(), "nothing is left behind");
    let run = kifu(["fmt".as_ref(), "--write".as_ref(), "--strict".as_ref(), folder.as_os_str()]);
    assert_eq!(run.status, 1);
}

#[test]
fn stdin_cannot_be_replaced() {
    for arguments in
        [&["fmt", "--write"][..], &["fmt", "--write", "-"], &["fmt", "--write", "--check"]]
    {
        let run = kifu_reading(arguments, b"(; )");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_replaced_file_keeps_its_permissions_and_its_links() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    let folder = folder("fmt-links", &[("files/game.sgf", b"(; )"), ("files/other.sgf", b"(; )")]);
    let file = folder.join("files/game.sgf");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let owner = fs::metadata(&file).unwrap();
    let link = folder.join("link.sgf");
    symlink("files/game.sgf", &link).unwrap();
    let run = kifu(["fmt".as_ref(), "--write".as_ref(), link.as_os_str()]);
    let summary = "kifu: 1 replaced, 0 in canonical form, 0 left as is\n";
    assert_eq!((run.status, run.messages.as_str()), (0, summary));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"(;)\n");
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o7777, 0o640);
    assert_eq!((metadata.uid(), metadata.gid()), (owner.uid(), owner.gid()));
    assert_eq!(fs::read_dir(folder.join("files")).unwrap().count(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_replaced_is_told_and_the_others_are_written() {
    let folder = folder("fmt-refused", &[("z.sgf", b"(; )")]);
    // A pipe that is named as a file: it can be read, and is no file to be replaced.
    let pipe = folder.join("a.sgf");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let file = folder.join("z.sgf");
    let fed = pipe.clone();
    let feed = std::thread::spawn(move || fs::write(fed, b"(; )"));
    let run = kifu(["fmt".as_ref(), "--write".as_ref(), pipe.as_os_str(), file.as_os_str()]);
    feed.join().unwrap().unwrap();
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("a.sgf: not a regular file"), "{}", run.messages);
    assert_eq!(fs::read(folder.join("z.sgf")).unwrap(), b"(;)\n");
}

#[test]
fn a_guessed_character_set_is_rewritten_where_that_is_asked_for() {
    let guessed = b"(;PB[\xB9\xC5\xC1\xA6]PW[\xBF\xC2\xBD\xE0];B[aa])";
    let damaged = b"(;PB[\xB9\xC5\xC1\xA6]PW[\xBF\xC2\xBD\xE0];B[aa]";
    let folder = folder("fmt-guess", &[("a.sgf", guessed), ("b.sgf", damaged)]);
    let (a, b) = (folder.join("a.sgf"), folder.join("b.sgf"));
    let path = folder.to_str().unwrap();

    let run = kifu(["fmt", "--write", path]);
    assert_eq!(run.status, 1);
    assert_eq!(fs::read(&a).unwrap(), guessed, "left as it is unless asked for");

    let run = kifu(["fmt", "--check", "--from-guess", path]);
    assert_eq!(run.status, 1);
    assert!(run.out.ends_with("a.sgf\n"), "{}", run.out);

    let run = kifu(["fmt", "--write", "--from-guess", path]);
    assert_eq!(run.status, 1, "the damaged one is left");
    let said = "warning[charset-guessed]: ";
    assert!(
        run.messages.contains(said) && run.messages.contains("read as GBK"),
        "{}",
        run.messages
    );
    let summary = "1 replaced (1 from a guessed charset), 0 in canonical form, 1 left as is\n";
    assert!(run.messages.ends_with(summary), "{}", run.messages);
    let written = "(;CA[UTF-8]PB[古力]PW[柯洁];B[aa])\n";
    assert_eq!(fs::read_to_string(&a).unwrap(), written);
    assert_eq!(fs::read(&b).unwrap(), damaged);

    let run = kifu(["fmt", "--from-guess", path]);
    assert_eq!(run.status, 2, "it says nothing about stdout");
}
