-- The version of its rules that a challenge's games are played by. All that
-- were made before are of the first; new rows always give it.
alter table challenges add column rules integer not null default 1;

drop trigger challenges_keep_identity;

-- Only whether an operator has hidden it changes.
create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, admin
    on challenges
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;
