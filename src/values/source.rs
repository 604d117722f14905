//! What the views read: nodes, properties and values of borrowed and owned trees alike, and plain
//! texts.

use super::simple::Color;
use crate::owned::{OwnedNode, OwnedProperties, OwnedProperty, OwnedValue, OwnedValues};
use crate::property::{Properties, Property, PropertyTable, Value, Values, ValuesRecord};
use crate::text;
use crate::tree::Node;
use crate::view::NodeView;
use alloc::borrow::Cow;
use core::iter;
use core::ops::Range;
use core::option;

/// A node of any tree of this crate: [`Node`] or [`OwnedNode`](crate::OwnedNode). Nothing else can
/// be. The lifetime is that of the texts.
///
/// It is for code that takes nodes of either tree: these methods are those of both, and
/// [`Links`](crate::Links) has the ways from node to node, such as `parent`, `children` and
/// `main_line`. For a type `N` of nodes, `N::Property` is that of its properties and
/// `N::Properties` the iterator over them.
///
/// ```
/// use kifu::{AnyNode, AnyProperty, AnyValue};
///
/// fn comments<'v>(root: impl AnyNode<'v>) -> Vec<&'v str> {
///     root.main_line().filter_map(|node| node.text("C")).collect()
/// }
/// fn stones<'v>(node: impl AnyNode<'v>) -> Vec<(&'v str, &'v str)> {
///     let properties = node.properties().filter(|property| property.ident().starts_with('A'));
///     properties.flat_map(|it| it.values().map(move |value| (it.ident(), value.text()))).collect()
/// }
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;AB[dd][pp]AW[dp];B[aa]C[here](;C[there])(;C[aside]))")?;
/// let owned = collection.to_owned_tree();
/// let (borrowed, owned) = (collection.root().unwrap(), owned.root().unwrap());
/// assert_eq!((comments(borrowed), comments(owned)), (vec!["here", "there"], vec!["here", "there"]));
/// assert_eq!(stones(borrowed), [("AB", "dd"), ("AB", "pp"), ("AW", "dp")]);
/// assert_eq!(stones(borrowed), stones(owned));
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait AnyNode<'v>: NodeSource<'v> {
    /// The properties, in file order.
    #[inline]
    fn properties(self) -> Self::Properties {
        self.all_own()
    }

    /// The property with this ident.
    ///
    /// Cost: linear in the number of properties of the node.
    #[inline]
    fn get(self, ident: &str) -> Option<Self::Property> {
        self.own(ident)
    }

    /// The text of the first value of the property with this ident.
    ///
    /// Cost: as [`get`](Self::get).
    #[inline]
    fn text(self, ident: &str) -> Option<&'v str> {
        self.own(ident).map(|property| property.first().whole())
    }

    /// The values of the property with this ident; none if there is no such property.
    ///
    /// Cost: as [`get`](Self::get).
    #[inline]
    fn values(self, ident: &str) -> iter::Flatten<option::IntoIter<ValuesOf<'v, Self>>> {
        self.own(ident).map(PropertySource::all_own).into_iter().flatten()
    }
}

/// The values of a property of a node of this type.
type ValuesOf<'v, N> = <<N as NodeSource<'v>>::Property as PropertySource<'v>>::Values;

impl<'v, N: NodeSource<'v>> AnyNode<'v> for N {}

/// A property of any tree of this crate: [`Property`] or [`OwnedProperty`](crate::OwnedProperty).
/// Nothing else can be. The lifetime is that of the texts; [`AnyNode`] has an example. For a type `P`
/// of properties, `P::Value` is that of its values and `P::Values` the iterator over them.
pub trait AnyProperty<'v>: PropertySource<'v> {
    /// The name: `B`, `AB`, `SZ`.
    #[inline]
    fn ident(self) -> &'v str {
        self.name()
    }

    /// The values, in file order; there is at least one.
    #[inline]
    fn values(self) -> Self::Values {
        self.all_own()
    }

    /// The first value, the only one of most properties.
    #[inline]
    fn first_value(self) -> Self::Value {
        self.first()
    }
}

impl<'v, P: PropertySource<'v>> AnyProperty<'v> for P {}

