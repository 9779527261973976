# ruff: noqa: E501, I001, UP007
"""The types of requests and answers. Written by generate.py from openapi/openapi.json."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias, TypedDict, Union

from ..types import (
    AttackedEffect as AttackedEffect,
    AttackForecast as AttackForecast,
    BadMoveInfo as BadMoveInfo,
    BestCard as BestCard,
    BuriedEffect as BuriedEffect,
    BuryMove as BuryMove,
    Card as Card,
    CardEffect as CardEffect,
    CardsCountSeatEffect as CardsCountSeatEffect,
    CardSeatEffect as CardSeatEffect,
    CardsMove as CardsMove,
    CardTurnedUp as CardTurnedUp,
    CardTurnedUpEffect as CardTurnedUpEffect,
    ChangeMove as ChangeMove,
    Check as Check,
    Comment as Comment,
    CoverForecast as CoverForecast,
    Damage as Damage,
    DamagedEffect as DamagedEffect,
    DefeatedEffect as DefeatedEffect,
    DiscardedEffect as DiscardedEffect,
    Effect as Effect,
    Enemy as Enemy,
    FlipForecast as FlipForecast,
    FlippedEffect as FlippedEffect,
    Forecast as Forecast,
    FormerPlayer as FormerPlayer,
    GameKind as GameKind,
    GameOutcome as GameOutcome,
    GameSharedEffect as GameSharedEffect,
    GameWonEffect as GameWonEffect,
    HandScoredEffect as HandScoredEffect,
    HealedEffect as HealedEffect,
    Highest as Highest,
    LogInclusion as LogInclusion,
    LostEffect as LostEffect,
    Medal as Medal,
    Move as Move,
    NextMove as NextMove,
    Options as Options,
    PlayedAs as PlayedAs,
    PlayedAsForkedFrom as PlayedAsForkedFrom,
    PlayedEffect as PlayedEffect,
    RanksReversedEffect as RanksReversedEffect,
    RecordFile as RecordFile,
    RecordMove as RecordMove,
    RecordResult as RecordResult,
    RegicideGameOutcome as RegicideGameOutcome,
    RegicideRevealed as RegicideRevealed,
    RegicideTricksGameOutcome as RegicideTricksGameOutcome,
    RegicideTricksRevealed as RegicideTricksRevealed,
    RegicideTricksView as RegicideTricksView,
    RegicideView as RegicideView,
    Revealed as Revealed,
    Seat as Seat,
    SeatEffect as SeatEffect,
    SeatSuitEffect as SeatSuitEffect,
    SeedBy as SeedBy,
    ShieldedEffect as ShieldedEffect,
    Side as Side,
    SideConcededEffect as SideConcededEffect,
    Sides as Sides,
    SimpleMove as SimpleMove,
    Suit as Suit,
    SuitEffect as SuitEffect,
    TakenBackEffect as TakenBackEffect,
    TakenTurnedUp as TakenTurnedUp,
    TrickForecast as TrickForecast,
    TrickWonEffect as TrickWonEffect,
    TrumpMove as TrumpMove,
    TurnedUp as TurnedUp,
    Verdict as Verdict,
    View as View,
    WonEffect as WonEffect,
    YieldForecast as YieldForecast,
)

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class AdminEntry(TypedDict):
    """An entry of the operators' log."""

    action: AdminAction
    """The action."""
    actor: str
    """The actor: `operator`, `command`, or `challenge` and the id of a challenge for
    its organiser.
    """
    at: str
    """The time of the action."""
    id: str
    """Its id, a UUID of version 7."""


class AdminLog(TypedDict):
    """A page of the log, oldest first."""

    items: list[AdminEntry]
    """The entries."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""


class AnalysedDecision(TypedDict):
    """A decision of a game."""

    bot_move: SampledMove
    """The strong bot's move."""
    player_move: SampledMove
    """The player's move."""
    seat: Seat
    """The seat that decided."""
    seq: int
    """The number of the move."""


class AnalysisMark(TypedDict):
    """A decisive move, or the position after it."""

    mark: str
    """The reason for the mark, for programs."""
    seq: int
    """The number of the move; 0 is the deal."""
    text: str
    """The reason in words, in the requested language (`Accept-Language`)."""


class AnalysisMethod(TypedDict):
    """Versions and budgets of an analysis: with them `regicide analyse` computes it
    again, or `regicide solve --nodes` for a position.
    """

    analysis: int
    """The version of the analysis."""
    nodes: int
    """The solver's budget for each position, in nodes."""
    solver: int
    """The version of the solver (docs/spec/solver.md W1.1)."""
    worlds: int
    """The bot's budget for each decision, in sampled worlds."""


class AnalysisSpan(TypedDict):
    """A run of positions with one verdict."""

    first_seq: int
    """The first position."""
    last_seq: int
    """The last position."""
    verdict: Literal["won", "lost", "not_found"]
    """The verdict: can these positions be won by a player who sees every card?"""


class AttemptStarted(TypedDict):
    """A started attempt. The player's token opens its game."""

    attempt: int | None
    """The number of the attempt, from 1; `null` for practice."""
    challenge_id: str
    """The challenge."""
    game: GameView
    """The game, as its player sees it. With more than one player it waits until
    others have taken its seats.
    """
    ranked: bool
    """True if its result will be ranked."""


class Audit(TypedDict):
    """The result of an audit."""

    chain: str
    """The chain's hash after the valid moves."""
    checks: list[AuditCheck]
    """The checks."""
    commitment: str
    """The commitment that was published before the first move."""
    holds: bool
    """True if every check holds."""
    moves_valid: int
    """The number of valid stored moves, up to the first invalid one."""


class AuditCheck(TypedDict):
    """A check of an audit."""

    holds: bool
    """True if it holds."""
    name: Literal[
        "rows",
        "commitment",
        "legality",
        "chain",
        "times",
        "result",
        "created_at",
        "finished_at",
        "seed_by",
        "seats",
        "challenge",
        "attempts",
        "board",
        "log",
    ]
    """The subject of the check."""
    seq: NotRequired[int]
    """The first move for which it fails, if it is about moves."""


class BoardEntry(TypedDict):
    """A result on a board."""

    game_id: str | None
    """The game, once the challenge is over; for its organiser and operators
    from the start.
    """
    place: int | None
    """1 for the best; equal results share a place. `null` where results are listed
    without being ranked.
    """
    score: Score
    """The score."""
    seconds: float
    """Seconds from the game's creation to its last move, with the time that a
    team waited for its players: shown, never ranked.
    """
    team: list[BoardPlayer]
    """The players who reached it."""


class BoardPlayer(TypedDict):
    """A player on a board."""

    lookalike: bool
    """True if the name looks like that of another player on the whole board (UTS
    39), or of more than a hundred players: distinguish them by their ids.
    """
    name: str | None
    """The display name, unless the player is deleted or it is hidden."""
    player_id: str
    """The player."""


class CardRules(TypedDict):
    """A card."""

    attack: int | None
    """Its attack as an enemy, where it is one."""
    card: Card
    """The card."""
    glyph: str
    """Its picture."""
    health: int | None
    """Its health as an enemy, where it is one."""
    rank: str | None
    """Its rank, none for a jester or joker."""
    suit: Suit | None
    """Its suit, none for a jester or joker."""
    title: str
    """Its name."""
    value: int | None
    """Its value in play and in covering damage, where the game counts it."""


class ChallengeChallengeEvent(TypedDict):
    """The present figures and board."""

    id: str
    """The cursor after this event."""
    leaderboard: Leaderboard
    """The first page of the board, identical for all readers: without `own` and,
    while the challenge runs, without games.
    """
    stats: Stats
    """The figures."""
    type: Literal["challenge"]


class ChallengeIdAdminAction(TypedDict):
    """`hide_challenge`: Hides an organiser's challenge from lists, and its name, permanently.
    `list_challenge`: Lists an organiser's public challenge.
    """

    challenge_id: str
    """The challenge."""
    type: Literal["hide_challenge", "list_challenge"]


class ChallengeInfo(TypedDict):
    """The public part of a challenge."""

    admission: Admission
    """The admission of players."""
    announced_at: str
    """The time at which it was published, with its commitment."""
    attempts: int
    """The number of attempts per player; only the first attempt is ranked."""
    closes_at: str
    """The end of the time in which games can be begun."""
    commitment: str
    """The seed's commitment (docs/spec/record.md S1.2), published beforehand."""
    date: str | None
    """Daily challenges: the day, in UTC."""
    difficulty: DifficultyInfo | None
    """The difficulty of the deal for bots; `null` if it is not to be measured, or is
    not measured yet.
    """
    ends_at: str
    """The end of the challenge: no game takes moves any more, attempts are scored as
    they stand, and everything is public.
    """
    id: str
    """Its id, a UUID of version 7."""
    kind: GameKind
    """The kind of game."""
    listed: bool
    """True if it is in lists."""
    log_entry: CommitmentEntry | None
    """The entry of its commitment in the transparency log; `null` until it has one."""
    name: str | None
    """The name that its organiser chose; `null` if an operator has hidden it."""
    opens_at: str
    """The start of the time in which games can be begun."""
    options: Options
    """The game's options."""
    players: int
    """The number of players."""
    ranked: bool
    """True if first attempts are ranked: not where the seed was known to a client."""
    rules: int
    """The version of the rules of its games."""
    seed: str | None
    """The seed, once the challenge is over; a client's from the start."""
    seed_by: SeedBy
    """The maker of the seed."""
    source: ChallengeSource
    """Its source."""
    status: ChallengeStatus
    """Its present status."""
    winnable: Winnable | None
    """The result of the search for a win by a player who sees every card; `null` if
    there was no search.
    """


