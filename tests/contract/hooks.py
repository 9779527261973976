"""Gives the contract fuzzer real games and tokens, and counts what it reached."""

import atexit
import datetime
import functools
import json
import os
import random
import urllib.error
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies
from schemathesis import GenerationMode

BASE = os.environ["CONTRACT_URL"]
DICE = random.Random(1)
TOKENS: dict[str, list[str]] = {}
OPERATOR = os.environ["CONTRACT_OPERATOR"]
REACHED: dict[str, dict[str, int]] = {}


# Idempotency keys have to be UUIDs of version 4, and ids may be.
schemathesis.openapi.format("uuid", strategies.uuids(version=4).map(str))


def call(method, path, body=None, token=None):
    """One request beside those of the fuzzer."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def new_game(**wanted) -> str:
    made = call("POST", "/v1/games", {"players": DICE.randint(1, 4), **wanted})
    game = made["game"]["id"]
    TOKENS[game] = [seat["token"] for seat in made["tokens"]]
    return game


def learn(answer):
    """Keeps the tokens of an answer, so that later requests can go on from it."""
    if not isinstance(answer, dict):
        return
    about = {}
    for kind in ("game", "player"):
        if isinstance(answer.get(kind), dict):
            about[kind] = answer[kind].get("id")
    if isinstance(answer.get("tokens"), list) and about.get("game"):
        TOKENS.setdefault(about["game"], [seat["token"] for seat in answer["tokens"]])
    if answer.get("token") and about.get("player"):
        TOKENS[about["player"]] = [answer["token"]]


def running() -> str:
    return new_game(kind=DICE.choice(["regicide", "regicide-tricks"]), players=DICE.randint(2, 4))


def practice() -> str:
    """A game that never counts."""
    return new_game(players=1, seed="practice")


def talking() -> str:
    """A game in which a jester was just played, so that players may speak."""
    while True:
        game = new_game(players=4)
        for seat, token in enumerate(TOKENS[game]):
            legal = call("GET", f"/v1/games/{game}/legal-moves", token=token)["items"]
            jester = next((move["text"] for move in legal if move["text"] in ("play X1", "play X2")), None)
            if jester:
                call("POST", f"/v1/games/{game}/moves", {"text": jester}, token)
                return game


def undoable() -> str:
    game = new_game(players=1, visibility="private", options={"solo_yield": "once"})
    call("POST", f"/v1/games/{game}/moves", {"text": "yield"}, TOKENS[game][0])
    return game


def waiting() -> str:
    return new_game(players=4, open_seats=2)


def finished() -> str:
    game = new_game(players=1)
    call("POST", f"/v1/games/{game}/moves", {"text": "concede"}, TOKENS[game][0])
    return game


def noted() -> str:
    """A finished game, with the token of a player."""
    game = finished()
    TOKENS[game] = TOKENS[new_player()]
    return game


@functools.cache
def analysed() -> str:
    """One game for all: few analyses are computed at a time."""
    return finished()


def to_act(game, token):
    """The seat to act, unless the token was revoked meanwhile."""
    try:
        return call("GET", f"/v1/games/{game}", token=token).get("to_act")
    except urllib.error.HTTPError:
        return None


def record() -> dict:
    return call("GET", f"/v1/games/{finished()}/record")


def new_player() -> str:
    made = call("POST", "/v1/players", {"name": "Ada"})
    player = made["player"]["id"]
    TOKENS[player] = [made["token"]]
    return player


# Nothing listens at this address.
RECEIVER = "http://127.0.0.1:9/"


def new_webhook() -> str:
    body = {"url": f"{RECEIVER}{uuid.uuid4()}", "events": ["turn"]}
    token = TOKENS[new_player()][0]
    webhook = call("POST", "/v1/webhooks", body, token)["webhook"]["id"]
    TOKENS[webhook] = [token]
    return webhook


def in_days(days: int) -> str:
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


# A time in which a challenge can be open.
WINDOW = {"opens_at": in_days(30), "closes_at": in_days(60)}


def invited() -> str:
    """A challenge for invited players, with the token of the player who made it."""
    organiser = TOKENS[new_player()]
    wanted = {"name": "Fuzz", "players": 1, "admission": "invited", **WINDOW}
    challenge = call("POST", "/v1/challenges", wanted, organiser[0])["id"]
    TOKENS[challenge] = organiser
    return challenge


def new_invitation(challenge) -> str:
    """An invitation to a challenge of one of these organisers."""
    path, token = f"/v1/challenges/{challenge}/invitations", TOKENS[challenge][0]
    call("POST", path, {"count": 1}, token)
    return call("GET", path, token=token)["items"][-1]["id"]


def today() -> str:
    return call("GET", "/v1/daily")["challenges"][0]["id"]


def tried() -> str:
    """Today's challenge, with the token of a player who has finished it."""
    challenge = today()
    TOKENS[challenge] = TOKENS[new_player()]
    made = call("POST", f"/v1/challenges/{challenge}/attempts", {}, TOKENS[challenge][0])
    call("POST", f"/v1/games/{made['game']['id']}/moves", {"text": "concede"}, TOKENS[challenge][0])
    return challenge


