-- What a search that knew every card found of a challenge's deal before it was
-- published: all of it null if there was none.
alter table challenges add column solver integer;
alter table challenges add column nodes integer check ((solver is null) = (nodes is null));
-- The seeds for which no win was found, in their order, as a JSON array.
alter table challenges add column skipped text check ((solver is null) = (skipped is null));
-- The moves of a win, and of one without a flip, as JSON arrays.
alter table challenges add column win text;
alter table challenges add column gold text;

-- How difficult the deal is, from games of bots: once they have played it.
alter table challenges add column difficulty_wanted integer not null default 0
    check (difficulty_wanted in (0, 1));
alter table challenges add column difficulty text;
alter table challenges add column bot_games integer check ((difficulty is null) = (bot_games is null));
alter table challenges add column bot_enemies integer check ((difficulty is null) = (bot_enemies is null));

create index challenges_unmeasured on challenges (opens_at, players, id)
where difficulty_wanted = 1 and difficulty is null;

-- What was announced stays.
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
