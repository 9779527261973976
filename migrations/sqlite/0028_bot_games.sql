-- How many games with house bots a player has that go on: looked for before the
-- player gets another one.
create index games_of_creator_unfinished on games (creator)
where creator is not null and finished_at is null and cancelled_at is null;
