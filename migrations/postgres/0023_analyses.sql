-- Analyses of games that are over, computed from their logs when somebody asks
-- for one. They may be deleted at any time: they are computed again.
create table analyses (
    game_id uuid not null,
    -- Of the analysis: other versions find other things.
    version integer not null check (version > 0),
    -- What was found, as JSON.
    findings text not null,
    primary key (game_id, version)
);
