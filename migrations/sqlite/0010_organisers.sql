-- Expands. Ids and names of the codes of challenges, their revocation, and results that count again
-- after they were taken off a board. A code that a program without this migration makes has no id: it
-- admits, and is in no list.

alter table invitations add column id blob;
-- The organiser's name for the invited player.
alter table invitations add column name text;
alter table invitations add column revoked integer not null default 0 check (revoked in (0, 1));

update invitations set id = substr(code, 1, 16);

create unique index invitations_id on invitations (challenge, id) where id is not null;

-- The actor who took it off, as in `admin_log`.
alter table results add column void_actor text;
-- Why it did not count, before it was restored.
alter table results add column restored_reason text;

create index if not exists results_restored on results (challenge, bots, game, seat)
where restored_reason is not null and void_reason is null;

drop trigger results_keep_reason;

create trigger results_keep_reason before update of void_reason on results
when old.void_reason is not null
    and (new.void_reason is not null or new.restored_reason is null or new.restored_reason <> old.void_reason)
begin
    select raise(abort, 'rows of results are never changed or deleted');
end;
