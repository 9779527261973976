//! The table of a game as a picture.

mod card;
mod draw;
mod enemy;
mod palette;
mod shapes;
mod svg;

use actix_web::get;
use actix_web::web::{Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use self::draw::Look;
pub(super) use self::palette::Scheme;
use super::extract::auth::Caller;
use super::respond::language::{preferred_language, with_language};
use super::respond::problem::{Code, Problem};
use super::respond::{Answer, text_revalidated};
use regicide_engine::i18n::Language;

/// The style of a picture.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct PictureQuery {
    /// Show the game as it was after this many moves; after all if left out.
    #[param(minimum = 0, maximum = 7151)]
    seq: Option<u32>,
    /// The width in pixels; the height follows from it, nine to sixteen.
    #[param(minimum = 160, maximum = 3840, default = 960)]
    width: Option<u32>,
    /// Light or dark; light if left out.
    scheme: Option<Scheme>,
    /// The tag of the language, for places that cannot send
    /// `Accept-Language`.
    #[param(example = "es")]
    language: Option<String>,
}

/// Draw the table
///
/// The table as an SVG picture, for chats, articles and replays: with a seat's
/// token that seat's hand is open; without one all hands are closed, and open
/// once the game is over. It shows nothing that the view of the game does not.
#[utoipa::path(
    tag = "games",
    params(PictureQuery),
    responses((status = 200, description = "The picture", body = String, content_type = "image/svg+xml")),
    security((), ("token" = [])),
)]
#[get("/table.svg")]
pub(super) async fn get_table_image(caller: Caller, id: Path<Uuid>, query: Query<PictureQuery>) -> Answer {
    let width = query.width.unwrap_or(960);
    if !(160..=3840).contains(&width) {
        return Err(Problem::new(Code::InvalidValue, "picture-width").field("width"));
    }
    let asked = query.language.as_deref().and_then(Language::lookup);
    let language = asked.unwrap_or(preferred_language(&caller.request));
    let view = caller.api.service.games.view(*id, caller.token.as_ref(), query.seq).await?;
    let look = Look { width, scheme: query.scheme.unwrap_or_default(), language };
    let picture = draw::table(&view, look);
    Ok(with_language(language, text_revalidated(&caller.request, "image/svg+xml", picture)))
}
