//! An example of every operation's answer: real ones, kept in
//! `openapi/examples/` and held to the schemas by a test.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

/// Operation, status and example.
type Example = (&'static str, &'static str, &'static str);

macro_rules! examples {
    ($($operation:literal $status:literal $file:literal),+ $(,)?) => {
        [$(($operation, $status, include_str!(concat!("../../../openapi/examples/", $file)))),+]
    };
}

const EXAMPLES: [Example; 39] = examples![
    "administer" "201" "administer.json",
    "audit_game" "200" "audit_game.json",
    "cancel_game" "200" "cancel_game.json",
    "create_challenge" "201" "create_challenge.json",
    "create_game" "201" "create_game.json",
    "create_invitations" "201" "create_invitations.json",
    "create_player" "201" "create_player.json",
    "delete_player" "200" "delete_player.json",
    "export_records" "200" "export_records.ndjson",
    "fork_game" "201" "fork_game.json",
    "free_seat" "200" "free_seat.json",
    "get_admin_log" "200" "get_admin_log.json",
    "get_challenge" "200" "get_challenge.json",
    "get_daily" "200" "get_daily.json",
    "get_day" "200" "get_day.json",
    "get_game" "200" "get_game.json",
    "get_health" "200" "get_health.json",
    "get_leaderboard" "200" "get_leaderboard.json",
    "get_player" "200" "get_player.json",
    "get_problem" "200" "get_problem.json",
    "get_readiness" "200" "get_readiness.json",
    "get_record" "200" "get_record.json",
    "get_replay" "200" "get_replay.json",
    "get_rules" "200" "get_rules.json",
    "get_standings" "200" "get_standings.json",
    "get_stats" "200" "get_stats.json",
    "import_record" "201" "import_record.json",
    "list_challenges" "200" "list_challenges.json",
    "list_games" "200" "list_games.json",
    "list_keys" "200" "list_keys.json",
    "list_legal_moves" "200" "list_legal_moves.json",
    "list_moves" "200" "list_moves.json",
    "make_move" "201" "make_move.json",
    "make_move" "202" "make_move_202.json",
    "rename_player" "200" "rename_player.json",
    "rotate_player_token" "200" "rotate_player_token.json",
    "start_attempt" "201" "start_attempt.json",
    "take_seat" "201" "take_seat.json",
    "verify_record" "200" "verify_record.json",
];

/// Gives an operation its examples.
pub(super) fn add(operation: &mut Operation) {
    for (_, status, text) in EXAMPLES.iter().filter(|(id, ..)| operation.operation_id.as_deref() == Some(*id))
    {
        let Some(RefOr::T(response)) = operation.responses.responses.get_mut(*status) else { continue };
        for (kind, content) in &mut response.content {
            let RefOr::T(content) = content else { continue };
            content.example = Some(if kind == "application/json" {
                serde_json::from_str(text).expect("examples are JSON")
            } else {
                Value::String((*text).to_owned())
            });
        }
    }
}
