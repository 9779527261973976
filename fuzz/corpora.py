"""Makes the inputs that each fuzz target begins with, from crates/engine/tests/data and openapi/.

    corpora.py [FOLDER]

Writes FOLDER/TARGET/NAME, in fuzz/corpus if no folder is given. An input begins
with the bytes that choose a set-up, an operation or a list (fuzz/src), except
for record files, which are their text alone.
"""

import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "corpus"
GAMES = [json.loads(file.read_text()) for file in sorted((ROOT / "crates/engine/tests/data/games").glob("*.json"))]
VECTORS = [json.loads(file.read_text()) for file in sorted((ROOT / "crates/engine/tests/data/vectors").glob("*-games.json"))]
DOCUMENT = json.loads((ROOT / "openapi/openapi.json").read_text())

# The operations of `Service::send_body`, in its order.
OPERATIONS = [
    "create_game",
    "make_move",
    "take_seat",
    "fork_game",
    "create_player",
    "rename_player",
    "create_challenge",
    "start_attempt",
    "create_invitations",
    "import_record",
    "verify_record",
    "run_admin_action",
]
# Bodies with the fields that the examples of the document leave out.
BODIES = {
    "create_game": [
        {"kind": "regicide-tricks", "players": 4, "options": {"partners": True, "jokers": 0, "target": 10}},
        {"players": 2, "open_seats": 1, "visibility": "private", "seed": "banana", "names": ["Ada", None]},
        {"players": 3, "options": {"first": 2, "variants": ["shared_damage"]}},
        {"players": 1, "options": {"solo_yield": "once"}},
    ],
    "make_move": [{"text": "play 9C", "expected_seq": 0}, {"move": {"type": "yield"}}, {"text": "concede"}],
    "take_seat": [{"seat": 2, "name": "Zoë", "invitation": "A"}],
    "fork_game": [{"seq": 0, "names": [None], "open_seats": 1, "visibility": "unlisted"}],
    "create_player": [{"name": "Ada", "bot": True}, {"name": "é\u200d"}],
    "create_challenge": [
        {"name": "Club", "players": 2, "closes_at": "2027-01-01T00:00:00Z", "opens_at": "2026-12-01T00:00:00Z", "seed": "a"},
        {"name": "Club", "players": 2, "closes_at": "9999-12-31T23:59:60Z", "grace_minutes": 10080},
        {"name": "Club", "players": 1, "closes_at": "2027-01-01T00:00:00+14:00", "admission": "invited"},
    ],
    "start_attempt": [{"invitation": "A"}],
    "create_invitations": [{"count": 2, "names": ["Ada L.", "Zoë"]}],
    "run_admin_action": [
        {"type": "mark_bot", "player_id": "01a1fd5f-2138-7c59-a370-64d95f757f26", "bot": True},
        {"type": "void_result", "game_id": "01a1fd5f-2138-7c59-a370-64d95f757f26", "reason": "Because"},
        {"type": "restore_result", "game_id": "01a1fd5f-2138-7c59-a370-64d95f757f26"},
    ],
}


def write(target, *parts):
    encoded = {int: lambda part: bytes([part]), str: str.encode, bytes: bytes}
    content = b"".join(encoded[type(part)](part) for part in parts)
    folder = FOLDER / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)


def short(record, moves=6):
    """A record that stops early, so that a fuzzer is quick with it."""
    whole = ("kind", "format", "rules", "players", "seed", "options")
    return {**{key: record[key] for key in whole if key in record}, "moves": record["moves"][:moves]}


def set_up(record):
    """The byte that `games::setup` makes the record's set-up of, about."""
    options = record.get("options", {})
    if record["kind"] == "regicide":
        return (1 if options.get("variants") else 0) * 4 + record["players"] - 1
    option = 4 if options.get("partners") else 3 if options.get("jokers") == 0 else 6
    return option * 4 + record["players"] - 1


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def examples(operation):
    """The bodies that the document gives as examples of an operation's body."""
    for path in DOCUMENT["paths"].values():
        for found in path.values():
            if isinstance(found, dict) and found.get("operationId") == operation:
                schema = found["requestBody"]["content"]["application/json"]["schema"]
                if "$ref" in schema:
                    schema = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
                yield from schema.get("examples", [])


def main():
    for record in GAMES:
        byte = set_up(record)
        write("record_file", compact(short(record)))
        write("seed", byte, len(record["moves"]) % 256, record["seed"])
        choices = bytes(len(move["text"]) for move in record["moves"][:60])
        write("world", byte, "\0" * 8, choices.decode())
        write("position_line", byte, record["position"])
        for move in record["moves"][:12]:
            write("move_text", byte, move["text"])
    for record in sorted(GAMES, key=lambda record: len(record["moves"]))[:6]:
        write("record_file", compact(record))
        for operation in ("import_record", "verify_record"):
            write("request_body", OPERATIONS.index(operation), compact(record))
    for game in (game for vectors in VECTORS for game in vectors):
        write("packed_log", bytes.fromhex(game["packed"]))
    for number, operation in enumerate(OPERATIONS):
        for body in [*examples(operation), *BODIES.get(operation, [])]:
            write("request_body", number, compact(body))
    for file in sorted((ROOT / "openapi/examples").glob("*.json")):
        answer = json.loads(file.read_text())
        if isinstance(answer, dict) and isinstance(answer.get("table"), dict):
            write("request_body", 1, compact({"text": "concede", "expected_seq": answer["seq"]}))
    game = "01a1fd5f21387c59a37064d95f757f26"
    for text in (f"77.{game}.0", f"-1.{game}.0", f"9999999999.{game}.4", f"1.{game}", "."):
        write("cursor", 0, text)
    for number in range(2, 8):
        for text in (game, "01a1fd5f-2138-7c59-a370-64d95f757f26", "0", "4294967296", "-1"):
            write("cursor", number, text)


main()
