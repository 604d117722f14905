//! What a file of `split` is called: a pattern, and the values that a game gives it, made safe for
//! every file system.

use std::path::Path;

use kifu::GameTree;
use kifu::rows::{self, Cell};

use crate::run::Input;
use crate::shown::is_hidden;

/// How many bytes of a value stand in a name, at most.
const VALUE: usize = 80;

/// How many bytes a name has, at most, without its ending and the number of one that is used twice:
/// with them it has no more than the 255 that file systems take.
const STEM: usize = 200;

/// The endings of records that are found in folders.
const ENDINGS: [&str; 3] = [".sgf", ".sgfs", ".mgt"];

/// A pattern of names.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
    ending: String,
}

#[derive(Clone, Debug)]
enum Part {
    Literal(String),
    /// `{n}`, with its least number of digits.
    Number(usize),
    /// `{game}`, with its least number of digits.
    Game(usize),
    /// `{line}`, with its least number of digits.
    Line(usize),
    Stem,
    Hash,
    /// The first value of a property of the root.
    Root(String),
}

/// What a name may have of a game beside the values of its root.
pub(crate) struct Origin {
    stem: String,
    number: usize,
    hash: Option<u64>,
}

impl Pattern {
    /// Takes a pattern apart.
    pub(crate) fn parse(pattern: &str) -> Result<Self, String> {
        let is_ending = |ending: &&str| {
            let at = pattern.len().checked_sub(ending.len());
            at.and_then(|at| pattern.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        let length = ENDINGS.iter().find(|ending| is_ending(ending)).map_or(0, |it| it.len());
        let (mut rest, ending) = pattern.split_at(pattern.len() - length);
        let ending = if ending.is_empty() { ENDINGS[0] } else { ending }.to_owned();
        if rest.is_empty() {
            return Err("there is no name in it".into());
        }
        let mut parts = Vec::new();
        while let Some(next) = rest.chars().next() {
            let doubled = |brace: &str| rest.strip_prefix(brace);
            if let Some(behind) = doubled("{{").or(doubled("}}")) {
                parts.push(Part::Literal(next.into()));
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix('{') {
                let (name, behind) = behind.split_once('}').ok_or("a { without a }")?;
                parts.push(Part::parse(name)?);
                rest = behind;
            } else if next == '}' {
                return Err("a } without a {".into());
            } else {
                let (literal, behind) = rest.split_at(rest.find(['{', '}']).unwrap_or(rest.len()));
                if let Some(unsafe_char) = literal.chars().find(|&char| safe(char) != char) {
                    return Err(format!("{unsafe_char:?} cannot stand in a file name everywhere"));
                }
                parts.push(Part::Literal(literal.to_owned()));
                rest = behind;
            }
        }
        Ok(Self { parts, ending })
    }

    /// What a game gives to its name.
    pub(crate) fn name(&self, input: &Input<'_>, game: GameTree<'_>) -> Name {
        self.name_of(&self.origin(input, game), |ident| game.root().text(ident))
    }

    /// What a name has of a game beside the values of its root.
    pub(crate) fn origin(&self, input: &Input<'_>, game: GameTree<'_>) -> Origin {
        let has_hash = self.parts.iter().any(|part| matches!(part, Part::Hash));
        let hash = if has_hash { rows::main_line_hash(game) } else { None };
        Origin { stem: stem(input).to_owned(), number: input.number(game), hash }
    }

    /// What a game gives to its name that has these values in its root.
    pub(crate) fn name_of<'v>(
        &self,
        origin: &Origin,
        root: impl Fn(&str) -> Option<&'v str>,
    ) -> Name {
        let mut name = Name::default();
        for part in &self.parts {
            match part {
                Part::Literal(literal) => name.text.push_str(literal),
                Part::Number(width) => name.numbers.push((name.text.len(), *width, false)),
                Part::Line(width) => name.numbers.push((name.text.len(), *width, true)),
                Part::Game(width) => {
                    let number = origin.number;
                    name.text.push_str(&format!("{number:0width$}"));
                }
                Part::Stem => push_value(&origin.stem, &mut name.text),
                Part::Hash => {
                    let hash =
                        origin.hash.map_or_else(String::new, |it| Cell::Hash(it).to_string());
                    push_value(&hash, &mut name.text);
                }
                Part::Root(ident) => push_value(root(ident).unwrap_or(""), &mut name.text),
            }
        }
        name
    }

    pub(crate) fn ending(&self) -> &str {
        &self.ending
    }
}

/// The name of a file without its ending, but for the number of the game, which is known last, and
/// that of the line of play, which alone is different for each line of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name {
    text: String,
    /// Where in the text a number stands, in the order of the places, its least number of digits, and
    /// whether it is that of the line.
    numbers: Vec<(usize, usize, bool)>,
    line: u64,
}

impl Name {
    /// The name of a line of play of the game.
    pub(super) fn with_line(&self, line: u64) -> Self {
        Self { line, ..self.clone() }
    }

