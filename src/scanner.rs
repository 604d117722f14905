//! Bytes to structure: the grammar as one pass that calls a [`Sink`]. It allocates nothing, knows
//! no text and builds no tree.

use crate::charset::{Bytes, Chars};
use crate::error::{Error, ErrorKind, Found};
use crate::span::Span;
use crate::text::{ValueEnd, is_space};

/// What the scanner tells of, in the order of the input. Offsets are bytes of the input.
///
/// A method that stops the scan does so before it takes effect: the scanner then stands in front
/// of what it was about to tell of, and tells it again when it goes on.
pub(crate) trait Sink {
    /// Why a scan stops: at a fault, or for a reason of the sink's own.
    type Stop: From<Error>;

    /// A game tree or a sub-tree opens: the offset of its `(`.
    fn open(&mut self, at: usize) -> Result<(), Self::Stop>;
    /// The innermost open tree closes: the offset behind its `)`.
    fn close(&mut self, end: usize) -> Result<(), Self::Stop>;
    /// A node starts: the offset of its `;`.
    fn node(&mut self, at: usize) -> Result<(), Self::Stop>;
    /// A node starts that holds one move and nothing else, six bytes `;B[xx]`: the offset of its
    /// `;`. It stands for the node, the property and its value; a sink that stops at one of them
    /// is told of all three again.
    #[inline(always)]
    fn lone_move(&mut self, at: usize) -> Result<(), Self::Stop> {
        self.node(at)?;
        self.property(at + 1, at + 2)?;
        self.first_value(at + 3, ValueEnd { at: at + 5, dirty: false })
    }
    /// A property starts: where its ident stands. Its first value follows at once.
    fn property(&mut self, start: usize, end: usize) -> Result<(), Self::Stop>;
    /// The value of a property has no end. This is told before that becomes the fault, since the
    /// ident stands in front of it and may be one too.
    fn unclosed_property(&mut self, start: usize, end: usize) -> Result<(), Self::Stop> {
        let _ = (start, end);
        Ok(())
    }
    /// The first value of the property: the offset behind its `[`, and its end.
    ///
    /// A sink that stops here is told of the property again.
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Self::Stop>;
    /// A further value of the property.
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Self::Stop>;
}

/// Where the scanner stands in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before, between or behind the game trees.
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
    /// In front of a game tree, or of the end of the input.
    pub(crate) fn outside(at: usize, in_collection: bool) -> Self {
        Self { at, place: Place::Outside, depth: 0, has_property: false, in_collection }
    }

    /// In front of the game tree that starts at `at` or behind it; at the start of the input,
    /// behind a byte order mark if there is one.
    pub(crate) fn at(bytes: &[u8], at: usize) -> Self {
        match at {
            0 if bytes.starts_with(b"\xEF\xBB\xBF") => Self::outside(3, false),
            _ => Self::outside(at.min(bytes.len()), at > 0),
        }
    }
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

    /// Refuses an input that is too long, or that 32-bit offsets cannot tell of.
    pub(crate) fn check_length(self, bytes: &[u8]) -> Result<(), Error> {
        // Offsets have 32 bits, and the last one is kept for what is nowhere.
        let limit = self.max_bytes.min(u32::MAX - 1);
        if bytes.len() > limit as usize {
            return Err(Error::new(ErrorKind::InputTooLong { limit }, Span::new(0, 0)));
        }
        Ok(())
    }
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

impl<'s> Scanner<'s> {
    /// A scanner at the start of the input, behind a byte order mark if there is one.
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
    /// Where it stops, the state says what it stands in front of, and it can go on from there.
    #[inline(always)]
    pub(crate) fn next_game<S: Sink>(&mut self, sink: &mut S) -> Result<bool, S::Stop> {
        // A copy of its own keeps the state in registers.
        let mut state = self.state;
        let read = self.scan(&mut state, sink);
        self.state = state;
        read
    }

