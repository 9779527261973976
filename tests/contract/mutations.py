"""Records in which one thing is changed: the type of a value, a name, the text itself."""

import copy
import json
import pathlib

ROOT = pathlib.Path(__file__).parents[2]
GAMES = ROOT / "crates/engine/tests/data/games"
RAW = "@raw@"
# Members of a result, good and bad, of both games (S6.4).
MEMBERS = {
    "outcome": ("null", '"won"', '"lost"', '"shared"', '"drawn"', '"Won"', '["won"]', '{"won":null}'),
    "conceded_by": ("null", "0", "3", "4", "0.0", "-0", "[0]", '"0"'),
    "enemies_defeated": ("null", "0", "12", "13", "255", "256", "1e0", "1.0", "true", "[1]"),
    "medal": ("null", '"gold"', '"tin"', "0", '["gold"]'),
    "winners": ("null", "[]", "[0]", "[1,0]", "[0,0]", "[4]", "[0.0]", "[null]", "[[0]]", "0", '{"0":0}'),
    "points": ("null", "[]", "[0,0]", "[4294967295,0]", "[4294967296,0]", "[0,1.0]", "[0,null]", '{"0":0}'),
}


# Lists of comments and a comment's members, good and bad (S6.14).
COMMENT = '{"seq":0,"text":"a"}'
COMMENTS = ("null", "[]", COMMENT, f"[{COMMENT},null]", *(f"[{','.join([COMMENT] * count)}]" for count in (1000, 1001)))
JOKER = "\U0001f0cf"
MEMBERS_OF_COMMENT = {
    "seq": ("null", "7151", "7152", "4294967296", "-1"),
    "text": ("null", '"\\n"', '"\\t"', '"\\u0000"', '"\\u007f"', '"\\u009f"', '"\\u00a0"', '"\\u202e"',
             f'"{JOKER * 1000}"', f'"{JOKER * 1001}"', f'"{"e" * 1001}"'),
}


# Lists of former players and a former player's members, good and bad (S6.12).
FORMER = '{"seat":0,"until":1}'
FORMERS = ("null", "[]", FORMER, f"[{FORMER},null]", *(f"[{','.join([FORMER] * count)}]" for count in (1000, 1001)),
           f'[{FORMER},{{"seat":0,"until":0}}]', '[{"seat":0,"until":4},{"seat":1,"until":5}]')
