//! Where a record is cut: after a game tree, where no rule of tolerant reading looks across, so
//! that both sides give by themselves what they give in the whole. Which rules look ahead, and how
//! far, the README and the library say; here stands what stops them.

use std::io;
use std::str;

use kifu::{
    Arena, Before, Charset, CharsetSource, Code, CodeClass, Collection, Diagnostic, GameTree,
    ParseOptions, Parser,
};

use super::lines::Lines;
use super::scan::{self, Run, Stop};
use super::window::Window;
use super::{Piece, Place};

/// The least bytes of a piece, but for the last.
const PIECE: usize = 256 * 1024;

/// How much of what stands around a piece is handed on with it: more than is drawn of a line.
const AROUND: usize = 1024;

/// How much has to be known after a game tree that was read tolerantly.
const AHEAD: usize = 64 * 1024;

/// How much is looked at for game trees that follow the grammar, where the last one did not.
const FIRST_LOOK: usize = 4 * 1024;

/// Cuts a record.
pub(super) struct Cutter<'r> {
    window: Window<'r>,
    parser: Parser,
    /// Whether text is UTF-8 unless a game tree says otherwise.
    by_utf8: bool,
    /// Where the reading stands: after a game tree.
    at: usize,
    /// What stands before that.
    games: usize,
    nodes: usize,
    before: Before,
    /// Where the bytes of the piece start that is read, and where its own do.
    from: usize,
    start: usize,
    place: Place,
    /// At `from`.
    lines: Lines,
    /// How much to look at for game trees that follow the grammar.
    look: usize,
    /// Where game trees without a fault start, after one that may look at any of them.
    doubt: Option<usize>,
    /// Why the record ends before its end.
    fault: Option<io::Error>,
}

/// How far the reading got.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Behind a game tree.
    On,
    /// Behind a game tree, with a piece before it that is large enough.
    Cut,
    /// No further, without more of the record.
    Starved,
}

/// What game trees that were just read are, by what their reading may have looked at after them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// They follow the grammar, in UTF-8: at nothing.
    Clean,
    /// It follows the grammar, in another character set: at what stands before the next one.
    Sound,
    /// It does not follow the grammar, in UTF-8: at what stands before the next one, whose `(;` stops the
    /// rules as the end of the bytes does.
    Repaired,
    /// By a character set that is not the one that it was read in first, it may have ended
    /// elsewhere.
    Unclear,
}

impl<'r> Cutter<'r> {
    /// A cutter of the record whose first bytes are in the window.
    pub(super) fn new(window: Window<'r>, options: ParseOptions) -> Self {
        let before = Before::of(window.bytes());
        Self {
            parser: Parser::with_options(options),
            by_utf8: options == options.charset(None) || options == options.charset(Charset::UTF_8),
            window,
            at: 0,
            games: 0,
            nodes: 0,
            before,
            from: 0,
            start: 0,
            place: Place::default(),
            lines: Lines::default(),
            look: FIRST_LOOK,
            doubt: None,
            fault: None,
        }
    }

    /// What was met at the end of the record.
    pub(super) fn into_fault(self) -> io::Result<()> {
        self.fault.map_or(Ok(()), Err)
    }

