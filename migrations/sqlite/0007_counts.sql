-- The names that the rest of the program uses. SQLite renames no index.
alter table attempts rename column settled to ranked;
drop index attempts_unsettled;
create index attempts_unranked on attempts (challenge, game) where ranked = 0 and number = 1;
alter table tallies rename to daily_results;
drop index tallies_uncounted;
create index daily_results_uncounted on daily_results (ends_at) where counted = 0;
alter table standings rename column run to streak;
alter table standings rename column longest to longest_streak;
drop index standings_longest;
create index standings_streak on standings (period, players, bot, longest_streak desc, played desc, player);
alter table admin_log rename column act to action;

-- Whether a finished game of a player is in the player's counts: profiles
-- count some games at a time and never read all.
alter table seats add column counted integer not null default 0 check (counted in (0, 1));

create index seats_uncounted on seats (player, game_id) where player is not null and counted = 0;

-- Counts of players' finished games, by game and number of players.
create table player_stats (
    player blob not null,
    game text not null,
    players integer not null,
    finished integer not null,
    won integer not null,
    gold integer not null,
    silver integer not null,
    bronze integer not null,
    most_enemies integer,
    fewest_moves integer,
    primary key (player, game, players)
) strict;

-- Whether the challenge of a game was running when it was last looked at:
-- lists scan the games that are not embargoed, however many of a day are.
alter table games add column embargoed integer not null default 0 check (embargoed in (0, 1));

update games set embargoed = 1 where ends_at is not null;

create index games_embargoed on games (ends_at) where embargoed = 1;
drop index games_public;
create index games_public on games (id) where visibility = 'public' and embargoed = 0;
drop index games_unfinished;
create index games_unfinished on games (id)
where visibility = 'public' and embargoed = 0 and finished_at is null;

-- A challenge does not begin again.
create trigger games_embargo_ends_once before update of embargoed on games
when old.embargoed = 0
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;
