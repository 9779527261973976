-- Who a player is never changes.
create trigger players_keep_identity before update of id, created_at on players
for each row execute function refuse_change();
