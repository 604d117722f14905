//! Bytes to structure: the grammar as one pass that calls a [`Sink`]. It allocates nothing, knows
//! no text and builds no tree.

use crate::charset::{Bytes, Chars};
use crate::text::{ValueEnd, is_space, leading_spaces};

/// What the scanner tells of, in the order of the input. Offsets are bytes of the input.
///
/// A method that stops the scan does so before it takes effect: the scanner then stands in front
/// of what it was about to tell of, and tells it again when it goes on.
pub(crate) trait Sink {
    /// Why a scan stops: at a fault, or for a reason of the sink's own.
    type Stop: From<Fault>;
    /// Whether the sink takes lone moves in runs.
    const TAKES_RUNS: bool = false;

    /// A game tree or a sub-tree opens: the offset of its `(`.
    fn open(&mut self, at: usize) -> Result<(), Self::Stop>;
    /// The innermost open tree closes: the offset after its `)`.
    fn close(&mut self, end: usize) -> Result<(), Self::Stop>;
    /// A node starts: the offset of its `;`.
    fn node(&mut self, at: usize) -> Result<(), Self::Stop>;
    /// Nodes that hold one move and nothing else, one directly after the other, `;B[xx]`: the
    /// offset of the first `;`, and how many. Gives how many it takes; of the others it is reported as
    /// of any.
    ///
    /// A sink that stops here has taken none.
    #[inline(always)]
    fn lone_moves(&mut self, at: usize, count: usize) -> Result<usize, Self::Stop> {
        let _ = (at, count);
        Ok(0)
    }
    /// A property starts: where its ident stands. Its first value follows at once.
    ///
    /// A sink that stops here is told of the node again if the property is a move, the first of it.
    fn property(&mut self, start: usize, end: usize) -> Result<(), Self::Stop>;
    /// The value of a property has no end. This is reported before that becomes the fault, since the
    /// ident stands before it and may be one too.
    fn unclosed_property(&mut self, start: usize, end: usize) -> Result<(), Self::Stop> {
        let _ = (start, end);
        Ok(())
    }
    /// The first value of the property: the offset after its `[`, and its end.
    ///
    /// A sink that stops here is told of the property again, and of the node of a move.
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Self::Stop>;
    /// A further value of the property.
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Self::Stop>;
}

/// Where the scanner stands in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before, between or after the game trees.
    Outside,
    /// Behind a `(`: only the `;` of a first node may follow.
    Opened,
    /// In a node.
    Node,
    /// Behind the last node of a tree: only sub-trees and the end of the tree may follow.
    Variations,
}

/// All that the scanner remembers of what it has read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// The next byte.
    pub(crate) at: usize,
    pub(crate) place: Place,
    /// The number of open parentheses.
    pub(crate) depth: u32,
    /// Whether the node has a property, so that a `[` starts a further value.
    pub(crate) has_property: bool,
    /// Whether a game tree has been read.
    pub(crate) in_collection: bool,
}

impl State {
    /// Before a game tree, or of the end of the input.
    pub(crate) fn outside(at: usize, in_collection: bool) -> Self {
        Self { at, place: Place::Outside, depth: 0, has_property: false, in_collection }
    }

    /// Before the game tree that starts at `at` or after it; at the start of the input,
    /// after a byte order mark if there is one.
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        match at {
            0 if bytes.starts_with(b"\xEF\xBB\xBF") => Self::outside(3, false),
            _ => Self::outside(at.min(bytes.len()), at > 0),
        }
    }
}

/// Where reading cannot go on as the grammar has it, or must not: what strict reading makes of it
/// is left to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) place: FaultPlace,
    pub(crate) at: usize,
}

