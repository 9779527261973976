-- Expands: a signal may be given before the first move.
set local lock_timeout = '200ms';

alter table signals drop constraint signals_seq_check;
alter table signals add constraint signals_seq_check check (seq between 0 and 20000) not valid;
