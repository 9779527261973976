-- "insert or replace" and "update or replace" delete the rows in their way
-- without asking the triggers for deletions. No row that stays is replaced.
drop trigger games_not_replaced;

create trigger games_not_replaced before insert on games
when exists (select 1 from games where id = new.id or export_position = new.export_position)
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger games_export_position_not_replaced before update of export_position on games
when exists (select 1 from games where export_position = new.export_position and id <> new.id)
begin
    select raise(abort, 'rows of games are never changed or deleted');
end;

create trigger players_not_replaced before insert on players
when exists (select 1 from players where id = new.id or token = new.token)
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

create trigger players_token_not_replaced before update of token on players
when exists (select 1 from players where token = new.token and id <> new.id)
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;

create trigger challenges_not_replaced before insert on challenges
when exists (select 1 from challenges where id = new.id or (day = new.day and players = new.players))
begin
    select raise(abort, 'rows of challenges are never changed or deleted');
end;

create trigger attempts_ranked_not_replaced before insert on attempts
when exists (
    select 1 from attempts
    where challenge = new.challenge and player = new.player and number = new.number and ranked = 1
)
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;

create trigger daily_results_not_replaced before insert on daily_results
when exists (select 1 from daily_results where challenge = new.challenge and game = new.game)
begin
    select raise(abort, 'rows of daily_results are never changed or deleted');
end;

create trigger signing_keys_not_replaced before insert on signing_keys
when exists (select 1 from signing_keys where number = new.number)
begin
    select raise(abort, 'rows of signing_keys are never changed or deleted');
end;

create trigger daily_keys_not_replaced before insert on daily_keys
when exists (
    select 1 from daily_keys
    where number = new.number or fingerprint = new.fingerprint or valid_from = new.valid_from
)
begin
    select raise(abort, 'rows of daily_keys are never changed or deleted');
end;

create trigger admin_log_not_replaced before insert on admin_log
when exists (select 1 from admin_log where id = new.id)
begin
    select raise(abort, 'rows of admin_log are never changed or deleted');
end;

-- Who a player is never changes.
create trigger players_keep_identity before update of id, created_at on players
begin
    select raise(abort, 'rows of players are never changed or deleted');
end;
