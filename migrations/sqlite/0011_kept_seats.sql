-- Expands: the player who a guest became after the game. Who played a finished game is signed, so
-- that `player` stays null.
alter table seats add column kept_by blob;
