//! All routes of the application.

pub(in crate::api) mod admin;
pub(in crate::api) mod analysis;
pub(in crate::api) mod challenges;
pub(in crate::api) mod daily;
pub(in crate::api) mod fallback;
pub(in crate::api) mod finished_games;
pub(in crate::api) mod games;
pub(in crate::api) mod health;
pub(in crate::api) mod index;
pub(in crate::api) mod keys;
pub(in crate::api) mod log;
pub(in crate::api) mod moves;
pub(in crate::api) mod players;
pub(in crate::api) mod problem_pages;
pub(in crate::api) mod records;
pub(in crate::api) mod rules;
pub(in crate::api) mod seats;
pub(in crate::api) mod signals;
pub(in crate::api) mod table;
pub(in crate::api) mod webhooks;

use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

use super::extract::{self, BODY_LIMIT, RECORD_LIMIT};
use super::http::content_negotiation;
use super::{live, picture};

/// Adds every documented path.
///
/// A scope compares a static path as text, but a path with a variable is a
/// regular expression, and all of a scope are tried in turn. So a variable is
/// a scope of its own, behind the static paths, and moves come first.
pub(super) fn documented(config: &mut ServiceConfig<'_>) {
    let seats = scope("/seats")
        .service(seats::take_seat)
        .service(seats::free_seat)
        .service(seats::seat_bot)
        .service(seats::unseat_bot);
    let game = scope("/{id}")
        .service(moves::make_move)
        .service(games::get_game)
        .service(games::cancel_game)
        .service(games::list_legal_moves)
        .service(moves::list_moves)
        .service(moves::undo_move)
        .service(picture::draw_table)
        .service(seats)
        .service(seats::invite_to_seats)
        .service(signals::give_signal)
        .service(signals::list_signals)
        .service(finished_games::get_replay)
        .service(finished_games::get_record)
        .service(log::get_game_proof)
        .service(analysis::analyse_game)
        .service(finished_games::audit_game)
        .service(finished_games::fork_game)
        .service(finished_games::rematch_game)
        .service(live::follow_game);
    let games = scope("/games").service(games::create_game).service(games::list_games).service(game);
    let webhook = scope("/{webhook_id}")
        .service(webhooks::get_webhook)
        .service(webhooks::change_webhook)
        .service(webhooks::delete_webhook)
        .service(webhooks::try_webhook)
        .service(webhooks::list_deliveries);
    let webhooks = scope("/webhooks")
        .service(webhooks::create_webhook)
        .service(webhooks::list_webhooks)
        .service(webhook);
    let player = scope("/{id}")
        .service(players::get_player)
        .service(players::list_player_games)
        .service(players::rename_player)
        .service(players::rotate_player_token)
        .service(players::delete_player)
        .service(webhooks)
        .service(live::follow_player);
    let players = scope("/players").service(players::create_player).service(player);
    let challenge = scope("/{id}")
        .service(challenges::get_challenge)
        .service(challenges::start_attempt)
        .service(challenges::create_invitations)
        .service(challenges::get_leaderboard)
        .service(challenges::get_stats)
        .service(challenges::get_solution)
        .service(log::get_challenge_proof)
        .service(live::follow_challenge);
    let challenges = scope("/challenges")
        .service(challenges::create_challenge)
        .service(challenges::list_challenges)
        .service(challenge);
    let records = scope("/records")
        .app_data(extract::json(RECORD_LIMIT))
        .service(records::export_records)
        .service(records::import_record);
    let operator_webhook = scope("/{webhook_id}")
        .service(webhooks::get_operator_webhook)
        .service(webhooks::change_operator_webhook)
        .service(webhooks::delete_operator_webhook)
        .service(webhooks::try_operator_webhook)
        .service(webhooks::list_operator_deliveries);
    let operator_webhooks = scope("/admin/webhooks")
        .service(webhooks::create_operator_webhook)
        .service(webhooks::list_operator_webhooks)
        .service(operator_webhook);
    let v1 = scope("/v1")
        .service(index::get_index)
        .service(games)
        .service(players)
        .service(challenges)
        .service(records)
        .service(scope("/daily").service(daily::get_daily).service(daily::get_day))
        .service(scope("/admin/actions").service(admin::administer).service(admin::get_admin_log))
        .service(operator_webhooks)
        .service(scope("/verification").app_data(extract::json(RECORD_LIMIT)).service(records::verify_record))
        .service(analysis::request_analysis)
        .service(challenges::get_standings)
        .service(rules::get_rules)
        .service(rules::get_clause)
        .service(keys::list_keys)
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