class ChallengeList(TypedDict):
    """A page of challenges: first those that are open, then those that are closing,
    coming, and over.
    """

    items: list[ChallengeInfo]
    """The challenges."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""


class ChallengeViewTurnout(TypedDict):
    """The number of games of a challenge. It is public while the challenge runs: it reveals
    nothing of the deal, nor of any player's progress.
    """

    attempts: int
    """The number of games that began as first attempts; a team's is one."""
    finished: int
    """The number of them that have ended."""


class ChallengeView(ChallengeInfo):
    """A challenge, with the caller's attempts."""

    own_attempts: list[OwnAttempt]
    """The caller's attempts, with a player's token."""
    turnout: ChallengeViewTurnout
    """The number of games of a challenge. It is public while the challenge runs: it reveals
    nothing of the deal, nor of any player's progress.
    """


class ChangeInvitation(TypedDict):
    """A change of an invitation."""

    name: NotRequired[str]
    """The name of the invited player for the organiser; an empty text removes it."""
    revoked: NotRequired[bool]
    """True to revoke it, false to restore it."""


class ChangeWebhook(TypedDict):
    """A change of a webhook."""

    active: NotRequired[bool]
    """True to switch it on."""
    events: NotRequired[list[WebhookEvent]]
    """Its events from now on."""
    mention: NotRequired[Mention]
    """Form `discord`: the user or role that messages mention; an empty object for none."""


class ClauseText(TypedDict):
    """A clause of the rules."""

    rule: str
    """Its id, as problems cite it."""
    text: str
    """Its text."""


class ClosedEvent(TypedDict):
    """The service ends the stream."""

    reason: Literal["token_unknown", "forbidden", "embargoed", "stopping", "failed"]
    """The reason why the service ends a stream."""
    type: Literal["closed"]


class CoPlayer(TypedDict):
    """A player with whom the player has played."""

    game_id: str
    """The id of the newest game of both."""
    kind: GameKind
    """Its kind."""
    name: str | None
    """The display name, if it is not hidden."""
    played_at: str
    """The time of its last move."""
    player_id: str
    """The id."""
    players: int
    """Its number of players."""


class CoPlayers(TypedDict):
    """The players of a page of the player's games, newest first."""

    items: list[CoPlayer]
    """Each player once, at the newest game of the page."""
    next: str | None
    """To be sent as `after` for the next page, which may name a player again; `null` on the
    last.
    """


class CommitmentEntry(TypedDict):
    """The entry of a challenge's commitment in the transparency log."""

    index: int
    """Its index, from 0."""
    logged_at: str
    """The time at which the service added it: a witness's signature on a checkpoint
    proves that it was not later than that.
    """


class CreateChallenge(TypedDict):
    """A challenge to be created."""

    admission: NotRequired[Admission]
    """The admission of players."""
    attempts: NotRequired[int]
    """The number of attempts per player, 1 if left out; only the first attempt is
    ranked.
    """
    closes_at: str
    """The end of the time in which games can be begun: at most 366 days after it
    opens.
    """
    grace_minutes: NotRequired[int]
    """The time for which games that were begun in time may still be played, in
    minutes.
    """
    kind: NotRequired[GameKind]
    """The kind of game."""
    measure_difficulty: NotRequired[bool]
    """True to have bots play the deal, so that its difficulty is shown. Only for the
    co-operative game.
    """
    name: DisplayName
    """Its name."""
    opens_at: NotRequired[str]
    """The start of the time in which games can be begun: at most 366 days from now;
    now if left out.
    """
    options: NotRequired[Options]
    """The game's options."""
    players: int
    """The number of players."""
    require_winnable: NotRequired[bool]
    """True to require a deal that a player who sees every card can win: secret seeds
    are drawn until a win is found for one, 16 at the most
    (docs/spec/challenges.md C4). Only for the co-operative game, and not with
    `seed`.
    """
    seed: NotRequired[str]
    """A seed that is public from the start. Results are then listed, but
    never ranked.
    """
    seed_words: NotRequired[str]
    """Words that the seed begins with, at most 31 characters out of `A-Z a-z
    0-9 . _ ~ -`; the service adds its secret part (docs/spec/record.md S1.3).
    """
    visibility: NotRequired[Visibility]
    """The visibility in lists; with its id every challenge can be read. A public one is
    listed (`listed`) if the player's account is old enough, usually a day, and has fewer
    than five listed challenges that are not over and none that an operator has hidden; or
    if an operator creates or lists it. It cannot be `private`.
    """


class CreateGame(TypedDict):
    """A game to be created. All fields but the number of players have defaults."""

    bots: NotRequired[list[BotLevel | None]]
    """Levels of house bots by seat, `null` for none; no more than there are
    players. A bot's seat has no token, and moves by itself.
    """
    join: NotRequired[bool]
    """True to give the first seat that is no bot's to the player whose token is
    sent, under the player's own name. If left out, the player gets it if it is
    not open. Without a player's token it has no meaning.
    """
    kind: NotRequired[GameKind]
    """The kind of game."""
    names: NotRequired[list[DisplayName | None]]
    """Display names by seat, `null` for none; no more than there are players."""
    open_seats: NotRequired[int]
    """The number of open seats for others: the last ones. The game begins when all
    are taken. Until then its owner invites, seats bots, frees seats and cancels
    it: the player whose token is sent; without a player's token the first seat
    that is neither open nor a bot's, which is then required.
    """
    options: NotRequired[Options]
    """The game's options; those left out have their defaults."""
    players: int
    """The number of players, including bots."""
    seed: NotRequired[str]
    """A seed of the client's own: 1 to 64 characters out of `A-Z a-z 0-9 . _ ~ -`.
    Such a game is marked (`seed_by`) and is never ranked. Without one the service
    makes a secret seed.
    """
    turn_limit: NotRequired[int]
    """The number of seconds that the seat to act has for its move before the others may hand
    it over (R11.3), with two or more players; no limit if left out.
    """
    visibility: NotRequired[Visibility]
    """The visibility of the game."""


class CreatePlayer(TypedDict):
    """A request to create a player."""

    bot: NotRequired[bool]
    """True if it is a program that plays: its results are on boards of their own."""
    name: DisplayName
    """The display name, 1 to 40 printable characters. It is stored in the form of
    RFC 8266.
    """


class CreateRematch(TypedDict):
    """A request for a rematch."""

    begins: NotRequired[Literal["same", "next"]]
    """The seat that begins, in the trick-taking game the first dealer."""


class CreateWebhookPushKeys(TypedDict):
    """Form `web_push`: the keys of the browser's subscription."""

    auth: str
    """The secret that authenticates messages."""
    p256dh: str
    """The browser's public key, a point of P-256."""


class CreateWebhook(TypedDict):
    """A request to register a webhook."""

    events: list[WebhookEvent]
    """Its events, each once; `public_game` is for the operator."""
    form: NotRequired[WebhookForm]
    """The form of messages. For `web_push` the URL is the `endpoint` of the browser's subscription,
    which was made with the service's `web_push_key`.
    """
    game_id: NotRequired[str]
    """The game that it is for: events of this game alone, in which the owner has a seat. It
    receives the turns of all seats but bots', and is deleted once the end is sent.
    """
    language: NotRequired[str]
    """The tag of the language of sentences; that of the request if left out."""
    mention: NotRequired[Mention]
    """Form `discord`: the user or role that messages mention."""
    push_keys: NotRequired[CreateWebhookPushKeys]
    """Form `web_push`: the keys of the browser's subscription."""
    url: str
    """The URL that messages are sent to: `https`, a public address, port 443 or 1024
    and above, without a user name.
    """


class CreatedTokens(TypedDict):
    """A seat's secret token."""

    seat: Seat
    """The seat."""
    token: str
    """The token, to be sent as `Authorization: Bearer …`."""


class Created(TypedDict):
    """A created game, with the secrets that its creator gets once."""

    game: GameView
    """The game, as its creator sees it: from the seat of the player whose token was
    sent, or as a spectator.
    """
    spectator_code: NotRequired[str]
    """Private games: the code that shows the game to people without a seat in it. It
    is sent like a token, or, to take an open seat, as `invitation`.
    """
    tokens: list[CreatedTokens]
    """One secret token for each seat that is neither open nor a bot's. They are shown this
    once.
    """


class DailyDay(TypedDict):
    """The challenges of a day."""

    challenges: list[ChallengeInfo]
    """One for each number of players."""
    complete: bool
    """True if all are chosen. They are with the first request, unless the database
    takes no writes then.
    """
    date: str
    """The day, in UTC."""


class Daily(DailyDay):
    """Today's challenges, and those that are published ahead."""

    next_in_seconds: int
    """The number of seconds until the next day begins."""
    upcoming: list[ChallengeInfo]
    """The challenges of the requested number of coming days, as far as they are
    published: their commitments.
    """


class DailyMessage(TypedDict):
    """A day's challenges have opened."""

    data: WebhookDay
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["daily"]
    """The event."""


class DeliveryInfo(TypedDict):
    """A delivery to a webhook."""

    attempts: int
    """The number of attempts."""
    created_at: str
    """The time of its creation."""
    error: str | None
    """The error of the last attempt: `unusable_host` (there is none, or none that may be
    called), `no_connection`, `tls`, `no_http`, `timeout`, `redirect`, `gone` or another
    `status`.
    """
    event: str
    """The name of its event, or `test`."""
    id: str
    """Its id, which is `webhook-id` without hyphens, after `msg_`."""
    last_attempt_at: str | None
    """The time of the last attempt."""
    response_status: int | None
    """The HTTP status of the last response, if one came."""
    status: Literal["pending", "delivered", "failed", "outdated"]
    """The status of the delivery."""


