//! The pieces that lines are made of, between which a line may break, and the buffer in which they
//! gather.

use alloc::string::String;

/// How much text gathers before it is handed on.
const ENOUGH: usize = 8 * 1024;

/// Gathers pieces, breaks lines between them, and hands the text on.
///
/// A piece is what opens a node, with the ident and the value that follow directly; or an ident
/// and its value; or a further value; or a closing parenthesis.
pub(super) struct Pieces<S> {
    sink: S,
    max_width: Option<usize>,
    text: String,
    /// Where in `text` the last piece starts, which may still grow.
    piece: usize,
    /// How many characters stand before it in its line.
    column: usize,
    /// Whether the ident of a property was written last, and its first value belongs to it.
    is_in_ident: bool,
}

impl<S: FnMut(&str) -> Result<(), E>, E> Pieces<S> {
    pub(super) fn new(max_width: Option<usize>, sink: S) -> Self {
        Self { sink, max_width, text: String::new(), piece: 0, column: 0, is_in_ident: false }
    }

    /// Opens a parenthesis.
    pub(super) fn open(&mut self) -> Result<(), E> {
        self.end()?;
        self.text.push('(');
        Ok(())
    }

    /// Closes a parenthesis.
    pub(super) fn close(&mut self) -> Result<(), E> {
        self.end()?;
        self.text.push(')');
        Ok(())
    }

    /// Starts a node.
    pub(super) fn node(&mut self) -> Result<(), E> {
        if &self.text[self.piece..] != "(" {
            self.end()?;
        }
        self.text.push(';');
        Ok(())
    }

    /// Starts a property, whose first value follows: in the piece that opened the node, if there
    /// is nothing else in it.
    pub(super) fn property(&mut self, ident: &str) -> Result<(), E> {
        if !matches!(&self.text[self.piece..], ";" | "(;") {
            self.end()?;
        }
        self.text.push_str(ident);
        self.is_in_ident = true;
        Ok(())
    }

    /// A value: `write` appends it to the text.
    pub(super) fn value(&mut self, write: impl FnOnce(&mut String)) -> Result<(), E> {
        if !core::mem::take(&mut self.is_in_ident) {
            self.end()?;
        }
        self.text.push('[');
        write(&mut self.text);
        self.text.push(']');
        Ok(())
    }

    /// Breaks the line after what was written last.
    pub(super) fn break_line(&mut self) -> Result<(), E> {
        self.end()?;
        self.text.push('\n');
        self.piece = self.text.len();
        self.column = 0;
        Ok(())
    }

    /// Hands on what is left.
    pub(super) fn finish(mut self) -> Result<(), E> {
        self.end()?;
        (self.sink)(&self.text)
    }

    /// Ends the last piece: it will not grow any more.
    #[inline]
    fn end(&mut self) -> Result<(), E> {
        if let Some(max_width) = self.max_width {
            self.fit(max_width);
        }
        if self.text.len() >= ENOUGH {
            (self.sink)(&self.text)?;
            self.text.clear();
        }
        self.piece = self.text.len();
        Ok(())
    }

    /// Breaks the line before the last piece if it is too long for it.
    fn fit(&mut self, max_width: usize) {
        let piece = &self.text[self.piece..];
        // A value can break the line itself.
        let (first_line, last_line) = match (piece.find('\n'), piece.rfind('\n')) {
            (Some(first), Some(last)) => (&piece[..first], Some(&piece[last + 1..])),
            _ => (piece, None),
        };
        let width = first_line.chars().count();
        let last_width = last_line.map(|line| line.chars().count());
        if self.column > 0 && width > 0 && self.column + width > max_width {
            self.text.insert(self.piece, '\n');
            self.column = 0;
        }
        self.column = last_width.unwrap_or(self.column + width);
    }
}
