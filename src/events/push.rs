//! Push: the sink that hands what the scanner finds to a visitor, and does as the visitor says.

use crate::error::Error;
use crate::events::skip::{NodeCount, Skip, Until};
use crate::events::{Flow, Ident, RawValue, Visitor};
use crate::scanner::{Bounds, Fault, Scanner, Sink};
use crate::text::ValueEnd;

/// Tells the visitor of everything that the source holds, and gives it back.
#[inline]
pub(crate) fn visit<'a, V: Visitor<'a>>(
    source: &'a str,
    bounds: Bounds,
    visitor: V,
) -> Result<V, Error> {
    let bytes = source.as_bytes();
    bounds.check_length(bytes)?;
    let mut scanner = Scanner::new(bytes, bounds.max_depth);
    let nodes = NodeCount::up_to(bounds.max_nodes);
    let mut teller = Teller { source, visitor, depth: 0, nodes, in_skipped_node: false };
    loop {
        match scanner.next_game(&mut teller) {
            Ok(true) => {}
            Ok(false) | Err(Halt::Stop) => return Ok(teller.visitor),
            Err(Halt::Fault(fault)) => return Err(fault.error(bytes)),
            Err(Halt::Skip(skip)) => {
                skip.run(&mut scanner, &mut teller.nodes).map_err(|fault| fault.error(bytes))?;
            }
        }
    }
}

/// Why the scanner stops.
enum Halt {
    Fault(Fault),
    Skip(Skip),
    Stop,
}

impl From<Fault> for Halt {
    #[inline(always)]
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Tells a visitor what the scanner tells.
///
/// To skip the rest of a tree the scanner is stopped, a [`Skip`] takes it on to where the visitor
/// wants to hear again, and the teller goes on from there. The rest of a node is too short for
/// that, so it is passed over here. A visitor that skips nothing pays for neither: the compiler
/// sees that what it returns is constant.
struct Teller<'a, V> {
    source: &'a str,
    visitor: V,
    /// The number of open parentheses.
    depth: u32,
    nodes: NodeCount,
    /// Whether the visitor does not want to hear of the rest of the node.
    in_skipped_node: bool,
}

impl<V> Teller<'_, V> {
    /// Does as the visitor said when it was told of what stands at `told`, in a node.
    #[inline(always)]
    fn follow(&mut self, flow: Flow, told: usize) -> Result<(), Halt> {
        match flow {
            Flow::Continue => Ok(()),
            Flow::SkipNode => {
                self.in_skipped_node = true;
                Ok(())
            }
            _ => self.follow_out(flow, told),
        }
    }

    /// As [`follow`](Self::follow), outside of a node.
    #[inline(always)]
    fn follow_out(&mut self, flow: Flow, told: usize) -> Result<(), Halt> {
        match flow {
            Flow::Stop => return Err(Halt::Stop),
            Flow::SkipGame if self.depth > 0 => self.depth = 1,
            Flow::SkipVariation if self.depth > 0 => {}
            _ => return Ok(()),
        }
        Err(Halt::Skip(Skip { until: Until::Close { depth: self.depth }, told }))
    }
}

impl<'a, V: Visitor<'a>> Sink for Teller<'a, V> {
    type Stop = Halt;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Halt> {
        self.depth += 1;
        let flow = if self.depth == 1 {
            self.visitor.open_game(at)
        } else {
            self.visitor.open_variation(at)
        };
        self.follow_out(flow, at)
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Halt> {
        self.depth -= 1;
        let flow = if self.depth == 0 {
            self.visitor.close_game(end)
        } else {
            self.visitor.close_variation(end)
        };
        self.follow_out(flow, end)
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Halt> {
        self.nodes.add(at)?;
        self.in_skipped_node = false;
        let flow = self.visitor.node(at);
        self.follow(flow, at)
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) -> Result<(), Halt> {
        if self.in_skipped_node {
            return Ok(());
        }
        let flow = self.visitor.property(Ident::new(self.source, start, end));
        self.follow(flow, start)
    }

    #[inline(always)]
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        if self.in_skipped_node {
            return Ok(());
        }
        let flow = self.visitor.value(RawValue::new(self.source, start, end.at, end.dirty));
        self.follow(flow, start)
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.first_value(start, end)
    }
}