class DeliveryList(TypedDict):
    """A page of the last hundred messages to a webhook, the newest first."""

    items: list[DeliveryInfo]
    """The messages."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""


class DifficultyInfo(TypedDict):
    """The difficulty of a deal, from games in which all seats were bots (C4.4)."""

    games_played: int
    """The number of games that they played."""
    level: Literal["easy", "moderate", "hard", "extreme"]
    """The difficulty of a deal, in levels."""
    mean_enemies_defeated: float
    """The average number of enemies that the bots defeated in a game."""


class EnemiesBar(TypedDict):
    """The number of results with a number of enemies defeated."""

    enemies_defeated: int
    """The number of enemies."""
    results: int
    """The number of results."""


class EventPageChallengeEvent(TypedDict):
    """Events that have happened."""

    items: list[ChallengeEvent]
    """The events in their order; none if nothing happened in time."""
    next: str | None
    """The value of `after` for the next page."""


class EventPageGameEvent(TypedDict):
    """Events that have happened."""

    items: list[GameEvent]
    """The events in their order; none if nothing happened in time."""
    next: str | None
    """The value of `after` for the next page."""


class EventPageGamesEvent(TypedDict):
    """Events that have happened."""

    items: list[GamesEvent]
    """The events in their order; none if nothing happened in time."""
    next: str | None
    """The value of `after` for the next page."""


class EventPagePlayerEvent(TypedDict):
    """Events that have happened."""

    items: list[PlayerEvent]
    """The events in their order; none if nothing happened in time."""
    next: str | None
    """The value of `after` for the next page."""


class Features(TypedDict):
    """The features that the operator has switched on."""

    daily_difficulty: bool
    """True if the difficulty of daily challenges is measured."""
    house_bots: bool
    """True if this instance moves house bots; others may, also where it is false."""
    operator: bool
    """True if an operator can act, with a token."""
    webhooks: bool
    """True if there are webhooks."""
    winnable_deals: bool
    """True if the deals of challenges are searched for a win."""


class FieldError(TypedDict):
    """An error of a field, parameter or header."""

    detail: str
    """The error, for people, in the language of the request."""
    parameter: NotRequired[str]
    """The name of the parameter or header, in place of a pointer."""
    pointer: NotRequired[str]
    """The JSON Pointer to the field in the body, as a fragment of a URI (RFC 6901). For
    a very long name, that of the object with it.
    """


class FlagOptionValues(TypedDict):
    """Yes or no."""

    default: bool
    """The value if none is chosen."""
    type: Literal["flag"]


class ForkGame(TypedDict):
    """A practice game to be created from another's position."""

    bots: NotRequired[list[BotLevel | None]]
    """Levels of house bots by seat, `null` for none."""
    join: NotRequired[bool]
    """True to give the first seat that is no bot's to the player whose token is
    sent; if left out, they get it if it is not open.
    """
    names: NotRequired[list[DisplayName | None]]
    """Display names by seat, `null` for none."""
    open_seats: NotRequired[int]
    """The number of open seats for others: the last ones. The owner until it begins
    is that of any new game.
    """
    seq: int
    """The number of the game's moves to take over, 0 for the deal."""
    visibility: NotRequired[Visibility]
    """The visibility of the game; forks of private games are private."""


class ForkedFrom(TypedDict):
    """The position from which a fork starts."""

    game_id: str
    """The other game's id."""
    seq: int
    """The number of moves that were copied."""


class FormerPlayerInfo(TypedDict):
    """The former holder of a seat."""

    bot_level: BotLevel | None
    """The level of the house bot that played there, if one did."""
    name: str | None
    """The display name, if there is one."""
    player_id: str | None
    """The player's id; `null` for anyone else, and once the player is deleted."""
    seat: Seat
    """The seat."""
    until: int
    """The number of the last move before the change; 0 before the first."""


class GameAnalysis(TypedDict):
    """The analysis of a game or a position, or the part of it that is computed so far:
    first the verdicts, then the decisions.
    """

    complete: bool
    """True if the analysis is complete. Until then, repeat the request after
    `Retry-After`: an analysis that is no longer requested is deferred after a
    while.
    """
    decisions: list[AnalysedDecision]
    """Every decision between several moves, with the strong bot's choice from the
    information of the seat.
    """
    game_id: str | None
    """The game; `null` for a record or position that was sent."""
    last_won_seq: int | None
    """The last position for which a win was found."""
    line: list[LineMove] | None
    """The moves that win from the last position for which a win was found; `null` if
    there is none, or the game is won.
    """
    marks: list[AnalysisMark]
    """The few decisive moves, in order; those that compare decisions come last, with
    `complete`.
    """
    method: AnalysisMethod
    """The versions and budgets of the analysis."""
    percent: int
    """The progress, in percent: 0 while other analyses come first."""
    spans: list[AnalysisSpan]
    """Runs of positions with one verdict, in order. Position 0 is the one after the
    deal, position 1 that after the first move. A position that was sent is
    position 0. The last positions are computed first: until position 0 has its verdict,
    `last_won_seq`, `turning_point_seq` and `line` are `null`, and `marks` is empty.
    """
    turning_point_seq: int | None
    """The number of the move after which no win was found."""


class GameBegunMessage(TypedDict):
    """Games for several players that the player created are full and have begun, by another
    player's act. Of a webhook for one game: the game has begun.
    """

    data: WebhookGames
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["game_begun"]
    """The event."""


class GameGamesEvent(TypedDict):
    """A game was created, has begun, or is over, as its `status` shows."""

    game: GameInfo
    """The game."""
    id: str
    """The cursor after this event."""
    type: Literal["game"]


class GameIdEvent(TypedDict):
    """`end`: The game is over: its last event, unless the stream waits for a rematch.
    `rematch`: There is a rematch: the last event, for streams that wait for it.
    `seats`: The seats or the open proposal changed: a seat was taken, freed or held, a player was
    renamed, a proposal was made, accepted or closed.
    `view`: The present game: its first event, unless the stream continues after one that
    the client has.
    """

    game: GameView
    """`end`: The game, with its result and all hidden information. `rematch`: The game that is over; its `rematch` is the id of the new one. `seats`: The game. `view`: The game."""
    id: str
    """The cursor after this event."""
    type: Literal["end", "rematch", "seats", "view"]


class GameIdPlayerEvent(TypedDict):
    """`game`: A game of the player has begun, waits for others, or is over, or another player has handed
    over the player's seat.
    `turn`: It is the player's turn.
    """

    game: GameView
    """`game`: The game as the player's seat sees it; without the seat as spectators see it, a private
    one without its table. `turn`: The game as the player's seat sees it, with the legal moves.
    """
    id: str
    """The cursor after this event."""
    type: Literal["game", "turn"]


class GameIdReasonAdminAction(TypedDict):
    """`close_game`: Cancels a game, whether it has begun or not.
    `void_result`: Removes the results of a game from their board; the reason stays visible.
    """

    game_id: str
    """The game."""
    reason: str
    """`close_game`: The reason. `void_result`: The reason, which is public."""
    type: Literal["close_game", "void_result"]


class GameInfo(TypedDict):
    """The public data of a game, in lists and in views."""

    challenge: InChallenge | None
    """The challenge that it is played in, if it is."""
    created_at: str
    """The time of creation."""
    finished_at: str | None
    """The time at which the rules ended the game, if they did."""
    forked_from: ForkedFrom | None
    """Forks: the game and the move from which they start."""
    id: str
    """The game's id, a UUID of version 7."""
    kind: GameKind
    """The kind of game."""
    options: Options
    """The game's options; only those of its kind."""
    origin: Literal["created", "fork", "import"]
    """The origin of a game."""
    players: int
    """The number of players."""
    proposal: OpenProposal | None
    """The open proposal of the people at the table, if there is one (R11.2)."""
    rematch_id: str | None
    """The id of its rematch, once there is one."""
    rematch_of_id: str | None
    """The id of the game that it is the rematch of, if it is one."""
    result: GameOutcome | None
    """The result, if the rules ended the game."""
    rules: int
    """The version of its rules."""
    seats: list[SeatInfo]
    """Its seats, in ascending order."""
    seed_by: SeedBy
    """The party that made the seed. A client's seed is not secret from the start, so such a
    game is never ranked (docs/spec/record.md S1.4).
    """
    seq: int
    """The number of moves made."""
    status: Status
    """The present status."""
    turn_ends_at: str | None
    """The end of that time, while the game runs and a person is to act."""
    turn_limit: int | None
    """The number of seconds that the seat to act has for its move before the others may hand
    it over (R11.3), if there is a limit.
    """
    updated_at: str
    """The time of creation, of the last move or of the cancellation, whichever is last."""


class GameList(TypedDict):
    """A page of public games, newest first."""

    items: list[GameInfo]
    """The games."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last. A page can
    contain fewer games than `limit`, even none, and still have a next one.
    """


class GameOverMessage(TypedDict):
    """Games of the player have been finished or cancelled, or run on without the player
    (`status` `running`): another player has handed over the seat.
    """

    data: WebhookGames
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["game_over"]
    """The event."""


class GameRulesRanks(TypedDict):
    """A rank."""

    rank: str
    """The rank, as cards begin with it."""
    title: str
    """Its name."""


