-- What the columns that games and moves are stored in may hold, as types. A
-- check of a table is read anew by every statement that writes there, which
-- took longer than to store a move; the check of a type is not. What has to do
-- with more than one column stays a check.
create domain hash as bytea check (length(value) = 32);
create domain seat_number as smallint check (value between 0 and 3);
create domain move_number as integer check (value between 1 and 20000);
create domain flag as smallint check (value in (0, 1));
create domain seed_maker as text check (value in ('service', 'client'));
create domain game_origin as text check (value in ('created', 'fork', 'import'));
create domain game_visibility as text check (value in ('public', 'unlisted'));
create domain bot_level as text check (value in ('novice', 'steady', 'strong'));

alter table moves
    drop constraint moves_seq_check,
    drop constraint moves_seat_check,
    drop constraint moves_h_check,
    drop constraint moves_key_check,
    drop constraint moves_request_check,
    drop constraint moves_to_act_check,
    alter column seq type move_number,
    alter column seat type seat_number,
    alter column h type hash,
    alter column key type hash,
    alter column request type hash,
    alter column to_act type seat_number;

-- A column has no other type while a trigger names it.
drop trigger games_keep_identity on games;
drop trigger games_embargo_ends_once on games;
drop trigger seats_keep_identity on seats;

alter table games
    drop constraint games_commitment_check,
    drop constraint games_seed_by_check,
    drop constraint games_origin_check,
    drop constraint games_visibility_check,
    drop constraint games_owner_check,
    drop constraint games_embargoed_check,
    drop constraint games_to_act_check,
    alter column commitment type hash,
    alter column seed_by type seed_maker,
    alter column origin type game_origin,
    alter column visibility type game_visibility,
    alter column owner type hash,
    alter column embargoed type flag,
    alter column to_act type seat_number;

alter table seats
    drop constraint seats_seat_check,
    drop constraint seats_open_check,
    drop constraint seats_token_check,
    drop constraint seats_counted_check,
    drop constraint seats_concession_key_check,
    drop constraint seats_check3,
    drop constraint seats_invitation_check,
    drop constraint seats_bot_check,
    alter column seat type seat_number,
    alter column open type flag,
    alter column token type hash,
    alter column counted type flag,
    alter column concession_key type hash,
    alter column concession_request type hash,
    alter column invitation type hash,
    alter column bot type bot_level,
    add check ((concession_key is null) = (concession_request is null));

create trigger games_keep_identity
    before update of id, game, rules, players, options, seed, commitment, seed_by, origin, origin_game, origin_seq,
        visibility, created_at, abandon_after, owner, creator, rematch_of
    on games
for each row execute function refuse_change();

create trigger games_embargo_ends_once before update of embargoed on games
for each row when (old.embargoed = 0)
execute function refuse_change();

create trigger seats_keep_identity before update of game_id, seat on seats
for each row execute function refuse_change();
