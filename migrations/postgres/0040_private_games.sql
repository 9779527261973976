-- A private game is an unlisted one with a code: who does not play in it sees it
-- only with that.
alter table games add column spectator_code hash;

drop trigger games_keep_identity on games;

create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner, creator, rematch_of, spectator_code
    on games
for each row execute function refuse_change();
