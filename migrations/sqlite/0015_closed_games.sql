-- Expands: games that the deadline of their challenge closed are logged and exported
-- (docs/spec/record.md S6.15).

-- The hash of the players of a game that ended before one of them was deleted, and was logged
-- after that: receipts have promised it (docs/spec/log.md L8.2).
alter table games add column players_hash blob check (length(players_hash) = 32);

-- Games of challenges that have not ended by the rules, and have no entry.
create index if not exists games_closed_waiting_for_log on games (ends_at, id)
where ends_at is not null and finished_at is null and cancelled_at is null and log_position is null;

create index if not exists games_closed_waiting_for_export on games (ends_at, id)
where finished_at is null and log_position is not null and visibility = 'public' and export_position is null;