/// What can hold moves: a node of any tree of this crate, or a property of one. Nothing else can be.
/// The lifetime is that of the texts.
///
/// ```
/// use kifu::values::{Notation, NodeOrProperty};
///
/// fn count<'v>(all: impl IntoIterator<Item: NodeOrProperty<'v>>) -> usize {
///     Notation::GO.moves(all).count()
/// }
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9]PL[B];B[ee];W[gc])")?;
/// assert_eq!(count(collection.nodes()), 2);
/// assert_eq!(count(collection.nodes().properties()), 2);
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait NodeOrProperty<'v>: MoveSource<'v> {}

impl<'v, S: MoveSource<'v>> NodeOrProperty<'v> for S {}

/// What a view can read: a [`Value`], an [`OwnedValue`](crate::OwnedValue), or a `&str`, which is
/// the text of a value. Nothing else can be. The lifetime is that of the text.
///
/// A `&str` is divided as a Compose at its first colon.
///
/// ```
/// use kifu::values;
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;HA[2])")?;
/// let handicap = collection.root().unwrap().get("HA").unwrap().first_value();
/// assert_eq!(values::number(handicap), values::number("2"));
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait AnyValue<'v>: ValueSource<'v> {
    /// The value read as Text.
    #[inline]
    fn text(self) -> &'v str {
        self.whole()
    }

    /// The two parts of a Compose, each as SimpleText; `None` if no colon separates them.
    fn compose(self) -> Option<(Cow<'v, str>, Cow<'v, str>)> {
        let (first, second) = self.parts()?;
        Some((text::simple_text(first), text::simple_text(second)))
    }
}

impl<'v, V: ValueSource<'v>> AnyValue<'v> for V {}

/// A node or a property, whose texts live as long as the tree.
pub trait MoveSource<'v>: Copy {
    /// Where further moves can be; nowhere by default.
    type Rest: Clone + Default;

    /// The colour and the text of the first move.
    fn first_move(self, rest: &mut Self::Rest) -> Option<(Color, &'v str)>;

    /// Those of the next one.
    fn next_move(rest: &mut Self::Rest) -> Option<(Color, &'v str)>;
}

/// A node, whose texts live as long as the tree.
pub trait NodeSource<'v>: NodeView + MoveSource<'v> {
    /// A property of the node.
    type Property: PropertySource<'v>;
    /// The properties of the node.
    type Properties: ExactSizeIterator<Item = Self::Property> + DoubleEndedIterator + Clone;

    /// The properties, in file order.
    fn all_own(self) -> Self::Properties;

    /// The property with this ident.
    fn own(self, ident: &str) -> Option<Self::Property> {
        self.all_own().find(|property| property.name() == ident)
    }
}

/// A property, whose texts live as long as the tree.
pub trait PropertySource<'v>: Copy {
    /// A value of the property.
    type Value: ValueSource<'v>;
    /// The values of the property.
    type Values: ExactSizeIterator<Item = Self::Value> + DoubleEndedIterator + Clone;

    /// The ident.
    fn name(self) -> &'v str;
    /// The values, in file order.
    fn all_own(self) -> Self::Values;
    /// The first value.
    fn first(self) -> Self::Value;

    /// The value to read where there should be one: the first that is not empty.
    #[inline]
    fn single(self) -> Self::Value {
        let first = self.first();
        if first.whole().is_empty() {
            return self.all_own().find(|value| !value.whole().is_empty()).unwrap_or(first);
        }
        first
    }

    /// The colour and the text of a move; `None` of other properties.
    #[inline]
    fn colored(self) -> Option<(Color, &'v str)> {
        Color::of_ident(self.name()).map(|color| (color, self.single().whole()))
    }
}

/// A value, whose text lives as long as the tree.
pub trait ValueSource<'v>: Copy {
    /// The value read as Text.
    fn whole(self) -> &'v str;
    /// The two parts of a Compose.
    fn parts(self) -> Option<(&'v str, &'v str)>;
}

impl<'a> NodeSource<'a> for Node<'a> {
    type Property = Property<'a>;
    type Properties = Properties<'a>;

    #[inline]
    fn all_own(self) -> Properties<'a> {
        self.properties()
    }
}

