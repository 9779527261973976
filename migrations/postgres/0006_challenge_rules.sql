-- The version of its rules that a challenge's games are played by. All that
-- were made before are of the first; new rows always give it.
alter table challenges add column rules smallint not null default 1;
alter table challenges alter column rules drop default;

drop trigger challenges_keep_identity on challenges;

-- Only whether an operator has hidden it changes.
create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, admin
    on challenges
for each row execute function refuse_change();
