-- The schema of the first release (migrations/README.md).
--
-- Times are microseconds since 1970 UTC: the hash chain binds them to the
-- microsecond, and an integer is not rounded anywhere.

-- The number of the migration that a program has to know, or a newer one, to work
-- with this schema.
create table schema_compatibility (
    id integer primary key check (id = 1),
    least_known_migration integer not null
) strict;

insert into schema_compatibility (id, least_known_migration) values (1, 1);

-- A row that is written to find out whether the database takes writes.
create table write_probe (
    id integer primary key check (id = 1),
    writes integer not null,
    -- The greatest time that was read: the clock is that of whatever host the
    -- service runs on.
    latest_time integer not null default 0
) strict;

insert into write_probe (id, writes) values (1, 0);

-- Games

create table games (
    id blob primary key,
    game text not null,
    -- The version of the game's rules.
    rules integer not null,
    players integer not null,
    -- The other options, as JSON; read by the rules, never by a query.
    options text not null,
    seed text not null,
    -- Published before the first move: an audit compares the seed with it.
    commitment blob not null check (length(commitment) = 32),
    seed_by text not null check (seed_by in ('service', 'client')),
    origin text not null check (origin in ('created', 'fork', 'import')),
    origin_game blob,
    origin_seq integer,
    -- A private game is an unlisted one with the hash of a code: who does not play
    -- in it sees it only with that.
    visibility text not null check (visibility in ('public', 'unlisted')),
    spectator_code blob check (length(spectator_code) = 32),
    created_at integer not null,
    -- Seconds without a move after which the game counts as abandoned. Kept
    -- with the game: a new configuration must not revive a game whose cards
    -- were shown.
    abandon_after integer not null check (abandon_after > 0),
    -- The hash of the creator's token.
    owner blob check (length(owner) = 32),
    -- The player who created the game, if one did.
    creator blob,
    -- The seat to act in the position that the game is stored with. Null if the game
    -- is over there, and in forks.
    to_act integer check (to_act between 0 and 3),
    -- The challenge that the game is played in, which attempt of its players it is,
    -- and until when it takes moves. While the challenge runs, only the players see
    -- the game. Lists scan the games that are not embargoed, however many of a day
    -- are.
    challenge blob,
    attempt integer check (attempt > 0),
    ends_at integer,
    embargoed integer not null default 0 check (embargoed in (0, 1)),
    -- The game that this one is the rematch of, and its own rematch once it is over.
    rematch_of blob,
    rematch blob,
    -- Rises with every change of this row or its seats that decides who may
    -- move: a move is stored only if it was validated with this version.
    version integer not null,
    cancelled_at integer,
    finished_at integer,
    result text,
    -- The place in the export, given when the finished game is first read.
    export_position integer unique,
    -- The index of the game's entry in the transparency log.
    tlog_position integer,
    -- A fork has an origin, and no other game does.
    check ((origin = 'fork') = (origin_game is not null and origin_seq is not null)),
    check ((challenge is null) = (attempt is null) and (challenge is null) = (ends_at is null)),
    -- A result comes with its time.
    check ((finished_at is null) = (result is null))
) strict;

-- Lists of public games, newest first.
create index games_public on games (id) where visibility = 'public' and embargoed = 0;

-- Lists of waiting or running games.
create index games_unfinished on games (id)
where visibility = 'public' and embargoed = 0 and finished_at is null;

-- The unfinished games of a player with house bots are counted before the player
-- gets another one.
create index games_of_creator_unfinished on games (creator)
where creator is not null and finished_at is null and cancelled_at is null;

-- Games whose challenge may be over.
create index games_embargoed on games (ends_at) where embargoed = 1;

-- Finished games that wait for a place in the export and whose challenge, if they
-- have one, is over.
create index games_waiting_for_export on games (coalesce(ends_at, 0), finished_at, id)
where finished_at is not null and visibility = 'public' and export_position is null;

-- Finished games that wait for an entry in the transparency log.
create index games_waiting_for_tlog on games (finished_at, id)
where finished_at is not null and origin <> 'import' and tlog_position is null;

