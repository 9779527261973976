//! The SQL of what operators do, which both back ends understand.

pub(in crate::store) const DROP_TALLY: &str = "
    delete from tallies where challenge = $1 and game = $2
    returning counted, month, players, won, enemies";

pub(in crate::store) const VOID: &str = "
    update results set void_reason = $3 where challenge = $1 and game = $2 and void_reason is null
    returning bots, score";

pub(in crate::store) const MARK_BOT: &str =
    "update players set bot = $2 where id = $1 and deleted_at is null";

pub(in crate::store) const MARK_STANDINGS: &str = "update standings set bot = $2 where player = $1";

/// Results of a player that stand on the wrong board.
pub(in crate::store) const MISPLACED: &str = "
    select challenge, game, seat, bots, score, counts from (
        select r.challenge, r.game, r.seat, r.bots, r.score,
            case when r.void_reason is null then 1 else 0 end as counts,
            (select max(p.bot) from attempts a join players p on p.id = a.player
                where a.challenge = r.challenge and a.game = r.game) as belongs
        from results r join attempts mine on mine.challenge = r.challenge and mine.game = r.game
        where mine.player = $1
    ) as placed where bots <> belongs order by challenge, game, seat";

pub(in crate::store) const MOVE_RESULT: &str =
    "update results set bots = $4 where challenge = $1 and game = $2 and seat = $3";

pub(in crate::store) const HIDE_NAME: &str =
    "update players set name_hidden = 1 where id = $1 and deleted_at is null";

pub(in crate::store) const HIDE_AT_SEATS: &str = "update seats set name = null where player = $1";

pub(in crate::store) const HIDE_CHALLENGE: &str =
    "update challenges set hidden = 1 where id = $1 and name is not null";

pub(in crate::store) const REVOKE_PLAYER: &str =
    "update players set token = $2 where id = $1 and deleted_at is null";

pub(in crate::store) const REVOKE_AT_SEATS: &str = "update seats set player_token = $2 where player = $1";

pub(in crate::store) const RAISE: &str = "update games set version = version + 1 where id = $1";

pub(in crate::store) const REVOKE_SEAT: &str =
    "update seats set token = $3 where game_id = $1 and seat = $2 and open = 0";

pub(in crate::store) const CLOSE_GAME: &str = "
    update games set version = version + 1, cancelled_at = $2
    where id = $1 and finished_at is null and cancelled_at is null and (ends_at is null or ends_at > $2)";

pub(in crate::store) const ADD_ACT: &str =
    "insert into admin_log (id, at, actor, act) values ($1, $2, $3, $4)";

pub(in crate::store) const ACTS: &str =
    "select id, at, actor, act from admin_log where id > $1 order by id limit $2";
