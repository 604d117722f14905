//! What is found about an input, for serde: diagnostics, errors, spans, character sets. Names are
//! strings; what has parts has keys.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::charset::{Charset, CharsetSource};
use crate::diagnostic::{Action, Code, Diagnostic, Severity};
use crate::error::{self, ErrorKind};
use crate::span::{Location, Span};
use crate::values::{CheckCode, CheckDiagnostic};

/// `{"start", "end"}`, offsets in bytes.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut span = serializer.serialize_struct("Span", 2)?;
        span.serialize_field("start", &self.start())?;
        span.serialize_field("end", &self.end())?;
        span.end()
    }
}

/// `{"line", "column"}`, both from 1.
impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut location = serializer.serialize_struct("Location", 2)?;
        location.serialize_field("line", &self.line)?;
        location.serialize_field("column", &self.column)?;
        location.end()
    }
}

/// `{"code", "severity", "action", "span", "game", "message"}`. The number of the game is null
/// outside the game trees; the message is the one without the words of the input.
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut found = serializer.serialize_struct("Diagnostic", 6)?;
        found.serialize_field("code", &self.code())?;
        found.serialize_field("severity", &self.severity())?;
        found.serialize_field("action", &self.action())?;
        found.serialize_field("span", &self.span())?;
        found.serialize_field("game", &self.game())?;
        found.serialize_field("message", self.code().message())?;
        found.end()
    }
}

/// `{"code", "severity", "span", "game", "node", "ident", "message"}`.
impl Serialize for CheckDiagnostic<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut found = serializer.serialize_struct("CheckDiagnostic", 7)?;
        found.serialize_field("code", &self.code())?;
        found.serialize_field("severity", &self.severity())?;
        found.serialize_field("span", &self.span())?;
        found.serialize_field("game", &self.game())?;
        found.serialize_field("node", &self.node().index())?;
        found.serialize_field("ident", self.ident())?;
        found.serialize_field("message", &format_args!("{self}"))?;
        found.end()
    }
}

/// `{"kind", "span", "message"}`.
impl Serialize for error::Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("Error", 3)?;
        error.serialize_field("kind", &self.kind())?;
        error.serialize_field("span", &self.span())?;
        error.serialize_field("message", &format_args!("{self}"))?;
        error.end()
    }
}

/// Makes a string of what has a name, which is what `$name` makes of it.
macro_rules! named {
    ($($type:ty: $name:expr;)*) => {$(
        /// The name.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$name(*self))
            }
        }
    )*};
}

named! {
    Code: Code::name;
    CheckCode: CheckCode::name;
    ErrorKind: ErrorKind::name;
    Severity: |severity: Severity| severity;
    Action: |action: Action| action;
    Charset: Charset::name;
    CharsetSource: CharsetSource::name;
}

/// Finds what has a name by it.
macro_rules! found_by_name {
    ($($type:ty: $find:expr, $what:literal;)*) => {$(
        #[doc = concat!("By ", $what, ".")]
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Named { find: $find, what: $what })
            }
        }
    )*};
}

found_by_name! {
    Code: Code::from_name, "the name of a code";
    CheckCode: CheckCode::from_name, "the name of a code of a check";
    Charset: |name: &str| Charset::from_label(name), "the name of a character set";
}

struct Named<T> {
    find: fn(&str) -> Option<T>,
    what: &'static str,
}

impl<T> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        (self.find)(name).ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}
