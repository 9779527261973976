-- The player who made a challenge, if one did, and whether it stands in lists:
-- its organiser has had a token for some time, or an operator has listed it.
alter table challenges add column organiser uuid;
alter table challenges add column listed smallint not null default 0 check (listed in (0, 1));

-- Who made it is stored once; only what stands in lists changes.
drop trigger challenges_keep_identity on challenges;

create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, admin, organiser
    on challenges
for each row execute function refuse_change();

update challenges set listed = 1 where visibility = 'public';

-- Lists show what is not over, which is little, and then what is.
drop index challenges_public;
create index challenges_listed on challenges (ends_at desc, id)
where visibility = 'public' and listed = 1 and hidden = 0;

-- How much of it is one organiser's.
create index challenges_organiser on challenges (organiser, ends_at) where organiser is not null;