    /// The whole grammar, a place at a time.
    ///
    /// What makes it fast stands in the middle: nearly every node of a record starts with a move,
    /// `;B[xx]`, and mostly another node follows, so eight bytes at once are compared with that
    /// form. A lone move is taken in this one test, and leaves one number behind. Of a move that
    /// more belongs to, as in `;B[aa]C[…]`, the form is kept, and the rest is read as any other
    /// node is: property by property.
    #[inline(always)]
    fn scan<S: Sink>(&self, state: &mut State, sink: &mut S) -> Result<bool, S::Stop> {
        let bytes = self.bytes;
        loop {
            match state.place {
                Place::Outside => {
                    state.at = skip_space(bytes, state.at);
                    match bytes.get(state.at) {
                        Some(b'(') => state.place = Place::Variations,
                        None if state.in_collection => return Ok(false),
                        _ => return Err(no_tree(bytes, state).into()),
                    }
                }
                Place::Opened => {
                    state.at = skip_space(bytes, state.at);
                    match bytes.get(state.at) {
                        Some(b';') => state.place = Place::Node,
                        _ => return Err(empty_tree(bytes, state.at).into()),
                    }
                }
                Place::Node => loop {
                    while let Some(window) = bytes.get(state.at..state.at + 8) {
                        let word = u64::from_le_bytes(window.try_into().unwrap());
                        if word & MOVE_MASK != MOVE || !window[1].is_ascii_uppercase() {
                            break;
                        }
                        let at = state.at;
                        match (window[6], window[7]) {
                            (b';' | b'(' | b')', _) => {
                                sink.lone_move(at)?;
                                state.at = at + 6;
                            }
                            (b'\n', b';') => {
                                sink.lone_move(at)?;
                                state.at = at + 7;
                            }
                            _ => {
                                sink.node(at)?;
                                (state.at, state.has_property) = (at + 1, false);
                                sink.property(at + 1, at + 2)?;
                                sink.first_value(at + 3, ValueEnd { at: at + 5, dirty: false })?;
                                (state.at, state.has_property) = (at + 6, true);
                                break;
                            }
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
                                return Err(unclosed_value(state.at).into());
                            };
                            sink.next_value(state.at + 1, end)?;
                            state.at = end.at + 1;
                        }
                        Some(b'(' | b')') => {
                            state.place = Place::Variations;
                            break;
                        }
                        Some(&byte) if is_space(byte) => state.at += 1,
                        Some(_) => return Err(bad_ident_start(bytes, state.at).into()),
                        None => return Err(unclosed_tree(state.at).into()),
                    }
                },
                Place::Variations => loop {
                    state.at = skip_space(bytes, state.at);
                    match bytes.get(state.at) {
                        Some(b'(') if state.depth == self.max_depth => {
                            return Err(too_deep(state.at, self.max_depth).into());
                        }
                        Some(b'(') => {
                            sink.open(state.at)?;
                            state.depth += 1;
                            state.at += 1;
                            state.place = Place::Opened;
                            break;
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
                        Some(_) => return Err(node_after_variation(bytes, state.at).into()),
                        None => return Err(unclosed_tree(state.at).into()),
                    }
                },
            }
        }
    }
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
        return Err(unclosed_value(open).into());
    };
    sink.property(start, end)?;
    sink.first_value(open + 1, value)?;
    Ok(value.at + 1)
}

/// The end of the ident that starts at `start`, and the offset of the `[` behind it.
#[cold]
fn ident(bytes: &[u8], start: usize) -> Result<(usize, usize), Error> {
    let letters = bytes[start..].iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let end = start + letters;
    if bytes.get(end).is_some_and(u8::is_ascii_lowercase) {
        return Err(fault(bytes, end, |found| ErrorKind::LowercaseInIdent { found }));
    }
    let open = skip_space(bytes, end);
    match bytes.get(open) {
        Some(b'[') => Ok((end, open)),
        _ => Err(fault(bytes, open, |found| ErrorKind::MissingValue { found })),
    }
}

#[inline(always)]
pub(crate) fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// The error for what stands at `at` in the place of something else.
#[cold]
fn fault(bytes: &[u8], at: usize, kind: impl FnOnce(Found) -> ErrorKind) -> Error {
    let (found, end) = Found::at(bytes, at);
    Error::new(kind(found), Span::new(at, end))
}

#[cold]
fn no_tree(bytes: &[u8], state: &State) -> Error {
    let in_collection = state.in_collection;
    fault(bytes, state.at, |found| match found {
        Found::End => ErrorKind::Empty,
        _ if in_collection => ErrorKind::TrailingData { found },
        _ => ErrorKind::JunkBeforeTree { found },
    })
}

#[cold]
fn empty_tree(bytes: &[u8], at: usize) -> Error {
    fault(bytes, at, |found| ErrorKind::EmptyTree { found })
}

#[cold]
fn bad_ident_start(bytes: &[u8], at: usize) -> Error {
    fault(bytes, at, |found| ErrorKind::BadIdentStart { found })
}

#[cold]
fn node_after_variation(bytes: &[u8], at: usize) -> Error {
    fault(bytes, at, |found| ErrorKind::NodeAfterVariation { found })
}

#[cold]
fn unclosed_value(open: usize) -> Error {
    Error::new(ErrorKind::UnclosedValue, Span::new(open, open + 1))
}

#[cold]
fn unclosed_tree(at: usize) -> Error {
    Error::new(ErrorKind::UnclosedTree, Span::new(at, at))
}

#[cold]
fn too_deep(at: usize, limit: u32) -> Error {
    Error::new(ErrorKind::TooDeep { limit }, Span::new(at, at + 1))
}
