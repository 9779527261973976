//! What a front end would otherwise hard-code.

use actix_web::{HttpRequest, HttpResponse, get};

use super::answer::show;
use super::language::{Wanted, said};
use crate::service::Rules;

/// Read the rules
///
/// Cards, tables by number of players, phases, forms of moves, variants,
/// options, scoring and clauses of every game, in the language asked for.
#[utoipa::path(
    operation_id = "get_rules",
    tag = "rules",
    responses((status = 200, description = "The rules of every game", body = Rules)),
)]
#[get("/rules")]
pub(super) async fn get_rules(request: HttpRequest, Wanted(language): Wanted) -> HttpResponse {
    said(language, show(&request, &Rules::all(language)))
}
