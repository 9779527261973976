//! Records: verifying, importing and exporting them.

use std::rc::Rc;

use actix_web::web::{Bytes, Data, Json, Query};
use actix_web::{HttpResponse, get, post};
use futures_util::stream;
use regicide_engine::engine::{Hash, Message};
use regicide_engine::record::{Expected, RecordFile, Verdict};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::IntoParams;
use uuid::Uuid;

use super::games::created;
use crate::api::extract::auth::{Caller, Key};
use crate::api::extract::context::Context;
use crate::api::extract::validation::Operation;
use crate::api::http::connection::Progress;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::problem::{Code, Problem};
use crate::api::respond::{Answer, blocking, describe, json_no_store};
use crate::api::state::Api;
use crate::service::export::ExportLine;
use crate::service::games::{Imported, verdict_on};

/// The maximum number of games that are read at a time while the export streams.
const CHUNK: usize = 25;
/// The number of games that are read first.
const FIRST_CHUNK: usize = 5;
/// The target number of moves of a chunk: a chunk is charged only after it was read.
const CHUNK_MOVES: usize = 5000;
/// The maximum number of records of a limited export.
const MAX_EXPORT: u32 = 1_000_000;

/// Information about a game from elsewhere.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VerifyQuery {
    /// The commitment that was published, 64 lower-case hex digits.
    #[param(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    commitment: Option<Hash>,
    /// The last hash of the chain that was kept, 64 lower-case hex digits.
    #[param(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    chain: Option<Hash>,
}

impl From<VerifyQuery> for Expected {
    fn from(VerifyQuery { commitment, chain }: VerifyQuery) -> Self {
        Self { commitment, chain, ..Self::default() }
    }
}

/// Verify a record
///
/// Verifies a record without storing it: everything valid up to the first bad move, and
/// the fault of that move.
#[utoipa::path(
    tag = "records",
    extensions(("x-budget" = json!("verify"))),
    params(VerifyQuery),
    request_body = RecordFile,
    responses(
        (status = 200, description = "The verdict, good or bad", body = Verdict),
        (status = 422, description = "`unknown_rules` or `invalid_record`: of an unknown kind"),
    ),
)]
#[post("")]
pub(crate) async fn verify_record(
    context: Context,
    query: Query<VerifyQuery>,
    body: Json<Box<RawValue>>,
) -> Answer {
    let language = preferred_language(&context.request);
    let known = context.api.service.keys.list().await?.items;
    let keys = known.into_iter().map(|key| key.public_key).collect();
    let expected = Expected { keys, ..query.into_inner().into() };
    let operation = Operation::of(&context.request);
    let verify = move || {
        let record = RecordFile::from_json(body.get());
        let record = record.map_err(|error| operation.record_problem(body.get(), "", error))?;
        Ok(verdict_on(&record, &expected, language))
    };
    let verdict = blocking(verify).await?;
    Ok(with_language(language, json_no_store(&mut HttpResponse::Ok(), &verdict)))
}

/// Import a record
///
/// Stores a valid record as a game. It is marked as imported and never ranked. Comments
/// are not stored.
#[utoipa::path(
    tag = "records",
    extensions(("x-budget" = json!("import"))),
    params(Key),
    request_body = RecordFile,
    responses(
        (status = 201, description = "The imported game", body = Imported, headers(("Location" = String, description = "The game's path"))),
        (status = 422, description = "`unknown_rules`, `invalid_record` with the move and the rule, `misleading_name`,"),
    ),
)]
#[post("")]
pub(crate) async fn import_record(caller: Caller, body: Json<Box<RawValue>>) -> Answer {
    let language = preferred_language(&caller.request);
    let key = caller.key().await?;
    let service = caller.api.service.clone();
    let now = service.core.now().await?;
    let operation = Operation::of(&caller.request);
    let prepare = move || {
        let record = RecordFile::from_json(body.get());
        let record = record.map_err(|error| operation.record_problem(body.get(), "", error))?;
        service.games.prepare_import(&record, now, language).map_err(Problem::from)
    };
    let reply = caller.api.service.games.import(blocking(prepare).await?, key.as_ref()).await?;
    caller.api.metrics.count_game(&reply);
    Ok(with_language(language, created(reply)))
}

