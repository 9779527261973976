-- Expands. Private notes of players on finished games.
create table notes (
    player blob not null,
    game_id blob not null,
    -- The notes, in the order of their positions, as JSON.
    notes text not null check (length(notes) between 1 and 1000000),
    primary key (player, game_id)
) strict;