-- An import looks for its record by the commitment.
create index games_imported on games (commitment) where origin = 'import';

create trigger games_never_deleted before delete on games
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger games_not_replaced before insert on games
when exists (select 1 from games where id = new.id or export_position = new.export_position)
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger games_export_position_not_replaced before update of export_position on games
when exists (select 1 from games where export_position = new.export_position and id <> new.id)
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- The header of a game, from which its record is rebuilt, never changes.
create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner, creator, rematch_of, spectator_code
    on games
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger games_keep_challenge before update of challenge, attempt, ends_at on games
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- An end is an end.
create trigger games_keep_end before update of finished_at, result, cancelled_at on games
when old.finished_at is not null or old.cancelled_at is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- A challenge does not begin again.
create trigger games_embargo_ends_once before update of embargoed on games
when old.embargoed = 0
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- There is one rematch.
create trigger games_keep_rematch before update of rematch on games
when old.rematch is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- Readers of the export keep their place by its positions.
create trigger games_keep_export_position before update of export_position on games
when old.export_position is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger games_keep_tlog_position before update of tlog_position on games
when old.tlog_position is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- A seat is stored in the statement that stores its game, and games are never
-- deleted: there is no foreign key, which would look the game up once more and lock
-- it for every seat.
create table seats (
    game_id blob not null,
    seat integer not null check (seat between 0 and 3),
    -- Null where a player sits: the name is stored with the player.
    name text,
    open integer not null check (open in (0, 1)),
    -- The hash of the seat's token. The token of a player is stored with the player.
    token blob check (length(token) = 32),
    player blob,
    -- The level of the house bot that sits here.
    bot text check (bot in ('novice', 'steady', 'strong')),
    -- The invitation to an open seat: of the holder of the code with this hash, or of
    -- a player, and its end.
    invitation blob check (length(invitation) = 32),
    invited_player blob,
    invited_until integer,
    -- The number of moves made at its player's request to concede, and the place of
    -- this among the requests of the game's seats, from 1.
    asked_to_concede integer,
    concession_place integer,
    -- Hashes of the idempotency key and of the request that came with it.
    concession_key blob check (length(concession_key) = 32),
    concession_request blob check (length(concession_request) = 32),
    -- 1 once the game has ended, by its rules or cancelled.
    ended integer not null default 0 check (ended in (0, 1)),
    -- A finished game in the counts of the seat's player, if it counts: from when,
    -- and what profiles show of it. They read no games, only an index of these.
    counts_from integer,
    kind text,
    players integer,
    won integer check (won in (0, 1)),
    medal text check (medal in ('gold', 'silver', 'bronze')),
    enemies integer,
    moves integer,
    primary key (game_id, seat),
    check (open = 0 or token is null),
    check (open = 0 or player is null),
    check (open = 1 or invited_until is null),
    check (bot is null or (open = 0 and token is null and player is null)),
    check (invitation is null or invited_player is null),
    check ((invited_until is null) = (invitation is null and invited_player is null)),
    check ((concession_key is null) = (concession_request is null)),
    check (ended = 1 or counts_from is null)
) strict;

-- The games of a player.
create index seats_player on seats (player, game_id) where player is not null;

-- The games of a player that go on.
create index seats_in_play on seats (player, game_id) where player is not null and ended = 0;

-- The counts of a player.
create index seats_counted on seats (player, kind, players, counts_from, won, medal, enemies, moves)
where player is not null and counts_from is not null;

-- The seats that are held for a player.
create index seats_invited_player on seats (invited_player, invited_until, game_id)
where invited_player is not null;

create trigger seats_never_deleted before delete on seats
begin
    select raise(abort, 'rows of seats are never changed or deleted');
end;

create trigger seats_not_replaced before insert on seats
when exists (select 1 from seats where game_id = new.game_id and seat = new.seat)
begin
    select raise(abort, 'rows of seats are never changed or deleted');
end;

create trigger seats_keep_identity before update of game_id, seat on seats
begin
    select raise(abort, 'rows of seats are never changed or deleted');
