-- SQLite drops no foreign key without copying the table, and takes no lock for
-- it: it stays.
select 1;
