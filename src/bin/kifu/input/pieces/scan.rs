//! Where game trees end that follow the grammar: found by the strict scanner, as far as tolerant
//! reading is certain to take the same ones. What is to be done with others is left to `cut`.

use std::str;

use kifu::{Charset, Flow, Ident, RawValue, Visitor};

/// Game trees after one another, with nothing between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    /// The offset after the last one, and that of its `(`.
    pub(super) end: usize,
    pub(super) last_start: usize,
    pub(super) games: usize,
    pub(super) nodes: usize,
}

/// Why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// It is as long as was wanted.
    Wanted,
    /// What follows may be one more, if there is more of it.
    Incomplete,
    /// What follows is no such game tree.
    Other,
}

/// Goes through the game trees at the start of the bytes, until they have `wanted` bytes.
///
/// Tolerant reading meets no fault in them, and each is in UTF-8 whatever is guessed elsewhere; or
/// it is ASCII, where its character set does not matter. `by_utf8` says that the caller does not
/// have all read in another one.
pub(super) fn run(bytes: &[u8], wanted: usize, by_utf8: bool) -> (Run, Stop) {
    // A mark that does not start a source is text between the game trees.
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return (Run::default(), Stop::Other);
    }
    let (text, is_cut) = match str::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => {
            let valid = str::from_utf8(&bytes[..error.valid_up_to()]);
            (valid.unwrap_or_default(), error.error_len().is_some())
        }
    };
    let mut games = Games::new(text, wanted, by_utf8);
    let stop = match kifu::visit(text, &mut games) {
        Ok(_) => games.stop.unwrap_or(Stop::Incomplete),
        Err(error) if error.is_incomplete() => Stop::Incomplete,
        Err(_) => Stop::Other,
    };
    let stop = if stop == Stop::Incomplete && is_cut { Stop::Other } else { stop };
    (games.run, stop)
}

/// Whether the strict scanner takes the bytes for one game tree and nothing else, going by bytes
/// through whatever character set they are in.
pub(super) fn is_one_game(bytes: &[u8]) -> bool {
    // No byte of another character set is structure, so any that is none will do.
    let masked: Vec<u8> = bytes.iter().map(|&byte| byte.min(0x7F)).collect();
    let Ok(text) = str::from_utf8(&masked) else { return false };
    let mut games = Games::new(text, usize::MAX, true);
    kifu::visit(text, &mut games).is_ok() && (games.run.games, games.run.end) == (1, text.len())
}

/// Counts the game trees of a run.
struct Games<'t> {
    text: &'t str,
    wanted: usize,
    by_utf8: bool,
    run: Run,
    stop: Option<Stop>,
    /// Where the game tree that is read starts, and how many nodes stand up to here.
    start: usize,
    nodes: usize,
    /// Whether the property that is read is a `CA`.
    is_label: bool,
    /// The last value.
    last: &'t [u8],
    /// Whether a `CA` names another character set.
    is_foreign: bool,
}

impl<'t> Games<'t> {
    fn new(text: &'t str, wanted: usize, by_utf8: bool) -> Self {
        Self {
            text,
            wanted,
            by_utf8,
            run: Run::default(),
            stop: None,
            start: 0,
            nodes: 0,
            is_label: false,
            last: b"",
            is_foreign: !by_utf8,
        }
    }
}

impl<'t> Visitor<'t> for Games<'t> {
    #[inline(always)]
    fn open_game(&mut self, at: usize) -> Flow {
        self.start = at;
        Flow::Continue
    }

    #[inline(always)]
    fn node(&mut self, _: usize) -> Flow {
        self.nodes += 1;
        Flow::Continue
    }

    #[inline(always)]
    fn property(&mut self, ident: Ident<'t>) -> Flow {
        self.is_label = ident == "CA";
        Flow::Continue
    }

    #[inline(always)]
    fn value(&mut self, value: RawValue<'t>) -> Flow {
        self.last = value.raw();
        if self.is_label {
            self.is_foreign |= Charset::from_label(value.raw()) != Some(Charset::UTF_8);
        }
        Flow::Continue
    }

    #[inline(always)]
    fn close_game(&mut self, end: usize) -> Flow {
        let bytes = self.text.as_bytes();
        // After a value that holds a `[` tolerant reading looks past the end of the game tree.
        let may_go_on =
            memchr::memchr(b'[', self.last).is_some() && !leads_to_property(&bytes[end..]);
        if may_go_on || self.is_foreign && !bytes[self.start..end].is_ascii() {
            self.stop = Some(Stop::Other);
            return Flow::Stop;
        }
        let games = self.run.games + 1;
        self.run = Run { end, last_start: self.start, games, nodes: self.nodes };
        self.is_foreign = !self.by_utf8;
        if end >= self.wanted {
            self.stop = Some(Stop::Wanted);
            return Flow::Stop;
        }
        Flow::Continue
    }
}

