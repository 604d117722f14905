//! The arguments and the help of `kifu properties`.

use clap::{Args, ValueEnum};

/// Print what is known about properties
///
/// Without IDENT, a table of all properties of FF[1] to FF[4] and of well-known private ones. With
/// IDENT, all that is known about it; some idents have several meanings.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct PropertiesOptions {
    /// The ident, such as B, AB or KGSDE
    pub(crate) ident: Option<String>,

    /// How to print it
    #[arg(short, long, value_enum, default_value_t = PropertiesFormat::Table)]
    pub(crate) format: PropertiesFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PropertiesFormat {
    /// For people
    Table,
    /// A list of objects, one for each meaning of an ident
    Json,
}

const EXAMPLES: &str = "\
Examples:
  kifu properties
      all properties in a table
  kifu properties KO
      what KO means
  kifu properties --format json | jq '.[] | select(.type == \"root\") | .ident'
      the idents of all root properties";
