-- The idempotency key that came with a seat's request to concede and the hash of the
-- request, as moves have them; and which of the seats' requests it was, from 1, so
-- that a repeated request gets the answer that the first one got.
alter table seats add column concession_place integer;
alter table seats add column concession_key bytea check (length(concession_key) = 32);
alter table seats add column concession_request bytea
    check (length(concession_request) = 32 and (concession_key is null) = (concession_request is null));