end;

create trigger seats_keep_end
    before update of ended, counts_from, kind, players, won, medal, enemies, moves on seats
when old.ended = 1
begin
    select raise(abort, 'rows of seats are never changed or deleted');
end;

-- The log. Its primary key is what orders moves: of two that race for a place
-- exactly one gets it. There is no foreign key: a move is inserted from its game's
-- row, and games are never deleted. There is no index of the keys: a move is stored
-- only behind the last one of the log that its request was looked for in.
create table moves (
    game_id blob not null,
    seq integer not null check (seq between 1 and 20000),
    seat integer not null check (seat between 0 and 3),
    move text not null,
    -- Null only in imported records that do not have it.
    at integer,
    h blob not null check (length(h) = 32),
    -- Hashes of the idempotency key and of the request that came with it.
    key blob check (length(key) = 32),
    request blob check (length(request) = 32),
    -- The seat to act after the move: the turns of a player are found without
    -- rebuilding games. Null after the end, and in moves that were forked or
    -- imported.
    to_act integer check (to_act between 0 and 3),
    primary key (game_id, seq),
    check ((key is null) = (request is null))
) strict;

create trigger moves_not_updated before update on moves
begin
    select raise(abort, 'rows of moves are never changed or deleted');
end;

create trigger moves_not_deleted before delete on moves
begin
    select raise(abort, 'rows of moves are never changed or deleted');
end;

create trigger moves_not_replaced before insert on moves
when exists (select 1 from moves where game_id = new.game_id and seq = new.seq)
begin
    select raise(abort, 'rows of moves are never changed or deleted');
end;

-- Signals of players, which are not in the hash chain. There is no foreign key, as
-- the log has none.
create table signals (
    game_id blob not null,
    -- Its place among the game's signals.
    number integer not null check (number between 1 and 1000),
    seat integer not null check (seat between 0 and 3),
    -- The number of moves made before it.
    seq integer not null check (seq between 1 and 20000),
    signal text not null,
    at integer not null,
    primary key (game_id, number)
) strict;

-- A seat gives a signal once at a place of the log.
create unique index signals_said on signals (game_id, seq, seat, signal);

create trigger signals_not_updated before update on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

create trigger signals_not_deleted before delete on signals
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

create trigger signals_not_replaced before insert on signals
when exists (
    select 1 from signals
    where game_id = new.game_id
        and (number = new.number or seq = new.seq and seat = new.seat and signal = new.signal)
)
begin
    select raise(abort, 'rows of signals are never changed or deleted');
end;

-- Games that may wait for a bot: after how many moves. A row is written with the
-- move, or the seat, that makes it a bot's turn, and goes with the bot's move. All
-- instances look here for bots to move; there are as many rows as bots that are
-- about to move.
create table bot_turns (
    game_id blob primary key references games (id),
    seq integer not null check (seq >= 0)
) strict;

-- Analyses of finished games, computed from their logs on request. They may be
-- deleted at any time: they are computed again.
create table analyses (
    game_id blob not null,
    -- Of the analysis: other versions find other things.
    version integer not null check (version > 0),
    -- The findings, as JSON.
    findings text not null,
    primary key (game_id, version)
) strict;

-- The position of each public game in the stream of public games. It is given by
-- the first reader after the game was created, has begun or is over, under the lock
-- of `stream_end`: so a change that began earlier and is committed later gets a
-- later position, and no reader misses it. Attempts at challenges are in no stream.
create table stream_positions (
    game_id blob primary key,
    -- Null while the last change waits for a reader.
    position integer
) strict;

create unique index stream_positions_given on stream_positions (position) where position is not null;

create index stream_positions_waiting on stream_positions (game_id) where position is null;

-- The last position that was given. None is given twice.
create table stream_end (
    id integer primary key check (id = 1),
    position integer not null
) strict;

insert into stream_end (id, position) values (1, 0);

create trigger games_enter_stream after insert on games
when new.visibility = 'public' and new.challenge is null
begin
    insert into stream_positions (game_id) values (new.id);
