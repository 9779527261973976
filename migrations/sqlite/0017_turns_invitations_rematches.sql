-- Whose move it is after a move, written with it: a player's games are found by
-- it without being rebuilt. Null after the end, in moves that were forked or
-- imported, and in those that were made before this column was there.
alter table moves add column to_act integer check (to_act between 0 and 3);

-- The player who created a game, if one did; which game it is the rematch of;
-- and, once that is over, its own rematch.
alter table games add column creator blob;
alter table games add column rematch_of blob;
alter table games add column rematch blob;

drop trigger games_keep_identity;

create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner, creator, rematch_of
    on games
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- There is one rematch.
create trigger games_keep_rematch before update of rematch on games
when old.rematch is not null
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

-- Whom an open seat is held for, and until when: who has the code with this
-- hash, or a player.
alter table seats add column invitation blob check (length(invitation) = 32);
alter table seats add column invited_player blob check (invitation is null or invited_player is null);
alter table seats add column invited_until integer
    check ((invited_until is null) = (invitation is null and invited_player is null))
    check (open = 1 or invited_until is null);
