//! Bytes to a collection, or to the fault that refused them, with its place. How a fault is shown
//! is left to others.

use std::str::{self, Utf8Error};

use kifu::{Arena, Collection, ErrorClass, Found, Location, Parser};

/// Why an input is refused, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The stable name of the kind.
    pub(crate) code: &'static str,
    pub(crate) class: Option<ErrorClass>,
    pub(crate) offset: usize,
    pub(crate) length: usize,
    pub(crate) location: Location,
    pub(crate) message: String,
}

/// Reads a collection strictly; the bytes have to be UTF-8.
pub(crate) fn read<'a>(
    parser: &mut Parser,
    arena: &'a Arena<'a>,
    bytes: &'a [u8],
) -> Result<Collection<'a>, Fault> {
    match str::from_utf8(bytes) {
        Ok(source) => {
            parser.parse(arena, source).map_err(|error| Fault::of_syntax(&error, source.as_bytes()))
        }
        Err(error) => Err(first_fault(parser, bytes, &error)),
    }
}

/// The leftmost fault of bytes that are not UTF-8: what stands before them may be faulty too.
#[cold]
fn first_fault(parser: &mut Parser, bytes: &[u8], error: &Utf8Error) -> Fault {
    let arena = Arena::new();
    let valid = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
    match parser.parse(&arena, valid) {
        // A tree or value that the bad byte interrupts is no fault of its own.
        Err(error) if error.kind().found() != Some(Found::End) => Fault::of_syntax(&error, bytes),
        _ => Fault::of_encoding(error, bytes),
    }
}

impl Fault {
    fn of_syntax(error: &kifu::Error, bytes: &[u8]) -> Self {
        Self {
            code: error.kind().name(),
            class: error.class(),
            offset: error.span().start(),
            length: error.span().len(),
            location: error.location(bytes),
            message: error.to_string(),
        }
    }

    fn of_encoding(error: &Utf8Error, bytes: &[u8]) -> Self {
        let offset = error.valid_up_to();
        // Without a length the input ends inside a character.
        let length = error.error_len().unwrap_or(bytes.len() - offset);
        let byte = bytes[offset];
        Self {
            code: "invalid-encoding",
            class: None,
            offset,
            length,
            location: Location::of(bytes, offset),
            message: format!("expected text in UTF-8, found byte 0x{byte:02X} at byte {offset}"),
        }
    }
}
