//! The sink that passes over what nobody wants to be told of. What it passes over is scanned like
//! the rest, so faults are found in it too.

#[cfg(feature = "std")]
use crate::error::Error;
#[cfg(feature = "std")]
use crate::scanner;
use crate::scanner::{Fault, FaultPlace, Scanner, Sink};
use crate::text::ValueEnd;

/// Counts nodes against the bound on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeCount {
    count: u32,
    limit: u32,
}

impl NodeCount {
    pub(crate) fn up_to(limit: u32) -> Self {
        Self { count: 0, limit }
    }

    /// Counts the node at `at`, or refuses it.
    #[inline(always)]
    pub(crate) fn add(&mut self, at: usize) -> Result<(), Fault> {
        if self.count == self.limit {
            return Err(too_many_nodes(at, self.limit));
        }
        self.count += 1;
        Ok(())
    }
}

#[cold]
fn too_many_nodes(at: usize, limit: u32) -> Fault {
    Fault { place: FaultPlace::Nodes { limit }, at }
}

/// Up to where to pass over things. The scanner stops before what stands there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until {
    /// Whatever follows the node.
    NodeEnd,
    /// The `)` of the tree that has so many open parentheses, its own among them.
    Close { depth: u32 },
}

/// What to pass over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skip {
    pub(crate) until: Until,
    /// Where the last thing stands that was told of. The scanner may tell of it once more, and of
    /// the node that it belongs to: these count neither as nodes nor as the end.
    pub(crate) told: usize,
}

impl Skip {
    /// Takes the scanner to the end of what is skipped, which must be in the game tree that it
    /// stands in.
    #[inline(never)]
    pub(crate) fn run(self, scanner: &mut Scanner<'_>, nodes: &mut NodeCount) -> Result<(), Fault> {
        let mut skipper = Skipper { skip: self, depth: scanner.state.depth, nodes: *nodes };
        let scanned = scanner.next_game(&mut skipper);
        *nodes = skipper.nodes;
        match scanned {
            Ok(_) | Err(Halt::Arrived) => Ok(()),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }
}

/// Passes over the game tree that the scanner is in or before, and says where it stands then.
#[cfg(feature = "std")]
pub(crate) fn skip_game_tree(
    bytes: &[u8],
    state: scanner::State,
) -> (Result<(), Error>, scanner::State) {
    let mut scanner = Scanner::resume(bytes, state, u32::MAX);
    // No `)` has so few open parentheses.
    let skip = Skip { until: Until::Close { depth: 0 }, told: 0 };
    let skipped = skip.run(&mut scanner, &mut NodeCount::up_to(u32::MAX));
    (skipped.map_err(|fault| fault.error(bytes)), scanner.state)
}

/// Why the scanner stops while it skips.
enum Halt {
    Fault(Fault),
    Arrived,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Passes over everything up to the end of a [`Skip`].
struct Skipper {
    skip: Skip,
    /// The number of open parentheses.
    depth: u32,
    nodes: NodeCount,
}

impl Sink for Skipper {
    type Stop = Halt;

    #[inline(always)]
    fn open(&mut self, _: usize) -> Result<(), Halt> {
        if matches!(self.skip.until, Until::NodeEnd) {
            return Err(Halt::Arrived);
        }
        self.depth += 1;
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self, _: usize) -> Result<(), Halt> {
        match self.skip.until {
            Until::NodeEnd => return Err(Halt::Arrived),
            Until::Close { depth } if depth == self.depth => return Err(Halt::Arrived),
            Until::Close { .. } => {}
        }
        self.depth -= 1;
        Ok(())
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Halt> {
        if at <= self.skip.told {
            return Ok(());
        }
        if matches!(self.skip.until, Until::NodeEnd) {
            return Err(Halt::Arrived);
        }
        Ok(self.nodes.add(at)?)
    }

    #[inline(always)]
    fn property(&mut self, _: usize, _: usize) -> Result<(), Halt> {
        Ok(())
    }

    #[inline(always)]
    fn first_value(&mut self, _: usize, _: ValueEnd) -> Result<(), Halt> {
        Ok(())
    }

    #[inline(always)]
    fn next_value(&mut self, _: usize, _: ValueEnd) -> Result<(), Halt> {
        Ok(())
    }
}
