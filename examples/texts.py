"""Texts of files, and JSON in them, read strictly (S6.2)."""
import json
import math
import re
import sys
from pathlib import Path

BLANKS = " \t\n\r"


class Object(dict):
    """A JSON object that remembers whether a name occurs twice in it."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.twice = len(self) != len(pairs)


def read_file(name):
    """The text of a file in UTF-8, with or without a byte order mark and CRLF; `-` is standard input."""
    content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or content[:2].count(0) == 1:
        raise ValueError("The file is UTF-16; save it as UTF-8.")
    return content.decode("utf-8-sig").replace("\r\n", "\n")


def read_integer(digits):
    """An integer has digits alone; another number is none, even if it is a whole one."""
    return int(digits) if re.fullmatch("0|[1-9][0-9]{0,19}", digits) else float(digits)


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(
    object_pairs_hook=Object, parse_int=read_integer, parse_constant=refuse_constant
)


def is_strict(value, depth=127):
    """True if no object in a value has a name twice, no text half a character, and no
    number or nesting is beyond what all readers have."""
    if isinstance(value, str):
        return not re.search("[\ud800-\udfff]", value)
    if isinstance(value, float):
        return math.isfinite(value)
    if not isinstance(value, (Object, list)):
        return True
    parts = value if isinstance(value, list) else [*value, *value.values()]
    once = isinstance(value, list) or not value.twice
    return depth > 0 and once and all(is_strict(part, depth - 1) for part in parts)


def read_objects(text):
    """The JSON objects of a text, one after the other."""
    at = len(text) - len(text.lstrip(BLANKS))
    if at == len(text):
        raise ValueError("There is no record.")
    while at < len(text):
        value, end = DECODER.raw_decode(text, at)
        if not isinstance(value, Object):
            raise ValueError("There is no record: the JSON is no object.")
        yield value
        at = len(text) - len(text[end:].lstrip(BLANKS))
