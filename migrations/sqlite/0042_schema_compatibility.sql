-- The number of the migration that a program has to know, or a newer one, to work
-- with this schema (migrations/README.md).
create table schema_compatibility (
    id integer primary key check (id = 1),
    least_known_migration integer not null
) strict;

insert into schema_compatibility (id, least_known_migration) values (1, 42);
