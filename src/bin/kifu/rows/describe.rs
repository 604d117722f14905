//! `--describe`: the columns, with what the library says of them.

use std::io::{self, Write};

use comfy_table::{Table, presets};
use kifu::rows::Column;

use crate::args::TableFormat;
use crate::json::object;

/// Prints the columns: a line or a row for each.
pub(super) fn columns(
    format: TableFormat,
    columns: &[Column],
    out: &mut impl Write,
) -> io::Result<()> {
    match format {
        TableFormat::Ndjson => columns.iter().try_for_each(|column| {
            let [name, kind, _, description] = texts(column);
            let members = [
                ("name", name.into()),
                ("type", kind.into()),
                ("nullable", column.is_nullable().into()),
                ("description", description.into()),
            ];
            object(out, &members)?;
            out.write_all(b"\n")
        })?,
        TableFormat::Csv => {
            let mut writer = csv::Writer::from_writer(&mut *out);
            writer.write_record(["name", "type", "nullable", "description"])?;
            columns.iter().try_for_each(|column| writer.write_record(texts(column)))?;
            writer.flush()?;
        }
        _ => table(columns, out)?,
    }
    out.flush()
}

fn table(columns: &[Column], out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["COLUMN", "TYPE", "DESCRIPTION"]);
    for column in columns {
        let [name, kind, _, description] = texts(column);
        // As tools show it that ask for the schema of a file.
        let kind = if column.is_nullable() { kind + "?" } else { kind };
        table.add_row([name, kind, description]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// The name, the type, whether it may be missing, and what it holds.
fn texts(column: &Column) -> [String; 4] {
    [
        column.name().to_owned(),
        column.kind().to_string(),
        column.is_nullable().to_string(),
        column.description().to_owned(),
    ]
}
