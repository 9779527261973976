-- Expands: the player who a guest became after the game. Who played a finished game is signed, so
-- that `player` stays null.
set local lock_timeout = '200ms';

alter table seats add column kept_by uuid;
