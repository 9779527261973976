-- The keys that sign finished games, the same for all instances.
create table signing_keys (
    -- From 1, without gaps.
    number integer primary key check (number > 0),
    secret bytea not null check (length(secret) = 32),
    valid_from bigint not null
);

create trigger signing_keys_append_only before update or delete on signing_keys
for each row execute function refuse_change();

create trigger signing_keys_never_emptied before truncate on signing_keys
for each statement execute function refuse_change();
