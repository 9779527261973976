#!/usr/bin/env python3
"""Compares the fields of a record in three sources: the schema of records, the SQL of
docs/guides/research.md (with types), and the guide's data dictionary (with types).

    dictionary.py
"""
import json
import os
import re
import sys
import tempfile
from pathlib import Path

import duckdb

ROOT = Path(__file__).parents[2]


def in_schema(schema, definitions, path=""):
    """The paths of all values that a schema describes: `moves[].seq`."""
    if "$ref" in schema:
        return in_schema(definitions[schema["$ref"].rpartition("/")[2]], definitions, path)
    found = set()
    for part in schema.get("oneOf", schema.get("anyOf", [])):
        found |= in_schema(part, definitions, path)
    for name, field in schema.get("properties", {}).items():
        found |= in_schema(field, definitions, f"{path}.{name}" if path else name)
    item = schema.get("items", {}).get("$ref", "").rpartition("/")[2]
    if "properties" in definitions.get(item, {}):
        found |= in_schema(definitions[item], definitions, f"{path}[]")
    return found or ({path} if schema.get("type") != "null" else set())


def in_type(kind, path):
    """The paths of all values of a column, with their types."""
    if kind.id == "struct":
        for name, field in kind.children:
            yield from in_type(field, f"{path}.{name}")
    elif kind.id == "list" and kind.children[0][1].id == "struct":
        yield from in_type(kind.children[0][1], f"{path}[]")
    else:
        yield path, str(kind)


def main():
    guide = (ROOT / "docs/guides/research.md").read_text(encoding="utf-8")
    schema = json.loads((ROOT / "openapi/record.schema.json").read_text(encoding="utf-8"))
    wanted = in_schema(schema, schema["$defs"])

    sql = re.search(r"^```sql file=load.sql\n(.*?)^```$", guide, re.S | re.M)[1]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for file in re.findall(r"'(\w+\.ndjson)'", sql):
            Path(file).touch()
        database = duckdb.connect()
        database.execute(sql)
        records = database.table("records")
    read = {}
    for name, kind in zip(records.columns, records.types, strict=True):
        if name != "filename":
            read.update(in_type(kind, name))

    section = guide.partition("\n## Data dictionary\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)`(?: °)? \| ([^ ]+) \|", section, re.M)
    listed = dict(rows)
    differences = []
    for names, others, what in [
        (wanted, read, "the guide does not read it"),
        (read, wanted, "the guide reads it, and the schema lacks it"),
        (read, listed, "the dictionary lacks it"),
        (listed, read, "the dictionary has it, and the guide does not read it"),
    ]:
        differences += [f"{name}: {what}" for name in names if name not in others]
    for name in read.keys() & listed.keys():
        if read[name] != listed[name]:
            differences.append(f"{name} is read as {read[name]}, but listed as {listed[name]}")
    if len(rows) != len(listed):
        differences.append("the dictionary has a field twice")
    if differences:
        sys.exit("\n".join(sorted(differences)))
    print(f"{len(wanted)} fields, all read and in the dictionary")


if __name__ == "__main__":
    main()