class GameRules(TypedDict):
    """The rules of one game, as data. A `name` is for programs; a `title` is for people,
    in the requested language.
    """

    clauses: list[ClauseText]
    """The rules, clause by clause."""
    deck: list[CardRules]
    """Every card in canonical order."""
    description: str
    """A short description."""
    kind: GameKind
    """The kind of game."""
    move_rules: list[MoveRules]
    """The forms of moves."""
    option_rules: list[OptionRules]
    """Options, each with its possible values."""
    phases: list[PhaseRules]
    """The phases, with the moves that they accept."""
    ranks: list[GameRulesRanks]
    """The ranks, from ace to king."""
    rules: int
    """The version of its rules."""
    scoring: list[ScoreRules]
    """The scores, with their values."""
    suits: list[SuitRules]
    """The suits in canonical order."""
    tables: list[TableFacts]
    """The facts that depend on the number of players."""
    title: str
    """Its name for people."""
    variant_rules: list[VariantRules]
    """Variants that can be chosen together."""


class GameView(GameInfo):
    """A game as the caller may see it."""

    abandoned_at: str | None
    """The time at which the game counts as abandoned unless a move is made."""
    can_undo: bool
    """True if the caller can take the last move back, alone, or propose to while no other
    proposal is open (R11.2).
    """
    chain: str
    """The chain's hash after the last move shown. A client that stores it can check
    later that the log was not rewritten (docs/spec/record.md S5.4).
    """
    commitment: str
    """The seed's commitment (docs/spec/record.md S1.2)."""
    creator_id: str | None
    """The id of the player who owns the game, while it waits for players: with that
    player's token seats are given and the game is cancelled. `null` where no
    player created it.
    """
    former_players: list[FormerPlayerInfo]
    """The former holders of seats that have changed hands (R11.3), in the order of the changes."""
    legal_moves: list[LegalMove] | None
    """The caller's legal moves, if the caller's seat is to act now, or, in a game that is
    over, was to act in the shown position.
    """
    receipt: str | None
    """The promise that the transparency log will have the game (docs/spec/log.md L8), for its
    seats and all who see all cards, from its end to that time.
    """
    revealed: RevealedPosition | None
    """All hidden information, once the game is over."""
    seat: Seat | None
    """The caller's own seat, `null` for spectators."""
    shown_seq: int
    """The number of moves that `table` shows: all, or the requested `seq`."""
    table: View | None
    """The table after that many moves; `null` before all seats are taken."""
    to_act: Seat | None
    """The seat to act in the shown position, if any; for an earlier `seq` the seat
    that was to act then, also in a game that is over.
    """
    visibility: Visibility
    """The visibility of the game."""


class GiveSignal(TypedDict):
    """A signal to be given."""

    expected_seq: NotRequired[int]
    """The number of moves that the caller has seen. If others were made since, the
    signal is refused with 409: it may be about another moment.
    """
    signal: Signal
    """The signal."""


class Health(TypedDict):
    """The health of the service."""

    status: str
    """Always `ok`: otherwise there is a problem document instead."""


class Imported(TypedDict):
    """An imported record."""

    game: GameView
    """The game, marked as imported."""
    verification: Verdict
    """The checks."""


class InChallenge(TypedDict):
    """The part of a game in a challenge."""

    attempt: int
    """The number of the players' attempt; only the first can be ranked."""
    ends_at: str
    """From then on the game takes no moves and everything about it is public. Before, its own
    players see what their seats see; others see its seats while one is open, and afterwards
    no part of the game.
    """
    id: str
    """The challenge's id."""


class Index(TypedDict):
    """The service, and links to everything in it."""

    commit: str | None
    """The commit that the program was built from, if the build had it."""
    docs_url: str
    """The documentation."""
    document_url: str
    """The OpenAPI document."""
    features: Features
    """The enabled features."""
    kinds: list[KindInfo]
    """The kinds of games."""
    languages: list[str]
    """The languages of texts, for `Accept-Language`."""
    llms_url: str
    """A short description for language models (llmstxt.org)."""
    name: str
    """The name of the service."""
    problems_url: str
    """The descriptions of all problems."""
    record_schema_url: str
    """The JSON Schema of records."""
    rules_url: str
    """The rules of all kinds of games."""
    version: str
    """Its version; `-dev` marks one between releases."""


class InvitationInfo(TypedDict):
    """An invitation to a challenge. Its code is not stored."""

    game_id: str | None
    """The game of that player's first attempt."""
    id: str
    """Its id."""
    name: str | None
    """The name that the organiser gave it."""
    player_id: str | None
    """The player who used it."""
    player_name: str | None
    """That player's display name, unless the player is deleted or it is hidden."""
    score: Score | None
    """The score of that attempt once it has ended; `null` where it does not count, or is not
    computed yet.
    """
    status: Literal["invited", "joined", "playing", "ended", "revoked"]
    """The state of an invitation, by its player's first attempt."""
    void_reason: str | None
    """The reason why that attempt's result does not count, if it was taken off the board."""


class InvitationList(TypedDict):
    """A page of a challenge's invitations, in the order in which they were made."""

    items: list[InvitationInfo]
    """The invitations."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""


class InvitationMessage(TypedDict):
    """Seats are held for the player."""

    data: WebhookGames
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["invitation"]
    """The event."""


class InvitationPlayerEvent(TypedDict):
    """A seat is held for the player."""

    game: GameInfo
    """The public part of the game."""
    id: str
    """The cursor after this event."""
    type: Literal["invitation"]


class Invitations(TypedDict):
    """Invitations, shown this once."""

    codes: list[str]
    """The codes; each admits one player. They are 12 characters in three groups, without
    I, L, O and U, and are read in any case, with or without the hyphens; O is read as
    0, I and L as 1.
    """


class Invite(TypedDict):
    """A request for invitations."""

    count: int
    """The number of codes."""
    names: NotRequired[list[str]]
    """Names for the first of the codes, in their order: at most as many as codes. Only the
    organiser and operators see them.
    """


class InviteToSeats(TypedDict):
    """Seats to invite others to."""

    expires_at: NotRequired[str]
    """The time from which any caller can take them, or, in a running game, no one by this
    invitation: at most 30 days from now; 7 days from now if left out.
    """
    for_seats: list[Seat]
    """Open seats of the game. An earlier invitation to one of them becomes void. In a running
    game also seats that the caller may hand over (R11.3): they are opened by it.
    """
    player_id: NotRequired[str]
    """The player for whom one seat is held, without a code: the inviting caller has
    to be a player, too.
    """


class Joined(TypedDict):
    """A taken seat."""

    game: GameView
    """The game, as its new player sees it."""
    seat: Seat
    """The seat."""
    token: str
    """Its secret token, shown this once."""


class KeepaliveEvent(TypedDict):
    """No event: the stream is still open."""

    type: Literal["keepalive"]


class KeyInfo(TypedDict):
    """A public key of the service."""

    id: str
    """Its id in signatures: the first 16 hex digits of the SHA-256 of its bytes."""
    public_key: str
    """The Ed25519 public key (RFC 8032) in hex."""
    valid_from: str
    """Games that ended at this time or later are signed with it. The first
    key also signed those before.
    """
    valid_until: str | None
    """The end of its validity: games that ended before are signed with it; `null` for the key
    in force.
    """


class KeyList(TypedDict):
    """The public keys of the service."""

    items: list[KeyInfo]
    """All keys, the oldest first."""
    next: str | None
    """Always `null`: all are on this page."""


class KindInfo(TypedDict):
    """A kind of game."""

    kind: GameKind
    """The name for programs."""
    player_counts: list[int]
    """The possible numbers of players."""
    rules: int
    """The version of the rules of new games."""
    title: str
    """The name for people."""


class Leaderboard(TypedDict):
    """A page of a challenge's results, best first."""

    board: BoardName
    """The board."""
    challenge: ChallengeInfo
    """The challenge."""
    complete: bool
    """True if the board is final: the challenge is over, and all attempts are
    ranked.
    """
    items: list[BoardEntry]
    """The results of this page."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""
    note: str
    """A note on whether one person can appear on the board several times, in the
    requested language.
    """
    own: OwnRank | None
    """The caller's own result, with a player's token."""
    restored: list[VoidEntry]
    """Results that did not count and were restored, with the reasons: at most 100."""
    results: int
    """The number of results on the board."""
    void: list[VoidEntry]
    """Results that do not count, with the reasons: at most 100."""


class LegalMove(TypedDict):
    """A legal move in both forms."""

    forecast: NotRequired[Forecast]
    """Its effects, computed from its player's information; missing for moves whose
    name describes them fully.
    """
    loses: NotRequired[bool]
    """True if it loses the game at once, whatever the hidden cards are; missing otherwise."""
    move: Move
    """The JSON form, as it is sent."""
    text: str
    """The text form."""


class LegalMoves(TypedDict):
    """The legal moves of a caller."""

    items: list[LegalMove]
    """The caller's legal moves, each set of cards once; none unless the caller's
    seat is to act. Conceding is legal too and never listed.
    """
    next: str | None
    """Always `null`: all are on this page."""
    seq: int
    """The number of moves made: send it as `expected_seq`."""
    to_act: Seat | None
    """The seat to act, if any."""


class LineMove(TypedDict):
    """A move of a winning line."""

    move: Move
    """The JSON form."""
    seat: Seat
    """The seat that makes it."""
    text: str
    """The text form."""


class ListedProblem(TypedDict):
    """A problem in short."""

    code: Code
    """The code."""
    remedy: str
    """The remedy."""
    status: int
    """The HTTP status of its answers."""
    title: str
    """Its title."""
    type: str
    """A link to its description: the `type` of its documents."""


class Log(TypedDict):
    """A page of a log."""

    items: list[LogLine]
    """The requested moves, in order."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""
    seq: int
    """The number of moves made in all."""


