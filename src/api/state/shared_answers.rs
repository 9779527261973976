//! Answers that do not depend on the client.

use std::sync::{Arc, OnceLock};

use actix_web::{HttpRequest, HttpResponse};
use quick_cache::sync::Cache;
use regicide_engine::i18n::Language;
use serde::Serialize;
use uuid::Uuid;

use super::Api;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::paging::with_next;
use crate::api::respond::problem::Problem;
use crate::api::respond::{Answer, Beginning, Content, cached, to_json};
use crate::service::challenges::{BoardPage, OwnRank, PageKey, PermittedReader};
use crate::service::error::Error;
use crate::service::runtime::SharedReads;

/// The seconds that a complete board may be cached: names on it can still change or be
/// removed.
const FINAL_BOARD: u32 = 300;
/// The maximum number of cached answers that never change.
const LASTING: usize = 256;

/// Path and query of a request, and the tag of the language if its answer depends
/// on that.
type Target = (String, Option<&'static str>);

/// Coalesced answers: several requests share one.
pub(in crate::api) struct SharedAnswers {
    /// The answers that are being built.
    current: SharedReads<Target, Result<Arc<SharedAnswer>, Problem>>,
    /// The answers that do not change while the service runs.
    lasting: Cache<Target, Arc<Content>>,
    boards: SharedReads<(PageKey, &'static str), Result<Arc<SharedBoard>, Problem>>,
}

/// A page of a board, with the text that its readers share.
pub(in crate::api) struct SharedBoard {
    pub(in crate::api) page: Arc<BoardPage>,
    max_age: Option<u32>,
    text: Arc<Beginning>,
    /// The answer to readers without an own result, who share all of it.
    without_own: OnceLock<Content>,
}

struct SharedAnswer {
    content: Content,
    max_age: Option<u32>,
    /// The `after` of the next page of a list.
    next: Option<Uuid>,
}

impl Default for SharedAnswers {
    fn default() -> Self {
        Self { current: SharedReads::default(), lasting: Cache::new(LASTING), boards: SharedReads::default() }
    }
}

/// A page of a board, as a coalesced read.
pub(in crate::api) async fn shared_board(
    api: &Api,
    key: PageKey,
    language: Language,
) -> Result<Arc<SharedBoard>, Problem> {
    let read = async {
        let page = api.service.challenges.shared_board_page(key).await?;
        Ok(Arc::new(SharedBoard::new(page, language)))
    };
    api.shared.boards.read((key, language.tag()), Box::pin(read)).await
}

impl SharedBoard {
    fn new(page: Arc<BoardPage>, language: Language) -> Self {
        let leaderboard = page.leaderboard(language);
        let max_age = leaderboard.complete.then_some(FINAL_BOARD);
        let mut text = to_json(&leaderboard);
        text.truncate(text.strip_suffix("null}").expect("the own rank is the last field").len());
        Self { page, max_age, text: Arc::new(Beginning::new(text)), without_own: OnceLock::new() }
    }

    /// The page with the reader's own rank.
    pub(in crate::api) fn answer(&self, request: &HttpRequest, reader: &PermittedReader) -> HttpResponse {
        let content = |own: Option<&OwnRank>| Content::json_after(&self.text, &(to_json(&own) + "}"));
        let response = match reader.own() {
            None => cached(request, self.without_own.get_or_init(|| content(None)), self.max_age),
            own => cached(request, &content(own), self.max_age),
        };
        with_next(request, response, self.page.leaderboard.next.as_ref())
    }
}

/// The answer to a GET that depends on path and query alone, with the result of `read`.
/// Concurrent requests for it are coalesced.
pub(in crate::api) fn json_shared<B: Serialize>(
    api: &Api,
    request: &HttpRequest,
    read: impl Future<Output = Result<B, Error>>,
    max_age: impl FnOnce(&B) -> Option<u32>,
) -> impl Future<Output = Answer> {
    // Boxed here, because it is moved several times and is large.
    let read = Box::pin(read);
    async {
        let make = async { Ok(SharedAnswer::new(&read.await?, max_age)) };
        shared(api, request, target(request, None), make).await
    }
}

/// A page of a list, as an answer like that of [`json_shared`].
pub(in crate::api) fn page_shared<B: Serialize>(
    api: &Api,
    request: &HttpRequest,
    read: impl Future<Output = Result<B, Error>>,
    next: impl FnOnce(&B) -> Option<Uuid>,
) -> impl Future<Output = Answer> {
    let read = Box::pin(read);
    async {
        let make = async {
            let page = read.await?;
            Ok(SharedAnswer { next: next(&page), ..SharedAnswer::new(&page, |_| None) })
        };
        shared(api, request, target(request, None), make).await
    }
}

/// The coalesced answer to a GET that depends on path, query and language alone.
pub(in crate::api) fn json_shared_in<B: Serialize, R: Future<Output = Result<B, Error>>>(
    api: &Api,
    request: &HttpRequest,
    read: impl FnOnce(Language) -> R,
    max_age: impl FnOnce(&B) -> Option<u32>,
) -> impl Future<Output = Answer> {
    let language = preferred_language(request);
    let read = Box::pin(read(language));
    async move {
        let make = async { Ok(SharedAnswer::new(&read.await?, max_age)) };
        let answer = shared(api, request, target(request, Some(language)), make).await?;
        Ok(with_language(language, answer))
    }
}

/// The answer to a GET that depends on path, query and language alone, and does not
/// change while the service runs.
pub(in crate::api) fn json_lasting<B: Serialize>(
    api: &Api,
    request: &HttpRequest,
    make: impl FnOnce(Language) -> Result<B, Problem>,
) -> Answer {
    let language = preferred_language(request);
    let make = || Ok(Arc::new(Content::json(&make(language)?).lasting()));
    let content: Result<_, Problem> =
        api.shared.lasting.get_or_insert_with(&target(request, Some(language)), make);
    Ok(with_language(language, cached(request, &*content?, None)))
}

impl SharedAnswer {
    fn new<B: Serialize>(body: &B, max_age: impl FnOnce(&B) -> Option<u32>) -> Self {
        Self { content: Content::json(body), max_age: max_age(body), next: None }
    }
}

async fn shared(
    api: &Api,
    request: &HttpRequest,
    target: Target,
    make: impl Future<Output = Result<SharedAnswer, Problem>>,
) -> Answer {
    let answer = api.shared.current.read(target, async { make.await.map(Arc::new) }).await?;
    Ok(with_next(request, cached(request, &answer.content, answer.max_age), answer.next))
}

fn target(request: &HttpRequest, language: Option<Language>) -> Target {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    (path, language.map(Language::tag))
}
