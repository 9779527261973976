-- What was reached in an attempt, so that nobody has to play its game again to
-- show it: stored once its game is over, or when somebody asks for it. How each
-- enemy was defeated, in their order: `e` exactly, `d` otherwise.
alter table attempts add column score integer check (score >= 0);
alter table attempts add column defeats text;

create trigger attempts_keep_score before update of score, defeats on attempts
when old.score is not null
begin
    select raise(abort, 'rows of attempts are never changed or deleted');
end;