/// What a [`Fault`] stands in the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultPlace {
    /// The `(` of a game tree, the first one or a further one.
    Tree { in_collection: bool },
    /// The `;` of a first node.
    FirstNode,
    /// What may follow in a node.
    InNode,
    /// A further letter of an ident.
    InIdent,
    /// The `[` after an ident.
    Value,
    /// Nothing: the `[` stands here of a value without an end.
    UnclosedValue,
    /// The `)` of a tree, where the input ends.
    TreeEnd,
    /// A further sub-tree, or the `)` of a tree.
    Variation,
    /// A `(` that opens one tree too many.
    Depth { limit: u32 },
    /// A node too many.
    Nodes { limit: u32 },
    /// An ident that its node has already.
    Ident,
}

/// The bounds on an input. They are those of [`ParseOptions`](crate::ParseOptions).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) max_depth: u32,
    pub(crate) max_nodes: u32,
    pub(crate) max_bytes: u32,
}

impl Bounds {
    /// No bound but those that 32-bit offsets set.
    pub(crate) const NONE: Self =
        Self { max_depth: u32::MAX, max_nodes: u32::MAX, max_bytes: u32::MAX };
}

/// One pass over the input, a game tree at a time. It is made anew for each way to step over
/// characters, so that what needs none pays nothing.
pub(crate) struct Scanner<'s, C = Bytes> {
    pub(crate) bytes: &'s [u8],
    pub(crate) state: State,
    pub(crate) chars: C,
    max_depth: u32,
}

/// The start of a node that holds a move, as a little-endian word: `;`, a byte of 0x40 to 0x5F for
/// the ident, `[`, two bytes of 0x60 to 0x7F, `]`, and two bytes that do not matter. No byte of
/// 0x60 to 0x7F ends, escapes or changes a value.
const MOVE: u64 = u64::from_le_bytes([b';', 0x40, b'[', 0x60, 0x60, b']', 0, 0]);
/// The bits in which such a node agrees with [`MOVE`].
const MOVE_MASK: u64 = u64::from_le_bytes([0xFF, 0xE0, 0xFF, 0xE0, 0xE0, 0xFF, 0, 0]);

/// The bytes of such a node.
pub(crate) const MOVE_LENGTH: usize = 6;

/// Fewer lone moves than these are not worth the trouble of a run.
const SHORT_RUN: usize = 3;

impl<'s> Scanner<'s> {
    /// A scanner at the start of the input, after a byte order mark if there is one.
    pub(crate) fn new(bytes: &'s [u8], max_depth: u32) -> Self {
        Self::resume(bytes, State::at(bytes, 0), max_depth)
    }

    /// A scanner that goes on where another one, of the same input or of less of it, stopped.
    pub(crate) fn resume(bytes: &'s [u8], state: State, max_depth: u32) -> Self {
        Self { bytes, state, chars: Bytes, max_depth }
    }
}

