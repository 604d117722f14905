//! Choosing by an expression of jq over the row of a game. The language, its parser and its
//! functions are those of `jaq`.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ptr;

use jaq_core::load::{self, Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Exn, Vars, data};
use jaq_json::{Map, Num, Val};

use crate::rows::{Cell, Column, Row};

type Data = data::JustLut<Val>;
type Compiled = jaq_core::compile::Filter<jaq_core::Native<Data>>;

/// An expression of jq that says of a row whether it is chosen: it is if the first thing that the
/// expression gives is neither `false` nor `null`. One that gives nothing, as `select` or `empty`
/// do, does not choose it.
///
/// A row is the object that `kifu games --format ndjson` prints: texts, numbers, and null for what is
/// missing; dates are texts such as `2016-03-09`, hashes texts of 16 hexadecimal digits.
///
/// ```
/// use kifu::choose::Filter;
/// use kifu::rows::{GameRows, Origin};
///
/// let mut filter = Filter::new(r#".winner == "B" and (.PB // "" | test("^Go "))"#)?;
/// let arena = kifu::Arena::new();
/// let games = "(;PB[Go Seigen]RE[B+R])(;PB[Go Seigen]RE[W+R])(;RE[B+R])";
/// let mut chosen = Vec::new();
/// GameRows::new().read(kifu::parse(&arena, games)?, Origin::default(), |row| {
///     chosen.push(filter.matches(row)?);
///     Ok::<_, Box<dyn std::error::Error>>(())
/// })?;
/// assert_eq!(chosen, [true, false, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: what the expression does, and making an object of the row. Nothing stops an expression that
/// never ends, and one that calls itself without an end exhausts the stack: do not take one from
/// people you do not trust. It reads no files, and cannot write any.
#[derive(Clone)]
pub struct Filter {
    source: Arc<str>,
    compiled: Arc<Compiled>,
    /// The object of the last row. If nobody keeps it, the next row takes its place in it.
    row: Arc<Map>,
    /// The columns of that row.
    columns: &'static [Column],
}

impl Filter {
    /// Compiles an expression.
    ///
    /// ```
    /// use kifu::choose::Filter;
    ///
    /// let error = Filter::new(".moves > ").err().unwrap();
    /// assert_eq!(error.to_string(), "at its end: a term is expected");
    /// let error = Filter::new(".moves | larger(100)").err().unwrap();
    /// assert_eq!(error.to_string(), "at `larger(100)`: there is no such filter");
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong first, with its place.
    pub fn new(expression: &str) -> Result<Self, ParseFilterError> {
        let arena = Arena::default();
        let definitions = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
        let functions = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
        let file = File { code: expression, path: () };
        let modules = Loader::new(definitions)
            .load(&arena, file)
            .map_err(|errors| ParseFilterError::of_load(expression, errors))?;
        let compiled = Compiler::default()
            .with_funs(functions)
            .compile(modules)
            .map_err(|errors| ParseFilterError::of_compile(expression, errors))?;
        let (source, compiled) = (expression.into(), Arc::new(compiled));
        Ok(Self { source, compiled, row: Arc::default(), columns: &[] })
    }

    /// The expression.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// Whether the row is chosen.
    ///
    /// # Errors
    ///
    /// An error of the expression, such as a pattern that is compared with null and not with a text,
    /// and `halt`.
    pub fn matches(&mut self, row: &impl Row) -> Result<bool, FilterError> {
        self.fill(row);
        let row = Val::Obj(Arc::clone(&self.row));
        let context = Ctx::<Data>::new(&self.compiled.lut, Vars::new([]));
        match self.compiled.id.run((context, row)).next().transpose().map_err(Exn::get_err) {
            Ok(None | Some(Val::Null | Val::Bool(false))) => Ok(false),
            Ok(Some(_)) => Ok(true),
            Err(Ok(error)) => Err(FilterError(error.to_string())),
            // What jaq offers for this ends the process.
            Err(Err(_)) => Err(FilterError("`halt` does not choose a game".into())),
        }
    }

    /// Makes the object of a row.
    fn fill<R: Row>(&mut self, row: &R) {
        let map = Arc::make_mut(&mut self.row);
        if ptr::eq(self.columns, R::columns()) {
            for (place, (_, cell)) in map.values_mut().zip(row.cells()) {
                *place = value(cell);
            }
        } else {
            *map = row.cells().map(|(column, cell)| (text(column.name()), value(cell))).collect();
            self.columns = R::columns();
        }
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Filter").field(&self.source).finish()
    }
}

/// The cell as JSON has it.
fn value(cell: Cell<'_>) -> Val {
    match cell {
        Cell::Null => Val::Null,
        Cell::Bool(is_so) => Val::from(is_so),
        Cell::Texts(texts) => texts.iter().map(text).collect(),
        Cell::Text(it) => text(it),
        Cell::UInt32(number) => Val::Num(Num::from_integral(number)),
        Cell::UInt64(number) => Val::Num(Num::from_integral(number)),
        Cell::Int32(number) => Val::Num(Num::from_integral(number)),
        Cell::Float64(number) => Val::from(number),
        Cell::Hash(_) | Cell::Date(_) => Val::utf8_str(cell.to_string().into_bytes()),
    }
}

fn text(text: &str) -> Val {
    Val::utf8_str(text.as_bytes().to_vec())
}

/// Why an expression could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFilterError {
    /// What stands from the place on; `None` at the end.
    found: Option<String>,
    message: String,
}

impl ParseFilterError {
    fn at(expression: &str, rest: &str, message: String) -> Self {
        let start = load::span(expression, rest).start;
        let rest = expression.get(start..).unwrap_or_default().trim();
        let shown = || rest.chars().take(40).collect::<String>();
        Self { found: (!rest.is_empty()).then(shown), message }
    }

    fn other(message: &str) -> Self {
        Self { found: None, message: message.to_owned() }
    }

    fn of_load(expression: &str, errors: load::Errors<&str, ()>) -> Self {
        let expected = |what: &str| {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let is_word = what.len() > 1 && what.bytes().all(|it| it.is_ascii_lowercase());
            if is_word {
                format!("{article} {what} is expected")
            } else {
                format!("{what} is expected")
            }
        };
        let first = errors.into_iter().next().map(|(_, error)| error);
        let found = match first {
            Some(load::Error::Lex(errors)) => errors
                .first()
                .map(|(wanted, rest)| Self::at(expression, rest, expected(wanted.as_str()))),
            Some(load::Error::Parse(errors)) => errors
                .first()
                .map(|(wanted, rest)| Self::at(expression, rest, expected(wanted.as_str()))),
            Some(load::Error::Io(_)) => Some(Self::other("modules cannot be loaded")),
            None => None,
        };
        found.unwrap_or_else(|| Self::other("it is no expression of jq"))
    }

    fn of_compile(expression: &str, errors: jaq_core::compile::Errors<&str, ()>) -> Self {
        let mut undefined: Vec<_> = errors.into_iter().flat_map(|(_, errors)| errors).collect();
        undefined.sort_by_key(|(name, _)| load::span(expression, name).start);
        match undefined.first() {
            Some((name, what)) => {
                Self::at(expression, name, format!("there is no such {}", what.as_str()))
            }
            None => Self::other("it is no expression of jq"),
        }
    }
}

impl fmt::Display for ParseFilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(f, "at `{found}`: {}", self.message),
            None => write!(f, "at its end: {}", self.message),
        }
    }
}

impl Error for ParseFilterError {}

/// The error that an expression gave for a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError(String);

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for FilterError {}
