-- Expands: the list of a player's games reads the seats that the player has kept, and a deletion the
-- names that organisers gave to the player.
create index if not exists seats_kept on seats (kept_by, game_id) where kept_by is not null;

create index if not exists invitations_of_player on invitations (player) where player is not null;
