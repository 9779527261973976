-- SQLite knows no types of our own, and reads a check once, with the statement
-- that writes: its columns keep their checks.
select 1;
