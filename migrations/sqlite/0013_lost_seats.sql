-- Expands: former players who lost the seat by another player's request.

-- 1 if another player handed the seat over; null otherwise.
alter table former_players add column lost integer check (lost in (0, 1));
