//! Large records in pieces of whole game trees, so that none is in memory as a whole and every
//! worker has its part. Where they are cut is left to `cut`.

mod cut;
mod lines;
mod scan;
mod window;

use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use kifu::values::TreeFacts;
use kifu::{Arena, Before, ParseOptions, Parser};

use kifu::archives::Entry;

use super::{Limits, PieceSink, fault};
use cut::Cutter;
use window::Window;

/// Up to how many bytes a record is taken whole.
pub(crate) const WHOLE: usize = 1024 * 1024;

/// How many bytes the root of the first game tree is looked for in.
const ROOT: usize = 16 * 1024;

/// A part of a record that gives by itself what it gives in the whole.
pub(crate) struct Piece<'p> {
    /// Its bytes, and some of those around them.
    pub(crate) bytes: &'p [u8],
    /// Which of them are its own. Before the first piece there are no others.
    pub(crate) own: Range<usize>,
    pub(crate) place: Place,
}

/// Where the bytes of a piece stand in the record, and what stands in front.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    /// How many lines end before the bytes, and how much of the next one stands there.
    pub(crate) lines: usize,
    pub(crate) columns: usize,
    /// How many game trees and nodes stand before the piece.
    pub(crate) games: usize,
    pub(crate) nodes: usize,
    pub(crate) before: Before,
}

/// What all pieces of a record have in common.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) entry: Entry,
    is_faulty: AtomicBool,
    /// What its first game tree says of its format; known once the first piece is.
    first_tree: OnceLock<Option<TreeFacts>>,
}

impl Whole {
    pub(crate) fn new(entry: Entry) -> Self {
        Self { entry, is_faulty: AtomicBool::new(false), first_tree: OnceLock::new() }
    }

    /// What its first game tree says of its format, in a piece that does not start with it.
    pub(crate) fn first_tree(&self) -> Option<TreeFacts> {
        self.first_tree.get().cloned().flatten()
    }

    /// Reads the root of the first game tree, before the piece goes to whoever asks for it. Nearly always
    /// it stands at the start.
    fn look_at(&self, first: &Piece<'_>) {
        self.first_tree.get_or_init(|| {
            let own = &first.bytes[..first.own.end];
            let start = &own[..own.len().min(ROOT)];
            let of = |bytes: &[u8], nodes| {
                let arena = Arena::new();
                let game = Parser::new().read_game(&arena, bytes, 0)?;
                let is_there = game.collection().nodes().len() >= nodes;
                is_there.then(|| TreeFacts::of(game.collection()))
            };
            // A root with a node after it is all there.
            of(start, 2).or_else(|| of(own, 1)).flatten()
        });
    }

    /// Remembers that a fault was found, on whatever thread; says whether it is the first one.
    pub(crate) fn mark_faulty(&self) -> bool {
        !self.is_faulty.swap(true, Ordering::Relaxed)
    }
}

/// Hands on a record that may be large, by the limits and options of the sink.
pub(crate) fn stream(
    entry: Entry,
    stream: &mut dyn Read,
    sink: &mut impl PieceSink,
) -> ControlFlow<()> {
    // Each of the pieces has to be small enough.
    let limits = sink.limits();
    let options = sink.pieces().unwrap_or_default();
    record(entry, stream, limits, options, sink)
}

/// Hands on a record that may be large: whole if it is small after all, or an archive by its bytes,
/// else in pieces. A fault is reported after what could be read.
///
/// The limits are about what is in memory at once.
fn record(
    entry: Entry,
    stream: &mut dyn Read,
    limits: Limits,
    options: ParseOptions,
    sink: &mut impl PieceSink,
) -> ControlFlow<()> {
    let name = entry.name().to_owned();
    let mut window = Window::new(stream, limits);
    let filled = window.fill();
    let head = window.bytes();
    // A zip with something before it is known by its end alone.
    let is_archive = entry.may_be_archive(head);
    let error = if is_archive || window.at_end() {
        match filled.and_then(|()| window.fill_all()) {
            // What is too large is skipped as a whole.
            Err(error) if !window.at_end() || window.bytes().is_empty() => Some(error),
            read => {
                sink.record(entry, &mut |buffer| {
                    buffer.extend_from_slice(window.bytes());
                    Ok(())
                })?;
                read.err()
            }
        }
    } else {
        pieces(Whole::new(entry), Cutter::new(window, options), sink)?.err()
    };
    error.map_or(ControlFlow::Continue(()), |error| fault(sink, &name, error))
}

fn pieces(
    whole: Whole,
    mut cutter: Cutter<'_>,
    sink: &mut impl PieceSink,
) -> ControlFlow<(), io::Result<()>> {
    let whole = Arc::new(whole);
    loop {
        match cutter.next_piece() {
            Ok(Some(piece)) => {
                whole.look_at(&piece);
                sink.piece(&whole, &piece)?;
            }
            Ok(None) => return ControlFlow::Continue(cutter.into_fault()),
            Err(error) => return ControlFlow::Continue(Err(error)),
        }
    }
}
