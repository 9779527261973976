#!/usr/bin/env python3
"""Verifies record files of Regicide: written from docs/spec alone, to be read.

    verify.py [--policy FILE [--log FOLDER] [--checkpoint FILE] [--receipt FILE]] [FILE...]

A file holds one record or many (such as an export); `-`, or no file, is
standard input. Each record is played again from its seed, and all its claims are
compared: commitment, moves, result, position, hash chain. Two records may not be
different ends of one game. With a policy for the service's log (docs/spec/log.md
L4.7) signatures are checked, too, and proofs that the log has the record; with a
copy of the log, each record has to be there. A receipt (L8) has to be that of the
record; with a copy of the log and without a FILE, standard input is not read, and
only the receipt's entry is looked up.
All this needs the package `cryptography`; the output names the checks that were left
out without it.

Exit status: 0 all records hold, 1 some do not, 2 something cannot be read.
"""
import argparse
import base64
import hashlib
import json
import re
import sys
from datetime import UTC, datetime, timedelta

from rules import Bad, Regicide, Tricks, require
from texts import Object, is_strict, read_file, read_objects
from transparency import Copy, Ed25519PublicKey, Log, Policy
from transparency import demand, game_entry, is_signed, plain, players_hash, read_checkpoint, read_proof, read_receipt

GAMES = {game.NAME: game for game in (Regicide, Tricks)}
HASH = "[0-9a-f]{64}"
SEED = "[A-Za-z0-9._~-]{1,64}"
VARIANTS = "mulligan|no_combos|shared_damage"


def is_text(pattern=".*"):
    return lambda value: type(value) is str and re.fullmatch(pattern, value, re.S)


def is_number(least, most):
    return lambda value: type(value) is int and least <= value <= most


def is_list(item):
    return lambda value: type(value) is list and all(map(item, value))


# The fields of a record and of a move, and what their values have to be (S6.1).
REQUIRED = {
    "format": is_text(), "kind": is_text(), "rules": is_number(1, 1), "players": is_number(0, 255),
    "seed": is_text(), "moves": is_list(lambda _: True),
}
OPTIONAL = {
    "options": lambda _: True, "commitment": is_text(HASH), "seed_by": is_text("service|client"),
    "names": is_list(lambda name: name is None or type(name) is str), "result": lambda _: True,
    "closed_at": is_text(), "position": is_text(), "chain": is_text(HASH), "id": is_text(), "url": is_text(), "signature": is_text(),
    "played_as": lambda _: True, "player_ids": is_list(lambda player: player is None or type(player) is str),
    "proof": is_text(), "comments": lambda value: type(value) is list and len(value) <= 1000,
    "former_players": lambda value: type(value) is list and len(value) <= 1000,
}
OPTIONS = {
    "first": is_number(0, 3), "solo_yield": is_text("never|once"), "variants": is_list(is_text(VARIANTS)),
    "jokers": is_number(0, 255), "partners": lambda value: type(value) is bool, "target": is_number(0, 65535),
}
# The purpose of a game (S6.12).
PURPOSE = {"purpose": is_text("ranked|casual|practice|fork|import")}
DETAILS = {"challenge_id": is_text(), "attempt": is_number(1, 255), "forked_from": lambda _: True}
FORK = {"game_id": is_text(), "seq": is_number(0, 2**32 - 1)}
# The fields of a result, of both games (S6.4). Here `null` is a value.
RESULTS = {
    "outcome": is_text("won|lost|shared"), "conceded_by": lambda seat: seat is None or is_number(0, 3)(seat),
    "enemies_defeated": is_number(0, 255), "medal": lambda medal: medal is None or is_text("gold|silver|bronze")(medal),
    "winners": is_list(is_number(0, 3)), "points": is_list(is_number(0, 2**32 - 1)),
}
# The signed fields of a result, and the form of an id that is signed (S6.7).
RESULT = {
    Regicide.NAME: ("outcome", "conceded_by", "enemies_defeated", "medal"),
    Tricks.NAME: ("outcome", "conceded_by", "winners", "points"),
}
# The time between the end of a game and its entry (L4.5).
DAY = timedelta(days=1)
ID = "[A-Za-z0-9][A-Za-z0-9-]{0,63}"
# A comment, which no check but of its form looks at (S6.14).
COMMENT = {"seq": is_number(0, 7151), "text": is_text("[^\0-\x09\x0b-\x1f\x7f]{1,1000}")}
# A player of a seat before it changed hands (S6.12).
FORMER = {"seat": is_number(0, 3), "until": is_number(0, 2**32 - 1)}
MOVE = {"seq": is_number(0, 2**32 - 1), "seat": is_number(0, 2**32 - 1), "text": is_text()}


