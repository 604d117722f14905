//! What strict reading says of a fault that the scanner met.

use crate::error::{Error, ErrorKind, Found};
use crate::scanner::{Bounds, Fault, FaultPlace};
use crate::span::Span;

impl Fault {
    /// The error for it.
    #[cold]
    pub(crate) fn error(self, bytes: &[u8]) -> Error {
        let at = self.at;
        let one_byte = Span::new(at, at + 1);
        let (found, end) = Found::at(bytes, at);
        let span = Span::new(at, end);
        match self.place {
            FaultPlace::Tree { in_collection } => {
                let kind = match found {
                    Found::End => ErrorKind::Empty,
                    _ if in_collection => ErrorKind::TrailingData { found },
                    _ => ErrorKind::JunkBeforeTree { found },
                };
                Error::new(kind, span)
            }
            FaultPlace::FirstNode => Error::new(ErrorKind::EmptyTree { found }, span),
            FaultPlace::InNode => Error::new(ErrorKind::BadIdentStart { found }, span),
            FaultPlace::InIdent => Error::new(ErrorKind::LowercaseInIdent { found }, span),
            FaultPlace::Value => Error::new(ErrorKind::MissingValue { found }, span),
            FaultPlace::UnclosedValue => Error::new(ErrorKind::UnclosedValue, one_byte),
            FaultPlace::TreeEnd => Error::new(ErrorKind::UnclosedTree, Span::new(at, at)),
            FaultPlace::Variation => Error::new(ErrorKind::NodeAfterVariation { found }, span),
            FaultPlace::Depth { limit } => Error::new(ErrorKind::TooDeep { limit }, one_byte),
            FaultPlace::Nodes { limit } => Error::new(ErrorKind::TooManyNodes { limit }, one_byte),
            FaultPlace::Ident => {
                let letters = bytes[at..].iter().take_while(|byte| byte.is_ascii_uppercase());
                let span = Span::new(at, at + letters.count());
                Error::new(ErrorKind::DuplicateProperty, span)
            }
        }
    }
}

impl Bounds {
    /// Refuses an input that is too long, or that 32-bit offsets cannot reach.
    pub(crate) fn check_length(self, bytes: &[u8]) -> Result<(), Error> {
        // Offsets have 32 bits, and the last one is kept for what is nowhere.
        let limit = self.max_bytes.min(u32::MAX - 1);
        if bytes.len() > limit as usize {
            return Err(Error::new(ErrorKind::InputTooLong { limit }, Span::new(0, 0)));
        }
        Ok(())
    }
}
