//! The table of a game as a picture.

mod card;
mod draw;
mod enemy;
mod glyphs;
mod palette;
mod shapes;
mod svg;

use actix_web::get;
use actix_web::web::{Path, Query};
use regicide_engine::engine::Hash;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

pub(super) use self::palette::Scheme;
use super::extract::auth::Caller;
use super::respond::{Answer, blocking, if_new};
use crate::service::runtime::Work;

/// The cost of a picture, in rebuilt moves.
const COST: u64 = 6000;

/// The style of a picture.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// Show the game as it was after this many moves; after all if left out.
    #[param(minimum = 0, maximum = 7151)]
    seq: Option<u32>,
    /// Light or dark; light if left out.
    scheme: Option<Scheme>,
}

/// Draw the table
///
/// The table as a PNG picture of 1200 by 630 pixels without words, for link previews, chats and
/// articles: with a seat's token that seat's hand is open; without one all hands are closed, and
/// open once the game is over. It shows nothing that the view of the game does not.
#[utoipa::path(
    tag = "games",
    params(PictureQuery),
    responses((status = 200, description = "The picture", body = inline(svg::Png), content_type = "image/png")),
    security((), ("token" = [])),
)]
#[get("/table.png")]
pub(super) async fn get_table_image(caller: Caller, id: Path<Uuid>, query: Query<PictureQuery>) -> Answer {
    let view = caller.api.service.games.view(*id, caller.token.as_ref(), query.seq).await?;
    let table = draw::table(&view, query.scheme.unwrap_or_default());
    let state = Hash::of(table.as_bytes());
    let rendered = blocking(move || {
        Work::current().add(COST);
        Ok(svg::rendered(&table))
    });
    if_new(&caller.request, "image/png", state, async { Ok(rendered.await?.0) }).await
}