def read_object(value, required, optional):
    """S6.2; gives the object without what is `null`."""
    require(isinstance(value, Object), "S6.2", "it is no object")
    given = {name: value[name] for name in value if value[name] is not None or name not in optional}
    for name in required:
        require(name in given, "S6.2", f"{name} is missing")
    for name, content in given.items():
        wanted = required.get(name) or optional.get(name)
        require(wanted and wanted(content), "S6.2", f"{name} is unknown or malformed")
    return given


def read_record(value):
    """A record with its game's defaults filled in (S6.1, S6.3)."""
    for name, known in (("format", ["regicide-record/1"]), ("kind", list(GAMES)), ("rules", [1])):
        require(value.get(name) in known, "S6.3", f"{name} {value.get(name)!r} is not known")
    require(is_strict(value), "S6.2", "it has a name twice, half a character, or too large a number")
    record = read_object(value, REQUIRED, OPTIONAL)
    if "played_as" in record:
        record["played_as"] = read_object(record["played_as"], PURPOSE, DETAILS)
        if "forked_from" in record["played_as"]:
            record["played_as"]["forked_from"] = read_object(record["played_as"]["forked_from"], FORK, {})
    options = {}
    if "options" in record:
        require(isinstance(record["options"], Object), "S6.2", "options is no object")
        require(None not in record["options"].values(), "S6.2", "an option is null")
        options = read_object(record.pop("options"), {}, OPTIONS)
    if "result" in record:
        require(isinstance(record["result"], Object), "S6.2", "result is no object")
        given = {name: wanted for name, wanted in RESULTS.items() if name in record["result"]}
        record["result"] = read_object(record["result"], given, {})
    record["comments"] = [read_object(comment, COMMENT, {}) for comment in record.get("comments", [])]
    former = [read_object(one, FORMER, {"player_id": is_text()}) for one in record.get("former_players", [])]
    record["former_players"] = former
    record["moves"] = [read_object(move, MOVE, {"at": is_text()}) for move in record["moves"]]
    game = GAMES[record["kind"]]
    least, most = game.PLAYERS
    require(least <= record["players"] <= most, "R3.1 or T2", f"it is played by {least} to {most}")
    for other in GAMES.values():
        strange = [name for name in other.OPTIONS if name in options and name not in game.OPTIONS]
        require(not strange, "R10.4", f"{strange} belongs to the other game")
    return {"first": 0, **game.OPTIONS, **options, **record}


def stamp(at):
    """A time as it stands in the chain (S5.2, S5.5)."""
    if at is None:
        return "-"
    form = r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)"
    parts = re.fullmatch(form, at, re.ASCII)
    require(parts, "S5.2", f"{at!r} is no time")
    date, time, second, digits, offset = parts.groups()
    digits = (digits or "").ljust(6, "0")
    utc = offset in ("Z", "z", "+00:00", "-00:00")
    require(utc and second != "60" and not digits[6:9].strip("0"), "S5.2", f"{at!r} does not fit the chain")
    try:
        year, *others = map(int, re.split("[-:]", f"{date}:{time}:{second}"))
        datetime(year or 4, *others)  # Python has no year 0
    except ValueError as error:
        raise Bad("S5.2", f"{at!r} is no time") from error
    return f"{date}T{time}:{second}.{digits[:6]}Z"


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def most_moves(record):
    """How many moves the log of such a game holds (S6.5)."""
    if record["kind"] == Regicide.NAME:
        return 1000
    players, target = record["players"], record.get("target") or 50
    sides = 2 if record.get("partners") else players
    hands = sides * (target - 1) // {2: 5, 3: 4, 4: 3}[sides] + 11
    return 10 * (players + 1) * hands + 1


