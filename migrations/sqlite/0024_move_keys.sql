-- No move needs this index: a move is stored only behind the last one of the
-- log that its request was looked for in, and the log of a game is read as a
-- whole. So a request that is repeated is found there, and of two at the same
-- time one is stored and the other one looks again.
drop index moves_key;

drop trigger moves_not_replaced;

create trigger moves_not_replaced before insert on moves
when exists (select 1 from moves where game_id = new.game_id and seq = new.seq)
begin
    select raise(abort, 'rows of moves are never changed or deleted');
end;
