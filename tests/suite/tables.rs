//! `kifu games` as Parquet and Arrow, run as a process, and read with the crates that write them.

use std::fs::{self, File};
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};
use std::process::Output;

use arrow_array::{
    Array, BooleanArray, Date32Array, Float64Array, Int32Array, ListArray, RecordBatch,
    StringArray, UInt32Array, UInt64Array,
};
use arrow_ipc::reader::StreamReader;
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use serde_json::Value;

use crate::archives::{gz, tar, zip};
use crate::program::{RECORDS, Run, folder, kifu, kifu_reading, program};

/// The formats that are read here.
const FORMATS: [&str; 2] = ["parquet", "arrow"];

/// Letters that hardly compress.
fn noise(length: usize, seed: u32) -> String {
    let mut noise = seed;
    let letter = |_| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'A' + (noise >> 24) as u8 % 58).max('^')
    };
    (0..length).map(letter).collect()
}

/// An archive of many games: more than are made a batch, in files of one and of several, with
/// faults, without texts, of other games and character sets.
fn many(games: usize) -> Vec<u8> {
    let game = |n: usize| match n % 5 {
        0 => format!(
            "(;SZ[19]PB[{n}]PW[Ann, \"B\"]KM[6.5]DT[{}-02]BR[9k];B[aa];W[b{n}];B[](;W[dd])(;W[ee]KO))",
            1 + n
        ),
        1 => format!("(;GM[2]SZ[8];B[a{n}];W[b2])"),
        2 => "(;)".to_owned(),
        3 => format!("(;PB[]EV[two\nlines]DT[2016];B[aa])\n(;SZ[9]RE[B+R];B[ii]C[{n}])"),
        _ => format!("(;CA[UTF-8]PB[因{n}]AP[a:1];W[tt];B[qd];W[dp]"),
    };
    let games: Vec<_> = (0..games).map(|n| (format!("{:03}/{n}.sgf", n / 100), game(n))).collect();
    tar(&games.iter().map(|(name, game)| (&name[..], game.as_bytes())).collect::<Vec<_>>())
}

/// Writes the rows of the inputs to a file of the folder.
fn to_file(folder: &Path, format: &str, jobs: &str, inputs: &[&str]) -> (Run, PathBuf) {
    let path = folder.join(format!("games{jobs}.{format}"));
    let arguments = ["games", jobs, "--format", format, "-o", path.to_str().unwrap()];
    (kifu(arguments.iter().chain(inputs)), path)
}

/// The schema and the rows of a file.
fn read(path: &Path) -> (SchemaRef, Vec<RecordBatch>) {
    let file = File::open(path).unwrap();
    if path.extension() == Some("arrow".as_ref()) {
        let reader = StreamReader::try_new(file, None).unwrap();
        return (reader.schema(), reader.map(Result::unwrap).collect());
    }
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let schema = builder.schema().clone();
    (schema, builder.build().unwrap().map(Result::unwrap).collect())
}

#[test]
fn every_cell_of_a_move_is_that_of_ndjson() {
    let source = "(;SZ[9]C[root];B[aa]BL[9.5]LB[bb:A][cc:\"x\"]C[0.47 0.53 0.00 -0.4 v=600](;W[]TR[dd])(;W[Q16]))";
    let folder = folder("tables-moves", &[("a.sgf", source.as_bytes())]);
    let inputs = [folder.join("a.sgf"), RECORDS.into(), "tests/damaged".into()];
    let inputs = inputs.each_ref().map(|it| it.to_str().unwrap());
    let more = ["moves", "--variations"];
    let expected = kifu(more.iter().chain(&["--format=ndjson"]).chain(&inputs)).lines();
    for format in FORMATS {
        let path = folder.join(format!("moves.{format}"));
        let to = ["-o", path.to_str().unwrap(), "--format", format];
        assert_eq!(kifu(more.iter().chain(&to).chain(&inputs)).status, 0);
        assert_eq!(rows(&batches(&path)), expected);
    }
}

pub(crate) fn batches(path: &Path) -> Vec<RecordBatch> {
    read(path).1
}

fn metadata(path: &Path) -> ParquetMetaData {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    reader.metadata().as_ref().clone()
}

