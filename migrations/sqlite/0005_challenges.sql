-- The same game for many: daily challenges and those of organisers.
create table challenges (
    id blob primary key,
    -- What its organiser calls it; a daily challenge goes by its day.
    name text,
    -- Days since 1970-01-01.
    day integer,
    game text not null,
    players integer not null,
    options text not null,
    seed text not null,
    -- Published, with this row, before anybody can play.
    commitment blob not null check (length(commitment) = 32),
    seed_by text not null check (seed_by in ('service', 'client')),
    created_at integer not null,
    opens_at integer not null,
    -- Until then games are begun, and until it ends they are played.
    closes_at integer not null check (closes_at > opens_at),
    ends_at integer not null check (ends_at >= closes_at),
    -- How often a player may try; only the first attempt is ranked.
    attempts integer not null check (attempts > 0),
    admission text not null check (admission in ('anyone', 'invited')),
    visibility text not null check (visibility in ('public', 'unlisted')),
    -- The hash of the organiser's token.
    admin blob check (length(admin) = 32),
    -- An operator has hidden it.
    hidden integer not null default 0 check (hidden in (0, 1)),
    check ((day is null) = (name is not null) and (day is null) = (admin is not null))
) strict;

create unique index challenges_day on challenges (day, players) where day is not null;
create index challenges_public on challenges (opens_at, id) where visibility = 'public';

-- Only whether an operator has hidden it changes.
create trigger challenges_keep_identity
    before update of id, name, day, game, players, options, seed, commitment, seed_by, created_at, opens_at,
        closes_at, ends_at, attempts, admission, visibility, admin
    on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_not_deleted before delete on challenges
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

-- The challenge that a game is played in, which attempt of its players it is,
-- and until when it takes moves: before, nobody sees all of it.
alter table games add column challenge blob;
alter table games add column attempt integer
    check ((challenge is null) = (attempt is null) and coalesce(attempt, 1) > 0);
alter table games add column ends_at integer check ((challenge is null) = (ends_at is null));

create trigger games_keep_challenge before update of challenge, attempt, ends_at on games
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- Finding the finished games that wait for a place in the export and whose
-- challenge, if they have one, is over.
drop index games_waiting_for_export;
create index games_waiting_for_export on games (coalesce(ends_at, 0), finished_at, id)
where finished_at is not null and visibility = 'public' and export_position is null;

-- Who has tried what. That a player has each attempt once is what the primary
-- key says.
create table attempts (
    challenge blob not null,
    player blob not null,
    number integer not null check (number > 0),
    game blob not null,
    seat integer not null,
    -- Whether its result is ranked, or it has none to be ranked.
    settled integer not null default 0 check (settled in (0, 1)),
    primary key (challenge, player, number)
) strict;

create index attempts_game on attempts (challenge, game);
create index attempts_player on attempts (player);
create index attempts_unsettled on attempts (challenge, game) where settled = 0 and number = 1;

-- What was reached, from a game that was rebuilt from its log.
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

-- How many results of a board have a score: ranks are sums of these.
create table board_counts (
    challenge blob not null,
    bots integer not null,
    score integer not null,
    results integer not null check (results >= 0),
    primary key (challenge, bots, score)
) strict;

-- What results of daily challenges count for averages: counted when the day is
-- over, so that no table includes it before.
create table tallies (
    challenge blob not null,
    game blob not null,
    ends_at integer not null,
    month integer not null,
    players integer not null,
    won integer not null check (won in (0, 1)),
    enemies integer not null,
    counted integer not null default 0 check (counted in (0, 1)),
    primary key (challenge, game)
) strict;

create index tallies_uncounted on tallies (ends_at) where counted = 0;

-- Single-use codes for challenges that are not for anyone.
create table invitations (
    challenge blob not null,
    code blob not null check (length(code) = 32),
    player blob,
    primary key (challenge, code)
) strict;

create unique index invitations_player on invitations (challenge, player) where player is not null;

-- What a player has reached in daily challenges: of all time (period 0) or of
-- a month (202611), for all numbers of players (0) or for one.
create table standings (
    period integer not null,
    players integer not null,
    player blob not null,
    bot integer not null check (bot in (0, 1)),
    played integer not null,
    won integer not null,
    enemies integer not null,
    -- Of enemies defeated, in thousandths.
    average integer not null,
    -- Days in a row up to the last day, and the most ever.
    run integer not null,
    longest integer not null,
    last_day integer not null,
    primary key (period, players, player)
) strict;

create index standings_average on standings (period, players, bot, average desc, played desc, player);
create index standings_longest on standings (period, players, bot, longest desc, played desc, player);
create index standings_player on standings (player);

alter table players add column bot integer not null default 0 check (bot in (0, 1));
-- An operator has hidden the name.
alter table players add column name_hidden integer not null default 0 check (name_hidden in (0, 1));

-- Actions of operators and organisers.
create table admin_log (
    id blob primary key,
    at integer not null,
    -- Who: the operator, or the challenge whose organiser it was.
    actor text not null,
    act text not null
) strict;

create trigger admin_log_not_updated before update on admin_log
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;

create trigger admin_log_not_deleted before delete on admin_log
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;