class LogLine(TypedDict):
    """One move of a log, with its effects."""

    at: str | None
    """The time at which the service stored it, where known."""
    chain: str
    """The chain's hash after it."""
    effects: list[Effect]
    """Its effects, step by step, as far as the caller may see them."""
    move: Move | None
    """The JSON form, unless it is hidden from the caller."""
    narration: list[str]
    """The effects in words, a sentence each, in the requested language
    (`Accept-Language`). The seat whose token is sent is called "you".
    """
    seat: Seat
    """The seat that made it."""
    seq: int
    """The move's number."""
    text: str
    """The text form. A hidden move shows the hash that replaces it in the chain
    (docs/spec/record.md S5.3).
    """


class MadeMoveAnswer(TypedDict):
    """The move is in the log."""

    at: str | None
    """The time at which the service stored it, where known."""
    chain: str
    """The chain's hash after it."""
    effects: list[Effect]
    """Its effects, step by step, as far as the caller may see them."""
    game: GameView
    """The game after it, as the caller may see it."""
    move: Move | None
    """The JSON form, unless it is hidden from the caller."""
    narration: list[str]
    """The effects in words, a sentence each, in the requested language
    (`Accept-Language`). The seat whose token is sent is called "you".
    """
    seat: Seat
    """The seat that made it."""
    seq: int
    """The move's number."""
    text: str
    """The text form. A hidden move shows the hash that replaces it in the chain
    (docs/spec/record.md S5.3).
    """
    type: Literal["made"]


class MadeProposalAnswer(TypedDict):
    """All agree: the move is in the log."""

    at: str | None
    """The time at which the service stored it, where known."""
    chain: str
    """The chain's hash after it."""
    effects: list[Effect]
    """Its effects, step by step, as far as the caller may see them."""
    game: GameView
    """The game after it, as the caller may see it."""
    move: Move | None
    """The JSON form, unless it is hidden from the caller."""
    narration: list[str]
    """The effects in words, a sentence each, in the requested language
    (`Accept-Language`). The seat whose token is sent is called "you".
    """
    seat: Seat
    """The seat that made it."""
    seq: int
    """The move's number."""
    text: str
    """The text form. A hidden move shows the hash that replaces it in the chain
    (docs/spec/record.md S5.3).
    """
    type: Literal["made"]


class MakeMove(TypedDict):
    """A move to be made, in one of its two forms."""

    expected_seq: NotRequired[int]
    """The number of moves that the caller has seen. If others were made since, the
    move is refused with 409 instead of being validated in a position that the
    caller has not seen.
    """
    move: NotRequired[Move]
    """The move in its JSON form, as in legal moves. Either this or `text` is given."""
    text: NotRequired[str]
    """The move in its text form, as in legal moves and logs (docs/spec/record.md
    S3). Either this or `move` is given.
    """


class MarkBotAdminAction(TypedDict):
    """Marks a player as a bot, or removes the mark."""

    bot: bool
    """True if it is a bot."""
    player_id: str
    """The player."""
    type: Literal["mark_bot"]


class MeaningExample(TypedDict):
    """A request that gets this problem, and the answer."""

    answer: Problem
    """The answer."""
    request: str
    """The request: its first line, and the relevant headers and body."""


class Meaning(TypedDict):
    """The meaning of a problem's code."""

    code: Code
    """The code."""
    example: MeaningExample
    """A request that gets this problem, and the answer."""
    happened: str
    """The situation."""
    remedy: str
    """The remedy."""
    status: int
    """The HTTP status of its answers."""
    title: str
    """The title of its problems."""
    why: str
    """The reason."""


class MedalCounts(TypedDict):
    """Solo wins by medal (R9.3)."""

    bronze: int
    """Bronze."""
    gold: int
    """Gold."""
    silver: int
    """Silver."""


class Mention(TypedDict):
    """A user or role of Discord, one of them."""

    role: NotRequired[Snowflake]
    """A role."""
    user: NotRequired[Snowflake]
    """A user."""


class MinimalMove(TypedDict):
    """The minimum for a program that keeps the game's state itself."""

    at: str | None
    """The time at which the service stored it, where known."""
    chain: str
    """The chain's hash after it."""
    effects: list[Effect]
    """Its effects, step by step, as far as the caller may see them."""
    receipt: NotRequired[str]
    """The receipt (docs/spec/log.md L8), if the move has ended the game."""
    seat: Seat
    """The seat that made it."""
    seq: int
    """The move's number."""
    status: Status
    """The game's status after it; `running` if it is not the last move."""
    to_act: Seat | None
    """The seat to act after it, if any."""


class MinimalMoveAnswer(TypedDict):
    """The move is in the log, and the caller requested the minimal form."""

    at: str | None
    """The time at which the service stored it, where known."""
    chain: str
    """The chain's hash after it."""
    effects: list[Effect]
    """Its effects, step by step, as far as the caller may see them."""
    receipt: NotRequired[str]
    """The receipt (docs/spec/log.md L8), if the move has ended the game."""
    seat: Seat
    """The seat that made it."""
    seq: int
    """The move's number."""
    status: Status
    """The game's status after it; `running` if it is not the last move."""
    to_act: Seat | None
    """The seat to act after it, if any."""
    type: Literal["minimal"]


class MinimalMoveEvent(TypedDict):
    """A move, for readers that have chosen minimal moves: they keep the game themselves."""

    game_id: str
    """The game's id."""
    id: str
    """The cursor after this event."""
    made: MinimalMove
    """The move with its effects."""
    type: Literal["minimal_move"]


class MoveEvent(TypedDict):
    """A move."""

    game: GameView
    """The game: the table as it was after the move, the rest as it is now."""
    id: str
    """The cursor after this event."""
    made: LogLine
    """The move as it is in the log, with its effects."""
    type: Literal["move"]


class MoveRules(TypedDict):
    """The form of a move."""

    description: str
    """Its effect."""
    name: str
    """Its `type`."""
    rule: str
    """The clause that describes it."""
    schema: dict[str, Any]
    """The JSON form: a JSON Schema (draft 2020-12) without external references, for
    any validator of such schemas.
    """
    text: str
    """The text form, with words in capitals for its variable parts."""
    title: str
    """Its name for people."""


class NamePlayer(TypedDict):
    """A request to rename a player."""

    name: DisplayName
    """The display name, 1 to 40 printable characters. It is stored in the form of
    RFC 8266.
    """


class Notes(TypedDict):
    """A player's notes on a game."""

    items: list[Comment]
    """The notes, at most one on a position. In answers they are in the order of the moves."""


class NumberOptionValues(TypedDict):
    """One of some numbers."""

    choices: list[int]
    """The values."""
    default: int
    """The value if none is chosen."""
    type: Literal["number"]


class OpenProposal(TypedDict):
    """The open proposal of a game."""

    accepted: list[Seat]
    """The seats that have accepted it, in the order of their acceptance."""
    at: str
    """The time at which it was made."""
    seat: Seat
    """The seat that made it."""
    seq: int
    """The number of moves made before it."""
    type: ProposalKind
    """Its subject."""
    waiting_for: list[Seat]
    """The seats that have to accept it before it takes effect. To concede, those of the absent
    need not once the turn is over (R11.3).
    """


class OpenProposalAnswer(TypedDict):
    """Other seats have to accept it."""

    game: GameView
    """The game, with its proposal."""
    type: Literal["open"]


class OperatorTokenHolder(TypedDict):
    """The operator of the service."""

    may: list[Permission]
    """The permitted operations."""
    type: Literal["operator"]


class OptionRules(TypedDict):
    """An option."""

    description: str
    """Its effect on the rules."""
    name: str
    """Its name."""
    player_counts: list[int]
    """The numbers of players for which it can be chosen."""
    rule: str
    """The clause that describes it."""
    title: str
    """Its name for people."""
    values: OptionValues
    """Its possible values, and its default."""


class OwnAttempt(TypedDict):
    """An attempt of the caller."""

    attempt: int
    """The number of the attempt, from 1."""
    game_id: str
    """Its game."""
    ranked: bool
    """True if its result is ranked, or will be: not if an operator cancels it or not
    all seats were taken.
    """
    score: Score | None
    """The score so far; `null` where it does not count: the game was cancelled, or
    ended before all seats were taken.
    """
    seat: Seat
    """The caller's seat."""
    share: str | None
    """A text to share, without spoilers, once the game is over, with a link
    to the challenge's page if the URL of the pages is configured.
    """
    status: Status
    """The present status of its game."""
    void_reason: str | None
    """The reason why the result does not count, if an operator or the organiser took
    it off the board.
    """


class OwnRank(BoardEntry):
    """A caller's own result."""

    neighbours: list[BoardEntry]
    """The results around it, best first, including itself; empty if all of them are
    among the `items` of this page.
    """
    percentile: int | None
    """The percentage of the other results that this one beats, rounded down; 100 if
    there are none.
    """


class PhaseRules(TypedDict):
    """A phase."""

    description: str
    """Its description."""
    move_types: list[str]
    """The types of the moves that it accepts, besides `concede`."""
    name: str
    """Its name in views."""
    title: str
    """Its name for people."""


class PlayerGame(GameInfo):
    """A game of a player."""

    former_seat: Seat | None
    """The seat that a player without one had: while the game runs, the player may take it back
    (R11.3); a finished game counts in the player's profile, unless the player was a guest.
    """
    seat: Seat | None
    """The player's seat; `null` if the player has none any more."""
    to_act: Seat | None
    """The seat to act, if any."""
    to_act_name: str | None
    """The display name at that seat, if there is one."""
    visibility: Visibility
    """The visibility of the game."""


