//! The former holders of seats that have changed hands.

use constcat::concat;
use regicide_engine::bots::Level;
use regicide_engine::engine::Seat;
use uuid::Uuid;

use crate::database::{Invalid, Row, Statement, Transaction, params};
use crate::error::StoreError;
use crate::token::TokenHash;

/// The holder of a seat until it changed hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerPlayer {
    /// The version of the game that the change led to: it orders the changes.
    pub version: u32,
    pub seat: Seat,
    /// The number of entries of the log before the change.
    pub until: u32,
    /// The player, unless deleted since; none for a bot or a seat taken without a player.
    pub player: Option<Uuid>,
    pub bot: Option<Level>,
    /// The hash of the seat's token, if it was taken without a player.
    pub token: Option<TokenHash>,
    /// The display name, if there was one.
    pub name: Option<String>,
    /// True if another player handed the seat over.
    pub lost: bool,
}

/// The list of a game's former players as JSON, in the order of the changes.
macro_rules! former {
    ($list:literal, $row:literal, $id:literal, $hash:literal, $end:literal) => {
        concat!(
            "select ",
            $list,
            "(",
            $row,
            "(f.version, f.seat, f.until, ",
            $id,
            ", f.bot, ",
            $hash,
            ", case when f.player is null then f.name when p.name_hidden = 0 then p.name end, f.lost) order by f.version, f.seat)",
            $end,
            " from former_players f left join players p on p.id = f.player"
        )
    };
}

pub(crate) const FORMER_POSTGRES: &str =
    former!("json_agg", "json_build_array", "f.player", "encode(f.token, 'hex')", "::text");
pub(crate) const FORMER_SQLITE: &str =
    former!("json_group_array", "json_array", "hex(f.player)", "hex(f.token)", "");

const INSERT_FORMER: Statement = Statement::new(
    "insert into former_players (game_id, version, seat, until, player, bot, token, name, lost)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
)
.of_game();

/// An item of the list: version, seat, number of entries, player, bot, token, name and 1 for a lost
/// seat. SQLite writes bytes that are missing as an empty text.
type FormerJson = (u32, Seat, u32, Option<String>, Option<Level>, Option<String>, Option<String>, Option<u8>);

impl FormerPlayer {
    fn from_json(
        (version, seat, until, player, bot, token, name, lost): FormerJson,
    ) -> Result<Self, Invalid> {
        let present = |text: Option<String>| text.filter(|text| !text.is_empty());
        let player = present(player).map(|id| id.parse().map_err(Invalid::new)).transpose()?;
        let bytes = |text: String| {
            let mut bytes = [0; 32];
            hex::decode_to_slice(text, &mut bytes).map_err(Invalid::new).map(|()| TokenHash(bytes))
        };
        let token = present(token).map(bytes).transpose()?;
        Ok(Self { version, seat, until, player, bot, token, name, lost: lost == Some(1) })
    }

    pub(crate) async fn insert(&self, transaction: &mut Transaction, game: Uuid) -> Result<(), StoreError> {
        let Self { version, seat, until, player, bot, token, name, lost } = self;
        let name = name.as_deref().filter(|_| player.is_none() && bot.is_none());
        let bot = bot.map(<&str>::from);
        let lost = lost.then_some(true);
        let values = params![game, *version, *seat, *until, *player, bot, *token, name, lost];
        transaction.execute(INSERT_FORMER, values).await?;
        Ok(())
    }
}

pub(crate) fn read_former(row: &Row) -> Result<Vec<FormerPlayer>, Invalid> {
    let Some(json) = row.optional::<String>("former")? else { return Ok(Vec::new()) };
    let rows: Vec<FormerJson> = serde_json::from_str(&json).map_err(Invalid::new)?;
    rows.into_iter().map(FormerPlayer::from_json).collect()
}
