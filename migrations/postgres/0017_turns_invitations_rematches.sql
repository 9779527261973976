-- Whose move it is after a move, written with it: a player's games are found by
-- it without being rebuilt. Null after the end, in moves that were forked or
-- imported, and in those that were made before this column was there.
alter table moves add column to_act smallint check (to_act between 0 and 3);

-- The player who created a game, if one did; which game it is the rematch of;
-- and, once that is over, its own rematch.
alter table games
    add column creator uuid,
    add column rematch_of uuid,
    add column rematch uuid;

drop trigger games_keep_identity on games;

create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner, creator, rematch_of
    on games
for each row execute function refuse_change();

-- There is one rematch.
create trigger games_keep_rematch before update of rematch on games
for each row when (old.rematch is not null)
execute function refuse_change();

-- Whom an open seat is held for, and until when: who has the code with this
-- hash, or a player.
alter table seats
    add column invitation bytea check (length(invitation) = 32),
    add column invited_player uuid,
    add column invited_until bigint,
    add check ((invited_until is null) = (invitation is null and invited_player is null)),
    add check (invitation is null or invited_player is null),
    add check (open = 1 or invited_until is null);
