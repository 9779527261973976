-- Expands. The last proposal of the people at a table, to concede or to take a move back, in place of
-- the requests to concede of seats (`asked_to_concede`, `concession_*`), which a later migration drops.
-- During an upgrade, a request that one program stores is not a proposal of the other: the players
-- make it again.
set local lock_timeout = '200ms';

-- JSON: type, seat, seq (the number of moves before it) and the seats that have accepted.
alter table games add column proposal text;
