-- Lists of waiting or running games do not scan finished ones.
create index games_unfinished on games (id) where visibility = 'public' and finished_at is null;
