"""Checks that examples/verify.py accepts records that hold, and no others.

    verified.py [--policy FILE] FILE...

Runs the verifier over files of records, and over copies of them in which one
thing is changed. With the service's policy every record that is signed has to
have a signature that holds.
"""

import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

VERIFIER = pathlib.Path(__file__).parents[2] / "examples" / "verify.py"
CARD = re.compile("[A2-9TJQK][CDHS]|X[12]")
DICE = random.Random(1)


def run(arguments, text=None, options=()):
    command = [sys.executable, *options, str(VERIFIER), *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def another(digit):
    return "1" if digit == "0" else "0"


def flip_move(record):
    moves = [move for move in record["moves"] if CARD.search(move["text"])]
    if not moves:
        return False
    move = DICE.choice(moves)
    card = CARD.search(move["text"])[0]
    move["text"] = move["text"].replace(card, "2D" if card == "2C" else "2C")
    return True


def insert_undo(record):
    record["moves"].insert(0, {**record["moves"][0], "text": "undo"})
    for seq, move in enumerate(record["moves"], 1):
        move["seq"] = seq
    return True


def change_time(record):
    timed = [move for move in record["moves"] if move.get("at")]
    if not timed:
        return False
    move = DICE.choice(timed)
    move["at"] = move["at"][:-2] + another(move["at"][-2]) + "Z"
    return True


def change_first_digit(field):
    def change(record):
        record[field] = another(record[field][0]) + record[field][1:]
        return True

    return change


def change_result(record):
    if "result" not in record:
        return False
    record["result"]["conceded_by"] = 0 if record["result"]["conceded_by"] is None else None
    return True


def change_signature(record):
    if "signature" not in record:
        return False
    name, code = record["signature"].split(".")
    record["signature"] = f"{name}.{'B' if code[0] == 'A' else 'A'}{code[1:]}"
    return True


def change_id(record):
    record["id"] = record.get("id", "") + "0"
    return "signature" in record


def change_seed_by(record):
    record["seed_by"] = "service" if record.get("seed_by") == "client" else "client"
    return "signature" in record


def add_a_field(record):
    record["player_ids"][-1] = f"a id={record['id']}"
    return "signature" in record


def change_played_as(record):
    record["played_as"] = {"purpose": "ranked", "challenge_id": record["id"], "attempt": 9}
    return "signature" in record


def change_player(record):
    record["player_ids"][0] = "00000000-0000-7000-8000-000000000000"
    return "signature" in record


def close(record):
    """A game that ended cannot be closed, and of one that was closed the time is signed (S6.15)."""
    closed_at = record.get("closed_at")
    record["closed_at"] = closed_at and f"{int(closed_at[0]) + 1}{closed_at[1:]}" or "2999-01-01T00:00:00.000000Z"
    return not closed_at or "signature" in record


def change_hands_late(record):
    record["former_players"] = [{"seat": 0, "until": len(record["moves"]) + 1, "player_id": None}]
    return True


def add_former_player(record):
    record["former_players"] = [{"seat": 0, "until": 0, "player_id": None}]
    return "signature" in record


CHANGES = {
    "a flipped move": flip_move,
    "an undo of nothing": insert_undo,
    "a changed time": change_time,
    "a changed hash": change_first_digit("chain"),
    "a wrong commitment": change_first_digit("commitment"),
    "a changed result": change_result,
    "a change of hands after a move that is not there": change_hands_late,
}
SIGNED_CHANGES = {
    "a changed signature": change_signature,
    "a changed id": change_id,
    "another kind of game": change_played_as,
    "another player": change_player,
    "a former player": add_former_player,
    "another maker of the seed": change_seed_by,
    "another time of closing": close,
    "an id that holds another field": add_a_field,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--policy")
    parser.add_argument("files", nargs="+")
    given = parser.parse_args()
    files, policy = given.files, ["--policy", given.policy] if given.policy else []
    texts = [pathlib.Path(file).read_text(encoding="utf-8") for file in files]
    records = [json.loads(line) for text in texts for line in text.splitlines()]

    good = run([*policy, *files])
    print(good.stdout[-300:], good.stderr)
    assert good.returncode == 0
    assert f"\n{len(records)} records: {len(records)} hold, 0 do not\n" in "\n" + good.stdout
    signed = sum("signature" in record for record in records) if policy else 0
    assert good.stdout.count("signature holds") == signed
    assert not policy or "NOT CHECKED" not in good.stdout

    for name, change in {**CHANGES, **(SIGNED_CHANGES if policy else {})}.items():
        copies = [copy.deepcopy(record) for record in DICE.sample(records, min(len(records), 200))]
        changed = [json.dumps(record) for record in copies if change(record)]
        bad = run([*policy, "-"], "\n".join(changed))
        assert bad.returncode == 1, f"{name}: {bad.stdout}{bad.stderr}"
        held = [line for line in bad.stdout.splitlines()[:-1] if ": FAILED, " not in line]
        assert changed and not held, f"{name}: {held}"
        print(f"{name}: all of {len(changed)} are refused, such as {bad.stdout.splitlines()[0][:150]}")

    # Another end of a game is refused in the same run, also in another file and with another spelling of its id (L4.6).
    one = {**next(record for record in records if len(record["moves"]) > 1), "id": "a"}
    claims = ("result", "position", "chain", "signature", "former_players")
    begun = {name: value for name, value in one.items() if name not in claims}
    conceded = {**begun, "id": "A-", "moves": [{**one["moves"][0], "text": "concede"}]}
    with tempfile.TemporaryDirectory() as folder:
        first, unfinished, second = (pathlib.Path(folder) / name for name in ("first", "unfinished", "second"))
        first.write_text(json.dumps(one))
        unfinished.write_text(json.dumps({**begun, "moves": []}))
        second.write_text(json.dumps(conceded))
        assert run([str(first), str(unfinished), str(first)]).returncode == run([str(second)]).returncode == 0
        both = run([str(first), str(second)])
        assert both.returncode == 1 and "second, record 1: FAILED" in both.stdout and "(L4.6)" in both.stdout, both

    for text in ("no record", "", "[]", "7"):
        assert run(["-"], text).returncode == 2
    # A file may begin with a byte order mark, and its lines end in CRLF; UTF-16 is named.
    one = json.dumps(records[0], indent=1).replace("\n", "\r\n")
    with tempfile.TemporaryDirectory() as folder:
        for encoding, status in (("utf-8", 0), ("utf-8-sig", 0), ("utf-16", 2), ("utf-16-be", 2), ("utf-16-le", 2)):
            file = pathlib.Path(folder) / encoding
            file.write_bytes(one.encode(encoding))
            read = run([str(file)])
            assert read.returncode == status, f"{encoding}: {read.stdout}{read.stderr}"
            assert status == 0 or "The file is UTF-16; save it as UTF-8." in read.stderr, read.stderr
    assert run(["-"], "\ufeff" + one).returncode == 0
    # A missing package for signatures is reported.
    if policy:
        silent = run([*policy, *files], options=["-S"])
        assert silent.returncode == 0
        assert silent.stdout.count("NOT CHECKED") == signed


main()