end;

create trigger games_end_in_stream after update of finished_at, cancelled_at on games
when new.visibility = 'public' and new.challenge is null
begin
    update stream_positions set position = null where game_id = new.id;
end;

-- A game begins with its last open seat, and waits again if one is freed then.
create trigger seats_begin_in_stream after update of open on seats
when old.open <> new.open
begin
    update stream_positions set position = null
    where game_id = new.game_id
        and (select sum(open) from seats where game_id = new.game_id) = new.open;
end;

-- Players

-- People who come back. They have no address and no password: a token is all.
create table players (
    id blob primary key,
    -- Null once the player is deleted.
    name text,
    -- The hash of the player's token.
    token blob unique check (length(token) = 32),
    created_at integer not null,
    deleted_at integer,
    bot integer not null default 0 check (bot in (0, 1)),
    name_hidden integer not null default 0 check (name_hidden in (0, 1)),
    -- The skeleton of the name, which finds names that look alike (UTS 39), with the
    -- version of Unicode that it was computed with. Where there is none, or another
    -- version, it is computed when the service starts.
    skeleton text,
    skeleton_unicode integer,
    -- Of a deleted player only the row is left.
    check ((deleted_at is null) = (name is not null and token is not null)),
    check ((skeleton is null) = (skeleton_unicode is null))
) strict;

-- Players whose names look alike.
create index players_skeleton on players (skeleton, id) where skeleton is not null;

create trigger players_never_deleted before delete on players
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

create trigger players_not_replaced before insert on players
when exists (select 1 from players where id = new.id or token = new.token)
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

create trigger players_token_not_replaced before update of token on players
when exists (select 1 from players where token = new.token and id <> new.id)
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

create trigger players_keep_identity before update of id, created_at on players
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

-- A deleted player does not come back.
create trigger players_keep_end before update on players
when old.deleted_at is not null
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

-- Challenges

-- One deal for many players: daily challenges and those of organisers.
create table challenges (
    id blob primary key,
    -- Given by its organiser; a daily challenge has its day.
    name text,
    -- Days since 1970-01-01.
    day integer,
    game text not null,
    rules integer not null,
    players integer not null,
    options text not null,
    seed text not null,
    -- Published, with this row, before the challenge opens.
    commitment blob not null check (length(commitment) = 32),
    seed_by text not null check (seed_by in ('service', 'client')),
    -- The player who made it, if one did; otherwise it is the operator's.
    organiser blob,
    created_at integer not null,
    opens_at integer not null,
    -- Until then games are begun, and until it ends they are played.
    closes_at integer not null check (closes_at > opens_at),
    ends_at integer not null check (ends_at >= closes_at),
    -- The number of attempts that a player has; only the first is ranked.
    attempts integer not null check (attempts > 0),
    admission text not null check (admission in ('anyone', 'invited')),
    visibility text not null check (visibility in ('public', 'unlisted')),
    listed integer not null default 0 check (listed in (0, 1)),
    -- An operator has hidden it.
    hidden integer not null default 0 check (hidden in (0, 1)),
    -- The findings of a search that knew every card, before the challenge was
    -- published: all null if there was none. `skipped` are the seeds for which no
    -- win was found, in their order; `win` the moves of a win, and `gold` those of
    -- one without a flip, as JSON arrays.
    solver integer,
    nodes integer,
    skipped text,
    win text,
    gold text,
    -- The difficulty of the deal, from games of bots: once they have played it.
    difficulty_wanted integer not null default 0 check (difficulty_wanted in (0, 1)),
    difficulty text,
    bot_games integer,
    bot_enemies integer,
    -- Daily challenges: whether the results are in the standings. 0 not yet, 1 they are
    -- being added, 2 they are added.
    in_standings integer not null default 0 check (in_standings between 0 and 2),
    -- The index of the challenge's entry in the transparency log.
    tlog_position integer,
    check ((day is null) = (name is not null)),
    check ((solver is null) = (nodes is null)),
    check ((solver is null) = (skipped is null)),
    check ((difficulty is null) = (bot_games is null)),
    check ((difficulty is null) = (bot_enemies is null))
) strict;

