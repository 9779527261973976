-- Who runs a challenge is the player who made it, or the operator: challenges
-- have no tokens of their own. SQLite drops no column that a check of the table
-- names, so the table is made again, with its indexes and triggers.
create table challenges_made_again (
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
    -- An operator has hidden it.
    hidden integer not null default 0 check (hidden in (0, 1)),
    -- The version of its rules that its games are played by.
    rules integer not null,
    -- The player who made it, if one did, and whether it stands in lists.
    organiser blob,
    listed integer not null default 0 check (listed in (0, 1)),
    -- What a search found before it was published: all null if there was none.
    solver integer,
    nodes integer check ((solver is null) = (nodes is null)),
    -- The seeds for which no win was found, in their order, as a JSON array.
    skipped text check ((solver is null) = (skipped is null)),
    -- The moves of a win, and of one without a flip, as JSON arrays.
    win text,
    gold text,
    -- How difficult the deal is, from games of bots: once they have played it.
    difficulty_wanted integer not null default 0 check (difficulty_wanted in (0, 1)),
    difficulty text,
    bot_games integer check ((difficulty is null) = (bot_games is null)),
    bot_enemies integer check ((difficulty is null) = (bot_enemies is null)),
    check ((day is null) = (name is not null))
) strict;

insert into challenges_made_again
select id, name, day, game, players, options, seed, commitment, seed_by, created_at, opens_at, closes_at, ends_at,
    attempts, admission, visibility, hidden, rules, organiser, listed, solver, nodes, skipped, win, gold,
    difficulty_wanted, difficulty, bot_games, bot_enemies
from challenges;

drop table challenges;
alter table challenges_made_again rename to challenges;

create unique index challenges_day on challenges (day, players) where day is not null;
create index challenges_listed on challenges (ends_at desc, id)
where visibility = 'public' and listed = 1 and hidden = 0;
create index challenges_organiser on challenges (organiser, ends_at) where organiser is not null;
create index challenges_unmeasured on challenges (opens_at, players, id)
where difficulty_wanted = 1 and difficulty is null;

create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, organiser
    on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

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

create trigger challenges_not_deleted before delete on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger challenges_not_replaced before insert on challenges
when exists (select 1 from challenges where id = new.id or (day = new.day and players = new.players))
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;