impl<'s, C: Chars> Scanner<'s, C> {
    /// The same scanner, stepping over characters in another way from here on.
    pub(crate) fn with_chars<D: Chars>(self, chars: D) -> Scanner<'s, D> {
        Scanner { bytes: self.bytes, state: self.state, chars, max_depth: self.max_depth }
    }

    /// Reads to the end of the next game tree; `Ok(false)` says that none is left.
    ///
    /// Where it stops, the state says what it stands before, and it can go on from there.
    #[inline(always)]
    pub(crate) fn next_game<S: Sink>(&mut self, sink: &mut S) -> Result<bool, S::Stop> {
        // A copy of its own keeps the state in registers.
        let mut state = self.state;
        let read = self.scan(&mut state, sink);
        self.state = state;
        read
    }

    /// The whole grammar, a place at a time; each place leads to the one below it, or back to the
    /// first.
    #[inline(always)]
    fn scan<S: Sink>(&self, state: &mut State, sink: &mut S) -> Result<bool, S::Stop> {
        loop {
            if state.place == Place::Outside && !self.outside(state)? {
                return Ok(false);
            }
            if state.place == Place::Opened {
                self.opened(state)?;
            }
            if state.place == Place::Node {
                self.nodes(state, sink)?;
            }
            if state.place == Place::Variations && self.variations(state, sink)? {
                return Ok(true);
            }
        }
    }

    /// Before, between and after the game trees; says whether there is one more.
    #[inline(always)]
    fn outside(&self, state: &mut State) -> Result<bool, Fault> {
        state.at = skip_space(self.bytes, state.at);
        match self.bytes.get(state.at) {
            Some(b'(') => {
                state.place = Place::Variations;
                Ok(true)
            }
            None if state.in_collection => Ok(false),
            _ => {
                let place = FaultPlace::Tree { in_collection: state.in_collection };
                Err(fault(place, state.at))
            }
        }
    }

    /// Behind a `(`.
    #[inline(always)]
    fn opened(&self, state: &mut State) -> Result<(), Fault> {
        state.at = skip_space(self.bytes, state.at);
        if self.bytes.get(state.at) != Some(&b';') {
            return Err(fault(FaultPlace::FirstNode, state.at));
        }
        state.place = Place::Node;
        Ok(())
    }

    /// The nodes of a sequence, and all that they hold.
    ///
    /// What makes it fast: nearly every node of a record starts with a move, `;B[xx]`, so eight
    /// bytes at once are compared with that form. Where several of them follow each other, and
    /// hold nothing else, they are counted in this one test and told of in one call. Of all else
    /// a byte says what it is, and is read property by property.
    #[inline(always)]
    fn nodes<S: Sink>(&self, state: &mut State, sink: &mut S) -> Result<(), S::Stop> {
        let bytes = self.bytes;
        loop {
            while let Some(behind) = byte_behind_move(bytes, state.at) {
                if S::TAKES_RUNS && behind == b';' {
                    let count = lone_moves(bytes, state.at);
                    if count >= SHORT_RUN {
                        let taken = sink.lone_moves(state.at, count)?;
                        state.at += taken * MOVE_LENGTH;
                        if taken > 0 {
                            continue;
                        }
                    }
                }
                let at = state.at;
                sink.node(at)?;
                sink.property(at + 1, at + 2)?;
                sink.first_value(at + 3, ValueEnd { at: at + 5, dirty: false })?;
                (state.at, state.has_property) = (at + MOVE_LENGTH, true);
                match behind {
                    b';' => {}
                    b'\n' => state.at = skip_space(bytes, state.at + 1),
                    _ => break,
                }
            }
            match bytes.get(state.at) {
                Some(b'A'..=b'Z') => {
                    state.at = property(bytes, state.at, self.chars, sink)?;
                    state.has_property = true;
                }
                Some(b';') => {
                    sink.node(state.at)?;
                    state.has_property = false;
                    state.at += 1;
                }
                Some(b'[') if state.has_property => {
                    let Some(end) = self.chars.value_end(bytes, state.at + 1) else {
                        return Err(fault(FaultPlace::UnclosedValue, state.at).into());
                    };
                    sink.next_value(state.at + 1, end)?;
                    state.at = end.at + 1;
                }
                Some(b'(' | b')') => {
                    state.place = Place::Variations;
                    return Ok(());
                }
                Some(&byte) if is_space(byte) => state.at = skip_space(bytes, state.at + 1),
                Some(_) => return Err(fault(FaultPlace::InNode, state.at).into()),
                None => return Err(fault(FaultPlace::TreeEnd, state.at).into()),
            }
        }
    }

    /// Opens a tree, or closes as many as end; says whether the game tree is one of them.
    #[inline(always)]
    fn variations<S: Sink>(&self, state: &mut State, sink: &mut S) -> Result<bool, S::Stop> {
        let bytes = self.bytes;
        loop {
            state.at = skip_space(bytes, state.at);
            match bytes.get(state.at) {
                Some(b'(') if state.depth == self.max_depth => {
                    return Err(fault(FaultPlace::Depth { limit: self.max_depth }, state.at).into());
                }
                Some(b'(') => {
                    sink.open(state.at)?;
                    state.depth += 1;
                    state.at += 1;
                    state.place = Place::Opened;
                    return Ok(false);
                }
                Some(b')') => {
                    sink.close(state.at + 1)?;
                    state.at += 1;
                    state.depth -= 1;
                    if state.depth == 0 {
                        state.place = Place::Outside;
                        state.in_collection = true;
                        return Ok(true);
                    }
                }
                Some(_) => return Err(fault(FaultPlace::Variation, state.at).into()),
                None => return Err(fault(FaultPlace::TreeEnd, state.at).into()),
            }
        }
    }
}

