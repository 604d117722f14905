//! Where game info stands in a tree: the texts of its properties, each from the nearest node.

use crate::owned::{OwnedGameTree, OwnedNode};
use crate::tree::{GameTree, Node};

/// Idents of the properties that game info is read from. The first ones are of the type game-info,
/// then come those of the type root, and those that servers use for game info.
const IDENTS: [&str; Slot::COUNT] = [
    "PB", "PW", "BR", "WR", "BT", "WT", "DT", "RE", "KM", "HA", "RU", "TM", "OT", "EV", "RO", "PC",
    "GN", "ON", "US", "SO", "AN", "CP", "GC", "GM", "SZ", "AP", "KO", "TC", "TT", "LT", "LC",
];

/// A property that game info is read from, by its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Slot {
    Pb,
    Pw,
    Br,
    Wr,
    Bt,
    Wt,
    Dt,
    Re,
    Km,
    Ha,
    Ru,
    Tm,
    Ot,
    Ev,
    Ro,
    Pc,
    Gn,
    On,
    Us,
    So,
    An,
    Cp,
    Gc,
    Gm,
    Sz,
    Ap,
    Ko,
    Tc,
    Tt,
    Lt,
    Lc,
}

impl Slot {
    const COUNT: usize = 31;
    /// How many of them are of the type game-info.
    const GAME_INFO: usize = 23;

    /// The slot of an ident.
    #[inline]
    pub(super) fn of(ident: &str) -> Option<usize> {
        let &[a @ b'A'..=b'Z', b @ b'A'..=b'Z'] = ident.as_bytes() else { return None };
        let slot = BY_IDENT[usize::from(a - b'A')][usize::from(b - b'A')];
        slot.checked_sub(1).map(usize::from)
    }
}

/// One more than the slot of each ident of two letters; 0 if it has none.
static BY_IDENT: [[u8; 26]; 26] = {
    let mut table = [[0; 26]; 26];
    let mut slot = 0;
    while slot < Slot::COUNT {
        let ident = IDENTS[slot].as_bytes();
        table[(ident[0] - b'A') as usize][(ident[1] - b'A') as usize] = slot as u8 + 1;
        slot += 1;
    }
    table
};

/// The texts of the properties of game info.
#[derive(Clone, Copy)]
pub struct Found<'t> {
    texts: [Option<&'t str>; Slot::COUNT],
    /// Where the colon of the application stands.
    colon: Option<usize>,
    /// Whether a property of the type game-info was found.
    any: bool,
}

impl<'t> Found<'t> {
    pub(super) fn text(&self, slot: Slot) -> Option<&'t str> {
        self.texts[slot as usize]
    }

    /// All properties that were found, with their texts.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &'t str)> {
        IDENTS.into_iter().zip(self.texts).filter_map(|(ident, text)| Some((ident, text?)))
    }

    pub(super) fn by_ident(&self, ident: &str) -> Option<&'t str> {
        self.texts[Slot::of(ident)?]
    }

    pub(super) fn colon(&self) -> Option<usize> {
        self.colon
    }

    /// Takes what the properties of a node have, where nothing stands yet; whether one is a move.
    #[inline]
    fn take<N: InfoNode<'t>>(&mut self, node: N) -> bool {
        let mut moved = false;
        node.each_property(|ident, first| {
            let Some(slot) = Slot::of(ident) else {
                moved |= matches!(ident, "B" | "W");
                return;
            };
            if self.texts[slot].is_none() {
                let (text, colon) = first(slot == Slot::Ap as usize);
                self.texts[slot] = Some(text);
                self.any |= slot < Slot::GAME_INFO;
                if slot == Slot::Ap as usize {
                    self.colon = colon;
                }
            }
        });
        moved
    }

    const NONE: Self = Self { texts: [None; Slot::COUNT], colon: None, any: false };

    /// From a node and those above it.
    fn above<N: InfoNode<'t>>(node: N) -> Self {
        let mut found = Self::NONE;
        let mut next = Some(node);
        while let Some(node) = next {
            found.take(node);
            next = node.above();
        }
        found
    }

    /// From a root, and from the main line below it as far as game info can stand there: to the
    /// first move, or further if no property of game info was found before.
    #[inline]
    fn below<N: InfoNode<'t>>(root: N) -> Self {
        let mut found = Self::NONE;
        let mut next = Some(root);
        while let Some(node) = next {
            let moved = found.take(node);
            if moved && found.any {
                break;
            }
            next = node.below();
        }
        found
    }
}

/// A node whose properties can be looked at.
trait InfoNode<'t>: Copy {
    /// Calls `see` for each property: with its ident, and what gives the text of its first value
    /// that is not empty, and if asked the place of its colon.
    fn each_property(self, see: impl FnMut(&str, &dyn Fn(bool) -> (&'t str, Option<usize>)));
    fn above(self) -> Option<Self>;
    fn below(self) -> Option<Self>;
}

macro_rules! info_node {
    ($node:ident) => {
        impl<'t> InfoNode<'t> for $node<'t> {
            #[inline]
            fn each_property(
                self,
                mut see: impl FnMut(&str, &dyn Fn(bool) -> (&'t str, Option<usize>)),
            ) {
                for property in self.properties() {
                    see(property.ident(), &|colon| {
                        let mut value = property.first_value();
                        if value.text().is_empty() {
                            let mut values = property.values();
                            value = values.find(|value| !value.text().is_empty()).unwrap_or(value);
                        }
                        (value.text(), if colon { value.colon() } else { None })
                    });
                }
            }

            fn above(self) -> Option<Self> {
                self.parent()
            }

            fn below(self) -> Option<Self> {
                self.first_child()
            }
        }
    };
}

info_node!(Node);
info_node!(OwnedNode);

/// What game info can be read from: a game tree, or a node of one; borrowed or owned. Nothing else
/// can be.
///
/// ```
/// use kifu::values::{GameInfo, InfoSource};
///
/// fn black<'t>(game: impl InfoSource<'t>) -> Option<&'t str> {
///     GameInfo::of(game).black()
/// }
/// let arena = kifu::Arena::new();
/// let game = kifu::parse(&arena, "(;PB[Shusaku];B[qd])")?.first_game_tree().unwrap();
/// assert_eq!(black(game), Some("Shusaku"));
/// assert_eq!(black(game.root().first_child().unwrap()), Some("Shusaku"));
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait InfoSource<'t>: sealed::Sealed<'t> {}

mod sealed {
    pub trait Sealed<'t> {
        /// The texts of the properties of game info.
        fn found(self) -> super::Found<'t>;
    }
}

pub(super) use sealed::Sealed;

macro_rules! info_source {
    ($tree:ident, $node:ident) => {
        impl<'t> InfoSource<'t> for $tree<'t> {}

        impl<'t> Sealed<'t> for $tree<'t> {
            #[inline]
            fn found(self) -> Found<'t> {
                Found::below(self.root())
            }
        }

        impl<'t> InfoSource<'t> for $node<'t> {}

        impl<'t> Sealed<'t> for $node<'t> {
            fn found(self) -> Found<'t> {
                Found::above(self)
            }
        }
    };
}

info_source!(GameTree, Node);
info_source!(OwnedGameTree, OwnedNode);