def replay(game, record, h):
    """Plays all moves; gives the last hash of the chain (S5), the last move's time or "-", and the latest time."""
    most = most_moves(record)
    last, at = "", "-"
    for place, move in enumerate(record["moves"], 1):
        try:
            at, text = stamp(move.get("at")), move["text"]
            require(move["seat"] <= 3, "S6", f"there is no seat {move['seat']}")
            require(at == "-" or at >= last, "S5.6", f"{at} is earlier than {last}")
            last = last if at == "-" else at
            require(move["seq"] == place, "S6", f"it has the number {move['seq']}")
            require(place <= most, "S6", f"a log holds {most} moves")
            game.make(move["seat"], text)
            if text.startswith("bury "):
                text = "bury #" + sha(f"regicide/hide/v1\0{record['seed']}\0{place} {text}")  # S5.3
            h = sha(f"{h} {place} {move['seat']} {at} {text}")
        except Bad as bad:
            raise Bad(bad.clause, f"move {place}: {bad.why}") from bad
    return h, at, last


def check_result(said, game):
    """S6.4."""
    require(game.over(), "S6.4", "there is a result, but the moves stop before the end")
    found = game.result()
    fits = all(name in found and said[name] == found[name] for name in said)
    require(fits, "S6.4", f"the result is {json.dumps(found)}")


def check_closed(record, game, last):
    """S6.15; gives the time as it is signed."""
    at = stamp(record["closed_at"])
    require(not game.over(), "S6.15", "it was closed, but the moves end the game")
    require("challenge_id" in record.get("played_as", {}), "S6.15", "it was closed, but is of no challenge")
    require(at >= last, "S6.15", f"it was closed before its move at {last}")
    return at


def check_former(former, players, moves):
    """S6.12."""
    last = 0
    for one in former:
        require(one["seat"] < players, "S6.12", f"there is no seat {one['seat']}")
        require(last <= one["until"] <= moves, "S6.12", f"no seat changes hands after move {one['until']} here")
        last = one["until"]


def signed(value):
    """How a value stands in the line that is signed (S6.7)."""
    if isinstance(value, list):
        return ",".join(map(signed, value))
    return "-" if value is None else str(value)


def signed_players(record):
    """The players of each seat in their order, with the moves between (S6.7)."""
    for seat, last in enumerate(record["player_ids"]):
        former = [(one.get("player_id"), one["until"]) for one in record["former_players"] if one["seat"] == seat]
        yield "/".join(map(signed, [*(part for pair in former for part in pair), last]))


def signed_fields(record, game, h):
    """The signed fields, in their order (S6.7)."""
    needed = all(name in record for name in ("id", "seed_by", "played_as", "player_ids"))
    require(is_ended(record, game) and needed, "S6.7", "what is signed is not all there")
    result, names, said = game.result(), RESULT[record["kind"]], record["played_as"]
    if "closed_at" in record:
        result, names = {"outcome": "closed", "closed_at": record["closed_at"]}, ("outcome", "closed_at")
    fork = said.get("forked_from", {})
    players = [*record["player_ids"], *(former.get("player_id") for former in record["former_players"])]
    ids = [said.get("challenge_id"), fork.get("game_id"), *players, record["id"]]
    plain = all(re.fullmatch(ID, id) for id in ids if id is not None)
    require(plain, "S6.7", "an id has a form that is not signed")
    return {
        "chain": h, "seed_by": record["seed_by"],
        **{name: result.get(name) for name in names},
        "kind": said["purpose"], "challenge": said.get("challenge_id"), "attempt": said.get("attempt"),
        "forked_from": fork.get("game_id"), "forked_at": fork.get("seq"),
        "player_ids": list(signed_players(record)), "id": record["id"],
    }


