-- The keys that sign finished games, the same for all instances.
create table signing_keys (
    -- From 1, without gaps.
    number integer primary key check (number > 0),
    secret blob not null check (length(secret) = 32),
    valid_from integer not null
) strict;

create trigger signing_keys_not_updated before update on signing_keys
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;

create trigger signing_keys_not_deleted before delete on signing_keys
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;
