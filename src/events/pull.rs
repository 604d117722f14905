//! Pull: events one at a time, from a small buffer inside the iterator that the scanner fills.

use core::fmt;
use core::iter::FusedIterator;

use crate::error::Error;
use crate::events::skip::{NodeCount, Skip, Until};
use crate::events::{Ident, RawValue};
use crate::scanner::{Bounds, Fault, Scanner, Sink, State};
use crate::span::offset;
use crate::text::ValueEnd;

/// Something that a source holds, in the order of the source. Offsets are bytes of it.
///
/// Each opening has its closing, unless a fault comes before. Between them stand nodes, each
/// followed by its properties, each of these by its values, of which there is at least one.
///
/// ```
/// use kifu::{Event, Events};
///
/// let mut events = Events::new("(;B[aa](;W[bb]))").map(Result::unwrap);
/// assert!(matches!(events.next(), Some(Event::OpenGame(0))));
/// assert!(matches!(events.next(), Some(Event::Node(1))));
/// assert!(matches!(events.next(), Some(Event::Property(ident)) if ident == "B"));
/// assert!(matches!(events.next(), Some(Event::Value(value)) if value.raw() == b"aa"));
/// assert!(matches!(events.next(), Some(Event::OpenVariation(7))));
/// assert!(matches!(events.nth(3), Some(Event::CloseVariation(15))));
/// assert!(matches!(events.next(), Some(Event::CloseGame(16))));
/// assert!(events.next().is_none());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A game tree opens: the offset of its `(`.
    OpenGame(usize),
    /// A tree within a tree opens: the offset of its `(`.
    OpenVariation(usize),
    /// A node starts: the offset of its `;`.
    Node(usize),
    /// A property of the node: its name.
    Property(Ident<'a>),
    /// A value of the property.
    Value(RawValue<'a>),
    /// The innermost open tree within a tree closes: the offset after its `)`.
    CloseVariation(usize),
    /// The game tree closes: the offset after its `)`.
    CloseGame(usize),
}

/// How many events the buffer holds: enough that entering and leaving the scanner does not count,
/// and few enough that they stay near at hand.
const ROOM: usize = 64;

/// An event as it waits in the buffer.
#[derive(Clone, Copy)]
struct Told {
    kind: Kind,
    /// Whether the text of a value differs from its bytes.
    dirty: bool,
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Node,
    Property,
    Value,
    Close,
}

/// The events of a source as an iterator, for callers that want to ask rather than be told.
///
/// It gives what a [`Visitor`](crate::Visitor) is reported, in the same order. After a fault there is
/// nothing more. What is skipped is read all the same, so a fault in it is found.
///
/// Cost: linear; nothing is allocated. The iterator itself takes less than a kilobyte. A visitor
/// is faster, since its code becomes part of the scanner.
///
/// ```
/// use kifu::{Event, Events};
///
/// // The game's length, without a look at the variations.
/// let mut events = Events::new("(;SZ[9];B[ee](;W[ce];B[cc])(;W[gc]))");
/// let mut moves = 0;
/// while let Some(event) = events.next() {
///     match event? {
///         Event::Property(ident) if ident == "B" || ident == "W" => moves += 1,
///         // Behind the first variation, the others are of no interest.
///         Event::CloseVariation(_) => events.skip_variation(),
///         _ => {}
///     }
/// }
/// assert_eq!(moves, 3);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone)]
pub struct Events<'a> {
    source: &'a str,
    max_depth: u32,
    nodes: NodeCount,
    /// Where the scanner stands: after the last event in the buffer.
    state: State,
    buffer: [Told; ROOM],
    /// The events of the buffer that are still to be given.
    next: usize,
    len: usize,
    /// The number of parentheses that are open where the caller stands.
    depth: u32,
    /// What comes after the buffer.
    rest: Rest,
}

/// What comes after the events of a buffer.
#[derive(Clone, Copy)]
enum Rest {
    More,
    Fault(Error),
    Nothing,
}

