"""The operations of the API. Written by generate.py from openapi/openapi.json."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal

from .models import (
    AdminAction,
    AdminEntry,
    AdminLog,
    AnalysisRequest,
    AttemptStarted,
    Audit,
    BoardName,
    ChallengeInfo,
    ChallengeList,
    ChallengeSource,
    ChallengeStatus,
    ChallengeView,
    ChangeInvitation,
    ChangeWebhook,
    ClauseText,
    Code,
    CoPlayers,
    CreateChallenge,
    Created,
    CreateGame,
    CreatePlayer,
    CreateRematch,
    CreateWebhook,
    Daily,
    DailyDay,
    DeliveryInfo,
    DeliveryList,
    EventPageChallengeEvent,
    EventPageGameEvent,
    EventPageGamesEvent,
    EventPagePlayerEvent,
    ForkGame,
    GameAnalysis,
    GameKind,
    GameList,
    GameView,
    GiveSignal,
    Health,
    Imported,
    Index,
    InvitationInfo,
    InvitationList,
    Invitations,
    Invite,
    InviteToSeats,
    Joined,
    KeyList,
    Leaderboard,
    LegalMoves,
    Log,
    MakeMove,
    Meaning,
    MoveAnswer,
    NamePlayer,
    Notes,
    PlayerGames,
    PlayerInfo,
    PlayerToken,
    ProblemList,
    Profile,
    ProposalAnswer,
    Propose,
    Readiness,
    RecordFile,
    Rematch,
    Replay,
    Rules,
    SampledMove,
    Seat,
    SeatBot,
    SeatInvitations,
    SignalLine,
    SignalPage,
    StandingOrder,
    Standings,
    StartAttempt,
    Stats,
    Status,
    TakeSeat,
    TokenHolder,
    TransparencyLog,
    Verdict,
    WebhookInfo,
    WebhookList,
    WebhookSecret,
)
from .requests import new_key, segment


class Operations(ABC):
    @abstractmethod
    def _send(self, method: str, path: str, **request: Any) -> Any: ...

    def get_health(self) -> Health:
        """Check that the process is alive.

        Does not use the database.
        """
        answer: Health = self._send("GET", "/healthz")
        return answer

    def list_problems(self) -> ProblemList:
        """List all problems.

        Every code that a problem document can have. New ones may be added.
        """
        answer: ProblemList = self._send("GET", "/problems")
        return answer

    def get_problem(self, code: Code, /) -> Meaning:
        """Read about a problem's code.

        The `type` of a problem document leads here. A client that accepts `text/html` gets
        the description as a page.
        """
        answer: Meaning = self._send("GET", f"/problems/{segment(code)}")
        return answer

    def get_readiness(self) -> Readiness:
        """Check that the service can work.

        The database answers within a second, its schema matches, and it accepts writes: a
        write tests this, at most once a second however many requests come. Of a database
        that is spread over several servers, this is about the server that this instance uses.
        """
        answer: Readiness = self._send("GET", "/readyz")
        return answer

    def get_index(self) -> Index:
        """Read the index.

        The version, links, kinds of games, languages, and the features that the operator has
        enabled.
        """
        answer: Index = self._send("GET", "/v1")
        return answer

    def get_admin_log(self, *, after: str | None = None, limit: int | None = None) -> AdminLog:
        """Read the log of actions.

        Actions of operators and organisers, oldest first, with the operator's token.
        """
        answer: AdminLog = self._send("GET", "/v1/admin/actions", query={"after": after, "limit": limit})
        return answer

    def run_admin_action(self, body: AdminAction, /) -> AdminEntry:
        """Act as an operator.

        With the operator's token. The player who made a challenge can remove results from its
        board, and restore them. Every action is logged permanently.
        """
        answer: AdminEntry = self._send("POST", "/v1/admin/actions", body=body)
        return answer

    def request_analysis(self, body: AnalysisRequest, /) -> GameAnalysis:
        """Analyse a record or a position.

        For a record, finished or not, the analysis of its game; for a position line, the
        search for a win with knowledge of every card, and its moves. The answer follows from
        the request alone. The first request begins the work; send it again until it is
        answered with a 200.
        """
        answer: GameAnalysis = self._send("POST", "/v1/analysis", body=body, reads=True)
        return answer

    def list_challenges(
        self,
        *,
        source: ChallengeSource | None = None,
        players: list[int] | None = None,
        status: list[ChallengeStatus] | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> ChallengeList:
        """List challenges.

        Public challenges that are listed, a page at a time: first those that are
        open, those that close first at the top, then those that are closing, coming,
        and over; in each group the daily ones first. `source=daily&status=over` is the
        archive of past days.
        """
        answer: ChallengeList = self._send(
            "GET",
            "/v1/challenges",
            query={"source": source, "players": players, "status": status, "after": after, "limit": limit},
        )
        return answer

    def create_challenge(self, body: CreateChallenge, /, *, idempotency_key: str | None = None) -> ChallengeInfo:
        """Create a challenge.

        One deal for many players in a limited time, for example for a tournament or a class.
        With a player's token or the operator's. The player becomes its organiser, who
        invites, reads its board at any time, takes results off it and restores them
        (`/v1/admin/actions`).
        """
        answer: ChallengeInfo = self._send("POST", "/v1/challenges", key=idempotency_key or new_key(), body=body)
        return answer

    def get_challenge(self, challenge_id: str, /) -> ChallengeView:
        """Get a challenge.

        The times of its opening, closing and end, its commitment, and the number of its games;
        its seed, once it is over. With a player's token also that player's attempts.
        """
        answer: ChallengeView = self._send("GET", f"/v1/challenges/{segment(challenge_id)}")
        return answer

    def start_attempt(
        self,
        challenge_id: str,
        body: StartAttempt,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> AttemptStarted:
        """Begin an attempt.

        With a player's token, which is then valid for the game. With more than one player the
        others take its seats with their own players' tokens; until all are taken, seats can
        be left and freed, and all cards are hidden. Once the challenge is over, this creates
        practice games of its deal, without a limit.
        """
        answer: AttemptStarted = self._send(
            "POST",
            f"/v1/challenges/{segment(challenge_id)}/attempts",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def follow_challenge(
        self,
        challenge_id: str,
        /,
        *,
        board: BoardName | None = None,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPageChallengeEvent:
        """Follow a challenge.

        Statistics and the first page of the board after each change, for callers who may see
        them: at most one event a second.
        """
        answer: EventPageChallengeEvent = self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/events",
            query={"board": board, "after": after, "wait": wait},
        )
        return answer

    def list_invitations(
        self,
        challenge_id: str,
        /,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> InvitationList:
        """List invitations.

        With the token of the challenge's organiser or the operator's: what became of each code, in
        the order in which they were made, a page at a time.
        """
        answer: InvitationList = self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/invitations",
            query={"after": after, "limit": limit},
        )
        return answer

    def create_invitations(
        self,
        challenge_id: str,
        body: Invite,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> Invitations:
        """Make invitations.

        Single-use codes for a challenge that is for invited players, with the token of its
        organiser or the operator's. Only this answer shows them. With `names`, the list of
        invitations shows who is meant.
        """
        answer: Invitations = self._send(
            "POST",
            f"/v1/challenges/{segment(challenge_id)}/invitations",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def update_invitation(self, challenge_id: str, invitation_id: str, body: ChangeInvitation, /) -> InvitationInfo:
        """Change an invitation.

        With the token of the challenge's organiser or the operator's. A revoked invitation admits
        no player. The player who has used it begins and joins no further attempt, also not with
        another code; a game that has begun goes on, and its result counts. An invitation can be
        restored. Its name can be changed and removed.
        """
        answer: InvitationInfo = self._send(
            "PATCH",
            f"/v1/challenges/{segment(challenge_id)}/invitations/{segment(invitation_id)}",
            body=body,
        )
        return answer

    def get_leaderboard(
        self,
        challenge_id: str,
        /,
        *,
        board: BoardName | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> Leaderboard:
        """Read a leaderboard.

        Results of first attempts, best first, and with a player's token that player's own rank
        and percentile, with the results around it unless the page has them. While the challenge
        runs, only for players who have finished their own attempt, its organiser and operators.
        """
        answer: Leaderboard = self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/leaderboard",
            query={"board": board, "after": after, "limit": limit},
        )
        return answer

    def get_challenge_proof(self, challenge_id: str, /, *, since: int | None = None) -> str:
        """Prove that a challenge is logged.

        A C2SP `tlog-proof` that the transparency log has the challenge's commitment
        (docs/spec/log.md L4), to be verified offline.
        """
        answer: str = self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/proof",
            query={"since": since},
            accept="text/plain",
        )
        return answer

    def get_solution(self, challenge_id: str, /, *, goal: Literal["win", "gold"] | None = None) -> RecordFile:
        """Read how a challenge's deal can be won.

        The line that the solver found when the challenge was published, as a record that any
        verifier can check; `goal=gold` for one without a flip of a jester. Only once the
        challenge is over. No player made these moves: the solver sees every card.
        """
        answer: RecordFile = self._send("GET", f"/v1/challenges/{segment(challenge_id)}/solution", query={"goal": goal})
        return answer

    def get_stats(self, challenge_id: str, /, *, board: BoardName | None = None) -> Stats:
        """Read a challenge's statistics.

        The numbers of results and wins, and the distribution of results. Hidden like the
        leaderboard while the challenge runs.
        """
        answer: Stats = self._send("GET", f"/v1/challenges/{segment(challenge_id)}/stats", query={"board": board})
        return answer

    def get_clause(self, clause: str, /) -> ClauseText:
        """Read a clause of the rules.

        The target of a problem's `clause`. A clause never changes its text: another text in a
        later version of the rules has another id.
        """
        answer: ClauseText = self._send("GET", f"/v1/clauses/{segment(clause)}")
        return answer

    def get_daily(self, *, coming_days: int | None = None) -> Daily:
        """Read today's challenges.

        One for each number of players, shared by all clients; the seconds until the next
        begin; and, on request, the commitments of coming ones.
        """
        answer: Daily = self._send("GET", "/v1/daily", query={"coming_days": coming_days})
        return answer

    def get_day(self, date: str, /, *, players: int | None = None) -> DailyDay:
        """Read the challenges of a day.

        Of a past day with their seeds, of a coming one, as far as it is published,
        with their commitments.
        """
        answer: DailyDay = self._send("GET", f"/v1/daily/{segment(date)}", query={"players": players})
        return answer

    def follow_games(
        self,
        *,
        game_id: list[str] | None = None,
        minimal: bool | None = None,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPageGamesEvent:
        """Follow public or chosen games.

        Public games when they are created, when they begin and when they are over (`start`,
        `game`). With `game_id`, all events of these games' own streams; the caller has to be
        allowed to see all of these games.
        """
        answer: EventPageGamesEvent = self._send(
            "GET",
            "/v1/events",
            query={"game_id": game_id, "minimal": minimal, "after": after, "wait": wait},
        )
        return answer

    def get_feed(self) -> str:
        """Read the feed.

        For feed readers (Atom, RFC 4287): the last 30 days as they began, and the days and
        listed challenges whose results are public, newest first. Entries link to pages for
        people, if the service has a URL, and never change.
        """
        answer: str = self._send("GET", "/v1/feed", accept="application/atom+xml")
        return answer

    def list_games(
        self,
        *,
        kind: list[GameKind] | None = None,
        status: list[Status] | None = None,
        players: list[int] | None = None,
        created_before: str | None = None,
        created_after: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> GameList:
        """List games.

        Public games, newest first, a page at a time.
        """
        answer: GameList = self._send(
            "GET",
            "/v1/games",
            query={
                "kind": kind,
                "status": status,
                "players": players,
                "created_before": created_before,
                "created_after": created_after,
                "after": after,
                "limit": limit,
            },
        )
        return answer

    def create_game(self, body: CreateGame, /, *, idempotency_key: str | None = None) -> Created:
        """Create a game.

        The answer has the game, its seed's commitment and a secret token for each seat that
        is neither open nor a bot's. With open seats the game waits until others have taken them.
        Its owner is the player whose token is sent, who takes the first seat unless it is open or
        `join` is false; without one, the first seat that is neither open nor a bot's.
        """
        answer: Created = self._send("POST", "/v1/games", key=idempotency_key or new_key(), body=body)
        return answer

    def cancel_game(self, game_id: str, /) -> GameView:
        """Cancel a game.

        With its owner's token, before all open seats are taken.
        """
        answer: GameView = self._send("DELETE", f"/v1/games/{segment(game_id)}")
        return answer

    def get_game(self, game_id: str, /, *, seq: int | None = None) -> GameView:
        """Get a game.

        With a seat's token, the seat's view with its hand and, on its turn, its legal moves;
        with a player's token the view of the player's seat. Without a token, or with one that
        has no seat in the game, the view of a spectator; once the game is over, everything.
        """
        answer: GameView = self._send("GET", f"/v1/games/{segment(game_id)}", query={"seq": seq})
        return answer

    def get_advice(self, game_id: str, /, *, expected_seq: int | None = None) -> SampledMove:
        """Get advice.

        The move that a house bot would make in the caller's place, from what the seat sees, and
        how it did in sampled worlds (R11.4). Only in games that never count: with a seed that a
        client gave, forks, and practice games of challenges that are over.
        """
        answer: SampledMove = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/advice",
            query={"expected_seq": expected_seq},
        )
        return answer

    def analyse_game(self, game_id: str, /) -> GameAnalysis:
        """Analyse a game.

        The last position for which a win was found with knowledge of every card, the move
        after which none was found, and the choice of the strong bot in each decision with the
        seat's knowledge. The first request starts the computation; until it is done the answer has
        the results so far, the positions first. Only for the co-operative game, when it is over.
        """
        answer: GameAnalysis = self._send("GET", f"/v1/games/{segment(game_id)}/analysis")
        return answer

    def audit_game(self, game_id: str, /) -> Audit:
        """Audit a game.

        Rebuilds the game from its seed and log and reports the checks and their failures.
        """
        answer: Audit = self._send("GET", f"/v1/games/{segment(game_id)}/audit")
        return answer

    def follow_game(
        self,
        game_id: str,
        /,
        *,
        after: str | None = None,
        until_rematch: bool | None = None,
        minimal: bool | None = None,
        presence: bool | None = None,
        wait: int | None = None,
    ) -> EventPageGameEvent:
        """Follow a game.

        The events at the table, as far as the caller may see them: first the current game,
        then every move with the game after it, every signal, every change at the seats, the
        end, and, on request (`until_rematch`), the rematch. Resume after the last event, with
        `Last-Event-ID` or `after`, here or at another instance, without a gap. Read it page by
        page (`wait`), as server-sent events (`Accept: text/event-stream`), or as lines of JSON
        (`Accept: application/x-ndjson`).
        """
        answer: EventPageGameEvent = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/events",
            query={
                "after": after,
                "until_rematch": until_rematch,
                "minimal": minimal,
                "presence": presence,
                "wait": wait,
            },
        )
        return answer

    def fork_game(self, game_id: str, body: ForkGame, /, *, idempotency_key: str | None = None) -> Created:
        """Fork a game.

        A new practice game with the same seed and the first moves. Only when the
        game is over. With a player's token, that player is its owner, and takes
        the first seat unless it is open or `join` is false.
        """
        answer: Created = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/forks",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def invite_to_seats(
        self,
        game_id: str,
        body: InviteToSeats,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> SeatInvitations:
        """Invite to seats.

        With the token of the game's owner, before all seats are taken; later, for open seats of a
        running game outside of challenges, with the token of any seat (R11.3). Each of the seats is
        held until its code in the answer is used, once, or the invitation expires. With
        `player_id`, a player who invites has a seat held for another one, who is notified by
        events and webhooks, and takes it with their own token. Another invitation to a seat,
        or freeing it, revokes the previous one. While the game runs, a seat that the caller may
        hand over is opened by it.
        """
        answer: SeatInvitations = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/invitations",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def list_legal_moves(self, game_id: str, /) -> LegalMoves:
        """List the caller's legal moves.

        All legal moves of the seat, in JSON and as text, so that a front end needs no rules.
        Empty when it is another seat's turn. Conceding is always legal and never listed.
        """
        answer: LegalMoves = self._send("GET", f"/v1/games/{segment(game_id)}/legal-moves")
        return answer

    def list_moves(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> Log:
        """Read the log.

        The moves of a game with their effects. While the game runs, the cards that others
        drew stay hidden.
        """
        answer: Log = self._send("GET", f"/v1/games/{segment(game_id)}/moves", query={"after": after, "limit": limit})
        return answer

    def make_move(
        self,
        game_id: str,
        body: MakeMove,
        /,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> MoveAnswer:
        """Make a move.

        The move is applied once or not at all. The answer has its effects, step by step, and
        the game after it. With `Prefer: return=minimal` it has only the effects, as data, for
        programs that follow the game by themselves.
        """
        answer: MoveAnswer = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/moves",
            key=idempotency_key or new_key(),
            body=body,
            headers={"Prefer": prefer},
        )
        return answer

    def get_notes(self, game_id: str, /) -> Notes:
        """Get the own notes on a game.

        With a player's token, that player's notes. Other players, the operator and the record of
        the game do not show them.
        """
        answer: Notes = self._send("GET", f"/v1/games/{segment(game_id)}/notes")
        return answer

    def replace_notes(self, game_id: str, body: Notes, /) -> Notes:
        """Replace the own notes on a game.

        With a player's token, on a finished game that the player may read, played or not; all
        notes at once. An empty list deletes them, and so does deleting the player. Of concurrent
        requests the last one stays.
        """
        answer: Notes = self._send("PUT", f"/v1/games/{segment(game_id)}/notes", body=body)
        return answer

    def get_game_proof(self, game_id: str, /, *, since: int | None = None) -> str:
        """Prove that a game is logged.

        A C2SP `tlog-proof` that the transparency log has the game (docs/spec/log.md L4), to be
        verified offline, some seconds or a minute after its end. For its seats at once, for
        others once they see all cards.
        """
        answer: str = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/proof",
            query={"since": since},
            accept="text/plain",
        )
        return answer

    def close_proposal(self, game_id: str, /) -> GameView:
        """Close a proposal.

        Its proposer withdraws it, another seat declines it. If none is open, nothing changes.
        """
        answer: GameView = self._send("DELETE", f"/v1/games/{segment(game_id)}/proposal")
        return answer

    def propose(self, game_id: str, body: Propose, /, *, idempotency_key: str | None = None) -> ProposalAnswer:
        """Propose, or accept a proposal.

        To concede the game, or to take the last move back if `can_undo`. It takes effect when
        all people at the table have accepted it: then the log has the move. A person alone
        with house bots needs no agreement. Another seat accepts the open proposal (`proposal`
        of the game) with the same request; a repetition changes nothing. An open one to take
        a move back is closed by the next move.
        """
        answer: ProposalAnswer = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/proposal",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def get_record(self, game_id: str, /, *, with_proof: bool | None = None, since: int | None = None) -> RecordFile:
        """Get a game's record file.

        Everything that is needed to rebuild and verify the game. Only when
        the game is over.
        """
        answer: RecordFile = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/record",
            query={"with_proof": with_proof, "since": since},
        )
        return answer

    def rematch_game(
        self,
        game_id: str,
        body: CreateRematch | None = None,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> Rematch:
        """Create a rematch.

        A new deal with the players, seats and options of this game. With the token of a seat,
        or of a player of the game, only when the game is over. The first request creates the
        rematch with its caller seated, and holds the other seats for seven days: to take one,
        a player sends the own token, a guest the token of the seat in this game as
        `invitation`. With `begins` the next seat begins. All further requests get this rematch with
        200, without secrets.
        """
        answer: Rematch = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/rematches",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def get_replay(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> Replay:
        """Replay a game.

        The positions from the deal to the end, with the effects of each move, a page at a
        time. Only when the game is over.
        """
        answer: Replay = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/replay",
            query={"after": after, "limit": limit},
        )
        return answer

    def take_seat(self, game_id: str, body: TakeSeat, /, *, idempotency_key: str | None = None) -> Joined:
        """Take an open seat.

        The answer has the seat's secret token. With a player's token the seat is that player's,
        whose token is valid for it, too. The game begins when all seats are taken. A reserved
        seat needs its invitation's code, or the token of the player that it is held for. A guest
        who has become a player keeps the seat by `guest_token`, also in the list of finished games.

        In a running game outside of challenges (R11.3), an open seat is for the invited player
        alone. A player who had the seat takes it back from a bot, or while it is open, with their
        token; others with the former token as `guest_token`.
        """
        answer: Joined = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/seats",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def free_seat(self, game_id: str, seat: Seat, /) -> GameView:
        """Free a seat.

        Before all seats are taken: the token of the seat or its player leaves it, that of the
        player that it is held for declines the invitation, that of the game's owner frees it and
        revokes an invitation. The seat that owns a game cannot be left: cancel the game.

        In a running game outside of challenges (R11.3), the token of the seat or its player leaves
        it, and that of another seat opens the one to act once `turn_ends_at` has passed. The game
        stays `running`; no move is made there until the seat is taken or given to a bot.
        """
        answer: GameView = self._send("DELETE", f"/v1/games/{segment(game_id)}/seats/{segment(seat)}")
        return answer

    def unseat_bot(self, game_id: str, seat: Seat, /) -> GameView:
        """Remove a house bot.

        With the token of the game's owner, before all seats are taken. The seat is open again. In a
        running game, with the token of any seat, if the bot is in a person's place (R11.3).
        """
        answer: GameView = self._send("DELETE", f"/v1/games/{segment(game_id)}/seats/{segment(seat)}/bot")
        return answer

    def seat_bot(self, game_id: str, seat: Seat, body: SeatBot, /, *, idempotency_key: str | None = None) -> GameView:
        """Seat a house bot.

        With the token of the game's owner, on an open seat, before all seats are
        taken. The bot moves by itself, and its seat has no token; an invitation to
        the seat is void.

        In a running game outside of challenges (R11.3): with the token of the seat itself, whose
        player leaves; with that of another seat, where the seat is open, or is to act and
        `turn_ends_at` has passed.
        """
        answer: GameView = self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/seats/{segment(seat)}/bot",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    def list_signals(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> SignalPage:
        """Read the signals.

        The signals of a game, each with its place in the log; and the signals that the caller
        may give now.
        """
        answer: SignalPage = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/signals",
            query={"after": after, "limit": limit},
        )
        return answer

    def give_signal(self, game_id: str, body: GiveSignal, /) -> SignalLine:
        """Give a signal.

        With a seat's token, one of the sentences that the rules allow its player now (R8),
        to all who may see the table; there is no free text. A repetition before the next move
        is the same signal, with the same answer.
        """
        answer: SignalLine = self._send("POST", f"/v1/games/{segment(game_id)}/signals", body=body)
        return answer

    def get_table_image(
        self,
        game_id: str,
        /,
        *,
        seq: int | None = None,
        scheme: Literal["light", "dark"] | None = None,
    ) -> bytes:
        """Draw the table.

        The table as a PNG picture of 1200 by 630 pixels without words, for link previews, chats and
        articles: with a seat's token that seat's hand is open; without one all hands are closed, and
        open once the game is over. It shows nothing that the view of the game does not.
        """
        answer: bytes = self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/table.png",
            query={"seq": seq, "scheme": scheme},
            accept="image/png",
        )
        return answer

    def list_keys(self) -> KeyList:
        """Read the public keys.

        Records of finished games are signed with them (Ed25519, RFC 8032). With the
        policy of the transparency log, which has them, a record can be checked offline:
        `regicide verify --policy`.
        """
        answer: KeyList = self._send("GET", "/v1/keys")
        return answer

    def get_log(self) -> TransparencyLog:
        """Read about the transparency log.

        The append-only log of all games that ended and all commitments of challenges
        (docs/spec/log.md): its policy, its size and its witnesses. Its files are below `/log/`,
        as C2SP `tlog-tiles` defines: `/log/checkpoint`, `/log/tile/…`, and `/log/policy`.
        """
        answer: TransparencyLog = self._send("GET", "/v1/log")
        return answer

    def get_token_holder(self) -> TokenHolder:
        """Get the holder of the token.

        The player, the seat of a game, the spectator of a private game or the operator that the
        token is of, and the operations that it permits now. A revoked token is unknown.
        """
        answer: TokenHolder = self._send("GET", "/v1/me")
        return answer

    def create_player(self, body: CreatePlayer, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Create a player.

        A player has no e-mail address or password, only a token, which only this answer
        shows. A seat that is taken with it belongs to the player.
        """
        answer: PlayerToken = self._send("POST", "/v1/players", key=idempotency_key or new_key(), body=body)
        return answer

    def delete_player(self, player_id: str, /) -> PlayerInfo:
        """Delete a player.

        The name is removed everywhere, and the token is revoked. The games stay, without a
        name. This cannot be undone.
        """
        answer: PlayerInfo = self._send("DELETE", f"/v1/players/{segment(player_id)}")
        return answer

    def get_player(self, player_id: str, /) -> Profile:
        """Get a player.

        The player, with statistics of finished games.
        """
        answer: Profile = self._send("GET", f"/v1/players/{segment(player_id)}")
        return answer

    def rename_player(self, player_id: str, body: NamePlayer, /) -> PlayerInfo:
        """Change a player's name.

        The name changes at all seats of the player, also in finished games.
        """
        answer: PlayerInfo = self._send("PATCH", f"/v1/players/{segment(player_id)}", body=body)
        return answer

    def list_co_players(self, player_id: str, /, *, after: str | None = None, limit: int | None = None) -> CoPlayers:
        """List co-players.

        With the player's own token: the other players of the player's games that have begun, the
        newest game first. A page has the players of so many games.
        """
        answer: CoPlayers = self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/co-players",
            query={"after": after, "limit": limit},
        )
        return answer

    def follow_player(
        self,
        player_id: str,
        /,
        *,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPagePlayerEvent:
        """Follow the own games.

        With the player's token: all games where it is the player's turn, then each game when
        the player's turn begins, with the legal moves; games that begin, wait for others or are
        over; and seats that are held for the player.
        """
        answer: EventPagePlayerEvent = self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/events",
            query={"after": after, "wait": wait},
        )
        return answer

    def list_player_games(
        self,
        player_id: str,
        /,
        *,
        turn: Literal["me"] | None = None,
        co_player_id: str | None = None,
        is_won: bool | None = None,
        kind: list[GameKind] | None = None,
        status: list[Status] | None = None,
        players: list[int] | None = None,
        created_before: str | None = None,
        created_after: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> PlayerGames:
        """List a player's games.

        Newest first, a page at a time: with the player's own token all of them, including
        unlisted ones and those of running challenges, otherwise the public ones. With
        `turn=me` those in which it is the player's turn: a bot with many games needs only
        this request.
        """
        answer: PlayerGames = self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/games",
            query={
                "turn": turn,
                "co_player_id": co_player_id,
                "is_won": is_won,
                "kind": kind,
                "status": status,
                "players": players,
                "created_before": created_before,
                "created_after": created_after,
                "after": after,
                "limit": limit,
            },
        )
        return answer

    def rotate_player_token(self, player_id: str, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Get another token.

        The previous one is revoked at once, at all seats of the player.
        """
        answer: PlayerToken = self._send(
            "POST",
            f"/v1/players/{segment(player_id)}/token",
            key=idempotency_key or new_key(),
        )
        return answer

    def import_record(self, body: RecordFile, /, *, idempotency_key: str | None = None) -> Imported:
        """Import a record.

        Stores a valid record as a game. It is marked as imported and never ranked. Comments
        are not stored.
        """
        answer: Imported = self._send("POST", "/v1/records", key=idempotency_key or new_key(), body=body)
        return answer

    def get_rules(self, *, ruleset: str | None = None) -> Rules:
        """Read the rules.

        Cards, tables by number of players, phases, forms of moves, variants, options, scoring
        and clauses, in the language of the request.
        """
        answer: Rules = self._send("GET", "/v1/rules", query={"ruleset": ruleset})
        return answer

    def get_standings(
        self,
        *,
        month: str | None = None,
        players: int | None = None,
        by: StandingOrder | None = None,
        board: BoardName | None = None,
        min_results: int | None = None,
        limit: int | None = None,
    ) -> Standings:
        """Read the tables of daily challenges.

        Players by the average number of enemies defeated or by days in a row, of a
        month or of all time.
        """
        answer: Standings = self._send(
            "GET",
            "/v1/standings",
            query={
                "month": month,
                "players": players,
                "by": by,
                "board": board,
                "min_results": min_results,
                "limit": limit,
            },
        )
        return answer

    def verify_record(self, body: RecordFile, /, *, commitment: str | None = None, chain: str | None = None) -> Verdict:
        """Verify a record.

        Verifies a record without storing it: everything valid up to the first bad move, and
        the fault of that move.
        """
        answer: Verdict = self._send(
            "POST",
            "/v1/verification",
            body=body,
            query={"commitment": commitment, "chain": chain},
            reads=True,
        )
        return answer

    def list_webhooks(self) -> WebhookList:
        """List the own webhooks.

        All those of the token's player or operator, the oldest first.
        """
        answer: WebhookList = self._send("GET", "/v1/webhooks")
        return answer

    def create_webhook(self, body: CreateWebhook, /, *, idempotency_key: str | None = None) -> WebhookSecret:
        """Register a webhook.

        With the token of a player, for events of that player's games, or of one game with
        `game_id`; with the operator's, for days, results and public games. The service sends a
        message to the URL when one of the events happens. The secret, which signs messages, is
        only in this answer.
        """
        answer: WebhookSecret = self._send("POST", "/v1/webhooks", key=idempotency_key or new_key(), body=body)
        return answer

    def delete_webhook(self, webhook_id_delete_webhook: str, /) -> WebhookInfo:
        """Delete a webhook.

        No more messages are sent to it, and its deliveries are deleted.
        """
        answer: WebhookInfo = self._send("DELETE", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}")
        return answer

    def get_webhook(self, webhook_id_delete_webhook: str, /) -> WebhookInfo:
        """Get a webhook.

        With its owner's token.
        """
        answer: WebhookInfo = self._send("GET", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}")
        return answer

    def update_webhook(self, webhook_id_delete_webhook: str, body: ChangeWebhook, /) -> WebhookInfo:
        """Update a webhook.

        Its events, its mention, or its state, on or off: also of a webhook that was switched
        off because its receiver had failed. Pending messages are then sent.
        """
        answer: WebhookInfo = self._send("PATCH", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}", body=body)
        return answer

    def list_deliveries(
        self,
        webhook_id_delete_webhook: str,
        /,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> DeliveryList:
        """List the messages to a webhook.

        The last hundred, the newest first, a page at a time.
        """
        answer: DeliveryList = self._send(
            "GET",
            f"/v1/webhooks/{segment(webhook_id_delete_webhook)}/deliveries",
            query={"after": after, "limit": limit},
        )
        return answer

    def test_webhook(self, webhook_id_delete_webhook: str, /) -> DeliveryInfo:
        """Test a webhook.

        Sends it a message of type `test`, once, and answers with the delivery. A 404 or 410 of a push
        service deletes it.
        """
        answer: DeliveryInfo = self._send("POST", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}/test")
        return answer


class AsyncOperations(ABC):
    @abstractmethod
    async def _send(self, method: str, path: str, **request: Any) -> Any: ...

    async def get_health(self) -> Health:
        """Check that the process is alive.

        Does not use the database.
        """
        answer: Health = await self._send("GET", "/healthz")
        return answer

    async def list_problems(self) -> ProblemList:
        """List all problems.

        Every code that a problem document can have. New ones may be added.
        """
        answer: ProblemList = await self._send("GET", "/problems")
        return answer

    async def get_problem(self, code: Code, /) -> Meaning:
        """Read about a problem's code.

        The `type` of a problem document leads here. A client that accepts `text/html` gets
        the description as a page.
        """
        answer: Meaning = await self._send("GET", f"/problems/{segment(code)}")
        return answer

    async def get_readiness(self) -> Readiness:
        """Check that the service can work.

        The database answers within a second, its schema matches, and it accepts writes: a
        write tests this, at most once a second however many requests come. Of a database
        that is spread over several servers, this is about the server that this instance uses.
        """
        answer: Readiness = await self._send("GET", "/readyz")
        return answer

    async def get_index(self) -> Index:
        """Read the index.

        The version, links, kinds of games, languages, and the features that the operator has
        enabled.
        """
        answer: Index = await self._send("GET", "/v1")
        return answer

    async def get_admin_log(self, *, after: str | None = None, limit: int | None = None) -> AdminLog:
        """Read the log of actions.

        Actions of operators and organisers, oldest first, with the operator's token.
        """
        answer: AdminLog = await self._send("GET", "/v1/admin/actions", query={"after": after, "limit": limit})
        return answer

    async def run_admin_action(self, body: AdminAction, /) -> AdminEntry:
        """Act as an operator.

        With the operator's token. The player who made a challenge can remove results from its
        board, and restore them. Every action is logged permanently.
        """
        answer: AdminEntry = await self._send("POST", "/v1/admin/actions", body=body)
        return answer

    async def request_analysis(self, body: AnalysisRequest, /) -> GameAnalysis:
        """Analyse a record or a position.

        For a record, finished or not, the analysis of its game; for a position line, the
        search for a win with knowledge of every card, and its moves. The answer follows from
        the request alone. The first request begins the work; send it again until it is
        answered with a 200.
        """
        answer: GameAnalysis = await self._send("POST", "/v1/analysis", body=body, reads=True)
        return answer

    async def list_challenges(
        self,
        *,
        source: ChallengeSource | None = None,
        players: list[int] | None = None,
        status: list[ChallengeStatus] | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> ChallengeList:
        """List challenges.

        Public challenges that are listed, a page at a time: first those that are
        open, those that close first at the top, then those that are closing, coming,
        and over; in each group the daily ones first. `source=daily&status=over` is the
        archive of past days.
        """
        answer: ChallengeList = await self._send(
            "GET",
            "/v1/challenges",
            query={"source": source, "players": players, "status": status, "after": after, "limit": limit},
        )
        return answer

    async def create_challenge(self, body: CreateChallenge, /, *, idempotency_key: str | None = None) -> ChallengeInfo:
        """Create a challenge.

        One deal for many players in a limited time, for example for a tournament or a class.
        With a player's token or the operator's. The player becomes its organiser, who
        invites, reads its board at any time, takes results off it and restores them
        (`/v1/admin/actions`).
        """
        answer: ChallengeInfo = await self._send("POST", "/v1/challenges", key=idempotency_key or new_key(), body=body)
        return answer

    async def get_challenge(self, challenge_id: str, /) -> ChallengeView:
        """Get a challenge.

        The times of its opening, closing and end, its commitment, and the number of its games;
        its seed, once it is over. With a player's token also that player's attempts.
        """
        answer: ChallengeView = await self._send("GET", f"/v1/challenges/{segment(challenge_id)}")
        return answer

    async def start_attempt(
        self,
        challenge_id: str,
        body: StartAttempt,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> AttemptStarted:
        """Begin an attempt.

        With a player's token, which is then valid for the game. With more than one player the
        others take its seats with their own players' tokens; until all are taken, seats can
        be left and freed, and all cards are hidden. Once the challenge is over, this creates
        practice games of its deal, without a limit.
        """
        answer: AttemptStarted = await self._send(
            "POST",
            f"/v1/challenges/{segment(challenge_id)}/attempts",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def follow_challenge(
        self,
        challenge_id: str,
        /,
        *,
        board: BoardName | None = None,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPageChallengeEvent:
        """Follow a challenge.

        Statistics and the first page of the board after each change, for callers who may see
        them: at most one event a second.
        """
        answer: EventPageChallengeEvent = await self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/events",
            query={"board": board, "after": after, "wait": wait},
        )
        return answer

    async def list_invitations(
        self,
        challenge_id: str,
        /,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> InvitationList:
        """List invitations.

        With the token of the challenge's organiser or the operator's: what became of each code, in
        the order in which they were made, a page at a time.
        """
        answer: InvitationList = await self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/invitations",
            query={"after": after, "limit": limit},
        )
        return answer

    async def create_invitations(
        self,
        challenge_id: str,
        body: Invite,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> Invitations:
        """Make invitations.

        Single-use codes for a challenge that is for invited players, with the token of its
        organiser or the operator's. Only this answer shows them. With `names`, the list of
        invitations shows who is meant.
        """
        answer: Invitations = await self._send(
            "POST",
            f"/v1/challenges/{segment(challenge_id)}/invitations",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def update_invitation(
        self,
        challenge_id: str,
        invitation_id: str,
        body: ChangeInvitation,
        /,
    ) -> InvitationInfo:
        """Change an invitation.

        With the token of the challenge's organiser or the operator's. A revoked invitation admits
        no player. The player who has used it begins and joins no further attempt, also not with
        another code; a game that has begun goes on, and its result counts. An invitation can be
        restored. Its name can be changed and removed.
        """
        answer: InvitationInfo = await self._send(
            "PATCH",
            f"/v1/challenges/{segment(challenge_id)}/invitations/{segment(invitation_id)}",
            body=body,
        )
        return answer

    async def get_leaderboard(
        self,
        challenge_id: str,
        /,
        *,
        board: BoardName | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> Leaderboard:
        """Read a leaderboard.

        Results of first attempts, best first, and with a player's token that player's own rank
        and percentile, with the results around it unless the page has them. While the challenge
        runs, only for players who have finished their own attempt, its organiser and operators.
        """
        answer: Leaderboard = await self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/leaderboard",
            query={"board": board, "after": after, "limit": limit},
        )
        return answer

    async def get_challenge_proof(self, challenge_id: str, /, *, since: int | None = None) -> str:
        """Prove that a challenge is logged.

        A C2SP `tlog-proof` that the transparency log has the challenge's commitment
        (docs/spec/log.md L4), to be verified offline.
        """
        answer: str = await self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/proof",
            query={"since": since},
            accept="text/plain",
        )
        return answer

    async def get_solution(self, challenge_id: str, /, *, goal: Literal["win", "gold"] | None = None) -> RecordFile:
        """Read how a challenge's deal can be won.

        The line that the solver found when the challenge was published, as a record that any
        verifier can check; `goal=gold` for one without a flip of a jester. Only once the
        challenge is over. No player made these moves: the solver sees every card.
        """
        answer: RecordFile = await self._send(
            "GET",
            f"/v1/challenges/{segment(challenge_id)}/solution",
            query={"goal": goal},
        )
        return answer

    async def get_stats(self, challenge_id: str, /, *, board: BoardName | None = None) -> Stats:
        """Read a challenge's statistics.

        The numbers of results and wins, and the distribution of results. Hidden like the
        leaderboard while the challenge runs.
        """
        answer: Stats = await self._send("GET", f"/v1/challenges/{segment(challenge_id)}/stats", query={"board": board})
        return answer

    async def get_clause(self, clause: str, /) -> ClauseText:
        """Read a clause of the rules.

        The target of a problem's `clause`. A clause never changes its text: another text in a
        later version of the rules has another id.
        """
        answer: ClauseText = await self._send("GET", f"/v1/clauses/{segment(clause)}")
        return answer

    async def get_daily(self, *, coming_days: int | None = None) -> Daily:
        """Read today's challenges.

        One for each number of players, shared by all clients; the seconds until the next
        begin; and, on request, the commitments of coming ones.
        """
        answer: Daily = await self._send("GET", "/v1/daily", query={"coming_days": coming_days})
        return answer

    async def get_day(self, date: str, /, *, players: int | None = None) -> DailyDay:
        """Read the challenges of a day.

        Of a past day with their seeds, of a coming one, as far as it is published,
        with their commitments.
        """
        answer: DailyDay = await self._send("GET", f"/v1/daily/{segment(date)}", query={"players": players})
        return answer

    async def follow_games(
        self,
        *,
        game_id: list[str] | None = None,
        minimal: bool | None = None,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPageGamesEvent:
        """Follow public or chosen games.

        Public games when they are created, when they begin and when they are over (`start`,
        `game`). With `game_id`, all events of these games' own streams; the caller has to be
        allowed to see all of these games.
        """
        answer: EventPageGamesEvent = await self._send(
            "GET",
            "/v1/events",
            query={"game_id": game_id, "minimal": minimal, "after": after, "wait": wait},
        )
        return answer

    async def get_feed(self) -> str:
        """Read the feed.

        For feed readers (Atom, RFC 4287): the last 30 days as they began, and the days and
        listed challenges whose results are public, newest first. Entries link to pages for
        people, if the service has a URL, and never change.
        """
        answer: str = await self._send("GET", "/v1/feed", accept="application/atom+xml")
        return answer

    async def list_games(
        self,
        *,
        kind: list[GameKind] | None = None,
        status: list[Status] | None = None,
        players: list[int] | None = None,
        created_before: str | None = None,
        created_after: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> GameList:
        """List games.

        Public games, newest first, a page at a time.
        """
        answer: GameList = await self._send(
            "GET",
            "/v1/games",
            query={
                "kind": kind,
                "status": status,
                "players": players,
                "created_before": created_before,
                "created_after": created_after,
                "after": after,
                "limit": limit,
            },
        )
        return answer

    async def create_game(self, body: CreateGame, /, *, idempotency_key: str | None = None) -> Created:
        """Create a game.

        The answer has the game, its seed's commitment and a secret token for each seat that
        is neither open nor a bot's. With open seats the game waits until others have taken them.
        Its owner is the player whose token is sent, who takes the first seat unless it is open or
        `join` is false; without one, the first seat that is neither open nor a bot's.
        """
        answer: Created = await self._send("POST", "/v1/games", key=idempotency_key or new_key(), body=body)
        return answer

    async def cancel_game(self, game_id: str, /) -> GameView:
        """Cancel a game.

        With its owner's token, before all open seats are taken.
        """
        answer: GameView = await self._send("DELETE", f"/v1/games/{segment(game_id)}")
        return answer

    async def get_game(self, game_id: str, /, *, seq: int | None = None) -> GameView:
        """Get a game.

        With a seat's token, the seat's view with its hand and, on its turn, its legal moves;
        with a player's token the view of the player's seat. Without a token, or with one that
        has no seat in the game, the view of a spectator; once the game is over, everything.
        """
        answer: GameView = await self._send("GET", f"/v1/games/{segment(game_id)}", query={"seq": seq})
        return answer

    async def get_advice(self, game_id: str, /, *, expected_seq: int | None = None) -> SampledMove:
        """Get advice.

        The move that a house bot would make in the caller's place, from what the seat sees, and
        how it did in sampled worlds (R11.4). Only in games that never count: with a seed that a
        client gave, forks, and practice games of challenges that are over.
        """
        answer: SampledMove = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/advice",
            query={"expected_seq": expected_seq},
        )
        return answer

    async def analyse_game(self, game_id: str, /) -> GameAnalysis:
        """Analyse a game.

        The last position for which a win was found with knowledge of every card, the move
        after which none was found, and the choice of the strong bot in each decision with the
        seat's knowledge. The first request starts the computation; until it is done the answer has
        the results so far, the positions first. Only for the co-operative game, when it is over.
        """
        answer: GameAnalysis = await self._send("GET", f"/v1/games/{segment(game_id)}/analysis")
        return answer

    async def audit_game(self, game_id: str, /) -> Audit:
        """Audit a game.

        Rebuilds the game from its seed and log and reports the checks and their failures.
        """
        answer: Audit = await self._send("GET", f"/v1/games/{segment(game_id)}/audit")
        return answer

    async def follow_game(
        self,
        game_id: str,
        /,
        *,
        after: str | None = None,
        until_rematch: bool | None = None,
        minimal: bool | None = None,
        presence: bool | None = None,
        wait: int | None = None,
    ) -> EventPageGameEvent:
        """Follow a game.

        The events at the table, as far as the caller may see them: first the current game,
        then every move with the game after it, every signal, every change at the seats, the
        end, and, on request (`until_rematch`), the rematch. Resume after the last event, with
        `Last-Event-ID` or `after`, here or at another instance, without a gap. Read it page by
        page (`wait`), as server-sent events (`Accept: text/event-stream`), or as lines of JSON
        (`Accept: application/x-ndjson`).
        """
        answer: EventPageGameEvent = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/events",
            query={
                "after": after,
                "until_rematch": until_rematch,
                "minimal": minimal,
                "presence": presence,
                "wait": wait,
            },
        )
        return answer

    async def fork_game(self, game_id: str, body: ForkGame, /, *, idempotency_key: str | None = None) -> Created:
        """Fork a game.

        A new practice game with the same seed and the first moves. Only when the
        game is over. With a player's token, that player is its owner, and takes
        the first seat unless it is open or `join` is false.
        """
        answer: Created = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/forks",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def invite_to_seats(
        self,
        game_id: str,
        body: InviteToSeats,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> SeatInvitations:
        """Invite to seats.

        With the token of the game's owner, before all seats are taken; later, for open seats of a
        running game outside of challenges, with the token of any seat (R11.3). Each of the seats is
        held until its code in the answer is used, once, or the invitation expires. With
        `player_id`, a player who invites has a seat held for another one, who is notified by
        events and webhooks, and takes it with their own token. Another invitation to a seat,
        or freeing it, revokes the previous one. While the game runs, a seat that the caller may
        hand over is opened by it.
        """
        answer: SeatInvitations = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/invitations",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def list_legal_moves(self, game_id: str, /) -> LegalMoves:
        """List the caller's legal moves.

        All legal moves of the seat, in JSON and as text, so that a front end needs no rules.
        Empty when it is another seat's turn. Conceding is always legal and never listed.
        """
        answer: LegalMoves = await self._send("GET", f"/v1/games/{segment(game_id)}/legal-moves")
        return answer

    async def list_moves(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> Log:
        """Read the log.

        The moves of a game with their effects. While the game runs, the cards that others
        drew stay hidden.
        """
        answer: Log = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/moves",
            query={"after": after, "limit": limit},
        )
        return answer

    async def make_move(
        self,
        game_id: str,
        body: MakeMove,
        /,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> MoveAnswer:
        """Make a move.

        The move is applied once or not at all. The answer has its effects, step by step, and
        the game after it. With `Prefer: return=minimal` it has only the effects, as data, for
        programs that follow the game by themselves.
        """
        answer: MoveAnswer = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/moves",
            key=idempotency_key or new_key(),
            body=body,
            headers={"Prefer": prefer},
        )
        return answer

    async def get_notes(self, game_id: str, /) -> Notes:
        """Get the own notes on a game.

        With a player's token, that player's notes. Other players, the operator and the record of
        the game do not show them.
        """
        answer: Notes = await self._send("GET", f"/v1/games/{segment(game_id)}/notes")
        return answer

    async def replace_notes(self, game_id: str, body: Notes, /) -> Notes:
        """Replace the own notes on a game.

        With a player's token, on a finished game that the player may read, played or not; all
        notes at once. An empty list deletes them, and so does deleting the player. Of concurrent
        requests the last one stays.
        """
        answer: Notes = await self._send("PUT", f"/v1/games/{segment(game_id)}/notes", body=body)
        return answer

    async def get_game_proof(self, game_id: str, /, *, since: int | None = None) -> str:
        """Prove that a game is logged.

        A C2SP `tlog-proof` that the transparency log has the game (docs/spec/log.md L4), to be
        verified offline, some seconds or a minute after its end. For its seats at once, for
        others once they see all cards.
        """
        answer: str = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/proof",
            query={"since": since},
            accept="text/plain",
        )
        return answer

    async def close_proposal(self, game_id: str, /) -> GameView:
        """Close a proposal.

        Its proposer withdraws it, another seat declines it. If none is open, nothing changes.
        """
        answer: GameView = await self._send("DELETE", f"/v1/games/{segment(game_id)}/proposal")
        return answer

    async def propose(self, game_id: str, body: Propose, /, *, idempotency_key: str | None = None) -> ProposalAnswer:
        """Propose, or accept a proposal.

        To concede the game, or to take the last move back if `can_undo`. It takes effect when
        all people at the table have accepted it: then the log has the move. A person alone
        with house bots needs no agreement. Another seat accepts the open proposal (`proposal`
        of the game) with the same request; a repetition changes nothing. An open one to take
        a move back is closed by the next move.
        """
        answer: ProposalAnswer = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/proposal",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def get_record(
        self,
        game_id: str,
        /,
        *,
        with_proof: bool | None = None,
        since: int | None = None,
    ) -> RecordFile:
        """Get a game's record file.

        Everything that is needed to rebuild and verify the game. Only when
        the game is over.
        """
        answer: RecordFile = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/record",
            query={"with_proof": with_proof, "since": since},
        )
        return answer

    async def rematch_game(
        self,
        game_id: str,
        body: CreateRematch | None = None,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> Rematch:
        """Create a rematch.

        A new deal with the players, seats and options of this game. With the token of a seat,
        or of a player of the game, only when the game is over. The first request creates the
        rematch with its caller seated, and holds the other seats for seven days: to take one,
        a player sends the own token, a guest the token of the seat in this game as
        `invitation`. With `begins` the next seat begins. All further requests get this rematch with
        200, without secrets.
        """
        answer: Rematch = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/rematches",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def get_replay(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> Replay:
        """Replay a game.

        The positions from the deal to the end, with the effects of each move, a page at a
        time. Only when the game is over.
        """
        answer: Replay = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/replay",
            query={"after": after, "limit": limit},
        )
        return answer

    async def take_seat(self, game_id: str, body: TakeSeat, /, *, idempotency_key: str | None = None) -> Joined:
        """Take an open seat.

        The answer has the seat's secret token. With a player's token the seat is that player's,
        whose token is valid for it, too. The game begins when all seats are taken. A reserved
        seat needs its invitation's code, or the token of the player that it is held for. A guest
        who has become a player keeps the seat by `guest_token`, also in the list of finished games.

        In a running game outside of challenges (R11.3), an open seat is for the invited player
        alone. A player who had the seat takes it back from a bot, or while it is open, with their
        token; others with the former token as `guest_token`.
        """
        answer: Joined = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/seats",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def free_seat(self, game_id: str, seat: Seat, /) -> GameView:
        """Free a seat.

        Before all seats are taken: the token of the seat or its player leaves it, that of the
        player that it is held for declines the invitation, that of the game's owner frees it and
        revokes an invitation. The seat that owns a game cannot be left: cancel the game.

        In a running game outside of challenges (R11.3), the token of the seat or its player leaves
        it, and that of another seat opens the one to act once `turn_ends_at` has passed. The game
        stays `running`; no move is made there until the seat is taken or given to a bot.
        """
        answer: GameView = await self._send("DELETE", f"/v1/games/{segment(game_id)}/seats/{segment(seat)}")
        return answer

    async def unseat_bot(self, game_id: str, seat: Seat, /) -> GameView:
        """Remove a house bot.

        With the token of the game's owner, before all seats are taken. The seat is open again. In a
        running game, with the token of any seat, if the bot is in a person's place (R11.3).
        """
        answer: GameView = await self._send("DELETE", f"/v1/games/{segment(game_id)}/seats/{segment(seat)}/bot")
        return answer

    async def seat_bot(
        self,
        game_id: str,
        seat: Seat,
        body: SeatBot,
        /,
        *,
        idempotency_key: str | None = None,
    ) -> GameView:
        """Seat a house bot.

        With the token of the game's owner, on an open seat, before all seats are
        taken. The bot moves by itself, and its seat has no token; an invitation to
        the seat is void.

        In a running game outside of challenges (R11.3): with the token of the seat itself, whose
        player leaves; with that of another seat, where the seat is open, or is to act and
        `turn_ends_at` has passed.
        """
        answer: GameView = await self._send(
            "POST",
            f"/v1/games/{segment(game_id)}/seats/{segment(seat)}/bot",
            key=idempotency_key or new_key(),
            body=body,
        )
        return answer

    async def list_signals(self, game_id: str, /, *, after: str | None = None, limit: int | None = None) -> SignalPage:
        """Read the signals.

        The signals of a game, each with its place in the log; and the signals that the caller
        may give now.
        """
        answer: SignalPage = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/signals",
            query={"after": after, "limit": limit},
        )
        return answer

    async def give_signal(self, game_id: str, body: GiveSignal, /) -> SignalLine:
        """Give a signal.

        With a seat's token, one of the sentences that the rules allow its player now (R8),
        to all who may see the table; there is no free text. A repetition before the next move
        is the same signal, with the same answer.
        """
        answer: SignalLine = await self._send("POST", f"/v1/games/{segment(game_id)}/signals", body=body)
        return answer

    async def get_table_image(
        self,
        game_id: str,
        /,
        *,
        seq: int | None = None,
        scheme: Literal["light", "dark"] | None = None,
    ) -> bytes:
        """Draw the table.

        The table as a PNG picture of 1200 by 630 pixels without words, for link previews, chats and
        articles: with a seat's token that seat's hand is open; without one all hands are closed, and
        open once the game is over. It shows nothing that the view of the game does not.
        """
        answer: bytes = await self._send(
            "GET",
            f"/v1/games/{segment(game_id)}/table.png",
            query={"seq": seq, "scheme": scheme},
            accept="image/png",
        )
        return answer

    async def list_keys(self) -> KeyList:
        """Read the public keys.

        Records of finished games are signed with them (Ed25519, RFC 8032). With the
        policy of the transparency log, which has them, a record can be checked offline:
        `regicide verify --policy`.
        """
        answer: KeyList = await self._send("GET", "/v1/keys")
        return answer

    async def get_log(self) -> TransparencyLog:
        """Read about the transparency log.

        The append-only log of all games that ended and all commitments of challenges
        (docs/spec/log.md): its policy, its size and its witnesses. Its files are below `/log/`,
        as C2SP `tlog-tiles` defines: `/log/checkpoint`, `/log/tile/…`, and `/log/policy`.
        """
        answer: TransparencyLog = await self._send("GET", "/v1/log")
        return answer

    async def get_token_holder(self) -> TokenHolder:
        """Get the holder of the token.

        The player, the seat of a game, the spectator of a private game or the operator that the
        token is of, and the operations that it permits now. A revoked token is unknown.
        """
        answer: TokenHolder = await self._send("GET", "/v1/me")
        return answer

    async def create_player(self, body: CreatePlayer, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Create a player.

        A player has no e-mail address or password, only a token, which only this answer
        shows. A seat that is taken with it belongs to the player.
        """
        answer: PlayerToken = await self._send("POST", "/v1/players", key=idempotency_key or new_key(), body=body)
        return answer

    async def delete_player(self, player_id: str, /) -> PlayerInfo:
        """Delete a player.

        The name is removed everywhere, and the token is revoked. The games stay, without a
        name. This cannot be undone.
        """
        answer: PlayerInfo = await self._send("DELETE", f"/v1/players/{segment(player_id)}")
        return answer

    async def get_player(self, player_id: str, /) -> Profile:
        """Get a player.

        The player, with statistics of finished games.
        """
        answer: Profile = await self._send("GET", f"/v1/players/{segment(player_id)}")
        return answer

    async def rename_player(self, player_id: str, body: NamePlayer, /) -> PlayerInfo:
        """Change a player's name.

        The name changes at all seats of the player, also in finished games.
        """
        answer: PlayerInfo = await self._send("PATCH", f"/v1/players/{segment(player_id)}", body=body)
        return answer

    async def list_co_players(
        self,
        player_id: str,
        /,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> CoPlayers:
        """List co-players.

        With the player's own token: the other players of the player's games that have begun, the
        newest game first. A page has the players of so many games.
        """
        answer: CoPlayers = await self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/co-players",
            query={"after": after, "limit": limit},
        )
        return answer

    async def follow_player(
        self,
        player_id: str,
        /,
        *,
        after: str | None = None,
        wait: int | None = None,
    ) -> EventPagePlayerEvent:
        """Follow the own games.

        With the player's token: all games where it is the player's turn, then each game when
        the player's turn begins, with the legal moves; games that begin, wait for others or are
        over; and seats that are held for the player.
        """
        answer: EventPagePlayerEvent = await self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/events",
            query={"after": after, "wait": wait},
        )
        return answer

    async def list_player_games(
        self,
        player_id: str,
        /,
        *,
        turn: Literal["me"] | None = None,
        co_player_id: str | None = None,
        is_won: bool | None = None,
        kind: list[GameKind] | None = None,
        status: list[Status] | None = None,
        players: list[int] | None = None,
        created_before: str | None = None,
        created_after: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> PlayerGames:
        """List a player's games.

        Newest first, a page at a time: with the player's own token all of them, including
        unlisted ones and those of running challenges, otherwise the public ones. With
        `turn=me` those in which it is the player's turn: a bot with many games needs only
        this request.
        """
        answer: PlayerGames = await self._send(
            "GET",
            f"/v1/players/{segment(player_id)}/games",
            query={
                "turn": turn,
                "co_player_id": co_player_id,
                "is_won": is_won,
                "kind": kind,
                "status": status,
                "players": players,
                "created_before": created_before,
                "created_after": created_after,
                "after": after,
                "limit": limit,
            },
        )
        return answer

    async def rotate_player_token(self, player_id: str, /, *, idempotency_key: str | None = None) -> PlayerToken:
        """Get another token.

        The previous one is revoked at once, at all seats of the player.
        """
        answer: PlayerToken = await self._send(
            "POST",
            f"/v1/players/{segment(player_id)}/token",
            key=idempotency_key or new_key(),
        )
        return answer

    async def import_record(self, body: RecordFile, /, *, idempotency_key: str | None = None) -> Imported:
        """Import a record.

        Stores a valid record as a game. It is marked as imported and never ranked. Comments
        are not stored.
        """
        answer: Imported = await self._send("POST", "/v1/records", key=idempotency_key or new_key(), body=body)
        return answer

    async def get_rules(self, *, ruleset: str | None = None) -> Rules:
        """Read the rules.

        Cards, tables by number of players, phases, forms of moves, variants, options, scoring
        and clauses, in the language of the request.
        """
        answer: Rules = await self._send("GET", "/v1/rules", query={"ruleset": ruleset})
        return answer

    async def get_standings(
        self,
        *,
        month: str | None = None,
        players: int | None = None,
        by: StandingOrder | None = None,
        board: BoardName | None = None,
        min_results: int | None = None,
        limit: int | None = None,
    ) -> Standings:
        """Read the tables of daily challenges.

        Players by the average number of enemies defeated or by days in a row, of a
        month or of all time.
        """
        answer: Standings = await self._send(
            "GET",
            "/v1/standings",
            query={
                "month": month,
                "players": players,
                "by": by,
                "board": board,
                "min_results": min_results,
                "limit": limit,
            },
        )
        return answer

    async def verify_record(
        self,
        body: RecordFile,
        /,
        *,
        commitment: str | None = None,
        chain: str | None = None,
    ) -> Verdict:
        """Verify a record.

        Verifies a record without storing it: everything valid up to the first bad move, and
        the fault of that move.
        """
        answer: Verdict = await self._send(
            "POST",
            "/v1/verification",
            body=body,
            query={"commitment": commitment, "chain": chain},
            reads=True,
        )
        return answer

    async def list_webhooks(self) -> WebhookList:
        """List the own webhooks.

        All those of the token's player or operator, the oldest first.
        """
        answer: WebhookList = await self._send("GET", "/v1/webhooks")
        return answer

    async def create_webhook(self, body: CreateWebhook, /, *, idempotency_key: str | None = None) -> WebhookSecret:
        """Register a webhook.

        With the token of a player, for events of that player's games, or of one game with
        `game_id`; with the operator's, for days, results and public games. The service sends a
        message to the URL when one of the events happens. The secret, which signs messages, is
        only in this answer.
        """
        answer: WebhookSecret = await self._send("POST", "/v1/webhooks", key=idempotency_key or new_key(), body=body)
        return answer

    async def delete_webhook(self, webhook_id_delete_webhook: str, /) -> WebhookInfo:
        """Delete a webhook.

        No more messages are sent to it, and its deliveries are deleted.
        """
        answer: WebhookInfo = await self._send("DELETE", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}")
        return answer

    async def get_webhook(self, webhook_id_delete_webhook: str, /) -> WebhookInfo:
        """Get a webhook.

        With its owner's token.
        """
        answer: WebhookInfo = await self._send("GET", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}")
        return answer

    async def update_webhook(self, webhook_id_delete_webhook: str, body: ChangeWebhook, /) -> WebhookInfo:
        """Update a webhook.

        Its events, its mention, or its state, on or off: also of a webhook that was switched
        off because its receiver had failed. Pending messages are then sent.
        """
        answer: WebhookInfo = await self._send("PATCH", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}", body=body)
        return answer

    async def list_deliveries(
        self,
        webhook_id_delete_webhook: str,
        /,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> DeliveryList:
        """List the messages to a webhook.

        The last hundred, the newest first, a page at a time.
        """
        answer: DeliveryList = await self._send(
            "GET",
            f"/v1/webhooks/{segment(webhook_id_delete_webhook)}/deliveries",
            query={"after": after, "limit": limit},
        )
        return answer

    async def test_webhook(self, webhook_id_delete_webhook: str, /) -> DeliveryInfo:
        """Test a webhook.

        Sends it a message of type `test`, once, and answers with the delivery. A 404 or 410 of a push
        service deletes it.
        """
        answer: DeliveryInfo = await self._send("POST", f"/v1/webhooks/{segment(webhook_id_delete_webhook)}/test")
        return answer
