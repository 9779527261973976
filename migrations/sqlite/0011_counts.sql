-- Counts of players held practice games, whose deals were known. All finished
-- games are counted again, some at a time, when a profile is read.
delete from player_stats;
update seats set counted = 0 where counted = 1;