impl<'a> Events<'a> {
    /// The events of a source, read strictly.
    ///
    /// # Errors
    ///
    /// The iterator gives the fault that [`parse`](crate::parse) finds, after the events before
    /// it; but it does not know of properties that a node has twice.
    ///
    /// ```
    /// use kifu::{ErrorKind, Events, Found};
    ///
    /// let mut events = Events::new("(;B[aa];w[bb])");
    /// assert_eq!(events.by_ref().take_while(Result::is_ok).count(), 5);
    /// assert!(events.next().is_none());
    ///
    /// let error = Events::new("(;B[aa];w[bb])").find_map(Result::err).unwrap();
    /// assert_eq!(error.kind(), ErrorKind::BadIdentStart { found: Found::Char('w') });
    /// assert_eq!(error.span().start(), 8);
    /// ```
    pub fn new(source: &'a str) -> Self {
        Self::with_bounds(source, Bounds::NONE)
    }

    pub(crate) fn with_bounds(source: &'a str, bounds: Bounds) -> Self {
        let rest = match bounds.check_length(source.as_bytes()) {
            Ok(()) => Rest::More,
            Err(error) => Rest::Fault(error),
        };
        Self {
            source,
            max_depth: bounds.max_depth,
            nodes: NodeCount::up_to(bounds.max_nodes),
            state: Scanner::new(source.as_bytes(), bounds.max_depth).state,
            buffer: [Told { kind: Kind::Open, dirty: false, start: 0, end: 0 }; ROOM],
            next: 0,
            len: 0,
            depth: 0,
            rest,
        }
    }

    /// Passes over the properties and values that are left of the node; what comes next is what
    /// follows the node. Outside of a node there is nothing to pass over.
    ///
    /// Cost: linear in what is passed over.
    ///
    /// ```
    /// use kifu::{Event, Events};
    ///
    /// let mut events = Events::new("(;AB[aa][bb]AW[cc];C[x])");
    /// let first = events.find(|event| matches!(event, Ok(Event::Value(_))));
    /// events.skip_node();
    /// assert!(matches!(events.next(), Some(Ok(Event::Node(18)))));
    /// ```
    pub fn skip_node(&mut self) {
        while let Some(told) = self.peek() {
            if !matches!(told.kind, Kind::Property | Kind::Value) {
                return;
            }
            self.next += 1;
        }
        self.skip(Until::NodeEnd);
    }

    /// Passes over the rest of the innermost open tree, what stands in it included; what comes
    /// next is its [`CloseVariation`](Event::CloseVariation), or
    /// [`CloseGame`](Event::CloseGame) if it is the game tree. Behind a game tree there is
    /// nothing to pass over.
    ///
    /// Cost: linear in what is passed over.
    ///
    /// ```
    /// use kifu::{Event, Events};
    ///
    /// let mut events = Events::new("(;B[aa](;W[bb](;B[cc]))(;W[dd]))");
    /// events.find(|event| matches!(event, Ok(Event::OpenVariation(_))));
    /// events.skip_variation();
    /// assert!(matches!(events.next(), Some(Ok(Event::CloseVariation(23)))));
    /// ```
    pub fn skip_variation(&mut self) {
        self.skip_to_close(self.depth);
    }

    /// Passes over the rest of the game tree; what comes next is its
    /// [`CloseGame`](Event::CloseGame). Behind a game tree there is nothing to pass over.
    ///
    /// Cost: linear in what is passed over.
    ///
    /// ```
    /// use kifu::{Event, Events};
    ///
    /// let mut events = Events::new("(;B[aa](;W[bb])(;W[cc]))(;B[dd])");
    /// events.find(|event| matches!(event, Ok(Event::OpenVariation(_))));
    /// events.skip_game();
    /// assert!(matches!(events.next(), Some(Ok(Event::CloseGame(24)))));
    /// assert!(matches!(events.next(), Some(Ok(Event::OpenGame(24)))));
    /// ```
    pub fn skip_game(&mut self) {
        self.skip_to_close(1);
    }

    /// Passes over everything up to the `)` that closes the tree with so many open parentheses.
    fn skip_to_close(&mut self, depth: u32) {
        if self.depth == 0 {
            return;
        }
        while let Some(told) = self.peek() {
            match told.kind {
                Kind::Close if self.depth == depth => return,
                Kind::Close => self.depth -= 1,
                Kind::Open => self.depth += 1,
                Kind::Node | Kind::Property | Kind::Value => {}
            }
            self.next += 1;
        }
        self.skip(Until::Close { depth });
        self.depth = depth;
    }