def is_ended(record, game):
    return game.over() or "closed_at" in record


def signed_line(fields):
    return " ".join(["regicide-signature/1", *(f"{name}={signed(value)}" for name, value in fields.items())])


def check_signature(record, game, h, keys):
    """S6.7; gives what became of it."""
    signature = record.get("signature")
    if signature is None:
        return "not signed"
    name, _, code = signature.partition(".")
    if name not in keys:
        return f"SIGNATURE NOT CHECKED: the key {name} is not given"
    if Ed25519PublicKey is None:
        return "SIGNATURE NOT CHECKED: the package cryptography is not installed"
    line = signed_line(signed_fields(record, game, h))
    require(re.fullmatch("[A-Za-z0-9_-]{85}[AQgw]", code), "S6.7", "the signature is malformed")
    holds = is_signed(keys[name], base64.urlsafe_b64decode(code + "=="), line)
    require(holds, "S6.7", "the signature does not hold")
    said = record["played_as"]
    seats = ", ".join(signed_players(record))
    details = " ".join(f"{name} {said[name]}" for name in (*PURPOSE, *DETAILS) if name in said)
    confirmed = f"signature holds for set-up, seed, moves, times, end, {details}, players {seats}"
    return f"{confirmed}; not for names, url, comments"


def check_log(record, game, h, ended_at, log, copy):
    """L4.3; gives what became of it."""
    is_proven = copy or "proof" in record
    require(is_proven or not log.kept, "L4.3", "it has no proof that leads to the kept checkpoint")
    if not is_proven and not log.receipt:
        return "no proof"
    if Ed25519PublicKey is None:
        return "LOG NOT CHECKED: the package cryptography is not installed"
    fields = signed_fields(record, game, h)
    own = players_hash(h, signed(fields.pop("player_ids")))
    proof = read_proof(record["proof"]) if "proof" in record else None
    players = proof and proof.players or own
    entry = game_entry(record["id"], signed_line(fields), players)
    require(not log.receipt or log.receipt.entry == entry, "L8.3", "the receipt is of another game, or of another end of it")
    if not is_proven:
        return "its entry is that of the receipt; no proof"
    require(ended_at != "-", "L4.5", "its end has no time")
    if copy:
        index, size = copy.find(entry)
    else:
        index, size, logged_at = log.prove(entry, proof)
        check_time(ended_at, logged_at)
        require(not log.receipt or logged_at <= log.receipt.by, "L8.4", "it was logged later than its receipt promises")
    unsure = "" if players == own else "; who played is not confirmed"  # L1.4
    return f"in the log (entry {index} of {size}){unsure}"


def check_time(ended_at, logged_at):
    """L4.5."""
    logged_at = datetime.fromtimestamp(logged_at, UTC)
    fits = ended_at >= "0001" and abs(datetime.fromisoformat(ended_at) - logged_at) <= DAY  # Python has no year 0
    require(fits, "L4.5", f"it was logged more than a day from its end, {ended_at}")


def check_end(record, game, h, ends):
    """L4.6; `ends` are the last hashes and times of closing by the plain id of the game."""
    if is_ended(record, game) and "id" in record:
        end = h, record.get("closed_at")
        is_one = ends.setdefault(plain(record["id"]), end) == end
        require(is_one, "L4.6", f"another record of this run has another end of the game {record['id']}")