create unique index challenges_day on challenges (day, players) where day is not null;

-- Lists show the challenges that are not over, which are few, and then the others.
create index challenges_listed on challenges (ends_at desc, id)
where visibility = 'public' and listed = 1 and hidden = 0;

-- The number of them that are one organiser's.
create index challenges_organiser on challenges (organiser, ends_at) where organiser is not null;

create index challenges_unmeasured on challenges (opens_at, players, id)
where difficulty_wanted = 1 and difficulty is null;

-- Days that wait for their place in the standings.
create index challenges_not_in_standings on challenges (ends_at, id) where day is not null and in_standings < 2;

create index challenges_waiting_for_tlog on challenges (id) where tlog_position is null;

create trigger challenges_never_deleted before delete on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_not_replaced before insert on challenges
when exists (select 1 from challenges where id = new.id or (day = new.day and players = new.players))
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, organiser
    on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

-- Published findings and difficulties stay.
create trigger challenges_keep_search
    before update of solver, nodes, skipped, win, gold, difficulty_wanted
    on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_keep_difficulty before update of difficulty, bot_games, bot_enemies on challenges
when old.difficulty is not null
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_keep_tlog_position before update of tlog_position on challenges
when old.tlog_position is not null
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

-- A day that is in the standings stays there.
create trigger challenges_stay_in_standings before update of in_standings on challenges
when new.in_standings < old.in_standings
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

-- The keys that seeds of daily challenges are made with.
create table daily_keys (
    -- From 1, without gaps.
    number integer primary key check (number > 0),
    -- The hash of the key.
    fingerprint blob not null unique check (length(fingerprint) = 32),
    -- Null if it comes from the configuration.
    secret blob check (length(secret) = 32),
    -- The first day whose seed is made with it.
    valid_from integer not null unique
) strict;

create trigger daily_keys_not_updated before update on daily_keys
begin
    select raise(abort, 'rows of daily_keys are never changed or deleted');
end;

create trigger daily_keys_not_deleted before delete on daily_keys
begin
    select raise(abort, 'rows of daily_keys are never changed or deleted');
end;

create trigger daily_keys_not_replaced before insert on daily_keys
when exists (
    select 1 from daily_keys
    where number = new.number or fingerprint = new.fingerprint or valid_from = new.valid_from
)
begin
    select raise(abort, 'rows of daily_keys are never changed or deleted');
end;

-- Single-use codes for challenges that are not for anyone.
create table invitations (
    challenge blob not null,
    code blob not null check (length(code) = 32),
    player blob,
    primary key (challenge, code)
) strict;

create unique index invitations_player on invitations (challenge, player) where player is not null;

-- The attempts of players. By the primary key a player has each attempt once.
create table attempts (
    challenge blob not null,
    player blob not null,
    number integer not null check (number > 0),
    game blob not null,
    seat integer not null,
    -- 1 once its result is ranked, or it has none to be ranked.
    ranked integer not null default 0 check (ranked in (0, 1)),
    -- The score, and how each enemy was defeated, in their order: `e` exactly, `d`
    -- otherwise. Stored once the game is over, or on the first request for it, so
    -- that the game is not played again to show them.
    score integer check (score >= 0),
    defeats text,
    primary key (challenge, player, number)
) strict;

create index attempts_game on attempts (challenge, game);
create index attempts_player on attempts (player, challenge);
create index attempts_unranked on attempts (challenge, game) where ranked = 0 and number = 1;

-- A ranked attempt stays; before, players who leave a game that has not begun have
-- not tried.
create trigger attempts_keep_identity before update of challenge, player, number, game, seat on attempts
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_stay_ranked before update of ranked on attempts
when old.ranked = 1
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_ranked_not_deleted before delete on attempts
when old.ranked = 1
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_keep_score before update of score, defeats on attempts
when old.score is not null
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_ranked_not_replaced before insert on attempts
when exists (
    select 1 from attempts
    where challenge = new.challenge and player = new.player and number = new.number and ranked = 1
)
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