/// Whether white space, `;`, `(` and `)` come first, and then a property in capitals.
fn leads_to_property(bytes: &[u8]) -> bool {
    let is_mark = |byte: &u8| is_space(*byte) || b";()".contains(byte);
    let after = bytes.iter().take_while(|byte| is_mark(byte)).count();
    starts_property(&bytes[after..])
}

/// Whether a property in capitals stands at the start of the bytes.
pub(super) fn starts_property(bytes: &[u8]) -> bool {
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    letters > 0 && without_space(&bytes[letters..]).starts_with(b"[")
}

/// The bytes without the white space that they start with.
pub(super) fn without_space(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| is_space(**byte)).count();
    &bytes[spaces..]
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(text: &str) -> (usize, usize, Stop) {
        let (run, stop) = run(text.as_bytes(), usize::MAX, true);
        (run.end, run.games, stop)
    }

    #[test]
    fn a_run_ends_in_front_of_what_tolerant_reading_may_take_otherwise() {
        assert_eq!(run_of("(;B[aa])\n(;C[é];)\n"), (18, 2, Stop::Incomplete));
        assert_eq!(run_of("(;B[aa])(;B[bb]"), (8, 1, Stop::Incomplete));
        assert_eq!(run_of("(;B[aa])(;b[bb])"), (8, 1, Stop::Other));
        assert_eq!(run_of("(;B[aa]) and (;)"), (8, 1, Stop::Other));
        assert_eq!(run_of("\u{FEFF}(;B[aa])"), (0, 0, Stop::Other));
        assert_eq!(run_of("(;)(;C[a [b]) (;;B[aa])"), (23, 3, Stop::Incomplete));
        assert_eq!(run_of("(;)(;C[a [b]) (;;b[aa])"), (3, 1, Stop::Other));
        assert_eq!(run_of("(;)(;C[a [b]) and ])"), (3, 1, Stop::Other));
        assert_eq!(run_of("(;CA[utf8]C[é])(;CA[GBK]C[e])"), (30, 2, Stop::Incomplete));
        assert_eq!(run_of("(;CA[GBK]C[e])(;CA[GBK]C[é])"), (14, 1, Stop::Other));
        assert_eq!(run_of("(;C[é])(;CA[GBK]C[e])(;C[é])").1, 3);
        let (one, stop) = run(b"(;C[e])(;C[\xE9])", usize::MAX, true);
        assert_eq!((one.end, stop), (7, Stop::Other));
        let (one, stop) = run("(;C[e])(;C[é])".as_bytes(), usize::MAX, false);
        assert_eq!((one.end, stop), (7, Stop::Other));
        let (one, stop) = run(b"(;;)(;;;)(;)", 5, true);
        assert_eq!((one, stop), (Run { end: 9, last_start: 4, games: 2, nodes: 5 }, Stop::Wanted));
    }

    #[test]
    fn a_game_tree_of_any_character_set_may_be_one_by_bytes() {
        assert!(is_one_game(b"(;C[\xB0\xD7])"));
        assert!(!is_one_game(b"(;C[\x83\x5C])"), "the bracket is escaped");
        assert!(!is_one_game(b"(;C[\xB0\xD7]) "));
        assert!(!is_one_game(b"(;C[\xB0])(;)"));
        assert!(!is_one_game(b"(;\xB0[aa])"));
    }
}
