-- The token of a player stands with the player alone, as the name does: a seat
-- is opened by what its player's row has.
alter table seats drop column player_token;

-- Whose move it is in the position that a game is stored with: a player's turns
-- are found by it until somebody moves. Games that were stored before begin
-- with the first seat, unless another one was chosen; of forks it is not known.
alter table games add column to_act integer check (to_act between 0 and 3);

update games set to_act = coalesce(options ->> 'first', 0) where origin = 'created' and finished_at is null;
