-- A row that is written to find out whether the database takes writes.
create table write_probe (
    id integer primary key check (id = 1),
    writes integer not null
) strict;

insert into write_probe (id, writes) values (1, 0);
