//! `kifu properties`: what the library's catalogue of properties holds, printed.

use std::io::{self, Write};

use clap::error::ErrorKind;
use comfy_table::{Table, presets};
use kifu::values::catalogue::{self, Definition};
use serde_json::{Value, json};

use crate::args::{PropertiesFormat, PropertiesOptions, fail};

/// Prints all properties, or the meanings of one ident.
pub(crate) fn run(options: &PropertiesOptions, out: &mut impl Write) -> io::Result<()> {
    let definitions: Vec<&Definition> = match &options.ident {
        None => catalogue::all().collect(),
        Some(ident) => catalogue::meanings(ident).iter().collect(),
    };
    if let Some(ident) = options.ident.as_ref().filter(|_| definitions.is_empty()) {
        let message = format!("no property '{ident}' is known; idents are in capitals");
        fail("properties", ErrorKind::InvalidValue, &message);
    }
    match options.format {
        PropertiesFormat::Json => {
            let objects = definitions.iter().map(|definition| object(definition));
            serde_json::to_writer_pretty(&mut *out, &objects.collect::<Vec<_>>())?;
            writeln!(out)?;
        }
        PropertiesFormat::Table if options.ident.is_some() => {
            for (index, definition) in definitions.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                describe(definition, out)?;
            }
        }
        PropertiesFormat::Table => table(&definitions, out)?,
    }
    out.flush()
}

fn table(definitions: &[&Definition], out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["IDENT", "NAME", "FF", "TYPE", "VALUE", "LIST", "GAME", "BY"]);
    for definition in definitions {
        table.add_row([
            definition.ident().to_owned(),
            definition.name().to_owned(),
            versions(definition),
            property_type(definition),
            definition.form().to_string(),
            definition.list_kind().to_string(),
            game(definition).unwrap_or_default(),
            definition.private_to().unwrap_or_default().to_owned(),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// All that is known about a property, a line for each thing.
fn describe(definition: &Definition, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {}", definition.ident(), definition.name())?;
    let range = definition.range().map(|(least, most)| format!(", {least} to {most}"));
    let value = match definition.list_kind() {
        catalogue::ListKind::Single => String::new(),
        list => format!("{list} of "),
    };
    let version = match definition.private_to() {
        Some(user) => format!("private, written by {user}"),
        None => {
            let versions = definition.versions().map(|version| format!("FF[{version}]"));
            let obsolete = if definition.is_obsolete() { "; obsolete" } else { "" };
            versions.collect::<Vec<_>>().join(", ") + obsolete
        }
    };
    writeln!(out, "  version  {version}")?;
    writeln!(out, "  type     {}", property_type(definition))?;
    writeln!(out, "  value    {value}{}{}", definition.form(), range.unwrap_or_default())?;
    writeln!(out, "  games    {}", game(definition).unwrap_or_else(|| "all".into()))?;
    if !definition.note().is_empty() {
        writeln!(out, "  note     {}", definition.note())?;
    }
    Ok(())
}

/// The versions in one word, such as `34`; nothing for private properties.
fn versions(definition: &Definition) -> String {
    definition.versions().map(|version| char::from(b'0' + version)).collect()
}

fn property_type(definition: &Definition) -> String {
    let inherit = if definition.inherits() { ", inherit" } else { "" };
    format!("{}{inherit}", definition.property_type())
}

fn game(definition: &Definition) -> Option<String> {
    definition.game().map(|game| game.name().map_or_else(|| game.to_string(), str::to_owned))
}

fn object(definition: &Definition) -> Value {
    json!({
        "ident": definition.ident(),
        "name": definition.name(),
        "versions": definition.versions().collect::<Vec<_>>(),
        "obsolete": definition.is_obsolete(),
        "type": definition.property_type().to_string(),
        "inherit": definition.inherits(),
        "value": definition.form().to_string(),
        "list": definition.list_kind().to_string(),
        "range": definition.range().map(|(least, most)| [least, most]),
        "game": game(definition),
        "private_to": definition.private_to(),
        "note": definition.note(),
    })
}