def untried() -> str:
    challenge = today()
    TOKENS[challenge] = TOKENS[new_player()]
    return challenge


# For each noun of a path, a function that makes an id.
NOUNS = {"players": new_player, "challenges": tried, "games": running, "webhooks": new_webhook}
# Operations that need something else to get to the heart of them.
SPECIAL = {
    "get_advice": practice,
    "give_signal": talking,
    "list_signals": talking,
    "get_replay": finished,
    "get_record": finished,
    "get_notes": noted,
    "replace_notes": noted,
    "audit_game": finished,
    "analyse_game": analysed,
    "fork_game": finished,
    "rematch_game": finished,
    "propose": undoable,
    "close_proposal": running,
    "take_seat": waiting,
    "free_seat": waiting,
    "invite_to_seats": waiting,
    "seat_bot": waiting,
    "unseat_bot": waiting,
    "cancel_game": waiting,
    "start_attempt": untried,
    "create_invitations": invited,
    "list_invitations": invited,
    "update_invitation": invited,
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
    """A well-formed id becomes that of a real game, unless it is one whose
    token is known: without a token hardly anything is reached."""
    if path_parameters and is_uuid(path_parameters.get("id")) and not TOKENS.get(path_parameters["id"]):
        noun = context.operation.path.split("/{id}")[0].rsplit("/")[-1]
        path_parameters["id"] = SPECIAL.get(operation_of(context), NOUNS[noun])()
    if path_parameters and operation_of(context) == "update_invitation" and TOKENS.get(path_parameters.get("id")):
        if is_uuid(path_parameters.get("invitation_id")):
            path_parameters["invitation_id"] = new_invitation(path_parameters["id"])
    if path_parameters and operation_of(context) == "get_day":
        day = path_parameters.get("date")
        if isinstance(day, str) and len(day) == 10 and DICE.random() < 0.5:
            path_parameters["date"] = call("GET", "/v1/daily")["date"]
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
    if query and operation_of(context) == "list_challenges" and is_uuid(query.get("after")):
        query["after"] = today()
    return query


def as_written(value):
    """JSON Schema counts 2.0 as an integer, and allows numbers that no double
    holds; the service requires 2.0 written as 2, and rejects the other."""
    if isinstance(value, (int, float)) and abs(value) > 1e300:
        return 0
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [as_written(item) for item in value]
    if isinstance(value, dict):
        return {key: as_written(item) for key, item in value.items()}
    return value


def plain(value):
    """A name without invisible characters and others that no pattern names."""
    if isinstance(value, str):
        return "".join(letter if ord(letter) < 0x250 and letter != "\xad" and not 0x7F <= ord(letter) < 0xA0 else "é" for letter in value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


@schemathesis.hook
def map_body(context, body):
    body = as_written(body)
    if isinstance(body, dict):
        names = {field: plain(body[field]) for field in ("name", "names", "reason") if field in body}
        body = {**body, **names}
    if operation_of(context) == "run_admin_action" and isinstance(body, dict):
        if is_uuid(body.get("player_id")):
            body["player_id"] = new_player()
        if is_uuid(body.get("game_id")):
            body["game_id"] = running()
    return body


@schemathesis.auth(refresh_interval=None)
class SeatTokens:
    """The token of the seat to act, or of the owner where that is needed."""

    def get(self, case, context):
        # An operation without its own requirements has those of the document.
        if case.operation.definition.raw.get("security") == []:
            return None
        if case.operation.path.startswith("/v1/admin/"):
            return OPERATOR
        game = case.path_parameters.get("id")
        if operation_of(case) in ("cancel_game", "invite_to_seats", "seat_bot", "unseat_bot"):
            return owner(game)
        if operation_of(case) == "create_challenge":
            return DICE.choice([OPERATOR, TOKENS[new_player()][0]])
        if operation_of(case) in ("create_webhook", "list_webhooks"):
            return TOKENS[new_player()][0]
        if operation_of(case) in ("take_seat", "create_game", "fork_game"):
            return TOKENS[new_player()][0] if DICE.random() < 0.5 else None
        tokens = TOKENS.get(game)
        if not tokens:
            return None
        seat = case.path_parameters.get("seat")
        if len(tokens) == 1:
            return tokens[0]
        if seat is None:
            seat = to_act(game, tokens[0])
        return tokens[seat if isinstance(seat, int) and seat < len(tokens) else 0]

    def set(self, case, data, context):
        if data:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


def has_token(case) -> bool:
    """True if the request carries a token of the game: not one that a check made up."""
    carried = (case.headers or {}).get("Authorization")
    return any(carried == f"Bearer {token}" for token in TOKENS.get(case.path_parameters.get("id"), []))


def owner(game) -> str | None:
    """The token of the first seat, which owns a game that no player created."""
    tokens = TOKENS.get(game)
    return tokens[0] if tokens else None


def is_owners(case) -> bool:
    """True if the request carries the token of the game's owner."""
    token = owner(case.path_parameters.get("id"))
    return token is not None and (case.headers or {}).get("Authorization") == f"Bearer {token}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Half of the well-formed moves become legal ones, of the challenges ones
    that open in time, of the records ones that hold, of the seats to free ones
    that are taken, and of those to invite to, or to seat bots on, ones that are
    open."""
    if operation_of(case).startswith("follow_"):
        # A stream has no end, and a page may take a minute.
        query = case.query or {}
        if query.get("wait") is None or str(query["wait"]).isdigit() and int(query["wait"]) <= 60:
            case.query = {**query, "wait": 0}
    if case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if (case.headers or {}).get("Idempotency-Key"):
        # No pattern can require a key that is hard to guess.
        case.headers = {**case.headers, "Idempotency-Key": str(uuid.UUID(int=DICE.getrandbits(128), version=4))}
    if operation_of(case) == "free_seat" and has_token(case) and DICE.random() < 0.5:
        game = waiting()
        case.path_parameters = {"id": game, "seat": 0}
        case.headers = {**case.headers, "Authorization": f"Bearer {TOKENS[game][0]}"}
    if operation_of(case) == "unseat_bot" and is_owners(case) and DICE.random() < 0.5:
        game = waiting()
        call("POST", f"/v1/games/{game}/seats/2/bot", {"level": "novice"}, owner(game))
        case.path_parameters = {"id": game, "seat": 2}
        case.headers = {**case.headers, "Authorization": f"Bearer {owner(game)}"}
    if not isinstance(case.body, dict):
        return
    if operation_of(case) == "create_invitations" and isinstance(case.body.get("names"), list):
        # No schema says that there are at most as many names as codes.
        case.body = {**case.body, "names": case.body["names"][: case.body["count"]]}
    if operation_of(case) == "seat_bot" and is_owners(case) and DICE.random() < 0.5:
        game = waiting()
        case.path_parameters = {"id": game, "seat": DICE.choice([2, 3])}
        case.headers = {**case.headers, "Authorization": f"Bearer {owner(game)}"}
    if operation_of(case) == "invite_to_seats" and DICE.random() < 0.5:
        case.body = {"for_seats": [DICE.choice([2, 3])]}
    if operation_of(case) in ("create_webhook", "update_webhook") and case.body.get("events"):
        # No schema that all generators accept requires unique events.
        events = set(case.body["events"]) - {"public_game"}
        case.body = {**case.body, "events": sorted(events) or ["turn"]}
    if operation_of(case) == "create_webhook":
        case.body = {**case.body, "url": f"{RECEIVER}{uuid.uuid4()}", "language": "es"}
    if operation_of(case) == "create_challenge" and DICE.random() < 0.5:
        case.body = {**case.body, **WINDOW}
    if operation_of(case) == "import_record" and DICE.random() < 0.5:
        case.body = record()
    # Exactly one of the two is given: no schema that all generators of clients
    # accept requires that.
    if operation_of(case) == "make_move" and ("move" in case.body) == ("text" in case.body):
        case.body = {**case.body, "text": "yield"}
        case.body.pop("move", None)
    if operation_of(case) == "make_move" and has_token(case) and DICE.random() < 0.5:
        game = running()
        seat = call("GET", f"/v1/games/{game}")["to_act"]
        token = TOKENS[game][seat]
        legal = call("GET", f"/v1/games/{game}/legal-moves", token=token)
        move = DICE.choice(legal["items"])
        form = DICE.choice(["move", "text"])
        case.path_parameters = {"id": game}
        case.headers = {**case.headers, "Authorization": f"Bearer {token}"}
        case.body = {form: move[form], "expected_seq": legal["seq"]}


def is_json(response):
    """True if the body is one JSON text: the export has many."""
    return str(response.headers.get("content-type")).startswith(("application/json", "['application/json"))


@schemathesis.hook
def after_call(context, case, response):
    statuses = REACHED.setdefault(operation_of(case), {})
    key = str(response.status_code)
    statuses[key] = statuses.get(key, 0) + 1
    if 200 <= response.status_code < 300 and is_json(response):
        learn(json.loads(response.content))


@atexit.register
def report():
    with open(os.environ["CONTRACT_REACHED"], "w", encoding="utf-8") as file:
        json.dump(REACHED, file, indent=2, sort_keys=True)
