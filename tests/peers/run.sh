#!/usr/bin/env bash
# Lets two other readers, sgfmill (Python) and @sabaki/sgf (JavaScript), read what `kifu fmt` writes,
# and compares their trees with what `kifu json --flat` says of the original.
#
#   tests/peers/run.sh [FOLDER]...
#
# Without a folder: tests/records and, if it is set, what KIFU_CORPUS names. Needs python3 with venv,
# node and npm; both readers go into a temporary folder. Exits with 1 on any difference.
set -euo pipefail
cd "$(dirname "$0")/../.."

folders=("$@")
if [ ${#folders[@]} -eq 0 ]; then
    folders=(tests/records ${KIFU_CORPUS:+"$KIFU_CORPUS"})
fi

cargo build --quiet --release --features cli
target=$(cargo metadata --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check sgfmill==1.1.1
npm install --silent --no-fund --no-audit --prefix "$work" @sabaki/sgf@3.4.7 >/dev/null
cp tests/peers/sabaki.cjs "$work/"
"$work/venv/bin/python" tests/peers/compare.py "$target/release/kifu" "$work" "${folders[@]}"
