//! The sentence of a diagnostic, with what the input says about it: names, lengths, bytes.

use core::fmt::{self, Write as _};
use core::str;

use super::{Case, Code, Diagnostic};
use crate::charset::Utf8Count;
use crate::ident::is_ident_byte;

/// How many bytes of a name are shown: idents have two as a rule, garbage may go on for megabytes.
const NAME_LENGTH: usize = 24;

/// A diagnostic beside the bytes that it is about.
pub(super) struct Message<'a> {
    pub(super) diagnostic: Diagnostic,
    /// The bytes of the span.
    pub(super) bytes: &'a [u8],
    /// The bytes after its start.
    pub(super) rest: &'a [u8],
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { diagnostic, bytes, rest } = self;
        let (code, name, length) = (diagnostic.code(), Name(bytes), Length(bytes.len()));
        match code {
            Code::NoTree if bytes.is_empty() => f.write_str("no game tree: the input is empty"),
            Code::NoTree => write!(f, "no game tree in {length}"),
            Code::UnclosedValue => {
                let length = Length(rest.len().saturating_sub(1));
                write!(f, "value without ']' taken to reach to the end of the input: {length}")
            }
            Code::RecordCut => match diagnostic.game() {
                Some(game) => {
                    write!(f, "record nested in damaged game {game} cut out of it: game ")?;
                    write!(f, "{} starts here", game + 1)
                }
                None => f.write_str(code.message()),
            },
            Code::PropertyWithoutValue => write!(f, "property {name} without a value left out"),
            Code::ValueWithoutProperty => {
                write!(f, "value of no property left out, {length}")
            }
            Code::StrayBytes => match bytes {
                &&[byte] => write!(f, "stray {} left out", Byte(byte)),
                _ => write!(f, "{length} of no property left out"),
            },
            Code::InvalidEncoding => match str::from_utf8(bytes) {
                // In another character set this byte may be none of those that are damaged.
                Err(error) if Utf8Count::of(bytes).is_mostly_valid() => {
                    let byte = Byte(bytes[error.valid_up_to()]);
                    write!(f, "value with bytes that are no text, replaced: the first is {byte}")
                }
                _ => f.write_str(code.message()),
            },
            Code::TextBeforeTree => {
                write!(f, "{length} of text before the first game tree skipped")
            }
            Code::TextAfterTree => write!(f, "{length} of text after a game tree skipped"),
            Code::MissingSemicolon if diagnostic.case == Case::SecondMove => {
                write!(f, "second move in a node: ';' put in before {}", Name(rest))
            }
            Code::MissingSemicolon => write!(f, "';' put in before {}", Name(rest)),
            Code::ExtraCloseParen => match bytes.iter().filter(|&&byte| byte == b')').count() {
                0 | 1 => f.write_str(code.message()),
                count => write!(f, "{count} ')' that close nothing skipped"),
            },
            Code::PropertyAfterVariation => {
                write!(f, "{} after a variation given to the node that ", Name(rest))?;
                f.write_str("the variation hangs on")
            }
            Code::UnescapedBracket if diagnostic.case == Case::ExtraBracket => match bytes.len() {
                0 | 1 => f.write_str("']' after the end of a value left out"),
                count => write!(f, "{count} ']' after the end of a value left out"),
            },
            Code::DuplicateProperty => {
                write!(f, "{name} again in this node: its values added to the first")
            }
            Code::LowercaseIdent => {
                write!(f, "{name} read as '")?;
                let capitals = bytes.iter().filter(|byte| byte.is_ascii_uppercase());
                capitals.take(NAME_LENGTH).try_for_each(|&byte| f.write_char(byte.into()))?;
                f.write_char('\'')
            }
            Code::InvalidIdent => {
                let why = if !bytes.iter().any(u8::is_ascii_uppercase) {
                    "has no capital"
                } else if bytes.iter().any(u8::is_ascii_digit) {
                    "holds a digit"
                } else {
                    "holds '_' or '-'"
                };
                write!(f, "name {name}, which {why}, kept as it is")
            }
            _ => f.write_str(code.message()),
        }
    }
}

