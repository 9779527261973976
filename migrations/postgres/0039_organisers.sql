-- Who runs a challenge is the player who made it, or the operator: challenges
-- have no tokens of their own. Its checks go with the column.
drop trigger challenges_keep_identity on challenges;

alter table challenges drop column admin;
alter table challenges add constraint challenges_day_or_name check ((day is null) = (name is not null));

create trigger challenges_keep_identity
    before update of id, name, day, game, rules, players, options, seed, commitment, seed_by, created_at,
        opens_at, closes_at, ends_at, attempts, admission, visibility, organiser
    on challenges
for each row execute function refuse_change();
