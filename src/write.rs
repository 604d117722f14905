//! Canonical SGF from a borrowed or an owned tree: one writer for all of them. The escapes are left
//! to `text`.

mod pieces;

use core::fmt;

use crate::charset::Charset;
use crate::owned::{OwnedGameTree, OwnedNode, OwnedTree};
use crate::text;
use crate::tree::{Collection, GameTree, Node};
use crate::view::{AnyTree, NodeView, PropertyView, TreeView, ValueView};
use pieces::Pieces;

/// How a tree is written, set by chained calls: where lines may break, by default nowhere, and what
/// its `CA` says, by default what it said.
///
/// Whatever the options, the same tree is read from what is written, and no value but that of `CA`
/// is touched: a break stands only where the format lets white space stand and no text is.
///
/// The canonical form is that of the default, which `Display` gives too: nodes in file order,
/// properties and values in their order, parentheses around a game tree and around each of several
/// children, no white space; a `\` before each `]` and `\`, and before each colon but the one that
/// divides a Compose and those after it.
///
/// ```
/// use kifu::WriteOptions;
///
/// let tree = kifu::OwnedTree::parse(r"(;SZ[9] ;B[ee] (;W[ce]) (;W[gc] ( ;B[c\c])))( ;C[\[x\]:])")?;
/// assert_eq!(tree.to_string(), r"(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))(;C[[x\]:])");
///
/// let options = WriteOptions::new().break_after_games(true).break_before_variations(true);
/// assert_eq!(
///     options.display(&tree).to_string(),
///     "(;SZ[9];B[ee]\n(;W[ce])\n(;W[gc];B[cc]))\n(;C[[x\\]:])\n",
/// );
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    break_after_games: bool,
    break_before_variations: bool,
    max_width: Option<usize>,
    charset: Option<Charset>,
}

impl WriteOptions {
    /// The canonical form, without line breaks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether an LF ends each game tree.
    #[must_use]
    pub fn break_after_games(self, break_after_games: bool) -> Self {
        Self { break_after_games, ..self }
    }

    /// Whether an LF stands before each variation: before the parenthesis of each of several
    /// children.
    #[must_use]
    pub fn break_before_variations(self, break_before_variations: bool) -> Self {
        Self { break_before_variations, ..self }
    }

    /// At most so many characters in a line, where that can be had: a line is broken before a
    /// parenthesis, a node, a property or a further value of it, and never inside a value.
    ///
    /// ```
    /// use kifu::WriteOptions;
    ///
    /// let tree = kifu::OwnedTree::parse("(;AB[aa][bb][cc];B[dd]C[a long comment];W[ee])")?;
    /// assert_eq!(
    ///     WriteOptions::new().max_width(12).display(&tree).to_string(),
    ///     "(;AB[aa][bb]\n[cc];B[dd]\nC[a long comment]\n;W[ee])",
    /// );
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn max_width(self, max_width: usize) -> Self {
        Self { max_width: Some(max_width), ..self }
    }

    /// What `CA` of each game tree says.
    ///
    /// What is written is UTF-8, whatever the tree was read in; without this option its `CA` stays
    /// as it is. Where the root has one, the name takes the place of those in it, and what else its
    /// values hold follows as further values. Where it has none, one is added before the texts: after
    /// the FF and the GM that the root starts with.
    ///
    /// ```
    /// use kifu::{Arena, Charset, Parser, WriteOptions};
    ///
    /// let arena = Arena::new();
    /// let source = b"(;CA[GB2312]GN[\xC6\xE5])(;FF[4]GM[1]GN[caf\xE9];B[aa])";
    /// let collection = Parser::new().read(&arena, source);
    /// assert_eq!(
    ///     WriteOptions::new().charset(Charset::UTF_8).display(collection).to_string(),
    ///     "(;CA[UTF-8]GN[\u{68cb}])(;FF[4]GM[1]CA[UTF-8]GN[caf\u{e9}];B[aa])",
    /// );
    /// ```
    #[must_use]
    pub fn charset(self, charset: Charset) -> Self {
        Self { charset: Some(charset), ..self }
    }

    /// The tree as something that can be printed.
    pub fn display<T: AnyTree>(self, tree: T) -> Displayed<T> {
        Displayed { options: self, tree }
    }

    /// Writes the tree, with a buffer of its own of a few kilobytes and the longest value.
    ///
    /// Cost: linear.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;B[aa])(;B[bb])")?;
    /// let mut out = Vec::new();
    /// kifu::WriteOptions::new().break_after_games(true).write_to(&tree, &mut out)?;
    /// assert_eq!(out, b"(;B[aa])\n(;B[bb])\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn write_to(self, tree: impl AnyTree, mut out: impl std::io::Write) -> std::io::Result<()> {
        write(self, tree, |text| out.write_all(text.as_bytes()))
    }
}

/// A tree that prints as SGF, made by [`WriteOptions::display`].
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;B[aa])")?;
/// let displayed = kifu::WriteOptions::new().break_after_games(true).display(&tree);
/// assert_eq!(format!("{displayed}"), "(;B[aa])\n");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Displayed<T> {
    options: WriteOptions,
    tree: T,
}