    /// How many bytes it has, without the numbers.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// The name with the number of the game in its places.
    pub(super) fn stem(&self, number: u64) -> String {
        let mut stem = String::with_capacity(STEM);
        let mut done = 0;
        for &(at, width, is_line) in &self.numbers {
            let number = if is_line { self.line } else { number };
            stem.push_str(&self.text[done..at]);
            stem.push_str(&format!("{number:0width$}"));
            done = at;
        }
        stem.push_str(&self.text[done..]);
        if is_reserved(&stem) {
            stem.insert(0, '_');
        } else if let Some(b'.' | b'-') = stem.as_bytes().first() {
            // The first would hide the file, the second make an option of it.
            stem.replace_range(..1, "_");
        }
        cut(&stem, STEM).to_owned()
    }
}

impl Part {
    /// The part that stands between two braces.
    fn parse(part: &str) -> Result<Self, String> {
        let (name, width) = match part.split_once(':') {
            Some((name @ ("n" | "game" | "line"), width)) => {
                let width = width.parse().ok().filter(|width| (1..=20).contains(width));
                (name, width.ok_or_else(|| format!("{{{part}}} needs a number from 1 to 20"))?)
            }
            Some(_) => return Err(format!("{{{part}}}: only n, game and line take a width")),
            None => (part, 1),
        };
        let is_ident = |name: &str| {
            let is_letter = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
            name.starts_with(|first: char| first.is_ascii_uppercase())
                && name.bytes().all(is_letter)
        };
        match name {
            "n" => Ok(Self::Number(width)),
            "game" => Ok(Self::Game(width)),
            "line" => Ok(Self::Line(width)),
            "stem" => Ok(Self::Stem),
            "hash" => Ok(Self::Hash),
            _ if is_ident(name) => Ok(Self::Root(name.to_owned())),
            _ => Err(format!(
                "{{{name}}} is neither n, game, line, stem, hash nor a name in capitals"
            )),
        }
    }
}

/// The name of the file or member, without its folder and its ending.
fn stem<'a>(input: &Input<'a>) -> &'a str {
    if input.path == "-" {
        return "stdin";
    }
    let member = input.path[input.source..].strip_prefix('!');
    let path = member.unwrap_or(input.path);
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let packed = [".gz", ".bz2", ".xz", ".zst"].iter().find_map(|it| name.strip_suffix(it));
    let name = packed.unwrap_or(name);
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

/// Appends a value as it may stand in a name.
fn push_value(value: &str, name: &mut String) {
    // What is cut away below is not looked at.
    let value = cut(value, 4 * VALUE);
    let value: String = value.chars().map(safe).collect();
    let value = cut(value.trim(), VALUE).trim_end();
    name.push_str(if value.is_empty() { "_" } else { value });
}

/// The character, or what stands for it in a name: white space is a space, and a character that
/// some file system does not take, or that is not seen, is a `_`.
fn safe(char: char) -> char {
    match char {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
        _ if char.is_whitespace() => ' ',
        _ if is_hidden(char) => '_',
        _ => char,
    }
}

/// Whether Windows takes the name for that of a device, whatever its ending.
fn is_reserved(stem: &str) -> bool {
    let base = stem.split('.').next().unwrap_or(stem).trim_end().to_ascii_uppercase();
    let is_numbered = |device| {
        let number = base.strip_prefix(device).and_then(|number| number.parse::<char>().ok());
        number.is_some_and(|number| matches!(number, '0'..='9' | '¹' | '²' | '³'))
    };
    matches!(&*base, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || is_numbered("COM")
        || is_numbered("LPT")
}

/// The text up to so many bytes, without a part of a character.
fn cut(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
