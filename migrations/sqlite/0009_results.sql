-- A result was computed from a log that never changes, so it never changes
-- either: only the board that it stands on, when a player is marked as a bot,
-- and, once, why it does not count.
create trigger results_keep_score before update of challenge, game, seat, score, micros on results
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_keep_reason before update of void_reason on results
when old.void_reason is not null
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_not_deleted before delete on results
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

create trigger results_not_replaced before insert on results
when exists (select 1 from results where challenge = new.challenge and game = new.game and seat = new.seat)
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;

-- Who has tried what stays, once it is ranked; before, those who leave a game
-- that has not begun have not tried.
create trigger attempts_keep_identity before update of challenge, player, number, game, seat on attempts
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_stay_ranked before update of ranked on attempts
when old.ranked = 1
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger attempts_ranked_not_deleted before delete on attempts
when old.ranked = 1
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

-- What a result counts for averages goes with the result, or not at all.
create trigger daily_results_keep_values
    before update of challenge, game, ends_at, month, players, won, enemies
    on daily_results
begin
    select raise(abort, 'rows of daily_results are never changed or deleted');
end;

create trigger daily_results_stay_counted before update of counted on daily_results
when old.counted = 1
begin
    select raise(abort, 'rows of daily_results are never changed or deleted');
end;
