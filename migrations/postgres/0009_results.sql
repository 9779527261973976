-- A result was computed from a log that never changes, so it never changes
-- either: only the board that it stands on, when a player is marked as a bot,
-- and, once, why it does not count.
create trigger results_keep_score before update of challenge, game, seat, score, micros on results
for each row execute function refuse_change();

create trigger results_keep_reason before update of void_reason on results
for each row when (old.void_reason is not null)
execute function refuse_change();

create trigger results_not_deleted before delete on results
for each row execute function refuse_change();

create trigger results_never_emptied before truncate on results
for each statement execute function refuse_change();

-- Who has tried what stays, once it is ranked; before, those who leave a game
-- that has not begun have not tried.
create trigger attempts_keep_identity before update of challenge, player, number, game, seat on attempts
for each row execute function refuse_change();

create trigger attempts_stay_ranked before update of ranked on attempts
for each row when (old.ranked = 1)
execute function refuse_change();

create trigger attempts_ranked_not_deleted before delete on attempts
for each row when (old.ranked = 1)
execute function refuse_change();

create trigger attempts_never_emptied before truncate on attempts
for each statement execute function refuse_change();

-- What a result counts for averages goes with the result, or not at all.
create trigger daily_results_keep_values
    before update of challenge, game, ends_at, month, players, won, enemies
    on daily_results
for each row execute function refuse_change();

create trigger daily_results_stay_counted before update of counted on daily_results
for each row when (old.counted = 1)
execute function refuse_change();
