-- The level of the house bot that sits on a seat. Nobody holds such a seat: it
-- has no token, and no player.
alter table seats add column bot text check (bot in ('novice', 'steady', 'strong'))
    check (bot is null or (open = 0 and token is null and player is null));

-- Games that may wait for a bot: after how many moves. A row is written with the
-- move, or the seat, that makes it a bot's turn, and goes with the bot's move.
-- All instances look here for what is left to do; there are as many rows as bots
-- that are about to move.
create table bot_turns (
    game_id blob primary key references games (id),
    seq integer not null check (seq >= 0)
) strict;
