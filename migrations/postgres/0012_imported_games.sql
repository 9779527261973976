-- An import asks whether a record is there already, by its commitment.
create index games_imported on games (commitment) where origin = 'import';