class PlayerGameStats(TypedDict):
    """Counts of a player's finished games of one kind."""

    by_enemies_defeated: NotRequired[list[EnemiesBar]]
    """Co-operative game: the number of games for each number of enemies defeated, from 0
    to 12.
    """
    fewest_moves_to_win: NotRequired[int]
    """The fewest moves of a game that was won."""
    finished: int
    """The number of finished games."""
    kind: GameKind
    """The kind of game."""
    medals: NotRequired[MedalCounts]
    """Solo wins by medal (R9.3), if there are any."""
    most_enemies_defeated: NotRequired[int]
    """Co-operative game: the most enemies defeated in one."""
    players: int
    """The number of players."""
    won: int
    """The number of won games."""


class PlayerGames(TypedDict):
    """A page of a player's games, newest first."""

    items: list[PlayerGame]
    """The games."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last. A page can
    contain fewer games than `limit` and still have a next one.
    """


class PlayerIdAdminAction(TypedDict):
    """`hide_name`: Hides a player's name everywhere, permanently.
    `hide_organiser`: Hides all challenges of a player from lists, and their names,
    permanently; later ones of the player are not listed, either.
    `revoke_player_token`: Revokes a player's token, at all their seats.
    """

    player_id: str
    """The player."""
    type: Literal["hide_name", "hide_organiser", "revoke_player_token"]


class PlayerInfo(TypedDict):
    """The public part of a player."""

    bot: bool
    """True if it is a program that plays: its results are on boards of their own."""
    created_at: str
    """The time at which the player was created."""
    id: str
    """The player's id, a UUID of version 7."""
    name: str | None
    """The display name; `null` once the player is deleted, or if an operator has
    hidden it.
    """


class PlayerToken(TypedDict):
    """A player with the secret token, which is shown this once."""

    player: PlayerInfo
    """The player."""
    token: str
    """The token, to be sent as `Authorization: Bearer …`."""


class PlayerTokenHolder(TypedDict):
    """A player."""

    may: list[Permission]
    """The permitted operations. Each game has its own rules for its seats and owner."""
    player: PlayerInfo
    """The player."""
    type: Literal["player"]


class PositionAnalysisRequest(TypedDict):
    """A position: can a player who sees every card win it?"""

    kind: NotRequired[GameKind]
    """The kind of game: only the co-operative one is analysed."""
    nodes: NotRequired[int]
    """The solver's budget, in nodes; 2,000,000 if left out."""
    options: NotRequired[Options]
    """The game's options; those left out have their defaults."""
    players: int
    """The number of players."""
    position: str
    """The position line (docs/spec/record.md S4)."""
    rules: NotRequired[int]
    """The version of its rules."""
    seed: str
    """The seed, which determines the shuffles by hearts."""
    type: Literal["position"]


class PresenceEvent(TypedDict):
    """The readers who are present, for those who are shown as such: at first, and when they
    change, at most once a second. It is not part of the game and has no id.
    """

    game_id: str
    """The game's id."""
    present_seats: list[Seat]
    """The seats that follow the game, in ascending order."""
    spectators: int
    """The number of other readers."""
    type: Literal["presence"]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    cause: NotRequired[str]
    """The error text of a library, always in English."""
    clause: NotRequired[str]
    """A link to that clause, if it is one of a game's rules."""
    code: Code
    """The kind of problem, for programs: never changes."""
    detail: str
    """The problem of this request, for people, in the language of the request."""
    errors: NotRequired[list[FieldError]]
    """All fields, parameters and headers with errors that were found. The first one is
    `field`.
    """
    field: NotRequired[str]
    """The field, parameter or header with the problem, of several the first: a field in a
    body with its path, such as `options.first` or `names[1]`.
    """
    game_id: NotRequired[str]
    """The game with the problem, if the request is about several."""
    legal_moves_url: NotRequired[str]
    """The path of the caller's legal moves."""
    rule: NotRequired[str]
    """The clause of the rules that the request breaks."""
    seq: NotRequired[int]
    """The number of moves made in the game."""
    status: int
    """The HTTP status."""
    title: str
    """The title that every problem with this code has, in the language of the request."""
    type: str
    """A link to the description of the code: absolute if the service has a public URL."""


class ProblemList(TypedDict):
    """All problems."""

    items: list[ListedProblem]
    """The problems, by status."""


class Profile(PlayerInfo):
    """The statistics of a player."""

    game_stats: list[PlayerGameStats]
    """Counts of the player's finished games, by game and number of players. Only
    games with a deal that was secret count: those with a secret seed of the
    service's, of a challenge the first attempt; no practice games, forks or
    imports.
    """
    streak: Streak
    """Days in a row on which the player began a daily challenge."""


class Propose(TypedDict):
    """A proposal to be made, or to be accepted if it is open already."""

    expected_seq: NotRequired[int]
    """The number of moves that the caller has seen. If others were made since, the
    request is refused with 409.
    """
    type: ProposalKind
    """Its subject."""


class PublicGame(TypedDict):
    """A public game."""

    game_id: str
    """The game's id."""
    kind: GameKind
    """The kind of game."""
    seq: int
    """The number of moves."""
    status: Status
    """The game's status."""
    url: str
    """The page of the game for people."""


class PublicGameMessageData(TypedDict):
    """The data of the event."""

    games: list[PublicGame]
    """The games, at most 20."""


class PublicGameMessage(TypedDict):
    """For the operator: public games were created, have begun, or are over."""

    data: PublicGameMessageData
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["public_game"]
    """The event."""


class RangeOptionValues(TypedDict):
    """All numbers from the lowest to the highest."""

    default: int
    """The value if none is chosen."""
    maximum: int
    """The highest value."""
    minimum: int
    """The lowest value."""
    type: Literal["range"]


class ReadinessDatabaseServers(TypedDict):
    """A server of a database that is spread over several."""

    is_available: bool
    """False if it did not respond to this instance within a second. Requests for its games get
    503; those for games of other servers go on.
    """
    number: int
    """Its number in the cluster; 0 is the coordinator."""


class Readiness(TypedDict):
    """Readiness of the service."""

    database_servers: NotRequired[list[ReadinessDatabaseServers]]
    """The servers of the database, if it is spread over several."""
    status: str
    """Always `ok`: otherwise there is a problem document instead."""


class RecordAnalysisRequest(TypedDict):
    """A game, finished or not, up to the last move of its record."""

    decision_seq: NotRequired[int]
    """The number of a move, to analyse its decision alone: `spans` and `marks` are empty
    then.
    """
    record: RecordFile
    """The record file."""
    type: Literal["record"]


class RegicideScore(TypedDict):
    """In the co-operative game."""

    damage: int
    """The damage that the current enemy has taken."""
    enemies_defeated: int
    """The number of defeated enemies, of twelve; all are a win."""
    kind: Literal["regicide"]
    medal: Medal | None
    """Solo wins: the medal."""
    moves_to_win: int | None
    """Wins: the number of moves that they took."""


class RegicideTricksScore(TypedDict):
    """In the trick-taking game."""

    is_won: bool
    """True if the seat's side has won, alone or with others."""
    kind: Literal["regicide-tricks"]
    side_points: int
    """The points of the seat's side."""


class Rematch(TypedDict):
    """A rematch. Only the first request gets its secrets."""

    game: GameView
    """The game, as the caller sees it."""
    seat: Seat
    """The caller's seat, as in the game before."""
    spectator_code: str | None
    """The code that shows a private game to people without a seat in it, if this
    request made the game.
    """
    token: str | None
    """The seat's secret token, if this request made the game."""


class RematchMessage(TypedDict):
    """Seats are held for the player in rematches of games."""

    data: WebhookGames
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["rematch"]
    """The event."""


class Replay(GameInfo):
    """A game that is over, position by position."""

    first_chain: str
    """The chain's first hash."""
    former_players: list[FormerPlayerInfo]
    """The former holders of seats that have changed hands (R11.3), in the order of the changes."""
    header: str
    """The header line that the chain starts from (docs/spec/record.md S5.1)."""
    items: list[ReplayStep]
    """The moves of this page, each with its effects and the position after it."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""
    seed: str
    """The seed."""
    start: Snapshot
    """The position after the deal."""


class Snapshot(TypedDict):
    """A position with nothing hidden."""

    digest: str
    """The position line's hash."""
    hidden_cards: Revealed
    """The hidden cards."""
    position: str
    """The position line (docs/spec/record.md S4)."""
    table: View
    """The part that every player could see."""


class ReplayStep(LogLine, Snapshot):
    """One move of a replay."""

    signals: list[SignalLine]
    """The players' signals in this position, before the next move (R8.2)."""


class RestoreResultAdminAction(TypedDict):
    """Restores the results of a game that were taken off their board, which shows the reason
    all the same. An organiser restores what the organiser took off.
    """

    game_id: str
    """The game."""
    type: Literal["restore_result"]


class ResultsMessageData(TypedDict):
    """Challenges whose results are public."""

    challenges: list[WebhookChallenge]
    """The challenges, at most 20."""
    player_id: NotRequired[str]
    """The id of the webhook's player, unless it is the operator's."""


class ResultsMessage(TypedDict):
    """The results of challenges and days are public: of those that the player took part in or
    organised, for the operator of days, its own and listed challenges.
    """

    data: ResultsMessageData
    """Challenges whose results are public."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["results"]
    """The event."""


class RevealedPosition(TypedDict):
    """All hidden information (R12.4)."""

    digest: str
    """The position line's hash."""
    hidden_cards: Revealed
    """The hidden cards."""
    position: str
    """The position line (docs/spec/record.md S4)."""
    seed: str
    """The seed."""


class RevokeSeatTokenAdminAction(TypedDict):
    """Revokes a seat's own token."""

    game_id: str
    """The game."""
    seat: Seat
    """The seat."""
    type: Literal["revoke_seat_token"]