impl<'a> MoveSource<'a> for Node<'a> {
    type Rest = RestOfNode<'a>;

    #[inline(always)]
    fn first_move(self, rest: &mut Self::Rest) -> Option<(Color, &'a str)> {
        let (table, range) = self.properties().into_parts();
        *rest = RestOfNode { table: Some(table), range };
        Self::next_move(rest)
    }

    #[inline(always)]
    fn next_move(RestOfNode { table, range }: &mut Self::Rest) -> Option<(Color, &'a str)> {
        while range.start < range.end {
            let found = recorded_move((*table)?, range.start);
            range.start += 1;
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Properties of a node, by their numbers in the table.
#[derive(Clone, Default)]
pub struct RestOfNode<'a> {
    /// There is one if the range is not empty.
    table: Option<&'a PropertyTable<'a>>,
    range: Range<u32>,
}

impl<'a> MoveSource<'a> for Property<'a> {
    type Rest = ();

    #[inline(always)]
    fn first_move(self, (): &mut ()) -> Option<(Color, &'a str)> {
        self.colored()
    }

    #[inline(always)]
    fn next_move((): &mut ()) -> Option<(Color, &'a str)> {
        None
    }
}

/// The move that a property of a borrowed tree is. It looks at the records of the arena itself, for
/// the record of a game is hardly anything but moves.
#[inline(always)]
fn recorded_move<'a>(table: &'a PropertyTable<'a>, index: u32) -> Option<(Color, &'a str)> {
    let record = &table.records[index as usize];
    let color = Color::of_ident(&record.ident)?;
    let text: &'a str = match &record.values {
        ValuesRecord::One(text) => text,
        ValuesRecord::Many { .. } => single_text(table.texts(record)),
    };
    Some((color, text))
}

/// The first of the texts that is not empty, or the first.
#[cold]
fn single_text<'a>(texts: &'a [Cow<'a, str>]) -> &'a str {
    texts.iter().find(|text| !text.is_empty()).unwrap_or(&texts[0])
}

impl<'a> PropertySource<'a> for Property<'a> {
    type Value = Value<'a>;
    type Values = Values<'a>;

    #[inline]
    fn name(self) -> &'a str {
        self.ident()
    }

    #[inline]
    fn all_own(self) -> Values<'a> {
        self.values()
    }

    #[inline]
    fn first(self) -> Value<'a> {
        self.first_value()
    }

    #[inline(always)]
    fn colored(self) -> Option<(Color, &'a str)> {
        let (table, index) = self.into_parts();
        recorded_move(table, index)
    }
}

impl<'a> ValueSource<'a> for Value<'a> {
    #[inline]
    fn whole(self) -> &'a str {
        self.text()
    }

    fn parts(self) -> Option<(&'a str, &'a str)> {
        divided(self.text(), self.colon()?)
    }
}

impl<'t> NodeSource<'t> for OwnedNode<'t> {
    type Property = OwnedProperty<'t>;
    type Properties = OwnedProperties<'t>;

    fn all_own(self) -> OwnedProperties<'t> {
        self.properties()
    }
}

impl<'t> MoveSource<'t> for OwnedNode<'t> {
    type Rest = Option<OwnedProperties<'t>>;

    fn first_move(self, rest: &mut Self::Rest) -> Option<(Color, &'t str)> {
        *rest = Some(self.properties());
        Self::next_move(rest)
    }

    fn next_move(rest: &mut Self::Rest) -> Option<(Color, &'t str)> {
        rest.as_mut()?.find_map(PropertySource::colored)
    }
}

impl<'t> MoveSource<'t> for OwnedProperty<'t> {
    type Rest = ();

    fn first_move(self, (): &mut ()) -> Option<(Color, &'t str)> {
        self.colored()
    }

    fn next_move((): &mut ()) -> Option<(Color, &'t str)> {
        None
    }
}

impl<'t> PropertySource<'t> for OwnedProperty<'t> {
    type Value = OwnedValue<'t>;
    type Values = OwnedValues<'t>;

    fn name(self) -> &'t str {
        self.ident()
    }

    fn all_own(self) -> OwnedValues<'t> {
        self.values()
    }

    fn first(self) -> OwnedValue<'t> {
        self.first_value()
    }
}

impl<'t> ValueSource<'t> for OwnedValue<'t> {
    fn whole(self) -> &'t str {
        self.text()
    }

    fn parts(self) -> Option<(&'t str, &'t str)> {
        divided(self.text(), self.colon()?)
    }
}

impl<'v> ValueSource<'v> for &'v str {
    fn whole(self) -> &'v str {
        self
    }

    fn parts(self) -> Option<(&'v str, &'v str)> {
        divided(self, text::first_colon(self)?)
    }
}

fn divided(text: &str, colon: usize) -> Option<(&str, &str)> {
    Some((text.get(..colon)?, text.get(colon + 1..)?))
}
