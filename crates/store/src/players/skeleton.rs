//! Names that look alike (UTS 39): each is stored with its skeleton, which all names that look
//! like it share.

use std::collections::BTreeSet;

use constcat::concat;
use unicode_security::UNICODE_VERSION;
use unicode_security::confusable_detection::skeleton;
use uuid::Uuid;

use super::Players;
use crate::database::{Row, Statement, params};
use crate::error::{RowKind, StoreError};
use crate::text::to_json;

/// The number of players who get new skeletons in one transaction.
const BATCH: u32 = 256;

/// The players to be shown: their ids are `$1`.
const SHOWN_POSTGRES: &str = "with shown as (
        select id, skeleton from players
        where id in (select value::uuid from json_array_elements_text($1::json) as ids (value))
            and skeleton is not null and name_hidden = 0
    ), ";
const SHOWN_SQLITE: &str = "with shown as (
        select id, skeleton from players
        where id in (select unhex(value) from json_each($1)) and skeleton is not null and name_hidden = 0
    ), ";

/// Those of them whose name looks like another's; `$is_entrant` is the condition on `q` for the
/// others. At most a hundred players with one skeleton are checked, so that the statement stays
/// short; a name that more players share always counts.
macro_rules! lookalikes {
    ($shown:expr, $is_entrant:expr) => {
        concat!(
            $shown,
            "looks as (select distinct skeleton from shown),
            counted as materialized (
                select skeleton,
                    (select count(*) from (
                        select q.id from players q
                        where q.skeleton = looks.skeleton and q.name_hidden = 0 limit 101
                    ) as players_with_it) as players,
                    (select count(*) from (
                        select q.id from (
                            select id from players
                            where skeleton = looks.skeleton and name_hidden = 0 limit 101
                        ) as q where ",
            $is_entrant,
            " limit 2
                    ) as entrants_with_it) as entrants
                from looks
            )
            select shown.id as player from shown join counted on counted.skeleton = shown.skeleton
            where players > 100 or entrants > 1"
        )
    };
}

/// Not with `exists`, which Postgres turns into a join: without statistics, that reads all
/// attempts of the challenge for each name.
const IS_ON_BOARD: &str = "1 = (
    select 1 from attempts a join results r on r.challenge = a.challenge and r.game = a.game
    where a.challenge = $2 and a.player = q.id and a.number = 1 and r.bots = $3 limit 1
)";
const ON_BOARD: Statement =
    Statement::each(lookalikes!(SHOWN_POSTGRES, IS_ON_BOARD), lookalikes!(SHOWN_SQLITE, IS_ON_BOARD));

const IS_IN_STANDINGS: &str = "1 = (
    select 1 from standings s
    where s.period = $2 and s.players = $3 and s.player = q.id and s.bot = $4 limit 1
)";
const IN_STANDINGS: Statement =
    Statement::each(lookalikes!(SHOWN_POSTGRES, IS_IN_STANDINGS), lookalikes!(SHOWN_SQLITE, IS_IN_STANDINGS));

/// Players whose skeletons another version of Unicode has made, or who have none.
const OUTDATED: Statement = Statement::new(
    "select id, name from players
    where id > $1 and name is not null and coalesce(skeleton_unicode, 0) <> $2 order by id limit $3",
)
.long();

/// The update has a condition on the name because it may have changed meanwhile.
const UPDATE_SKELETON: Statement =
    Statement::new("update players set skeleton = $3, skeleton_unicode = $4 where id = $1 and name = $2");

/// The version of Unicode by which skeletons are made.
pub(super) const UNICODE: i64 =
    (UNICODE_VERSION.0 * 10_000 + UNICODE_VERSION.1 * 100 + UNICODE_VERSION.2).cast_signed();

/// The skeleton that all names that look like this one share, in any case.
#[must_use]
pub fn skeleton_of(name: &str) -> String {
    raw_skeleton(name).to_lowercase()
}

/// The skeleton that all texts of this look share (UTS 39, 4).
#[must_use]
pub fn raw_skeleton(text: &str) -> String {
    skeleton(text).collect()
}

impl Players {
    /// Those of some players whose name looks like that of another player with a result of the
    /// challenge, on the board of bots or of people.
    pub async fn lookalikes_on_board(
        &self,
        challenge: Uuid,
        bots: bool,
        players: &BTreeSet<Uuid>,
    ) -> Result<BTreeSet<Uuid>, StoreError> {
        let ids = ids_json(players);
        read_players(&self.database.fetch(ON_BOARD, params![ids, challenge, bots]).await?)
    }

    /// Those of some players whose name looks like that of another player in the standings of a
    /// period and a number of players.
    pub async fn lookalikes_in_standings(
        &self,
        (period, number): (i32, u8),
        bots: bool,
        players: &BTreeSet<Uuid>,
    ) -> Result<BTreeSet<Uuid>, StoreError> {
        let ids = ids_json(players);
        read_players(&self.database.fetch(IN_STANDINGS, params![ids, period, number, bots]).await?)
    }

    /// Computes skeletons that are missing, or that another version of Unicode has made.
    pub(crate) async fn update_skeletons(&self) -> Result<(), StoreError> {
        let mut after = Uuid::nil();
        loop {
            let rows = self.database.fetch(OUTDATED, params![after, UNICODE, BATCH]).await?;
            if rows.is_empty() {
                return Ok(());
            }
            let mut transaction = self.database.begin().await?;
            for row in &rows {
                let (id, name): (Uuid, String) =
                    row.parse(RowKind::Player, "id", |row| Ok((row.get("id")?, row.get("name")?)))?;
                let skeleton = skeleton_of(&name);
                let values = params![id, name.as_str(), skeleton.as_str(), UNICODE];
                transaction.execute(UPDATE_SKELETON, values).await?;
                after = id;
            }
            transaction.commit().await?;
        }
    }
}

fn ids_json(players: &BTreeSet<Uuid>) -> String {
    to_json(&players.iter().map(Uuid::as_simple).collect::<Vec<_>>())
}

fn read_players(rows: &[Row]) -> Result<BTreeSet<Uuid>, StoreError> {
    rows.iter().map(|row| row.id(RowKind::Player, "player")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (name, other) in [("ace", "\u{430}\u{441}\u{435}"), ("corner", "comer"), ("Ace", "ace")] {
            assert_eq!(skeleton_of(name), skeleton_of(other), "{name}");
        }
        assert_ne!(skeleton_of("Ada"), skeleton_of("Ben"));
    }
}