class RotateDailyKeyAdminAction(TypedDict):
    """Activates a new key of daily challenges, from the first day that
    is not published.
    """

    type: Literal["rotate_daily_key"]


class Rules(TypedDict):
    """The rules of games, as data."""

    items: list[GameRules]
    """The requested rules, or those of new games of every kind."""
    next: str | None
    """Always `null`: all are on this page."""


class SampledMove(TypedDict):
    """A move, tried in sampled worlds that fit the information of its seat."""

    move: Move
    """The JSON form."""
    text: str
    """The text form."""
    won: int
    """The number of these worlds that were won; in the trick-taking game, those in which the
    seat's side scored most in the hand.
    """
    worlds: int
    """The number of sampled worlds in which it was tried: few, if it did badly
    early.
    """


class ScoreRules(TypedDict):
    """A score."""

    description: str
    """The condition for it."""
    name: str
    """Its name."""
    rule: str
    """The clause that describes it."""
    title: str
    """Its name for people."""
    value: int | None
    """Its value, where it is a number of points."""


class SeatBot(TypedDict):
    """A house bot for a seat."""

    level: BotLevel
    """Its level of play."""


class SeatCode(TypedDict):
    """An invitation to a seat."""

    code: str
    """The code, to be sent as `invitation` when the seat is taken. It is
    valid once.
    """
    expires_at: str
    """The time from which the code is void, and, before the game begins, any caller can take
    the seat.
    """
    seat: Seat
    """The seat."""


class SeatInfo(TypedDict):
    """The public data of a seat."""

    bot_level: BotLevel | None
    """The level of the house bot that sits there, if one does. It moves by itself, and its
    seat has no token.
    """
    invited_player_id: str | None
    """The id of the invited player; `null` without an invitation, or with one by a code."""
    invited_until: str | None
    """Open seats with an invitation: until then only the invited player, or the holder of the
    code, can take the seat; from then on any caller.
    """
    name: str | None
    """Its player's display name, if one was given."""
    open: bool
    """True while the seat can be taken."""
    player_id: str | None
    """The id of the player who sits there, if the seat has one."""
    seat: Seat
    """The seat."""


class SeatInvitations(TypedDict):
    """Invitations to seats of a game, shown this once."""

    invitations: list[SeatCode]
    """One for each seat; none for a player."""


class SeatTokenHolder(TypedDict):
    """A seat of a game."""

    game_id: str
    """The game's id."""
    may: list[Permission]
    """The permitted operations."""
    seat: Seat
    """The seat."""
    type: Literal["seat"]


class SignalEvent(TypedDict):
    """A player has given a signal (R8), perhaps after the end. The game does not change."""

    game_id: str
    """The game's id."""
    id: str
    """The cursor after this event."""
    said: SignalLine
    """The signal, with its seat."""
    type: Literal["signal"]


class SignalLine(TypedDict):
    """A signal that was given."""

    at: str
    """The time of the signal."""
    narration: list[str]
    """The signal in words, one sentence, in the requested language
    (`Accept-Language`).
    """
    number: int
    """Its number among the game's signals."""
    seat: Seat
    """The seat of its player."""
    seq: int
    """The number of moves made before it: its place in the log."""
    signal: Signal
    """The signal."""


class SignalPageAllowed(TypedDict):
    """A signal that the caller may give."""

    signal: Signal
    """The signal, as it is sent."""
    text: str
    """Its sentence, in the requested language."""


class SignalPage(TypedDict):
    """A page of a game's signals."""

    allowed: list[SignalPageAllowed]
    """The signals that the caller may give now."""
    items: list[SignalLine]
    """The requested signals, in order."""
    next: str | None
    """To be sent as `after` for the next page; `null` on the last."""
    seq: int
    """The number of moves made in all."""


class SpectatorTokenHolder(TypedDict):
    """The code for spectators of a private game."""

    game_id: str
    """The game's id."""
    may: list[Permission]
    """The permitted operations."""
    type: Literal["spectator"]


class StandingRow(TypedDict):
    """The standing of a player."""

    average: float
    """The average number of defeated enemies, to three digits."""
    lookalike: bool
    """True if the name looks like that of another player in the whole table (UTS
    39), or of more than a hundred players: distinguish them by their ids.
    """
    name: str | None
    """The display name, unless it is hidden."""
    place: int
    """1 for the best; equals share a place."""
    player_id: str
    """The player."""
    results: int
    """The number of results, of finished days."""
    streak: Streak
    """Days in a row, of finished days."""
    won: int
    """The number of wins among them."""


class StandingsPeriod(TypedDict):
    """The period of the results."""

    month: str | None
    """The month, such as `2026-11`; `null` for all time."""


class Standings(TypedDict):
    """Players by their results in daily challenges."""

    board: BoardName
    """The board."""
    by: StandingOrder
    """The order: by average or by streak."""
    complete: bool
    """True if the results of all finished days are added. If not, repeat the
    request.
    """
    items: list[StandingRow]
    """The players, best first."""
    min_results: int
    """The number of results that a player needs to be listed."""
    next: str | None
    """Always `null`: all are on this page."""
    period: StandingsPeriod
    """The period of the results."""
    players: int
    """The number of players in the games."""


class StartAttempt(TypedDict):
    """A request for an attempt at a challenge."""

    invitation: NotRequired[str]
    """The invitation's code, where one is required and none has admitted the player
    yet.
    """
    turn_limit: NotRequired[int]
    """The number of seconds that the seat to act has for its move before the others may
    concede without its consent (R11.3), with two or more players; an hour if left out.
    """


class StartEvent(TypedDict):
    """The first event, unless the stream continues after one that the client has:
    later changes follow.
    """

    id: str
    """The cursor after this event."""
    type: Literal["start"]


class StatsByRoyals(TypedDict):
    """The number of games that ended before a rank of royals."""

    results: int
    """The number of results."""
    royals: Literal["jacks", "queens", "kings"]
    """The royals, four of each, in the order in which they come (R3.1)."""


class Stats(TypedDict):
    """Statistics of a challenge."""

    board: BoardName
    """The board."""
    by_enemies_defeated: list[EnemiesBar]
    """Co-operative game: the number of results for each number of enemies defeated,
    from 0 to 12.
    """
    by_royals: list[StatsByRoyals]
    """Co-operative game: the number of games that were not won, by the rank of
    royals before which they ended.
    """
    complete: bool
    """True if the figures are final: the challenge is over, and all attempts are
    ranked.
    """
    date: str | None
    """Daily challenges: the day."""
    results: int
    """The number of results."""
    won: int
    """The number of wins among them."""


class Streak(TypedDict):
    """Days in a row on which a ranked attempt began."""

    current: int
    """Up to today or yesterday."""
    longest: int
    """The longest streak."""


class SuitRules(TypedDict):
    """A suit."""

    color: Literal["black", "red"]
    """The colour of a suit."""
    description: str
    """The effect of its cards in this game."""
    glyph: str
    """Its sign."""
    suit: Suit
    """The suit."""
    title: str
    """Its name."""


class TableFacts(TypedDict):
    """The values that depend on the number of players."""

    hand_size: int
    """The number of cards in a full hand."""
    jesters: int
    """Jesters or jokers among the cards that are dealt."""
    players: int
    """The number of players."""
    solo_jesters: int
    """Jesters beside the game, to be flipped."""


class TakeSeat(TypedDict):
    """A request to take a seat."""

    guest_token: NotRequired[str]
    """The token of a seat that was taken without a player: the seat becomes the calling
    player's, or, where a bot has it by now or it is open, the caller's again. A game that
    is over is listed for the player, and neither it nor its record changes. The game is no
    attempt at a challenge. Without `seat` and `invitation`.
    """
    invitation: NotRequired[str]
    """The caller's code: of an invitation to a seat, of a private game, or, in a
    challenge for invited players, to the challenge.
    """
    name: NotRequired[DisplayName]
    """The display name, 1 to 40 printable characters; a player's own name takes
    precedence.
    """
    seat: NotRequired[Seat]
    """The seat; if left out, one that the caller is invited to, or the first open
    one without an invitation.
    """


class TestMessageData(TypedDict):
    """The data of the event."""

    player_id: NotRequired[str]
    """The id of the webhook's player, unless it is the operator's."""
    url: str
    """The page of the service for people."""


class TestMessage(TypedDict):
    """A test of the webhook (`POST /v1/webhooks/{id}/test`)."""

    data: TestMessageData
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["test"]
    """The event."""


class TransparencyLog(TypedDict):
    """The transparency log."""

    checkpoint_url: str
    """Its URL; tiles are beside it."""
    origin: str | None
    """The permanent name of the log; `null` before its first checkpoint."""
    policy: str | None
    """Its keys, the one in force last, and the operator's witnesses and their quorum, as a C2SP
    `tlog-policy` (docs/spec/log.md L4.7); also at `/log/policy`.
    """
    refused: str | None
    """The reason why no checkpoint is signed, if there is one."""
    signed_at: str | None
    """The time at which that was signed."""
    size: int
    """The number of entries in the latest checkpoint."""
    witnesses: list[WitnessInfo]
    """The operator's witnesses that are in use."""


class TurnMessage(TypedDict):
    """It has become the player's turn, by another player's move or by the beginning of a
    game for several players. Of a webhook for one game: another seat is to act, but no bot's.
    """

    data: WebhookGames
    """The data of the event."""
    timestamp: str
    """The time at which the message was made."""
    type: Literal["turn"]
    """The event."""


class VariantRules(TypedDict):
    """A variant."""

    description: str
    """Its effect on the rules."""
    name: str
    """Its name."""
    player_counts: list[int]
    """The numbers of players for which it can be chosen."""
    rule: str
    """The clause that describes it."""
    title: str
    """Its name for people."""


