-- Expands. Web Push, a third form of webhooks, and the key that identifies the service to push
-- services. A program without this migration reports webhooks of this form as inconsistent rows and
-- sends nothing to them; none was released.
alter table webhooks
    drop constraint webhooks_form_check,
    add constraint webhooks_form_check check (form in ('standard', 'discord', 'web_push')),
    -- The keys of the browser's subscription, `p256dh` and `auth`, in base64url with a dot in between.
    add column push_keys text check (length(push_keys) = 110);

-- The key that identifies the service to push services, common to all instances. Subscriptions are
-- bound to it.
create table vapid_keys (
    number integer primary key check (number = 1),
    secret bytea not null check (length(secret) = 32)
);
