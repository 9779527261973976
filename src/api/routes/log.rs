//! The transparency log: its description, proofs, and its files.

use actix_web::http::header;
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use regicide_engine::engine::Message;
use regicide_engine::tlog::{MAX_SIZE, Tile};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::api::extract::auth::Caller;
use crate::api::extract::context::Context;
use crate::api::respond::problem::{Code, Problem};
use crate::api::respond::{Answer, Content, describe, json_revalidated, text_revalidated};
use crate::api::state::Api;
use crate::service::tlog::{TlogFile, TlogInfo, WantedProof};

const TEXT: &str = "text/plain; charset=utf-8";

/// The time that a tile may be cached, in seconds: it never changes.
const FOR_EVER: u32 = 31_536_000;
/// The time that a partial tile may be cached: it never changes either, but is hardly
/// requested again.
const PARTIAL: u32 = 3600;

/// The start of a proof.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProofQuery {
    /// The size of another checkpoint: the proof then shows in `extra` that both are of one
    /// log.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    since: Option<u64>,
}

/// The requested proof, from the checkpoint of a size.
pub(super) fn proof_since(since: Option<u64>) -> Result<WantedProof, Problem> {
    if since.is_some_and(|since| !(1..=MAX_SIZE).contains(&since)) {
        let wanted = Message::new("wanted-number-between").with("field", "since");
        let wanted = wanted.with("least", "1").with("most", MAX_SIZE.to_string());
        return Err(Problem::new(Code::InvalidValue, wanted).field("since"));
    }
    Ok(WantedProof { since })
}

/// Read about the transparency log
///
/// The append-only log of all games that ended and all commitments of challenges
/// (docs/spec/log.md): its policy, its size and its witnesses. Its files are below `/log/`,
/// as C2SP `tlog-tiles` defines: `/log/checkpoint`, `/log/tile/…`, and `/log/policy`.
#[utoipa::path(
    tag = "records",
    responses((status = 200, description = "The log", body = TlogInfo)),
)]
#[get("/log")]
pub(crate) async fn get_log(context: Context) -> Answer {
    Ok(json_revalidated(&context.request, &context.api.service.tlog.info().await?))
}

/// Prove that a game is logged
///
/// A C2SP `tlog-proof` that the transparency log has the game (docs/spec/log.md L4), to be
/// verified offline, some seconds or a minute after its end. For its seats at once, for
/// others once they see all cards.
#[utoipa::path(
    tag = "records",
    params(ProofQuery),
    responses(
        (status = 200, description = "The proof", body = String, content_type = "text/plain"),
        (status = 404, description = "`no_such_game`; or `not_logged`: no checkpoint has it, or it never will"),
        (status = 409, description = "`game_not_over`"),
    ),
    security((), ("token" = [])),
)]
#[get("/proof")]
pub(crate) async fn get_game_proof(caller: Caller, id: Path<Uuid>, query: Query<ProofQuery>) -> Answer {
    let proof =
        caller.api.service.tlog.game_proof(*id, caller.token.as_ref(), proof_since(query.since)?).await?;
    Ok(text_revalidated(&caller.request, TEXT, proof))
}

/// Prove that a challenge is logged
///
/// A C2SP `tlog-proof` that the transparency log has the challenge's commitment
/// (docs/spec/log.md L4), to be verified offline.
#[utoipa::path(
    tag = "challenges",
    params(ProofQuery),
    responses(
        (status = 200, description = "The proof", body = String, content_type = "text/plain"),
        (status = 404, description = "`no_such_challenge`; or `not_logged`: no checkpoint has it yet"),
    ),
)]
#[get("/proof")]
pub(crate) async fn get_challenge_proof(
    context: Context,
    id: Path<Uuid>,
    query: Query<ProofQuery>,
) -> Answer {
    let proof = context.api.service.tlog.challenge_proof(*id, proof_since(query.since)?).await?;
    Ok(text_revalidated(&context.request, TEXT, proof))
}

/// The path of the files of the log.
const FILES: &str = "/log/";

/// The path of a file of the log, below `/log/`.
pub(in crate::api) fn file_name(path: &str) -> Option<&str> {
    path.strip_prefix(FILES)
        .filter(|name| matches!(*name, "checkpoint" | "policy") || name.parse::<Tile>().is_ok())
}

/// A file of the log.
pub(in crate::api) async fn get_file(request: &HttpRequest, api: &Api, name: &str) -> Answer {
    let (file, max_age) = match api.service.tlog.file(name).await? {
        TlogFile::Text(text) => (Content::new(TEXT, text), None),
        TlogFile::Tile { is_complete, bytes } => {
            let max_age = if is_complete { FOR_EVER } else { PARTIAL };
            (Content::new("application/octet-stream", bytes), Some(max_age))
        }
    };
    let mut response = HttpResponse::Ok();
    describe(request, &mut response);
    if let Some(seconds) = max_age {
        response.insert_header((header::CACHE_CONTROL, format!("public, max-age={seconds}, immutable")));
    }
    Ok(file.respond(request, response))
}