class VoidEntry(TypedDict):
    """A result that was taken off a board."""

    by_organiser: bool
    """True if the organiser took it off, who can restore it; false if an operator did."""
    game_id: str | None
    """The game, once the challenge is over; for its organiser and operators
    from the start.
    """
    reason: str
    """The reason why it does not count, or did not before it was restored."""
    team: list[BoardPlayer]
    """The players who reached it."""


class WebhookChallenge(TypedDict):
    """A challenge whose results are public."""

    challenge_id: str
    """The challenge's id."""
    date: str | None
    """The day, in UTC, of a daily challenge."""
    kind: GameKind
    """The kind of game."""
    name: str | None
    """The name that its organiser gave it; `null` for a day, or if an operator has hidden it."""
    place: int | None
    """The place of the player's result, if there is one."""
    players: int
    """The number of players of its games."""
    results: int
    """The number of results on the board, the player's if the player has a result."""
    score: Score | None
    """The score of the player's result."""
    url: str
    """The page of the challenge for people."""


class WebhookDay(TypedDict):
    """A day whose challenges have opened."""

    date: str
    """The day, in UTC."""
    player_id: NotRequired[str]
    """The id of the webhook's player, unless it is the operator's."""
    url: str
    """The page of the day for people."""


class WebhookGameInvitedBy(TypedDict):
    """The player who invites; missing for one without a player, and in a running game with several
    others, each of whom may have.
    """

    name: str | None
    """The player's name; `null` once the player is deleted, or if an operator has hidden it."""
    player_id: str
    """The player's id."""


class WebhookGame(TypedDict):
    """A game of a webhook's player."""

    game_id: str
    """The game's id."""
    invited_by: NotRequired[WebhookGameInvitedBy]
    """The player who invites; missing for one without a player, and in a running game with several
    others, each of whom may have.
    """
    kind: GameKind
    """The kind of game."""
    result: GameOutcome | None
    """The result, if the rules ended the game."""
    seat: NotRequired[Seat]
    """The player's seat, or the one held for the player; missing if the player has none."""
    seats: list[SeatInfo]
    """The seats, with the names of their players."""
    seq: int
    """The number of moves."""
    status: Status
    """The game's status."""
    to_act: Seat | None
    """The seat to act, if the game runs."""
    url: str
    """The page of the game for people."""


class WebhookGames(TypedDict):
    """Games of a webhook's player."""

    games: list[WebhookGame]
    """The games, at most 20."""
    player_id: str
    """The player's id."""


class WebhookInfo(TypedDict):
    """A webhook."""

    created_at: str
    """The time of registration."""
    events: list[WebhookEvent]
    """The events for which messages are sent."""
    failing_since: str | None
    """The time since which its receiver fails, if it does."""
    form: WebhookForm
    """The format of messages."""
    game_id: str | None
    """The game that it is for; `null` if it is for all games of its owner."""
    id: str
    """Its id, a UUID of version 7."""
    language: str
    """The tag of the language of sentences."""
    mention: Mention | None
    """The user or role of Discord that its messages mention, if they mention one."""
    status: Literal["active", "paused", "failed", "gone"]
    """The status of the webhook."""
    url: str
    """The URL to which messages are sent."""


class WebhookList(TypedDict):
    """A page of webhooks, the oldest first."""

    items: list[WebhookInfo]
    """The webhooks."""
    next: str | None
    """Always `null`: all are on one page."""
    web_push_key: str | None
    """The key with which a browser subscribes to messages of the service
    (`applicationServerKey`); `null` if there are no webhooks.
    """


class WebhookSecret(TypedDict):
    """A webhook with its secret, which is shown this once."""

    secret: NotRequired[str]
    """The secret that signs messages; missing of form `web_push`, whose messages are encrypted."""
    webhook: WebhookInfo
    """The webhook."""


class Winnable(TypedDict):
    """The result of the search for a win (C4.2): whether a player who sees every card
    can win the deal, and no more.
    """

    candidate: int
    """The number of the seed's candidate, from 0: for the deals of the earlier ones
    no win was found.
    """
    gold_known: bool | None
    """True if a win without a flip of a jester, which is gold, is known too; `null`
    with more than one player.
    """
    known: bool
    """True if a win is known."""
    nodes: int
    """Its budget for each deal, in nodes."""
    skipped: list[str] | None
    """The seeds of the earlier candidates, once the challenge is over (C4.3)."""
    solver: int
    """The version of the solver."""


class WitnessInfo(TypedDict):
    """A witness of the transparency log."""

    cosigned_at: str | None
    """The time of that signature."""
    name: str
    """Its name."""
    size: int | None
    """The number of entries in the last checkpoint that it has signed."""


class WordOptionValues(TypedDict):
    """One of some words."""

    choices: list[str]
    """The values."""
    default: str
    """The value if none is chosen."""
    type: Literal["word"]


AdminAction: TypeAlias = Union[
    ChallengeIdAdminAction,
    GameIdReasonAdminAction,
    MarkBotAdminAction,
    PlayerIdAdminAction,
    RestoreResultAdminAction,
    RevokeSeatTokenAdminAction,
    RotateDailyKeyAdminAction,
]
Admission: TypeAlias = Literal["anyone", "invited"]
AnalysisRequest: TypeAlias = Union[PositionAnalysisRequest, RecordAnalysisRequest]
BoardName: TypeAlias = Literal["people", "bots"]
BotLevel: TypeAlias = Literal["novice", "steady", "strong"]
ChallengeEvent: TypeAlias = Union[ChallengeChallengeEvent, ClosedEvent, KeepaliveEvent]
ChallengeSource: TypeAlias = Literal["daily", "custom"]
ChallengeStatus: TypeAlias = Literal["coming", "open", "closing", "over"]
Code: TypeAlias = Literal[
    "malformed_request",
    "malformed_body",
    "malformed_query",
    "malformed_header",
    "invalid_value",
    "idempotency_key_weak",
    "token_missing",
    "token_unknown",
    "forbidden",
    "cors_refused",
    "embargoed",
    "invitation_needed",
    "webhooks_off",
    "no_such_path",
    "no_such_game",
    "no_such_player",
    "no_such_challenge",
    "no_such_result",
    "no_such_solution",
    "no_such_move",
    "no_such_invitation",
    "no_such_webhook",
    "not_logged",
    "no_analysis",
    "method_not_allowed",
    "not_acceptable",
    "request_timeout",
    "seq_conflict",
    "contended",
    "game_not_begun",
    "game_begun",
    "turn_not_over",
    "game_over",
    "game_not_over",
    "seat_taken",
    "seated_already",
    "webhook_exists",
    "no_open_seat",
    "cannot_undo",
    "no_advice",
    "agreement_required",
    "proposal_open",
    "challenge_not_open",
    "challenge_closed",
    "attempted_already",
    "attempt_out_of_turn",
    "log_full",
    "idempotency_key_running",
    "precondition_failed",
    "body_too_large",
    "unsupported_media_type",
    "misdirected_request",
    "illegal_move",
    "illegal_signal",
    "too_many_signals",
    "too_many_webhooks",
    "invalid_setup",
    "misleading_name",
    "invalid_record",
    "invalid_position",
    "unknown_rules",
    "idempotency_key_reused",
    "too_many_requests",
    "head_too_large",
    "internal",
    "stored_game_corrupt",
    "stored_rules_unknown",
    "unavailable",
    "log_refused",
    "analyses_busy",
]
DisplayName: TypeAlias = str
GameEvent: TypeAlias = Union[
    ClosedEvent,
    GameIdEvent,
    KeepaliveEvent,
    MinimalMoveEvent,
    MoveEvent,
    PresenceEvent,
    SignalEvent,
]
GamesEvent: TypeAlias = Union[
    ClosedEvent,
    GameGamesEvent,
    GameIdEvent,
    KeepaliveEvent,
    MinimalMoveEvent,
    MoveEvent,
    PresenceEvent,
    SignalEvent,
    StartEvent,
]
MoveAnswer: TypeAlias = Union[MadeMoveAnswer, MinimalMoveAnswer]
OptionValues: TypeAlias = Union[FlagOptionValues, NumberOptionValues, RangeOptionValues, WordOptionValues]
Permission: TypeAlias = Literal[
    "read_game",
    "play",
    "manage_seats",
    "attempt_challenges",
    "create_challenges",
    "manage_webhooks",
    "run_admin_actions",
]
PlayerEvent: TypeAlias = Union[ClosedEvent, GameIdPlayerEvent, InvitationPlayerEvent, KeepaliveEvent]
ProposalAnswer: TypeAlias = Union[MadeProposalAnswer, OpenProposalAnswer]
ProposalKind: TypeAlias = Literal["concede", "undo"]
Score: TypeAlias = Union[RegicideScore, RegicideTricksScore]
Signal: TypeAlias = Literal["good_play", "not_next", "hello", "well_played"]
Snowflake: TypeAlias = str
StandingOrder: TypeAlias = Literal["average", "streak"]
Status: TypeAlias = Literal["waiting", "running", "finished", "abandoned", "cancelled", "closed"]
TokenHolder: TypeAlias = Union[OperatorTokenHolder, PlayerTokenHolder, SeatTokenHolder, SpectatorTokenHolder]
Visibility: TypeAlias = Literal["public", "unlisted", "private"]
WebhookEvent: TypeAlias = Literal[
    "turn",
    "game_over",
    "invitation",
    "rematch",
    "game_begun",
    "results",
    "daily",
    "public_game",
]
WebhookForm: TypeAlias = Literal["standard", "discord", "web_push"]