/// Reads to the end of the next game tree, from the state on, which is kept.
///
/// It stands apart so that the scanner keeps its registers, and the compiler knows that nothing that
/// is handed over overlaps.
#[inline(never)]
pub(crate) fn next_game<S: Sink>(
    bytes: &[u8],
    state: &mut State,
    max_depth: u32,
    chars: impl Chars,
    sink: &mut S,
) -> Result<bool, S::Stop> {
    let mut scanner = Scanner::resume(bytes, *state, max_depth).with_chars(chars);
    let read = scanner.next_game(sink);
    *state = scanner.state;
    read
}

/// If a node starts at `at` with a move, `;B[xx]`, and two more bytes follow: the first of them.
#[inline(always)]
fn byte_behind_move(bytes: &[u8], at: usize) -> Option<u8> {
    let window = bytes.get(at..at + 8)?;
    let word = u64::from_le_bytes(window.try_into().unwrap());
    (word & MOVE_MASK == MOVE && window[1].is_ascii_uppercase()).then(|| window[MOVE_LENGTH])
}

/// How many lone moves stand in a row from the move at `at` on: after each of them another move
/// follows.
#[inline(always)]
fn lone_moves(bytes: &[u8], at: usize) -> usize {
    let mut next = at + MOVE_LENGTH;
    while byte_behind_move(bytes, next).is_some() {
        next += MOVE_LENGTH;
    }
    (next - at) / MOVE_LENGTH - 1
}

/// Reads the property whose ident starts at `start`, up to the end of its first value.
#[inline(always)]
fn property<S: Sink>(
    bytes: &[u8],
    start: usize,
    chars: impl Chars,
    sink: &mut S,
) -> Result<usize, S::Stop> {
    // Nearly all idents have one or two letters and their `[` directly behind.
    let (end, open) = match bytes.get(start + 1..start + 3) {
        Some(&[b'[', _]) => (start + 1, start + 1),
        Some(&[b'A'..=b'Z', b'[']) => (start + 2, start + 2),
        _ => ident(bytes, start)?,
    };
    let Some(value) = chars.value_end(bytes, open + 1) else {
        sink.unclosed_property(start, end)?;
        return Err(fault(FaultPlace::UnclosedValue, open).into());
    };
    sink.property(start, end)?;
    sink.first_value(open + 1, value)?;
    Ok(value.at + 1)
}

/// The end of the ident that starts at `start`, and the offset of the `[` after it.
#[cold]
fn ident(bytes: &[u8], start: usize) -> Result<(usize, usize), Fault> {
    let letters = bytes[start..].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let end = start + letters;
    if bytes.get(end).is_some_and(u8::is_ascii_lowercase) {
        return Err(fault(FaultPlace::InIdent, end));
    }
    let open = skip_space(bytes, end);
    match bytes.get(open) {
        Some(b'[') => Ok((end, open)),
        _ => Err(fault(FaultPlace::Value, open)),
    }
}

/// The offset of the first byte from `at` on that is no white space.
#[inline(always)]
pub(crate) fn skip_space(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(&byte) if is_space(byte) => skip_spaces(bytes, at + 1),
        _ => at,
    }
}

/// As [`skip_space`], where there may be several: indented records have any number in a row, so
/// eight are looked at in one step.
#[inline(always)]
fn skip_spaces(bytes: &[u8], mut at: usize) -> usize {
    while let Some(window) = bytes.get(at..at + 8) {
        let count = leading_spaces(u64::from_le_bytes(window.try_into().unwrap()));
        at += count;
        if count < 8 {
            return at;
        }
    }
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

#[cold]
fn fault(place: FaultPlace, at: usize) -> Fault {
    Fault { place, at }
}
