"""Compares the trees that sgfmill and @sabaki/sgf read in the output of `kifu fmt` with what
`kifu json --flat` says of the original.

What is known to differ is taken into account, and nothing else: `kifu fmt` sets the CA of a root to
UTF-8, and sgfmill knows bytes only, which are decoded here.
"""

import json
import pathlib
import subprocess
import sys

from sgfmill import sgf_grammar

SHOWN = 10


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, check=False)


def original(kifu, path):
    """The nodes of the original, as kifu reads it; None if strict reading refuses it."""
    answer = run(kifu, "json", "--flat", "--strict", path)
    if answer.returncode != 0:
        return None
    lines = (json.loads(line) for line in answer.stdout.splitlines())
    return [[line["parent"], line["properties"]] for line in lines]


def with_charset(nodes, read):
    """The nodes as `kifu fmt` has to leave them: it may set CA to UTF-8, in roots."""
    result = []
    for (parent, properties), (_, others) in zip(nodes, read):
        if parent is None and others.get("CA") == ["UTF-8"]:
            properties = {**properties, "CA": ["UTF-8"]}
        result.append([parent, properties])
    return result


def raw_sgfmill(written):
    """The nodes that sgfmill reads, with raw values."""
    nodes = []
    stack = [(None, tree) for tree in reversed(sgf_grammar.parse_sgf_collection(written))]
    while stack:
        parent, tree = stack.pop()
        for properties in tree.sequence:
            nodes.append([parent, properties])
            parent = len(nodes) - 1
        stack.extend((parent, child) for child in reversed(tree.children))
    return nodes


def sgfmill(written):
    def text(raw):
        return sgf_grammar.text_value(raw).decode("utf-8")

    return [
        [parent, {ident: [text(raw) for raw in values] for ident, values in properties.items()}]
        for parent, properties in raw_sgfmill(written)
    ]


def composes(source):
    """Both parts of every value, as sgfmill divides it. The second is None where nothing does."""
    return [
        [part and sgf_grammar.simpletext_value(part) for part in sgf_grammar.parse_compose(raw)]
        for _, properties in raw_sgfmill(source)
        for ident, values in properties.items()
        if ident != "CA"
        for raw in values
    ]


def difference(expected, read):
    if len(expected) != len(read):
        return f"{len(read)} nodes, not {len(expected)}"
    for number, (node, other) in enumerate(zip(with_charset(expected, read), read)):
        if node != other:
            return f"node {number} is {other!r}, not {node!r}"
        if list(node[1]) != list(other[1]):
            return f"node {number} has its properties in the order {list(other[1])}"
    return None


def main():
    kifu, work, *folders = sys.argv[1:]
    written_path = pathlib.Path(work, "written.sgf")
    sabaki = subprocess.Popen(
        ["node", str(pathlib.Path(work, "sabaki.cjs"))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )
    paths = sorted(
        path
        for folder in folders
        for path in pathlib.Path(folder).rglob("*")
        if path.suffix.lower() == ".sgf" and path.is_file()
    )
    counts = dict.fromkeys(["files", "refused", "compared", "nodes", "values", "divided"], 0)
    differences = []
    for path in paths:
        counts["files"] += 1
        expected = original(kifu, path)
        if expected is None:
            counts["refused"] += 1
            continue
        written = run(kifu, "fmt", path).stdout
        written_path.write_bytes(written)
        sabaki.stdin.write(f"{written_path}\n")
        sabaki.stdin.flush()
        answer = json.loads(sabaki.stdout.readline())
        found = {"@sabaki/sgf": answer.get("error") or difference(expected, answer["nodes"])}
        try:
            found["sgfmill"] = difference(expected, sgfmill(written))
            if composes(written) != composes(path.read_bytes()):
                found["sgfmill"] = found["sgfmill"] or "a value is divided elsewhere"
        except ValueError as error:
            found["sgfmill"] = str(error)
        differences += [f"{path}: {peer}: {what}" for peer, what in found.items() if what]
        counts["compared"] += 1
        counts["nodes"] += len(expected)
        lists = [values for _, properties in expected for values in properties.values()]
        counts["values"] += sum(map(len, lists))
        counts["divided"] += sum(second is not None for _, second in composes(written))
    sabaki.stdin.close()
    for line in differences[:SHOWN]:
        print(line[:1000])
    print(", ".join(f"{name}: {count}" for name, count in counts.items()))
    print(f"differences: {len(differences)}")
    return 1 if differences or not counts["compared"] else 0


if __name__ == "__main__":
    sys.exit(main())