MEMBERS_OF_FORMER = {
    "seat": ("null", "2", "3", "4", "4294967296", "-1"),
    "until": ("null", "2", "3", "4", "93", "94", "7151", "7152", "4294967295", "4294967296", "-1"),
    "player_id": ("null", '"-"', '"a/1/b"'),
}
# Times of closing, good and bad (S6.15).
TIMES = ("2999-01-01T00:00:00Z", "2999-01-01 00:00:00.123456000-00:00", "2999-13-01T00:00:00Z", "2999-01-01T00:00:00+01:00",
         "2999-01-01T00:00:00.0000001Z", "2998-12-31T23:59:60Z", "2999-01-01", "1970-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "")
LISTS = {"comments": (COMMENTS, MEMBERS_OF_COMMENT), "former_players": (FORMERS, MEMBERS_OF_FORMER)}


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def records():
    """Short records of both games, which hold among them all fields that there are. One has an
    id: another end with that id would be refused (L4.6)."""
    example = json.loads((ROOT / "docs/spec/example.json").read_text(encoding="utf-8"))
    example["url"] = "https://regicide.example/games/" + example["id"]
    fork = {"game_id": example["id"], "seq": 3}
    yield {**example, "proof": "c2sp.org/tlog-proof@v1\n", "comments": [
        {"seq": 0, "text": "A hard deal."}, {"seq": 7, "text": "Two\nlines: \u202e \U0001f0cf"}], "former_players": [
        {"seat": 0, "until": 0, "player_id": None}, {"seat": 0, "until": 2, "player_id": "bot-steady"}], "played_as": {
        "purpose": "fork", "challenge_id": example["id"], "attempt": 2, "forked_from": fork}}
    for name in ("regicide-1-02", "regicide-1-09", "tricks-1-02", "tricks-1-conceded-won-partners"):
        record = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
        players = record["players"]
        yield {**record, "names": ["Ada", *[None] * (players - 1)], "player_ids": [None] * players,
               "former_players": [{"seat": players - 1, "until": 2, "player_id": "a"}],
               "played_as": {"purpose": "casual"}, "seed_by": "service", "signature": "x.x"}
        del record["result"], record["position"], record["chain"]
        yield {**record, "moves": record["moves"][:2]}
    ending = ("result", "position", "chain", "signature", "id", "url")
    begun = {name: value for name, value in example.items() if name not in ending}
    moves = [example["moves"][0], {"seq": 2, "seat": 0, "text": "play TD", "at": None}]
    played_as = {"purpose": "practice", "challenge_id": example["id"], "attempt": 1}
    yield {**begun, "moves": moves, "played_as": played_as, "closed_at": "2999-01-01T00:00:00.000000Z"}


def paths(value, path=()):
    """All paths in a value; of a list of objects, only those of the first and the last."""
    yield path, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from paths(inner, (*path, name))
    elif isinstance(value, list):
        shown = range(len(value)) if not value or not isinstance(value[0], dict) else {0, len(value) - 1}
        for index in sorted(shown):
            yield from paths(value[index], (*path, index))


def opened(record, path):
    """The texts of a record before and after the value at a path."""
    changed = {"": copy.deepcopy(record)}
    at = changed
    for key in (whole := ("", *path))[:-1]:
        at = at[key]
    at[whole[-1]] = RAW
    return compact(changed[""]).split(compact(RAW))


def other_values(value):
    """Texts of values of other types, and of the same that are spelt in another way."""
    text = compact(value)
    yield from ("null", "true", "false", "0", "1", "1.0", "-1", '""', "[]", "{}", "[[]]")
    yield from (f"[{text}]", f"[{text},{text}]", f'{{"a":{text}}}', compact(text), "1e400", "18446744073709551616")
    yield from ('"\\ud800"', "[" * 200 + "]" * 200, "9" * 5000)
    if isinstance(value, str):
        yield from (f"{{{text}:null}}", text[:-1] + '\\ud800"', text[:-1] + ' "', compact(value.upper()))
        yield "".join(f"\\u{ord(letter):04x}" for letter in value).join('""')
        if value.isdigit():
            yield value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (f"{value}.0", f"{value}e0", f"-{value}", str(value + 256), str(value + 2**32), str(value + 2**64))
    elif isinstance(value, dict):
        yield compact(list(value.values()))
        fields = [f"{compact(name)}:{compact(inner)}" for name, inner in value.items()]
        yield "{" + ",".join(reversed(fields)) + "}"
        yield "{" + ",".join([*fields, '"extra":1']) + "}"
        for place, field in enumerate(fields):
            yield "{" + ",".join([*fields, field]) + "}"
            yield "{" + ",".join([field.split(":")[0] + ":0", *fields]) + "}"
            yield "{" + ",".join(fields[:place] + fields[place + 1:]) + "}"
            escaped = "\\u0065".join(field.split("e", 1))
            yield "{" + ",".join([*fields[:place], escaped, *fields[place + 1:]]) + "}"
    elif isinstance(value, list) and value:
        yield from (compact(value[:-1]), compact([*value, value[-1]]), compact(value[::-1]))
        yield compact({str(index): item for index, item in enumerate(value)})


def results():
    """Texts of results of one member."""
    for name, values in MEMBERS.items():
        yield from (f'{{"{name}":{value}}}' for value in values)


def items(path):
    """Texts of a list of comments or former players, or of a member of one."""
    texts, members = LISTS.get(path[0], ((), {})) if path else ((), {})
    if len(path) == 1:
        yield from texts
    elif len(path) == 3:
        yield from members.get(path[2], ())


def mutations():
    """Texts of records, each with what is changed."""
    for number, record in enumerate(records()):
        seen = {compact(record)}
        for path, value in paths(record):
            before, after = opened(record, path)
            times = map(compact, TIMES) if path in (("closed_at",), ("moves", 1, "at")) else ()
            for raw in (*other_values(value), *(results() if path == ("result",) else ()), *items(path), *times):
                text = before + raw + after
                if text not in seen:
                    seen.add(text)
                    yield f"record {number}, {'.'.join(map(str, path)) or 'all of it'}: {raw[:60]}", text
