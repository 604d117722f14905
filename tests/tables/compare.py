"""Compares what pyarrow, DuckDB and Polars find in the tables of `kifu games` with what its ndjson
says.

Each reader counts in its own way where it has one: rows, sums, the exclusive or of hashes, missing
cells, distinct players, games by the year of `date_from`. A digest is taken here, over some cells of
all rows. The types that each reader has for the typed columns are compared with those promised.
"""

import collections
import datetime
import functools
import hashlib
import json
import operator
import pathlib
import subprocess
import sys

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.parquet

SUMS = ["nodes", "moves", "length", "handicap", "width", "height", "overtime_count",
        "black_rank_order", "white_rank_order"]
# Multiples of fractions that are exact, as far as servers write them; rounded all the same.
REALS = ["komi", "margin", "black_rating", "white_rating", "main_time", "overtime_seconds"]
HASHES = ["main_line_hash", "symmetric_hash"]
DIGEST = ["source", "member", "game", "PB", "main_line_hash", "date_from", "date_to", "winner",
          "result_kind", "komi", "black_rank", "white_rank", "rules", "application",
          "application_version", "unreadable"]
DAYS = ["date_from", "date_to"]

# The types of the typed columns: of pyarrow, DuckDB and Polars.
TYPES = {
    **dict.fromkeys(DAYS, ("date32[day]", "DATE", "Date")),
    **dict.fromkeys(REALS, ("double", "DOUBLE", "Float64")),
    **dict.fromkeys(["handicap", "width", "height", "overtime_count"],
                    ("uint32", "UINTEGER", "UInt32")),
    **dict.fromkeys(["black_rank_order", "white_rank_order"], ("int32", "INTEGER", "Int32")),
    **dict.fromkeys(["winner", "result_kind", "black_rank", "white_rank", "overtime", "rules",
                     "application", "application_version", "unreadable", "normalized"],
                    ("string", "VARCHAR", "String")),
}


def types(reader):
    """The types that a reader should have for the typed columns."""
    return {name: kinds[reader] for name, kinds in TYPES.items()}


def figures(rows, sums, reals, xors, missing, players, years, cells, kinds=None):
    """The figures of one reader. `sums` are those of SUMS and of HASHES, `cells` those of DIGEST."""
    lines = sorted(json.dumps(row, default=datetime.date.isoformat) for row in cells)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return {
        "rows": rows,
        **dict(zip(SUMS, sums)),
        # In 64 bits, in which some readers count.
        **{f"sum of {name}": total % 2**64 for name, total in zip(HASHES, sums[len(SUMS):])},
        **{f"sum of {name}": round(total, 3) for name, total in zip(REALS, reals)},
        "years": {year: years[year] for year in sorted(years)},
        **({"types": kinds} if kinds else {}),
        **{f"xor of {name}": xor for name, xor in zip(HASHES, xors)},
        "missing": missing,
        "players": players,
        "digest": digest,
    }


def xor(values):
    return functools.reduce(operator.xor, (value for value in values if value is not None), 0)


def with_python(lines):
    rows = [json.loads(line) for line in lines]
    for row in rows:
        row.update({name: row[name] and int(row[name], 16) for name in HASHES})
        row.update({name: row[name] and datetime.date.fromisoformat(row[name]) for name in DAYS})
    columns = list(rows[0]) if rows else []
    return figures(
        len(rows),
        [sum(row[name] or 0 for row in rows) for name in SUMS + HASHES],
        [sum(row[name] or 0 for row in rows) for name in REALS],
        [xor(row[name] for row in rows) for name in HASHES],
        {name: sum(row[name] is None for row in rows) for name in columns},
        len({row["PB"] for row in rows} - {None}),
        collections.Counter(row["date_from"].year for row in rows if row["date_from"]),
        ([row[name] for name in DIGEST] for row in rows),
    )


def with_pyarrow(table):
    total = pyarrow.compute.sum
    cells = (table[name].to_pylist() for name in DIGEST)
    return figures(
        table.num_rows,
        [total(table[name]).as_py() or 0 for name in SUMS + HASHES],
        [total(table[name]).as_py() or 0 for name in REALS],
        [xor(table[name].to_pylist()) for name in HASHES],
        {name: table[name].null_count for name in table.column_names},
        pyarrow.compute.count_distinct(table["PB"]).as_py(),
        collections.Counter(pyarrow.compute.year(table["date_from"].drop_null()).to_pylist()),
        zip(*cells),
        {name: str(table.schema.field(name).type) for name in TYPES},
    )


def with_duckdb(table):
    def one(*expressions):
        [row] = table.aggregate(", ".join(expressions)).fetchall()
        return row

    sums = one(*(f"coalesce(sum({name}), 0)" for name in SUMS + HASHES))
    reals = one(*(f"coalesce(sum({name}), 0)" for name in REALS))
    years = table.query("games", "select year(date_from), count(*) from games group by all")
    missing = one(*(f'count(*) - count("{name}")' for name in table.columns))
    return figures(
        *one("count(*)"),
        [int(total) for total in sums],
        reals,
        one(*(f"coalesce(bit_xor({name}), 0)" for name in HASHES)),
        dict(zip(table.columns, missing)),
        *one("count(distinct PB)"),
        {year: count for year, count in years.fetchall() if year is not None},
        table.project(", ".join(DIGEST)).fetchall(),
        {name: str(kind) for name, kind in zip(table.columns, table.types) if name in TYPES},
    )


