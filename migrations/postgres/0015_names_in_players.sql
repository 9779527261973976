-- A player's name is stored only with the player: a seat has a name of its own
-- only where nobody sits who is a player.
update seats set name = null where player is not null and name is not null;