    /// The next piece; `None` after the last one. An error says that no place to cut was found in
    /// as much as may be kept.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<Piece<'_>>> {
        self.start_piece();
        loop {
            match self.step() {
                Step::On => {}
                Step::Cut => break,
                Step::Starved if self.window.at_end() => {
                    self.at = self.window.bytes().len();
                    break;
                }
                Step::Starved => self.go_on()?,
            }
        }
        let bytes = self.window.bytes();
        if self.at == self.start {
            return Ok(None);
        }
        let to = bytes.len().min(self.at + AROUND);
        let own = self.start - self.from..self.at - self.from;
        Ok(Some(Piece { bytes: &bytes[self.from..to], own, place: self.place }))
    }

    /// Starts a piece where the reading stands.
    fn start_piece(&mut self) {
        let bytes = self.window.bytes();
        self.start = self.at;
        let mut from = self.start.saturating_sub(AROUND).max(self.from);
        // What is UTF-8 stays UTF-8. A character has no more bytes.
        for _ in 0..3 {
            from +=
                usize::from(bytes[from..self.start].first().is_some_and(|&it| it & 0xC0 == 0x80));
        }
        self.from = from;
        self.lines.go_to(bytes, from);
        self.place = Place {
            offset: self.window.offset() + from as u64,
            lines: self.lines.count,
            columns: self.lines.columns,
            games: self.games,
            nodes: self.nodes,
            before: self.before,
        };
    }

    /// Gets more of the record.
    fn go_on(&mut self) -> io::Result<()> {
        let done = self.from;
        self.at -= done;
        self.start -= done;
        self.from = 0;
        self.lines.at = 0;
        self.doubt = self.doubt.map(|doubt| doubt - done);
        match self.window.go_on(done) {
            // What is there is read.
            Err(error) if self.window.at_end() => self.fault = Some(error),
            went => went?,
        }
        Ok(())
    }

    /// Reads game trees that follow the grammar or, where there is none, what else stands there.
    fn step(&mut self) -> Step {
        if self.window.offset() == 0 && self.at == 0 {
            // The first game tree may say how all are to be read.
            return self.read_part();
        }
        let bytes = self.window.bytes();
        let known =
            if self.window.at_end() { bytes.len() } else { bytes.len().saturating_sub(AROUND) };
        let least = if self.doubt.is_some() { AHEAD } else { 1 };
        let wanted = (self.start + PIECE).saturating_sub(self.at).max(least);
        loop {
            let end = known.min(self.at + self.look).max(self.at);
            let (run, stop) = scan::run(&bytes[self.at..end], wanted, self.by_utf8);
            let is_all = end == known;
            match stop {
                _ if run.games > 0 => {
                    self.look = (self.look * 4).min(PIECE + AHEAD);
                    return self.pass(run);
                }
                Stop::Incomplete if is_all => return Step::Starved,
                Stop::Incomplete => self.look *= 4,
                Stop::Wanted | Stop::Other => return self.read_part(),
            }
        }
    }

    /// Goes after game trees that follow the grammar.
    fn pass(&mut self, run: Run) -> Step {
        let last = self.at + run.last_start;
        self.at += run.end;
        self.games += run.games;
        self.nodes += run.nodes;
        self.before.pass(run.end);
        self.clear_doubt(last);
        self.cut(Found::Clean)
    }

    /// Reads the next game tree tolerantly, and what stands before it.
    fn read_part(&mut self) -> Step {
        let bytes = self.window.bytes();
        let arena = Arena::new();
        let mut before = self.before;
        let Some(part) = self.parser.read_next(&arena, bytes, self.at, &mut before) else {
            return Step::Starved;
        };
        let (end, collection) = (part.end(), part.collection());
        let behind = &bytes[end..];
        // What the rules look at has to be there: they all end at a game tree.
        let is_known = behind.len() >= AHEAD && starts_tree_somewhere(behind);
        if end == self.at || !(is_known || self.window.at_end()) {
            return Step::Starved;
        }
        let found = Found::of(&bytes[self.at..end], self.at, collection);
        self.look = FIRST_LOOK;
        self.games += collection.game_trees().len();
        self.nodes += collection.nodes().len();
        self.before = before;
        let start = self.at;
        self.at = end;
        match found {
            Found::Unclear => self.doubt = Some(end),
            Found::Repaired => self.doubt = self.doubt.map(|_| end),
            Found::Clean | Found::Sound => self.clear_doubt(start),
        }
        self.cut(found)
    }

    /// Gives up a doubt that enough stands after of: whatever was taken for a value ends at the
    /// first `]`, and whatever for a root before the next node or parenthesis.
    fn clear_doubt(&mut self, last_start: usize) {
        let Some(doubt) = self.doubt else { return };
        let bytes = self.window.bytes();
        let before_last = &bytes[doubt..last_start.max(doubt)];
        if self.at - doubt >= AHEAD && memchr::memchr(b']', before_last).is_some() {
            self.doubt = None;
        }
    }

    /// Whether to cut after what was read last.
    fn cut(&self, found: Found) -> Step {
        let behind = &self.window.bytes()[self.at..];
        let is_clean = found == Found::Clean && !goes_on(behind);
        let may_cut = self.doubt.is_none() && (is_clean || starts_tree(behind));
        if may_cut && self.at - self.start >= PIECE { Step::Cut } else { Step::On }
    }
}

impl Found {
    /// What a part is that was read tolerantly, and starts at `start`.
    fn of(bytes: &[u8], start: usize, collection: Collection<'_>) -> Self {
        let is_utf8 = |game: GameTree<'_>| {
            use CharsetSource::{Corrected, Guessed};
            game.charset() == Charset::UTF_8
                && !matches!(game.charset_source(), Guessed | Corrected)
        };
        let is_text = bytes.is_ascii()
            || (str::from_utf8(bytes).is_ok() && collection.game_trees().all(is_utf8));
        match (is_sound(bytes, start, collection), is_text) {
            (true, true) => Self::Clean,
            (true, false) => Self::Sound,
            (false, true) => Self::Repaired,
            (false, false) => Self::Unclear,
        }
    }
}

/// Whether a part holds one game tree that follows the grammar, read by its characters and read by
/// bytes. What stands before it does not matter.
fn is_sound(bytes: &[u8], start: usize, collection: Collection<'_>) -> bool {
    let is_outside = |found: &Diagnostic| found.game().is_none();
    let diagnostics = collection.diagnostics();
    let mut games = collection.game_trees();
    collection.omitted_diagnostics() == 0
        && diagnostics.iter().all(|found| is_outside(found) || is_harmless(found.code()))
        && games.len() == 1
        && games.next().is_some_and(|it| scan::is_one_game(&bytes[it.span().start() - start..]))
}

/// Whether no rule had to look ahead for it.
fn is_harmless(code: Code) -> bool {
    matches!(code.class(), CodeClass::Charset | CodeClass::Text)
        || matches!(code, Code::DuplicateProperty | Code::SuspiciousValue)
}

/// Whether what stands here, perhaps after white space, may belong to the game tree before it: a
/// `)`, or odd white space.
fn goes_on(bytes: &[u8]) -> bool {
    let first = scan::without_space(bytes).first();
    first.is_none_or(|&byte| byte == b')' || byte == b'\\' || !byte.is_ascii())
}

/// Whether a game tree starts here, or after white space, that no rule takes for anything else: its
/// first property is in capitals.
fn starts_tree(bytes: &[u8]) -> bool {
    let inside = scan::without_space(bytes).strip_prefix(b"(").map(scan::without_space);
    let node = inside.and_then(|inside| inside.strip_prefix(b";"));
    node.is_some_and(|node| scan::starts_property(scan::without_space(node)))
}

/// Whether a game tree starts anywhere in the bytes, even if a `\` takes what follows it.
fn starts_tree_somewhere(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'(', bytes)
        .any(|at| (at == 0 || bytes[at - 1] != b'\\') && starts_tree(&bytes[at..]))
}