def with_polars(table):
    return figures(
        table.height,
        [int(table[name].cast(polars.Int128).sum()) for name in SUMS + HASHES],
        [table[name].sum() for name in REALS],
        [table[name].drop_nulls().bitwise_xor() or 0 for name in HASHES],
        {name: table[name].null_count() for name in table.columns},
        table["PB"].drop_nulls().n_unique(),
        collections.Counter(table["date_from"].drop_nulls().dt.year().to_list()),
        table.select(DIGEST).iter_rows(),
        {name: str(table.schema[name]) for name in TYPES},
    )


def readings(parquet, arrow):
    """What each reader finds in each file."""
    yield "pyarrow, parquet", with_pyarrow(pyarrow.parquet.read_table(parquet))
    yield "duckdb, parquet", with_duckdb(duckdb.read_parquet(str(parquet)))
    yield "polars, parquet", with_polars(polars.read_parquet(parquet))
    with pyarrow.ipc.open_stream(arrow) as stream:
        table = stream.read_all()
    yield "pyarrow, arrow", with_pyarrow(table)
    yield "duckdb, arrow", with_duckdb(duckdb.from_arrow(table))
    yield "polars, arrow", with_polars(polars.read_ipc_stream(arrow))


MOVES = ["node", "ply", "x", "y", "visits"]


def moves_figures(rows, sums, missing):
    return {"rows": rows, **dict(zip(MOVES, (int(total or 0) for total in sums))), "missing": missing}


def moves_readings(parquet):
    """What each reader finds in the table of moves."""
    table = pyarrow.parquet.read_table(parquet)
    total = pyarrow.compute.sum
    yield "pyarrow", moves_figures(
        table.num_rows, [total(table[name]).as_py() for name in MOVES],
        {name: table[name].null_count for name in table.column_names})
    table = duckdb.read_parquet(str(parquet))
    [row] = table.aggregate(", ".join(
        ["count(*)"] + [f"sum({name})" for name in MOVES]
        + [f'count(*) - count("{name}")' for name in table.columns])).fetchall()
    yield "duckdb", moves_figures(
        row[0], row[1:1 + len(MOVES)], dict(zip(table.columns, row[1 + len(MOVES):])))
    table = polars.read_parquet(parquet)
    yield "polars", moves_figures(
        table.height, [table[name].cast(polars.Int64).sum() for name in MOVES],
        {name: table[name].null_count() for name in table.columns})


def with_moves(kifu, work, path, moves):
    """The differences between readers of the moves, of which there are as many as games count."""
    parquet = pathlib.Path(work, "moves.parquet")
    command = [kifu, "moves", "--quiet", "--allow-empty", "--format"]
    subprocess.run([*command, "parquet", "-o", parquet, path], check=True)
    with subprocess.Popen([*command, "ndjson", path], stdout=subprocess.PIPE) as lines:
        rows, sums, missing = 0, [0] * len(MOVES), collections.Counter()
        for line in lines.stdout:
            row = json.loads(line)
            rows += 1
            sums = [total + (row[name] or 0) for total, name in zip(sums, MOVES)]
            missing.update({name: int(cell is None) for name, cell in row.items()})
    differences = int(rows != moves)
    if rows:
        expected = moves_figures(rows, sums, dict(missing))
        for reader, found in moves_readings(parquet):
            differences += found != expected
            if found != expected:
                print(f"{path}: {reader}: moves are {found}, not {expected}"[:1000])
    print(f"{path}: rows of moves: {rows}, moves of games: {moves}")
    return differences


def main():
    kifu, work, *inputs = sys.argv[1:]
    parquet, arrow = pathlib.Path(work, "games.parquet"), pathlib.Path(work, "games.arrow")
    differences = compared = 0
    for path in inputs:
        def games(form, *more):
            command = [kifu, "games", "--quiet", "--allow-empty", "--format", form, *more, path]
            return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout

        expected = with_python(games("ndjson").splitlines())
        games("parquet", "-o", parquet)
        arrow.write_bytes(games("arrow"))
        if not expected["rows"]:
            print(f"{path}: no games")
            continue
        for reader, found in readings(parquet, arrow):
            compared += 1
            expected["types"] = types(["pyarrow", "duckdb", "polars"].index(reader.split(",")[0]))
            wrong = [name for name in expected if found[name] != expected[name]]
            differences += len(wrong)
            for name in wrong:
                print(f"{path}: {reader}: {name} is {found[name]}, not {expected[name]}"[:1000])
        differences += with_moves(kifu, work, path, expected["moves"])
        missing = sum(expected.pop("missing").values())
        del expected["types"], expected["years"]
        shown = ", ".join(f"{name}: {value}" for name, value in expected.items())
        print(f"{path}: {shown}, missing cells: {missing}")
    print(f"readings compared: {compared}, differences: {differences}")
    return 1 if differences or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
