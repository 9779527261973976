//! All routes of the application.

pub(in crate::api) mod admin;
pub(in crate::api) mod analysis;
pub(in crate::api) mod challenges;
pub(in crate::api) mod daily;
pub(in crate::api) mod feed;
pub(in crate::api) mod finished_games;
pub(in crate::api) mod games;
pub(in crate::api) mod health;
pub(in crate::api) mod index;
pub(in crate::api) mod keys;
pub(in crate::api) mod log;
pub(in crate::api) mod me;
pub(in crate::api) mod moves;
pub(in crate::api) mod notes;
pub(in crate::api) mod players;
pub(in crate::api) mod problem_pages;
pub(in crate::api) mod proposals;
pub(in crate::api) mod records;
pub(in crate::api) mod rules;
pub(in crate::api) mod seats;
pub(in crate::api) mod signals;
pub(in crate::api) mod webhooks;

use std::sync::LazyLock;

use actix_web::App;
use utoipa::openapi::OpenApi;
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_actix_web::{AppExt, scope};

use super::extract::{self, BODY_LIMIT, RECORD_LIMIT};
use super::http::content_negotiation;
use super::state::routes::Routes;
use super::{live, picture};

/// Adds every documented path.
///
/// A scope compares a static path as text, but a path with a variable is a regular
/// expression, and all of a scope are tried in turn. So a variable is a separate scope,
/// behind the static paths, and moves come first.
pub(super) fn documented(config: &mut ServiceConfig<'_>) {
    let game = scope("/{id}")
        .configure(moves::of_game)
        .configure(games::item)
        .configure(proposals::of_game)
        .configure(seats::of_game)
        .configure(finished_games::of_game)
        .configure(notes::of_game)
        .service(signals::give_signal)
        .service(signals::list_signals)
        .service(picture::get_table_image)
        .service(log::get_game_proof)
        .service(analysis::analyse_game)
        .service(analysis::get_advice)
        .service(live::follow_game);
    let player = scope("/{id}").configure(players::item).service(live::follow_player);
    let challenge = scope("/{id}")
        .configure(challenges::item)
        .service(log::get_challenge_proof)
        .service(live::follow_challenge);
    let games = scope("/games").service(games::create_game).service(games::list_games).service(game);
    let players = scope("/players").service(players::create_player).service(player);
    let challenges = scope("/challenges")
        .service(challenges::create_challenge)
        .service(challenges::list_challenges)
        .service(challenge);
    let records = scope("/records")
        .app_data(extract::json(RECORD_LIMIT))
        .service(records::export_records)
        .service(records::import_record);
    let verification = scope("/verification").app_data(extract::json(RECORD_LIMIT));
    let v1 = scope("/v1")
        .service(index::get_index)
        .service(games)
        .service(players)
        .service(challenges)
        .service(records)
        .service(scope("/daily").service(daily::get_daily).service(daily::get_day))
        .service(scope("/admin/actions").service(admin::run_admin_action).service(admin::get_admin_log))
        .service(scope("/webhooks").configure(webhooks::all))
        .service(verification.service(records::verify_record))
        .service(analysis::request_analysis)
        .service(challenges::get_standings)
        .service(feed::get_feed)
        .service(rules::get_rules)
        .service(rules::get_clause)
        .service(keys::list_keys)
        .service(me::get_token_holder)
        .service(log::get_log)
        .service(live::follow_games)
        .wrap(actix_web::middleware::from_fn(content_negotiation::negotiate));
    config
        .app_data(extract::json(BODY_LIMIT))
        .app_data(extract::query())
        .app_data(extract::path())
        .service(v1)
        .service(health::get_health)
        .service(health::get_readiness)
        .service(problem_pages::list_problems)
        .service(problem_pages::get_problem);
}

/// Adds the descriptions of all handlers to a document.
pub(super) fn describe(document: OpenApi) -> OpenApi {
    let (_, document) =
        App::new().into_utoipa_app().openapi(document).configure(documented).split_for_parts();
    document
}

/// The table of all routes.
pub(super) fn table() -> &'static Routes {
    static TABLE: LazyLock<Routes> = LazyLock::new(|| Routes::new(describe(OpenApi::default()).paths));
    &TABLE
}