/// The ident that some bytes start with, in quotes.
struct Name<'a>(&'a [u8]);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().take_while(|&&byte| is_ident_byte(byte));
        let shown = letters.clone().take(NAME_LENGTH).count();
        f.write_char('\'')?;
        self.0[..shown].iter().try_for_each(|&byte| f.write_char(byte.into()))?;
        f.write_str(if letters.clone().nth(NAME_LENGTH).is_some() { "…'" } else { "'" })
    }
}

/// A number of bytes.
struct Length(usize);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "byte" } else { "bytes" })
    }
}

/// One byte, as a character where it is one that can be seen.
struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            byte if byte.is_ascii_graphic() => write!(f, "'{}'", char::from(byte)),
            byte => write!(f, "byte 0x{byte:02X}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString as _};
    use alloc::vec::Vec;

    use crate::{Arena, Parser};

    fn messages(source: &[u8]) -> Vec<String> {
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, source);
        collection.diagnostics().iter().map(|it| it.message(source).to_string()).collect()
    }

    #[test]
    fn a_message_names_what_it_is_about() {
        for (source, message) in [
            (&b""[..], "no game tree: the input is empty"),
            (b"note", "no game tree in 4 bytes"),
            (b"(;C[abc", "value without ']' taken to reach to the end of the input: 3 bytes"),
            (b"(;KO;B[aa])", "property 'KO' without a value left out"),
            (b"(;[abc];B[aa])", "value of no property left out, 5 bytes"),
            (b"(;B[aa]+;W[bb])", "stray '+' left out"),
            (b"(;B[aa]\x01;W[bb])", "stray byte 0x01 left out"),
            (b"(;B[aa]+-*;W[bb])", "3 bytes of no property left out"),
            (
                b"(;CA[UTF-8]C[caf\xE9 \xC3\xA9\xC3\xA9])",
                "value with bytes that are no text, replaced: the first is byte 0xE9",
            ),
            (b"note (;B[aa])", "4 bytes of text before the first game tree skipped"),
            (b"(;B[aa])\n\nnotes", "5 bytes of text after a game tree skipped"),
            (b"(SZ[9];B[aa])", "';' put in before 'SZ'"),
            (b"(;B[aa]))", "')' that closes nothing skipped"),
            (b"(;B[aa])) )", "2 ')' that close nothing skipped"),
            (b"(;C[a]C[b])", "'C' again in this node: its values added to the first"),
            (b"(;CoPyright[x])", "'CoPyright' read as 'CP'"),
            (b"(;B1[x])", "name 'B1', which holds a digit, kept as it is"),
            (b"(;b[x])", "name 'b', which has no capital, kept as it is"),
            (b"(;P-X[x])", "name 'P-X', which holds '_' or '-', kept as it is"),
            (b"(;B[aa]B[bb])", "second move in a node: ';' put in before 'B'"),
            (b"(;B[aa]]];W[bb])", "2 ']' after the end of a value left out"),
            (
                b"(;B[aa](;W[bb])LB[aa:1])",
                "'LB' after a variation given to the node that the variation hangs on",
            ),
        ] {
            assert_eq!(messages(source)[0], message, "{}", source.escape_ascii());
        }
        let cut = "record nested in damaged game 0 cut out of it: game 1 starts here";
        assert_eq!(messages(b"(;SZ[9];B[aa](;SZ[9];B[bb])")[0], cut);
    }

    #[test]
    fn a_message_is_short_whatever_the_input_and_whatever_it_is_made_with() {
        let source = [&b"(;"[..], &b"Long".repeat(1000), b"[x])"].concat();
        let [message] = messages(&source).try_into().unwrap();
        assert_eq!(message, "'LongLongLongLongLongLong…' read as 'LLLLLLLLLLLLLLLLLLLLLLLL'");

        let arena = Arena::new();
        for &found in Parser::new().read(&arena, &source).diagnostics() {
            assert_eq!(found.message(b"").to_string(), "'' read as ''");
        }
    }
}
