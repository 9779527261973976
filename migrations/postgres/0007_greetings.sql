-- Expands: a signal may be given before the first move. A program without this migration reports a
-- game with one of the new signals as inconsistent; none was released.
set local lock_timeout = '200ms';

alter table signals drop constraint signals_seq_check;
alter table signals add constraint signals_seq_check check (seq between 0 and 20000) not valid;
