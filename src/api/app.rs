//! The paths, put together.

use utoipa_actix_web::scope;
use utoipa_actix_web::service_config::ServiceConfig;

use super::body::{self, BODY_LIMIT, RECORD_LIMIT};
use super::{
    accept, admin, challenges, daily, games, health, keys, moves, over, players, records, rules, seats,
};

/// Adds every documented path.
pub(super) fn documented(config: &mut ServiceConfig<'_>) {
    let records = scope("/records")
        .app_data(body::json(RECORD_LIMIT))
        .service(records::export_records)
        .service(records::import_record)
        .service(records::verify_record);
    let v1 = scope("/v1")
        .service(games::create_game)
        .service(games::list_games)
        .service(games::get_game)
        .service(games::cancel_game)
        .service(games::list_legal_moves)
        .service(seats::take_seat)
        .service(seats::free_seat)
        .service(moves::make_move)
        .service(moves::list_moves)
        .service(players::create_player)
        .service(players::get_player)
        .service(players::rename_player)
        .service(players::rotate_player_token)
        .service(players::delete_player)
        .service(over::get_replay)
        .service(over::get_record)
        .service(over::audit_game)
        .service(over::fork_game)
        .service(records)
        .service(rules::get_rules)
        .service(keys::list_keys)
        .service(daily::get_daily)
        .service(daily::get_day)
        .service(challenges::create_challenge)
        .service(challenges::list_challenges)
        .service(challenges::get_challenge)
        .service(challenges::start_attempt)
        .service(challenges::create_invitations)
        .service(challenges::get_leaderboard)
        .service(challenges::get_stats)
        .service(challenges::get_standings)
        .service(admin::administer)
        .service(admin::get_admin_log)
        .wrap(actix_web::middleware::from_fn(accept::negotiate));
    config
        .app_data(body::json(BODY_LIMIT))
        .app_data(body::query())
        .app_data(body::path())
        .service(v1)
        .service(health::get_health)
        .service(health::get_readiness)
        .service(health::get_problem);
}
