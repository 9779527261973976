-- Expands. Private notes of players on finished games.
create table notes (
    player uuid not null,
    game_id uuid not null,
    -- The notes, in the order of their positions, as JSON.
    notes text not null check (length(notes) between 1 and 1000000),
    primary key (player, game_id)
);
