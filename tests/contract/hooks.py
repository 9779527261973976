"""Gives the contract fuzzer real games and tokens, and counts what it reached."""

import atexit
import datetime
import json
import os
import random
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies
from schemathesis import GenerationMode

BASE = os.environ["CONTRACT_URL"]
DICE = random.Random(1)
TOKENS: dict[str, list[str]] = {}
OWNERS: dict[str, str] = {}
OPERATOR = os.environ["CONTRACT_OPERATOR"]
REACHED: dict[str, dict[str, int]] = {}


# Idempotency keys have to be UUIDs of version 4, and ids may be.
schemathesis.openapi.format("uuid", strategies.uuids(version=4).map(str))


def ask(method, path, body=None, token=None):
    """One request beside those of the fuzzer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def new_game(**wanted) -> str:
    made = ask("POST", "/v1/games", {"players": DICE.randint(1, 4), **wanted})
    game = made["game"]["id"]
    TOKENS[game] = [seat["token"] for seat in made["tokens"]]
    if "owner_token" in made:
        OWNERS[game] = made["owner_token"]
    return game


def running() -> str:
    return new_game(game=DICE.choice(["regicide", "regicide-tricks"]), players=DICE.randint(2, 4))


def waiting() -> str:
    return new_game(players=4, open_seats=2)


def finished() -> str:
    game = new_game(players=1)
    ask("POST", f"/v1/games/{game}/moves", {"move": "concede"}, TOKENS[game][0])
    return game


def new_player() -> str:
    made = ask("POST", "/v1/players", {"name": "Ada"})
    player = made["player"]["id"]
    TOKENS[player] = [made["token"]]
    return player


def in_days(days: int) -> str:
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


# A time in which a challenge can be open.
WINDOW = {"opens_at": in_days(30), "closes_at": in_days(60)}


def new_challenge(**wanted) -> dict:
    return ask("POST", "/v1/challenges", {"name": "Fuzz", "players": 1, **WINDOW, **wanted})


def invited() -> str:
    made = new_challenge(admission="invited")
    challenge = made["challenge"]["id"]
    TOKENS[challenge] = [made["admin_token"]]
    return challenge


def today() -> str:
    return ask("GET", "/v1/daily")["challenges"][0]["id"]


def tried() -> str:
    """Today's challenge, with the token of a player who is done with it."""
    challenge = today()
    TOKENS[challenge] = TOKENS[new_player()]
    made = ask("POST", f"/v1/challenges/{challenge}/attempts", {}, TOKENS[challenge][0])
    ask("POST", f"/v1/games/{made['game']['id']}/moves", {"move": "concede"}, TOKENS[challenge][0])
    return challenge


def untried() -> str:
    challenge = today()
    TOKENS[challenge] = TOKENS[new_player()]
    return challenge


# What an operation needs to get to the heart of it.
GAMES = {
    "get_player": new_player,
    "rename_player": new_player,
    "rotate_player_token": new_player,
    "delete_player": new_player,
    "get_replay": finished,
    "get_record": finished,
    "audit_game": finished,
    "fork_game": finished,
    "take_seat": waiting,
    "free_seat": waiting,
    "cancel_game": waiting,
    "get_challenge": tried,
    "get_leaderboard": tried,
    "get_stats": tried,
    "start_attempt": untried,
    "create_invitations": invited,
}


def is_uuid(value) -> bool:
    try:
        return str(uuid.UUID(value)) == value
    except (ValueError, TypeError, AttributeError):
        return False


def operation_of(thing) -> str:
    return thing.operation.definition.raw["operationId"]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """A well-formed id becomes that of a real game."""
    if path_parameters and is_uuid(path_parameters.get("id")):
        path_parameters["id"] = GAMES.get(operation_of(context), running)()
    if path_parameters and operation_of(context) == "get_day":
        day = path_parameters.get("date")
        if isinstance(day, str) and len(day) == 10 and DICE.random() < 0.5:
            path_parameters["date"] = ask("GET", "/v1/daily")["date"]
    if path_parameters and is_uuid(path_parameters.get("id")):
        if "seat" in path_parameters and isinstance(path_parameters["seat"], int):
            path_parameters["seat"] %= 2
    return path_parameters


@schemathesis.hook
def map_query(context, query):
    """A well-formed cursor becomes one that the export has given."""
    if query and operation_of(context) == "export_records" and is_uuid(query.get("after")):
        with urllib.request.urlopen(f"{BASE}/v1/records?limit=1", timeout=30) as answer:
            line = answer.readline()
        if line:
            query["after"] = json.loads(line)["id"]
    if query and operation_of(context) == "list_challenges" and is_uuid(query.get("cursor")):
        query["cursor"] = today()
    return query


def without_fractions(value):
    """JSON Schema counts 2.0 as an integer; the service wants it written as 2."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [without_fractions(item) for item in value]
    if isinstance(value, dict):
        return {key: without_fractions(item) for key, item in value.items()}
    return value


@schemathesis.hook
def map_body(context, body):
    body = without_fractions(body)
    if operation_of(context) == "administer" and isinstance(body, dict):
        if is_uuid(body.get("player")):
            body["player"] = new_player()
        if is_uuid(body.get("game")):
            body["game"] = running()
    if operation_of(context) == "create_challenge" and isinstance(body, dict) and DICE.random() < 0.5:
        if "closes_at" in body and "name" in body:
            body.update(WINDOW)
    return body


@schemathesis.auth(refresh_interval=None)
class SeatTokens:
    """The token of the seat to act, or of the creator where that is needed."""

    def get(self, case, context):
        if "security" not in case.operation.definition.raw:
            return None
        if operation_of(case) in ("administer", "get_admin_log"):
            return OPERATOR
        game = case.path_parameters.get("id")
        if operation_of(case) == "cancel_game":
            return OWNERS.get(game)
        if operation_of(case) == "take_seat":
            return TOKENS[new_player()][0] if DICE.random() < 0.5 else None
        tokens = TOKENS.get(game)
        if not tokens:
            return None
        seat = case.path_parameters.get("seat")
        if len(tokens) == 1:
            return tokens[0]
        if seat is None:
            seat = ask("GET", f"/v1/games/{game}").get("to_act")
        return tokens[seat if isinstance(seat, int) and seat < len(tokens) else 0]

    def set(self, case, data, context):
        if data:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Half of the well-formed moves become legal ones."""
    if operation_of(case) != "make_move" or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    tokens = TOKENS.get(case.path_parameters.get("id"))
    if not tokens or not isinstance(case.body, dict) or DICE.random() < 0.5:
        return
    path = f"/v1/games/{case.path_parameters['id']}"
    legal = ask("GET", f"{path}/legal-moves", token=tokens[ask("GET", path)["to_act"] or 0])
    if legal["moves"]:
        move = DICE.choice(legal["moves"])
        case.body = {"move": DICE.choice([move["move"], move["text"]]), "expected_seq": legal["seq"]}


@schemathesis.hook
def after_call(context, case, response):
    statuses = REACHED.setdefault(operation_of(case), {})
    key = str(response.status_code)
    statuses[key] = statuses.get(key, 0) + 1


@atexit.register
def report():
    with open(os.environ["CONTRACT_REACHED"], "w", encoding="utf-8") as file:
        json.dump(REACHED, file, indent=2, sort_keys=True)