impl<T: AnyTree> fmt::Display for Displayed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self.options, self.tree, |text| f.write_str(text))
    }
}

/// Hands the tree, as it is written, to `sink`, some kilobytes at a time.
fn write<E>(
    options: WriteOptions,
    tree: impl TreeView,
    sink: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut pieces = Pieces::new(options.max_width, sink);
    for root in tree.roots() {
        write_game(options, root, &mut pieces)?;
        if options.break_after_games {
            pieces.break_line()?;
        }
    }
    pieces.finish()
}

/// Writes the nodes in file order. On the way back up it closes what was opened on the way down.
fn write_game<N: NodeView, E>(
    options: WriteOptions,
    root: N,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    let mut node = root;
    let mut charset = options.charset;
    pieces.open()?;
    loop {
        match charset.take() {
            Some(charset) => write_root(root, charset, pieces)?,
            None => write_node(node, pieces)?,
        }
        if let Some(child) = node.first_child() {
            if child.next_sibling().is_some() {
                open_variation(options, pieces)?;
            }
            node = child;
            continue;
        }
        loop {
            if node == root {
                return pieces.close();
            }
            let Some(parent) = node.parent() else { return Ok(()) };
            if let Some(sibling) = node.next_sibling() {
                pieces.close()?;
                open_variation(options, pieces)?;
                node = sibling;
                break;
            }
            let is_last_of_several = parent.first_child() != Some(node);
            if is_last_of_several {
                pieces.close()?;
            }
            node = parent;
        }
    }
}

fn open_variation<E>(
    options: WriteOptions,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    if options.break_before_variations {
        pieces.break_line()?;
    }
    pieces.open()
}

fn write_node<E>(
    node: impl NodeView,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    pieces.node()?;
    node.property_views().try_for_each(|property| write_property(property, pieces))
}

/// Writes a root with this charset as its CA.
fn write_root<E>(
    root: impl NodeView,
    charset: Charset,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    let mut is_missing = root.property_views().all(|property| property.ident() != "CA");
    pieces.node()?;
    for property in root.property_views() {
        if is_missing && !matches!(property.ident(), "FF" | "GM") {
            write_charset(charset, pieces)?;
            is_missing = false;
        }
        match property.ident() {
            "CA" => {
                write_charset(charset, pieces)?;
                write_notes(property, pieces)?;
            }
            _ => write_property(property, pieces)?,
        }
    }
    if is_missing { write_charset(charset, pieces) } else { Ok(()) }
}

fn write_charset<E>(
    charset: Charset,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    pieces.property("CA")?;
    pieces.value(|text| text.push_str(charset.name()))
}

/// Writes what a CA holds besides names of character sets, as further values.
fn write_notes<E>(
    declaration: impl PropertyView,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    for value in declaration.values().filter(|value| !is_charset_name(value.text())) {
        pieces.value(|text| text::push_escaped(value.text(), value.colon(), text))?;
    }
    Ok(())
}

/// Whether the text is the name of a character set, known or not, and nothing else.
fn is_charset_name(text: &str) -> bool {
    let is_part = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_' | b'.' | b'+');
    text.trim().bytes().all(is_part) || Charset::from_label(text.as_bytes()).is_some()
}

#[inline]
fn write_property<E>(
    property: impl PropertyView,
    pieces: &mut Pieces<impl FnMut(&str) -> Result<(), E>>,
) -> Result<(), E> {
    pieces.property(property.ident())?;
    for value in property.values() {
        pieces.value(|text| text::push_escaped(value.text(), value.colon(), text))?;
    }
    Ok(())
}

/// Makes `Display` and `write_to` of what `$tree` borrows from a handle or a tree.
macro_rules! written {
    ($($type:ty, $this:ident: $tree:expr, $what:literal;)*) => {$(
        #[doc = $what]
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $this = self;
                WriteOptions::new().display($tree).fmt(f)
            }
        }

        #[cfg(feature = "std")]
        impl $type {
            #[doc = $what]
            ///
            /// Cost: linear, with a buffer of its own.
            ///
            /// # Errors
            ///
            /// Those of `out`.
            ///
            /// ```
            /// let arena = kifu::Arena::new();
            /// let collection = kifu::parse(&arena, "(;B[aa] (;W[b\\]b]))")?;
            /// let (mut borrowed, mut owned) = (Vec::new(), Vec::new());
            /// collection.write_to(&mut borrowed)?;
            /// collection.to_owned_tree().write_to(&mut owned)?;
            /// assert_eq!(borrowed, b"(;B[aa];W[b\\]b])");
            /// assert_eq!(borrowed, owned);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
                let $this = self;
                WriteOptions::new().write_to($tree, out)
            }
        }
    )*};
}

written! {
    Collection<'_>, this: *this, "Writes the collection in canonical form.";
    GameTree<'_>, this: *this, "Writes the game tree in canonical form.";
    Node<'_>, this: *this, "Writes the node and all nodes below it, as a game tree in canonical form.";
    OwnedTree, this: this, "Writes the collection in canonical form.";
    OwnedGameTree<'_>, this: *this, "Writes the game tree in canonical form.";
    OwnedNode<'_>, this: *this, "Writes the node and all nodes below it, as a game tree in canonical form.";
}
