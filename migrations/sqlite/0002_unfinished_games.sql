-- Lists of games that wait or run walk past none that have finished.
create index games_unfinished on games (id) where visibility = 'public' and finished_at is null;
