-- What names are compared by to find those that look alike (UTS 39), with the
-- version of Unicode that it was computed with. Where there is none, or another
-- version, it is recomputed when the service starts.
alter table players add column skeleton text;
alter table players add column skeleton_unicode integer
    check ((skeleton is null) = (skeleton_unicode is null));

-- Players whose names look alike.
create index players_skeleton on players (skeleton, id) where skeleton is not null;
