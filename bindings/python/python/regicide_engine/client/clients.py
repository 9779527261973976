"""The two kinds of client, which do the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from types import TracebackType
from typing import Any, cast

import httpx

from .errors import Unreachable
from .limits import Limits
from .models import (
    BoardName,
    ChallengeEvent,
    CreatePlayer,
    GameEvent,
    GamesEvent,
    GameView,
    LegalMove,
    MadeMoveAnswer,
    MakeMove,
    PlayerEvent,
    PlayerToken,
    RecordFile,
)
from .operations import AsyncOperations, Operations
from .session import Session
from .wires import AsyncWire, SyncWire, iterate, run

SERVICE = "http://127.0.0.1:8080"
PATIENCE = 60.0
LIMITS = Limits()


class _Known:
    """The identity of a client."""

    _session: Session

    @property
    def token(self) -> str | None:
        """The token that is sent with every request."""
        return self._session.token

    @property
    def player_id(self) -> str | None:
        """The player whose token it is."""
        return self._session.player_id

    def _become(self, created: PlayerToken) -> PlayerToken:
        try:
            self._session.token, self._session.player_id = created["token"], created["player"]["id"]
        except (KeyError, TypeError) as error:
            raise Unreachable("an answer that is not the service's: it has no player", status=201) from error
        return created


def _made(game: GameView, move: LegalMove | str) -> MakeMove:
    made: MakeMove = {"text": move} if isinstance(move, str) else {"move": move["move"]}
    made["expected_seq"] = game["seq"]
    return made


class Client(_Known, Operations):
    """The HTTP API: a method for each operation, named as in the OpenAPI document, and its streams.

    Requests are sent again by the rules of the API, changes with an idempotency key: they are made once. What
    is refused is a `Problem`. After `patience` seconds of pauses in vain a request or a stream gives up with
    the last error; what is computed is waited for ten times as long. What exceeds `limits`, or is no answer of
    the service, is `Unreachable` with its cause. `http` has connections of the caller's own making, such as
    through a proxy.
    """

    def __init__(
        self,
        base_url: str = SERVICE,
        *,
        token: str | None = None,
        player_id: str | None = None,
        language: str = "en",
        patience: float = PATIENCE,
        limits: Limits = LIMITS,
        http: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._http = http or httpx.Client()
        wire = SyncWire(self._http, sleep)
        self._session = Session(wire, base_url, token, player_id, language, patience, limits, clock)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _send(self, method: str, path: str, **request: Any) -> Any:
        return run(self._session.send(method, path, **request))

    def create_player(self, body: CreatePlayer, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Creates a player, whose token this client sends from now on. Keep `player["id"]` and `token`."""
        return self._become(super().create_player(body, idempotency_key=idempotency_key))

    def move(self, game: GameView, move: LegalMove | str) -> MadeMoveAnswer:
        """Makes a move in the game as it is known; if it has changed, the problem is `seq_conflict`.

        Concede by `propose`: its answer shows whether others have to agree.
        """
        return cast(MadeMoveAnswer, self.make_move(game["id"], _made(game, move)))

    def turns(self, game_id: str | None = None) -> Generator[GameView, None, None]:
        """The player's turns in all games, without an end; or those of the token in one game, to its end."""
        return iterate(self._session.turns(game_id))

    def game_events(
        self, game_id: str, *, until_rematch: bool = False, minimal: bool = False, after: str | None = None
    ) -> Generator[GameEvent, None, None]:
        """The events of a game, to its end or, with `until_rematch`, to the rematch.

        With `minimal`, moves come as `minimal_move`: without `move`, `text`, `narration` and `game`.
        """
        return iterate(self._session.game_events(game_id, until_rematch, minimal, after))

    def player_events(self, *, after: str | None = None) -> Generator[PlayerEvent, None, None]:
        """The events of the player's games."""
        return iterate(self._session.player_events(after))

    def challenge_events(
        self, challenge_id: str, *, board: BoardName | None = None, after: str | None = None
    ) -> Generator[ChallengeEvent, None, None]:
        """A challenge's figures and board, whenever they change."""
        return iterate(self._session.challenge_events(challenge_id, board, after))

    def events(
        self, game_ids: list[str] | None = None, *, minimal: bool = False, after: str | None = None
    ) -> Generator[GamesEvent, None, None]:
        """The events of public games, or of up to 50 that are named, which may have minimal moves."""
        return iterate(self._session.games_events(game_ids, minimal, after))

    def export_records(
        self, *, after: str | None = None, limit: int | None = None
    ) -> Generator[RecordFile, None, None]:
        """The records of all finished public games, or of those after the one with this id.

        In place of a game that cannot be read stands its id, with the format `regicide-skipped/1`.
        """
        return iterate(self._session.records(after, limit))


class AsyncClient(_Known, AsyncOperations):
    """`Client` for asyncio: operations are awaited, streams read with `async for`."""

    def __init__(
        self,
        base_url: str = SERVICE,
        *,
        token: str | None = None,
        player_id: str | None = None,
        language: str = "en",
        patience: float = PATIENCE,
        limits: Limits = LIMITS,
        http: httpx.AsyncClient | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._http = http or httpx.AsyncClient()
        wire = AsyncWire(self._http, sleep)
        self._session = Session(wire, base_url, token, player_id, language, patience, limits, clock)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _send(self, method: str, path: str, **request: Any) -> Any:
        return await self._session.send(method, path, **request)

    async def create_player(self, body: CreatePlayer, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Creates a player, whose token this client sends from now on. Keep `player["id"]` and `token`."""
        return self._become(await super().create_player(body, idempotency_key=idempotency_key))

    async def move(self, game: GameView, move: LegalMove | str) -> MadeMoveAnswer:
        """Makes a move in the game as it is known; if it has changed, the problem is `seq_conflict`.

        Concede by `propose`: its answer shows whether others have to agree.
        """
        return cast(MadeMoveAnswer, await self.make_move(game["id"], _made(game, move)))

    def turns(self, game_id: str | None = None) -> AsyncGenerator[GameView, None]:
        """The player's turns in all games, without an end; or those of the token in one game, to its end."""
        return self._session.turns(game_id)

    def game_events(
        self, game_id: str, *, until_rematch: bool = False, minimal: bool = False, after: str | None = None
    ) -> AsyncGenerator[GameEvent, None]:
        """The events of a game, to its end or, with `until_rematch`, to the rematch.

        With `minimal`, moves come as `minimal_move`: without `move`, `text`, `narration` and `game`.
        """
        return self._session.game_events(game_id, until_rematch, minimal, after)

    def player_events(self, *, after: str | None = None) -> AsyncGenerator[PlayerEvent, None]:
        """The events of the player's games."""
        return self._session.player_events(after)

    def challenge_events(
        self, challenge_id: str, *, board: BoardName | None = None, after: str | None = None
    ) -> AsyncGenerator[ChallengeEvent, None]:
        """A challenge's figures and board, whenever they change."""
        return self._session.challenge_events(challenge_id, board, after)

    def events(
        self, game_ids: list[str] | None = None, *, minimal: bool = False, after: str | None = None
    ) -> AsyncGenerator[GamesEvent, None]:
        """The events of public games, or of up to 50 that are named, which may have minimal moves."""
        return self._session.games_events(game_ids, minimal, after)

    def export_records(self, *, after: str | None = None, limit: int | None = None) -> AsyncGenerator[RecordFile, None]:
        """The records of all finished public games, or of those after the one with this id.

        In place of a game that cannot be read stands its id, with the format `regicide-skipped/1`.
        """
        return self._session.records(after, limit)