def validate(value, log, copy, ends):
    """The verdict on a record that holds, in words."""
    record = read_record(value)
    commitment = sha("regicide/commit/v1\0" + record["seed"])  # S1.2
    game = GAMES[record["kind"]](record, commitment)
    require(re.fullmatch(SEED, record["seed"]), "S1.1", "the seed is none")
    require(record.get("commitment") in (None, commitment), "S1.2", f"the commitment is {commitment}")
    names = len(record.get("names", game.hands))
    require(names == game.players, "S6.6", f"there are {names} names")
    ids = len(record.get("player_ids", game.hands))
    require(ids == game.players, "S6.6", f"there are {ids} ids of players")
    check_former(record["former_players"], game.players, len(record["moves"]))
    h, ended_at, last = replay(game, record, sha(game.header))
    if "result" in record:
        check_result(record["result"], game)
    if "closed_at" in record:
        record["closed_at"] = ended_at = check_closed(record, game, last)
    require(record.get("position") in (None, game.line()), "S4", f"the position is {game.line()}")
    require(record.get("chain") in (None, h), "S5", f"the last hash is {h}")
    logs = log.policy.logs if log else []
    keys = {hashlib.sha256(key.public).hexdigest()[:16]: key.public for key in logs}  # S6.7
    end = "to the end" if game.over() else f"closed at {ended_at}" if "closed_at" in record else "no end"
    said = f"ok, {len(record['moves'])} moves, {end}, {check_signature(record, game, h, keys)}"
    if log:
        said = f"{said}; {check_log(record, game, h, ended_at, log, copy)}"
    check_end(record, game, h, ends)
    return said


def read_policy(file):
    try:
        policy = Policy(read_file(file))
        if not policy.logs:
            raise ValueError("there is no log line")
        return policy
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{file}: {error}") from error


def known_log(arguments, fail):
    """The log by the verifier's policy, and the copy of it."""
    if arguments.policy is None:
        given = arguments.log or arguments.checkpoint or arguments.receipt
        return (None, None) if not given else fail("--log, --checkpoint and --receipt need --policy")
    if Ed25519PublicKey is None:
        return Log(arguments.policy, None), None
    kept = arguments.checkpoint and read_checkpoint(read_file(arguments.checkpoint))
    log = Log(arguments.policy, kept, arguments.receipt and read_receipt(read_file(arguments.receipt)))
    return log, Copy(arguments.log, log) if arguments.log else None


def check_promise(receipt, copy):
    """L8.4; gives what became of it."""
    if receipt is None:
        return "RECEIPT NOT CHECKED: the package cryptography is not installed"
    by = datetime.fromtimestamp(receipt.by, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    found = copy and copy.has(receipt)
    require(found is not False, "L8.4", f"the promise is broken: by {by} the log does not have the entry {receipt.entry}")
    became = "" if not copy else ", and is there" if found else ", and is not there yet"
    return f"receipt ok, its entry is promised by {by}{became}"


def main():
    parser = argparse.ArgumentParser(description="Verifies record files of Regicide.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="- for standard input")
    parser.add_argument("--policy", type=read_policy, metavar="FILE",
                        help="a policy for the log: its keys, which also sign games, witnesses and quorum")
    parser.add_argument("--log", metavar="FOLDER", help="a copy of the log, in place of the records' proofs")
    parser.add_argument("--checkpoint", metavar="FILE", help="a checkpoint that was kept: each record needs a proof, of the log of that one")
    parser.add_argument("--receipt", metavar="FILE", help="the receipt of the record; with a copy of the log, no record is needed")
    arguments = parser.parse_args()
    try:
        log, copy = known_log(arguments, parser.error)
        if arguments.receipt:
            print(check_promise(log.receipt, copy))
    except (Bad, OSError, ValueError, RecursionError) as error:
        print(f"verify.py: the log: {error}", file=sys.stderr)
        return 1 if isinstance(error, Bad) else 2
    if arguments.receipt and arguments.log and not arguments.files:
        return 0
    held = failed = 0
    ends = {}
    for file in arguments.files or ["-"]:
        try:
            for number, value in enumerate(read_objects(read_file(file)), 1):
                try:
                    said = validate(value, log, copy, ends)
                    held += 1
                except Bad as bad:
                    said = f"FAILED, {bad}"
                    failed += 1
                print(f"{file}, record {number}: {said}")
        except (OSError, ValueError, RecursionError) as error:
            print(f"verify.py: {file}: {error}", file=sys.stderr)
            return 2
    records, hold, do_not = held + failed, "holds" if held == 1 else "hold", "does" if failed == 1 else "do"
    print(f"{records} record{'s' * (records != 1)}: {held} {hold}, {failed} {do_not} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
