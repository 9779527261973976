-- The greatest time that was read from the clock, to the minute, in
-- microseconds since 1970. The clock is the host's and may be set back; the
-- database's time is never before this.
alter table write_probe add column latest_time integer not null default 0;
