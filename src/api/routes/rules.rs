//! The rules as data, for front ends.

use actix_web::get;
use actix_web::web::{Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::extract::context::Context;
use crate::api::respond::Answer;
use crate::api::respond::problem::{Code, Problem};
use crate::api::state::json_lasting;
use crate::service::games::{ClauseText, Rules};

/// The rules to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RulesQuery {
    /// A version of a game's rules: the game, a slash and the number in the
    /// field `rules` of its games. Without it, the rules of new games of every
    /// kind.
    #[param(example = "regicide/1")]
    ruleset: Option<String>,
}

/// Read the rules
///
/// Cards, tables by number of players, phases, forms of moves, variants, options, scoring
/// and clauses, in the language of the request.
#[utoipa::path(
    tag = "rules",
    params(RulesQuery),
    responses(
        (status = 200, description = "The rules", body = Rules),
        (status = 422, description = "`unknown_rules`: no such game or version"),
    ),
)]
#[get("/rules")]
pub(crate) async fn get_rules(context: Context, query: Query<RulesQuery>) -> Answer {
    let rules = |language| {
        let rules = context.api.service.games.rules(query.ruleset.as_deref(), language);
        rules.map_err(|error| Problem::from(error).field("ruleset"))
    };
    json_lasting(&context.api, &context.request, rules)
}

/// Read a clause of the rules
///
/// The target of a problem's `clause`. A clause never changes its text: another text in a
/// later version of the rules has another id.
#[utoipa::path(
    tag = "rules",
    params(("clause" = String, Path, description = "Its id", example = "R4.2")),
    responses(
        (status = 200, description = "The clause", body = ClauseText),
        (status = 404, description = "`no_such_path`: there is no such clause"),
    ),
)]
#[get("/clauses/{clause}")]
pub(crate) async fn get_clause(context: Context, id: Path<String>) -> Answer {
    let missing = || Problem::new(Code::NoSuchPath, "error-no-such-clause");
    json_lasting(&context.api, &context.request, |language| {
        ClauseText::find(&id, language).ok_or_else(missing)
    })
}