    /// Takes the scanner on from the end of the buffer, in the game tree that it stands in.
    fn skip(&mut self, until: Until) {
        if self.state.depth == 0 || !matches!(self.rest, Rest::More) {
            return;
        }
        let mut scanner = self.scanner();
        // All that the scanner has told of is before it, so it tells of nothing twice.
        let skipped = Skip { until, told: 0 }.run(&mut scanner, &mut self.nodes);
        self.state = scanner.state;
        if let Err(fault) = skipped {
            self.rest = Rest::Fault(fault.error(self.source.as_bytes()));
        }
    }

    fn scanner(&self) -> Scanner<'a> {
        Scanner::resume(self.source.as_bytes(), self.state, self.max_depth)
    }

    /// The next event of the buffer.
    #[inline(always)]
    fn peek(&self) -> Option<Told> {
        if self.next < self.len { self.buffer.get(self.next).copied() } else { None }
    }

    /// Fills the empty buffer.
    #[inline(never)]
    fn fill(&mut self) {
        (self.next, self.len) = (0, 0);
        if !matches!(self.rest, Rest::More) {
            return;
        }
        let mut scanner = self.scanner();
        let mut recorder = Recorder { buffer: &mut self.buffer, len: 0, nodes: self.nodes };
        self.rest = loop {
            match scanner.next_game(&mut recorder) {
                Ok(true) => {}
                Ok(false) => break Rest::Nothing,
                Err(Halt::Full) => break Rest::More,
                Err(Halt::Fault(fault)) => break Rest::Fault(fault.error(self.source.as_bytes())),
            }
        };
        (self.len, self.nodes) = (recorder.len, recorder.nodes);
        self.state = scanner.state;
    }

    /// The event that was recorded, for the caller who has come to it.
    #[inline(always)]
    fn event(&mut self, told: Told) -> Event<'a> {
        let (start, end) = (told.start as usize, told.end as usize);
        match told.kind {
            Kind::Node => Event::Node(start),
            Kind::Property => Event::Property(Ident::new(self.source, start, end)),
            Kind::Value => Event::Value(RawValue::new(self.source, start, end, told.dirty)),
            Kind::Open => {
                self.depth += 1;
                if self.depth == 1 { Event::OpenGame(start) } else { Event::OpenVariation(start) }
            }
            Kind::Close => {
                self.depth -= 1;
                if self.depth == 0 { Event::CloseGame(end) } else { Event::CloseVariation(end) }
            }
        }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.len {
            self.fill();
        }
        match self.peek() {
            Some(told) => {
                self.next += 1;
                Some(Ok(self.event(told)))
            }
            None => match core::mem::replace(&mut self.rest, Rest::Nothing) {
                Rest::Fault(error) => Some(Err(error)),
                Rest::More | Rest::Nothing => None,
            },
        }
    }
}

impl FusedIterator for Events<'_> {}

impl fmt::Debug for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// Why the scanner stops while it fills a buffer.
enum Halt {
    Fault(Fault),
    Full,
}

impl From<Fault> for Halt {
    #[inline(always)]
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Fills a buffer with what the scanner tells.
///
/// It stops before a node that there is no room for with a property and its value, and in
/// front of a property that there is no room for with its value: what the scanner tells in one go
/// is kept together, so that it tells of nothing twice.
struct Recorder<'b> {
    buffer: &'b mut [Told; ROOM],
    len: usize,
    nodes: NodeCount,
}

impl Recorder<'_> {
    /// Stops unless the buffer has room for so many events.
    #[inline(always)]
    fn ask_for(&self, events: usize) -> Result<(), Halt> {
        if ROOM - self.len < events { Err(Halt::Full) } else { Ok(()) }
    }

    #[inline(always)]
    fn record(&mut self, kind: Kind, start: usize, end: usize, dirty: bool) -> Result<(), Halt> {
        let place = self.buffer.get_mut(self.len).ok_or(Halt::Full)?;
        *place = Told { kind, dirty, start: offset(start), end: offset(end) };
        self.len += 1;
        Ok(())
    }
}

impl Sink for Recorder<'_> {
    type Stop = Halt;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Halt> {
        self.record(Kind::Open, at, at + 1, false)
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Halt> {
        self.record(Kind::Close, end - 1, end, false)
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Halt> {
        self.ask_for(3)?;
        self.nodes.add(at)?;
        self.record(Kind::Node, at, at + 1, false)
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) -> Result<(), Halt> {
        self.ask_for(2)?;
        self.record(Kind::Property, start, end, false)
    }

    #[inline(always)]
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.record(Kind::Value, start, end.at, end.dirty)
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.first_value(start, end)
    }
}