/// The part of the export to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The `id` of the last record that the client has; from the beginning if
    /// left out.
    after: Option<Uuid>,
    /// The maximum number of records; all of them if left out.
    #[param(minimum = 1, maximum = 1_000_000)]
    limit: Option<u32>,
}

/// Export records
///
/// All finished public games as one record a line, in an order that never changes
/// (docs/spec/record.md S6.11): a client that continues after the last `id` read misses
/// no record and gets none twice. In place of a game that cannot be read there is a line
/// with the format `regicide-skipped/1` and its `id`.
#[utoipa::path(
    tag = "records",
    extensions(("x-budget" = json!("export"))),
    params(ExportQuery),
    responses(
        (status = 200, description = "One record a line: each is a `RecordFile`", body = String, content_type = "application/x-ndjson"),
        (status = 404, description = "`no_such_game`: the export holds no game with the id `after`"),
    ),
)]
#[get("")]
pub(crate) async fn export_records(context: Context, query: Query<ExportQuery>) -> Answer {
    if query.limit.is_some_and(|limit| !(1..=MAX_EXPORT).contains(&limit)) {
        return Err(Problem::new(Code::InvalidValue, Message::new("invalid-limit").with("most", MAX_EXPORT))
            .field("limit"));
    }
    let position = context.api.service.export.position(query.after).await?;
    let left = query.limit.unwrap_or(u32::MAX);
    // The first chunk is read before the answer begins, so that a failure of the database
    // still gets its status.
    let first = next_chunk(&context.api, ExportCursor { position, left, chunk: FIRST_CHUNK }).await?;
    if let Some(progress) = context.request.conn_data::<Rc<Progress>>() {
        progress.ends_with_client();
    }
    let chunks = stream::unfold((context.api, Ok(first)), async |(api, chunk)| match chunk {
        Ok(None) => None,
        Ok(Some((lines, cursor))) => {
            let next = next_chunk(&api, cursor).await;
            Some((Ok(Bytes::from(lines)), (api, next)))
        }
        // The client sees the answer break off, and continues after its last line.
        Err(problem) => Some((Err(problem), (api, Ok(None)))),
    });
    let mut response = HttpResponse::Ok();
    describe(&context.request, &mut response);
    Ok(response.content_type("application/x-ndjson").streaming(Box::pin(chunks)))
}

/// The position of an export.
struct ExportCursor {
    position: i64,
    /// The number of records still to be read.
    left: u32,
    /// The number of records read at a time.
    chunk: usize,
}

/// The next lines of the export, and the position after them.
async fn next_chunk(
    api: &Data<Api>,
    cursor: ExportCursor,
) -> Result<Option<(String, ExportCursor)>, Problem> {
    let ExportCursor { position, left, chunk } = cursor;
    if left == 0 {
        return Ok(None);
    }
    let limit = u32::try_from(chunk).map_or(left, |chunk| chunk.min(left));
    let (read, position) = api.service.export.page(position, limit).await?;
    if read.is_empty() {
        return Ok(None);
    }
    let mut lines = String::new();
    let mut moves = 0;
    for line in &read {
        lines.push_str(&serde_json::to_string(line).expect("records are plain data"));
        lines.push('\n');
        moves += if let ExportLine::Record(record) = line { record.moves.len() } else { 0 };
    }
    // This assumes that the next games have as many moves as these.
    let chunk = (CHUNK_MOVES / (moves / read.len()).max(1)).clamp(1, CHUNK);
    let left = left.saturating_sub(u32::try_from(read.len()).unwrap_or(u32::MAX));
    Ok(Some((lines, ExportCursor { position, left, chunk })))
}