/// The cell as the text formats have it.
fn cell(array: &dyn Array, row: usize, name: &str) -> Value {
    let any = array.as_any();
    if array.is_null(row) {
        Value::Null
    } else if let Some(texts) = any.downcast_ref::<StringArray>() {
        texts.value(row).into()
    } else if let Some(counts) = any.downcast_ref::<UInt32Array>() {
        counts.value(row).into()
    } else if let Some(orders) = any.downcast_ref::<Int32Array>() {
        orders.value(row).into()
    } else if let Some(reals) = any.downcast_ref::<Float64Array>() {
        reals.value(row).into()
    } else if let Some(values) = any.downcast_ref::<BooleanArray>() {
        values.value(row).into()
    } else if let Some(lists) = any.downcast_ref::<ListArray>() {
        let list = lists.value(row);
        (0..list.len()).map(|at| cell(&list, at, name)).collect()
    } else if let Some(days) = any.downcast_ref::<Date32Array>() {
        day(days.value(row)).into()
    } else {
        let number = any.downcast_ref::<UInt64Array>().unwrap().value(row);
        if name.ends_with("_hash") { format!("{number:016x}").into() } else { number.into() }
    }
}

/// A day by its number from 1970-01-01, found by counting.
fn day(mut left: i32) -> String {
    let is_leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |year| if is_leap(year) { 366 } else { 365 };
    let mut year = 1970;
    while left < 0 {
        year -= 1;
        left += length(year);
    }
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < days {
            break;
        }
        left -= days;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

/// The rows, each as the line of ndjson has it.
pub(crate) fn rows(batches: &[RecordBatch]) -> Vec<Value> {
    let row = |batch: &RecordBatch, row: usize| {
        let cells = batch.schema_ref().fields().iter().zip(batch.columns());
        cells.map(|(field, array)| (field.name().clone(), cell(array, row, field.name()))).collect()
    };
    let rows = |batch| (0..RecordBatch::num_rows(batch)).map(move |index| row(batch, index));
    batches.iter().flat_map(rows).collect()
}

#[test]
fn every_cell_is_that_of_ndjson() {
    let inner = zip(&[("in.sgf", b"(;CA[GBK]PB[\xD6\xDC];B[aa])"), ("in.tar", &many(10))]);
    let files = [("a.tar.gz", &gz(&many(3_000))[..]), ("b.zip", &inner)];
    let archives = folder("tables", &files);
    let archives = archives.to_str().unwrap();
    let written = folder("tables-written", &[]);
    for inputs in [vec![RECORDS], vec!["tests/damaged"], vec![archives, RECORDS, archives]] {
        let ndjson = kifu(["games", "--format=ndjson"].iter().chain(&inputs));
        let expected = ndjson.lines();
        assert!(!expected.is_empty());
        for format in FORMATS {
            let (run, path) = to_file(&written, format, "-j1", &inputs);
            assert_eq!((run.status, &*run.out, run.messages), (0, "", ndjson.messages.clone()));
            let found = rows(&batches(&path));
            assert_eq!(found.len(), expected.len());
            for (row, line) in found.iter().zip(&expected) {
                assert_eq!(row, line, "{format}");
            }
            let (_, other) = to_file(&written, format, "-j4", &inputs);
            assert!(fs::read(path).unwrap() == fs::read(other).unwrap(), "{format}");
        }
        let columns = kifu(["games", "--format=csv", RECORDS]);
        let columns = columns.out.lines().next().unwrap().split(',');
        for format in FORMATS {
            let (schema, _) = read(&written.join(format!("games-j1.{format}")));
            assert!(schema.fields().iter().map(|field| &field.name()[..]).eq(columns.clone()));
        }
    }
}

#[test]
fn columns_have_types_and_say_whether_cells_may_be_missing() {
    let written = folder("tables-types", &[]);
    for format in FORMATS {
        let (_, path) = to_file(&written, format, "-j1", &[RECORDS]);
        let (schema, _) = read(&path);
        for (name, kind) in [
            ("source", "Utf8"),
            ("member", "Utf8?"),
            ("game", "UInt64"),
            ("offset", "UInt64"),
            ("GM", "Utf8?"),
            ("AP", "Utf8?"),
            ("nodes", "UInt32"),
            ("main_line", "Utf8"),
            ("main_line_hash", "UInt64?"),
            ("symmetric_hash", "UInt64?"),
            ("infos", "UInt32"),
            ("date_from", "Date32?"),
            ("date_to", "Date32?"),
            ("winner", "Utf8?"),
            ("result_kind", "Utf8?"),
            ("margin", "Float64?"),
            ("komi", "Float64?"),
            ("handicap", "UInt32?"),
            ("width", "UInt32?"),
            ("height", "UInt32?"),
            ("black_rank", "Utf8?"),
            ("white_rank_order", "Int32?"),
            ("black_rating", "Float64?"),
            ("main_time", "Float64?"),
            ("overtime", "Utf8?"),
            ("overtime_count", "UInt32?"),
            ("overtime_seconds", "Float64?"),
            ("rules", "Utf8?"),
            ("application_version", "Utf8?"),
            ("unreadable", "Utf8?"),
            ("normalized", "Utf8?"),
        ] {
            let field = schema.field_with_name(name).unwrap();
            let missing = if field.is_nullable() { "?" } else { "" };
            assert_eq!(format!("{}{missing}", field.data_type()), kind, "{format} {name}");
        }
        assert_eq!(schema.metadata()["tool"], "kifu");
        assert_eq!(schema.metadata()["version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn a_parquet_file_says_who_wrote_it_and_is_compressed_with_statistics_in_row_groups() {
    // A row group is full with 32 MiB.
    let games: String = (0..35).map(|n| format!("(;PB[{n}{}])", " long".repeat(200_000))).collect();
    let inputs = folder("tables-long", &[("a.sgf", games.as_bytes())]);
    let written = folder("tables-groups", &[]);
    let (_, path) = to_file(&written, "parquet", "-j1", &[inputs.to_str().unwrap(), RECORDS]);
    let read = metadata(&path);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(read.file_metadata().created_by(), Some(&*format!("kifu version {version}")));
    let pairs = read.file_metadata().key_value_metadata().unwrap();
    let value = |key: &str| pairs.iter().find(|pair| pair.key == key).unwrap().value.clone();
    assert_eq!((value("tool"), value("version")), (Some("kifu".into()), Some(version.into())));
    let rows: Vec<_> = read.row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    let all = kifu(["games", "--format=csv", RECORDS]).out.lines().count() as i64 - 1 + 35;
    assert_eq!(rows.iter().sum::<i64>(), all);
    for column in read.row_groups().iter().flat_map(RowGroupMetaData::columns) {
        assert!(matches!(column.compression(), Compression::ZSTD(_)));
        assert!(column.statistics().unwrap().null_count_opt().is_some());
        let name = column.column_path().string();
        if ["member", "main_line", "main_line_hash", "symmetric_hash"].contains(&&*name) {
            assert_eq!(column.dictionary_page_offset(), None, "{name}");
        }
    }
    for jobs in ["-j2", "-j9"] {
        let (_, other) = to_file(&written, "parquet", jobs, &[inputs.to_str().unwrap(), RECORDS]);
        assert!(fs::read(&path).unwrap() == fs::read(other).unwrap(), "{jobs}");
    }
}

#[test]
fn no_game_is_a_table_without_rows() {
    let written = folder("tables-empty", &[("a.sgf", b"nothing")]);
    let input = written.join("a.sgf");
    for format in FORMATS {
        let (run, path) =
            to_file(&written, format, "-j2", &[input.to_str().unwrap(), "--allow-empty"]);
        assert_eq!(run.status, 0);
        assert_eq!(rows(&batches(&path)), [] as [Value; 0]);
    }
}

#[test]
fn a_row_that_is_too_long_for_other_tools_is_told_and_left_out() {
    let long = "long ".repeat(14_000_000);
    let folder = folder("tables-too-long", &[("a.sgf", b"(;B[aa])")]);
    let record = folder.join("a.sgf");
    let source = format!("(;PB[{long}])(;PB[short])");
    for format in FORMATS {
        let path = folder.join(format!("games.{format}"));
        let arguments = ["games", "-o", path.to_str().unwrap(), "--format", format, "-"];
        let run =
            kifu_reading(arguments.iter().chain(&[record.to_str().unwrap()]), source.as_bytes());
        let reported = "kifu: -: the texts of game 0 are too long for a table, left out\n";
        assert_eq!((run.status, &*run.messages), (2, reported));
        assert_eq!(rows(&batches(&path)).len(), 2);
    }
}

fn run(arguments: &[&str], input: &Path) -> Output {
    program().args(arguments).arg(input).output().unwrap()
}

#[test]
fn a_table_can_go_to_a_pipe() {
    let folder = folder("tables-pipe", &[("a.tar", &many(2_000))]);
    let input = folder.join("a.tar");
    for format in FORMATS {
        let (_, path) = to_file(&folder, format, "-j1", &[input.to_str().unwrap()]);
        let output = run(&["games", "--format", format], &input);
        assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
        assert!(output.stdout == fs::read(path).unwrap(), "{format}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let games: String = (0..200).map(|n| format!("(;PB[{}])", noise(10_000, n))).collect();
    let folder = folder("tables-closed", &[("a.sgf", games.as_bytes())]);
    for format in FORMATS {
        for jobs in ["-j1", "-j4"] {
            let mut command = program();
            command.args(["games", jobs, "--format", format]).arg(&folder);
            let mut child = command.spawn().unwrap();
            let mut start = [0; 4];
            child.stdout.take().unwrap().read_exact(&mut start).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{format}");
        }
    }
}

/// The limit that a shell sets for the size of files stands for a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    let games: String = (0..200).map(|n| format!("(;PB[{}])", noise(10_000, n))).collect();
    let inputs = folder("tables-full", &[("a.sgf", games.as_bytes())]);
    let written = folder("tables-full-written", &[]);
    for format in FORMATS {
        for jobs in ["-j1", "-j4"] {
            let mut command = std::process::Command::new("sh");
            command.args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""]);
            command.args([env!("CARGO_BIN_EXE_kifu"), "games", jobs, "--format", format, "-o"]);
            let output = command.arg(written.join("games")).arg(&inputs).output().unwrap();
            assert_eq!(output.status.code(), Some(2));
            let messages = String::from_utf8(output.stderr).unwrap();
            assert!(
                messages.starts_with("kifu: cannot write the output: File too large"),
                "{messages}"
            );
            assert_eq!(messages.lines().count(), 1);
            assert_eq!(fs::read_dir(&written).unwrap().count(), 0);
        }
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output =
            program().args(["games", "--format", format]).arg(&inputs).stdout(full).output();
        let output = output.unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.starts_with("kifu: cannot write the output: No space left"), "{messages}");
    }
}

#[cfg(unix)]
mod interrupted {
    use std::process::{Child, Command};
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn interrupt(child: &Child) {
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
    }

    #[test]
    fn no_file_is_left() {
        let record = format!("(;SZ[19]C[{}])", "long ".repeat(400));
        let many: Vec<_> = std::iter::repeat_n(("a.sgf", record.as_bytes()), 20_000).collect();
        let inputs = folder("tables-interrupted", &[("a.tar", &tar(&many))]);
        let written = folder("tables-interrupted-written", &[]);
        for (format, jobs) in [("parquet", "-j1"), ("parquet", "-j3"), ("arrow", "-j1")] {
            let mut command = program();
            command.args(["games", "--format", format, jobs, "-o"]).arg(written.join("games"));
            let child = command.arg(&inputs).spawn().unwrap();
            let is_at_work = || fs::read_dir(&written).unwrap().count() > 0;
            while !is_at_work() {
                thread::yield_now();
            }
            interrupt(&child);
            assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
            assert!(!is_at_work(), "neither the file nor what was to become it");
        }
    }

    #[test]
    fn stdout_has_a_whole_table() {
        let folder = folder("tables-interrupted-stdout", &[("a.tar", &many(60_000))]);
        let mut command = program();
        let mut child = command.args(["games", "--format=arrow"]).arg(&folder).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        let mut table = vec![0; 16];
        stdout.read_exact(&mut table).unwrap();
        // It waits for a reader.
        interrupt(&child);
        thread::sleep(Duration::from_millis(200));
        stdout.read_to_end(&mut table).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let reader = StreamReader::try_new(Cursor::new(table), None).unwrap();
        let rows: usize = reader.map(|batch| batch.unwrap().num_rows()).sum();
        assert!((1..60_000).contains(&rows), "{rows}");
    }
}

/// With the terminal that `script` makes, where there is one.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_table() {
    for (command, format) in
        ["games", "moves", "dedupe"].iter().flat_map(|it| FORMATS.map(|f| (it, f)))
    {
        let program = env!("CARGO_BIN_EXE_kifu");
        let command = format!("{program} {command} --format {format} {RECORDS}");
        let mut script = std::process::Command::new("script");
        let Ok(output) = script.args(["-qec", &command, "/dev/null"]).output() else {
            return eprintln!("not tested: no `script`");
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(2), "{shown}");
        assert!(shown.contains("parquet and arrow are not for terminals"), "{shown}");
    }
}
