//! Golden pairs: each `tests/golden/NAME.sgf` beside `NAME.txt`, which holds the tree that it is
//! read as, or the error, written out. `KIFU_BLESS=1 cargo test golden` writes the right halves
//! anew; read the difference before you keep it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use kifu::{Arena, Collection};

use crate::{invariants, round_trip};

/// The collection as a person would check it: a line for each node, indented by its depth, with
/// its span, and the properties with their spans below it.
fn outline(collection: Collection<'_>) -> String {
    let mut out = String::new();
    for node in collection.nodes() {
        if node.parent().is_none() {
            writeln!(out, "game {} {:?}", node.game_tree().index(), node.game_tree().span())
                .unwrap();
        }
        let indent = "  ".repeat(node.ancestors().count());
        writeln!(out, "{indent}; {:?}", node.span()).unwrap();
        for property in node.properties() {
            write!(out, "{indent}  {}", property.ident()).unwrap();
            for value in property.values() {
                write!(out, " {:?} {:?}", value.text(), value.span()).unwrap();
            }
            out.push('\n');
        }
    }
    out
}

fn read(source: &str) -> String {
    let arena = Arena::new();
    match kifu::parse(&arena, source) {
        Ok(collection) => {
            invariants::check(collection);
            round_trip::check(collection);
            outline(collection)
        }
        Err(error) => {
            let class = error.class().map_or("none".into(), |class| class.to_string());
            format!(
                "{}: {error}\nkind: {}\nclass: {class}\n",
                error.location(source),
                error.kind().name()
            )
        }
    }
}

#[test]
fn golden() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut sources: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "sgf"));
    sources.sort();
    assert!(sources.len() >= 20, "{} golden files", sources.len());
    for path in sources {
        let answer = read(&fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("txt");
        if std::env::var_os("KIFU_BLESS").is_some() {
            fs::write(&expected, &answer).unwrap();
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(answer, expected, "{}", path.display());
    }
}