-- Results of ranked attempts, each computed from a log that never changes: only the
-- board that it is on changes, when a player is marked as a bot, and, once, why it
-- does not count.
create table results (
    challenge blob not null,
    game blob not null,
    -- The seat; the first one where all win or lose together.
    seat integer not null,
    bots integer not null check (bots in (0, 1)),
    score integer not null check (score >= 0),
    -- Between creation and last move.
    micros integer not null,
    -- Why it does not count.
    void_reason text,
    primary key (challenge, game, seat)
) strict;

create index results_board on results (challenge, bots, score desc, game, seat) where void_reason is null;
create index results_void on results (challenge, bots, game, seat) where void_reason is not null;

create trigger results_keep_score before update of challenge, game, seat, score, micros on results
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_keep_reason before update of void_reason on results
when old.void_reason is not null
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_not_deleted before delete on results
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_not_replaced before insert on results
when exists (select 1 from results where challenge = new.challenge and game = new.game and seat = new.seat)
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

-- The number of results of a board with a score: ranks are sums of these.
create table board_counts (
    challenge blob not null,
    bots integer not null,
    score integer not null,
    results integer not null check (results >= 0),
    primary key (challenge, bots, score)
) strict;

-- The results of players in daily challenges that are over, by number of players: of
-- all time (period 0) or of a month (202611). They follow from attempts and results.
create table standings (
    period integer not null,
    players integer not null,
    player blob not null,
    bot integer not null check (bot in (0, 1)),
    played integer not null,
    won integer not null,
    -- The number of enemies defeated, and the average in thousandths.
    enemies integer not null,
    average integer not null,
    -- Days in a row up to the last day, and the most ever.
    streak integer not null,
    longest_streak integer not null,
    last_day integer not null,
    primary key (period, players, player)
) strict;

create index standings_average on standings (period, players, bot, average desc, played desc, player);
create index standings_streak on standings (period, players, bot, longest_streak desc, played desc, player);
create index standings_player on standings (player);

-- The operator

create table admin_log (
    id blob primary key,
    at integer not null,
    -- The operator, or the challenge whose organiser it was.
    actor text not null,
    action text not null
) strict;

create trigger admin_log_not_updated before update on admin_log
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;

create trigger admin_log_not_deleted before delete on admin_log
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;

create trigger admin_log_not_replaced before insert on admin_log
when exists (select 1 from admin_log where id = new.id)
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;

-- The keys that sign finished games, common to all instances.
create table signing_keys (
    -- From 1, without gaps.
    number integer primary key check (number > 0),
    secret blob not null check (length(secret) = 32),
    valid_from integer not null
) strict;

create trigger signing_keys_not_updated before update on signing_keys
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;

create trigger signing_keys_not_deleted before delete on signing_keys
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;

create trigger signing_keys_not_replaced before insert on signing_keys
when exists (select 1 from signing_keys where number = new.number)
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;

-- Requests with an Idempotency-Key, except moves and concessions.
create table idempotency (
    -- The hash of the key, bound to its caller.
    key blob primary key check (length(key) = 32),
    request blob not null check (length(request) = 32),
    claimed_by blob not null,
    claimed_at integer not null,
    -- Encrypted under a key that only the caller's key gives.
    answer blob
) strict;

-- Old keys are deleted.
create index idempotency_age on idempotency (claimed_at);

-- The transparency log (docs/spec/log.md): an entry for each finished game and each
-- challenge. Readers make them, under the lock of `stream_end`: so nothing that is
-- committed late is left out, and storing a move costs nothing more.
create table tlog_entries (
    -- Its index, from 0 without gaps.
    position integer primary key check (position >= 0),
    kind text not null check (kind in ('game', 'commitment')),
    hash blob not null check (length(hash) = 32),
    -- Of a game: the hash of its players. It is kept here, since a player can be
    -- deleted. Null where the entry was taken from a copy of the log.
    players blob check (length(players) = 32),
    -- The time at which it was added.
    at integer not null
) strict;

