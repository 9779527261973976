//! Answers that do not depend on the client.

use std::sync::Arc;

use actix_web::HttpRequest;
use quick_cache::sync::Cache;
use regicide::i18n::Language;
use serde::Serialize;

use super::Api;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::problem::Problem;
use crate::api::respond::{Answer, Content, cached};
use crate::service::error::Error;
use crate::service::runtime::SharedReads;

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
}

struct SharedAnswer {
    content: Content,
    max_age: Option<u32>,
}

impl Default for SharedAnswers {
    fn default() -> Self {
        Self { current: SharedReads::default(), lasting: Cache::new(LASTING) }
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
        Self { content: Content::json(body), max_age: max_age(body) }
    }
}

async fn shared(
    api: &Api,
    request: &HttpRequest,
    target: Target,
    make: impl Future<Output = Result<SharedAnswer, Problem>>,
) -> Answer {
    let answer = api.shared.current.read(target, async { make.await.map(Arc::new) }).await?;
    Ok(cached(request, &answer.content, answer.max_age))
}

fn target(request: &HttpRequest, language: Option<Language>) -> Target {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    (path, language.map(Language::tag))
}
