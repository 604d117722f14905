#!/usr/bin/env bash
# Lets pyarrow, DuckDB and Polars read the tables that `kifu games` writes, Parquet and Arrow, and
# compares what they count with what is counted in its ndjson, and the types that they have for the
# typed columns with those promised.
#
#   tests/tables/run.sh [INPUT]...
#
# Without an input: tests/records and, if KIFU_CORPUS is set, the archives in its folder bulk. Needs
# python3 with venv; the readers go into a temporary folder. Exits with 1 on any difference.
set -euo pipefail
cd "$(dirname "$0")/../.."

inputs=("$@")
if [ ${#inputs[@]} -eq 0 ]; then
    inputs=(tests/records ${KIFU_CORPUS:+"$KIFU_CORPUS"/bulk/*})
fi

cargo build --quiet --release --features tables
target=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pyarrow==26.0.1 duckdb==2.0.1 polars==2.1.0
"$work/venv/bin/python" tests/tables/compare.py "$target/release/kifu" "$work" "${inputs[@]}"
