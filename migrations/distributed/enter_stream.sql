-- The last step of the spreading, in a text of its own: Citus sends the whole text
-- to the other servers. Created earlier, the trigger would fire for every row
-- that is copied.
create trigger games_enter_stream after insert on games
for each row when (new.visibility = 'public' and new.challenge is null)
execute function enter_stream();