create trigger tlog_entries_not_updated before update on tlog_entries
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

create trigger tlog_entries_not_deleted before delete on tlog_entries
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

create trigger tlog_entries_not_replaced before insert on tlog_entries
when exists (select 1 from tlog_entries where position = new.position)
begin
    select raise(abort, 'rows of tlog_entries are never changed or deleted');
end;

-- The hash of each complete tile: those of level 1 are of 256 entries each, those
-- of the next level of 256 of these.
create table tlog_nodes (
    level integer not null check (level between 1 and 7),
    number integer not null check (number >= 0),
    hash blob not null check (length(hash) = 32),
    primary key (level, number)
) strict;

create trigger tlog_nodes_not_updated before update on tlog_nodes
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

create trigger tlog_nodes_not_deleted before delete on tlog_nodes
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

create trigger tlog_nodes_not_replaced before insert on tlog_nodes
when exists (select 1 from tlog_nodes where level = new.level and number = new.number)
begin
    select raise(abort, 'rows of tlog_nodes are never changed or deleted');
end;

-- The signed checkpoints, which must never be contradicted.
create table tlog_checkpoints (
    size integer primary key check (size >= 0),
    -- The signed note, without cosignatures.
    note text not null,
    at integer not null
) strict;

create trigger tlog_checkpoints_not_updated before update on tlog_checkpoints
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

create trigger tlog_checkpoints_not_deleted before delete on tlog_checkpoints
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

create trigger tlog_checkpoints_not_replaced before insert on tlog_checkpoints
when exists (select 1 from tlog_checkpoints where size = new.size)
begin
    select raise(abort, 'rows of tlog_checkpoints are never changed or deleted');
end;

-- The signatures of witnesses on checkpoints.
create table tlog_cosignatures (
    size integer not null,
    -- The name of the witness's key.
    witness text not null,
    -- The line of the note.
    line text not null,
    at integer not null,
    primary key (size, witness)
) strict;

-- Webhooks

-- The URLs that get events of a player's games, and the operator's that get events
-- of public games.
create table webhooks (
    id blob primary key,
    -- The nil UUID for the operator's.
    player blob not null,
    url text not null,
    -- The names of the events, separated by commas.
    events text not null,
    form text not null check (form in ('standard', 'discord')),
    -- The tag of the language of sentences.
    language text not null,
    -- Signs deliveries. It is kept plainly, as it has to sign.
    secret blob not null check (length(secret) = 32),
    status text not null check (status in ('active', 'paused', 'failed', 'gone')),
    created_at integer not null,
    -- The last day whose daily challenge was sent.
    told_day integer not null,
    -- The operator's: up to where the stream of public games was sent.
    position integer not null default 0,
    -- The consecutive failures of its receiver, and the time of the first.
    failures integer not null default 0,
    failing_since integer,
    -- The next time at which an instance looks at it, also because the one that
    -- delivers has been cut off. Null while only changes are waited for.
    due_at integer,
    -- The instance that delivers, until then.
    claim blob
) strict;

create index webhooks_player on webhooks (player, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;

-- Events that are still to be sent to webhooks: the statement that stores an event
-- adds a row for each webhook that wants it.
create table webhook_outbox (
    webhook_id blob not null,
    game_id blob not null,
    -- The last event of the game. An invitation may be one to a rematch.
    event text not null check (event in ('invitation', 'turn', 'game_over')),
    -- The number of moves at the event.
    seq integer not null,
    -- A delivered invitation stays, so that a game sends only one.
    pending integer not null default 1 check (pending in (0, 1)),
    primary key (webhook_id, game_id)
) strict;

-- Webhooks whose notifications were lost.
create index webhook_outbox_pending on webhook_outbox (webhook_id, game_id) where pending = 1;

-- The last messages of each webhook.
create table webhook_deliveries (
    id blob primary key,
    webhook_id blob not null,
    event text not null,
    body text not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'outdated')),
    created_at integer not null,
    attempts integer not null default 0,
    last_attempt_at integer,
    response_status integer,
    error text
) strict;

create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
