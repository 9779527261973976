-- The last statement of what spread.sql does. Before the games were spread, it
-- would have been called for each that moved; and Citus sends the whole text
-- that a trigger stands in to the other servers.
create trigger games_enter_stream after insert on games
for each row when (new.visibility = 'public' and new.challenge is null)
execute function enter_stream();
