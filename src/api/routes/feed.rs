//! The feed of days and public results.

use std::fmt::Write as _;

use actix_web::get;
use chrono::{DateTime, SecondsFormat, Utc};
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;

use crate::api::extract::context::Context;
use crate::api::respond::language::{preferred_language, with_language};
use crate::api::respond::{Answer, escaped, text_revalidated};
use crate::service::challenges::FeedEntry;
use crate::service::core::Core;

/// Read the feed
///
/// For feed readers (Atom, RFC 4287): the last 30 days as they began, and the days and
/// listed challenges whose results are public, newest first. Entries link to pages for
/// people, if the service has a URL, and never change.
#[utoipa::path(
    tag = "challenges",
    responses((status = 200, description = "The feed", body = String, content_type = "application/atom+xml")),
)]
#[get("/feed")]
pub(crate) async fn get_feed(context: Context) -> Answer {
    let Context { api, request } = &context;
    let language = preferred_language(request);
    let feed = atom(&api.service.core, &api.service.challenges.feed().await?, language);
    Ok(with_language(language, text_revalidated(request, "application/atom+xml", feed)))
}

fn atom(core: &Core, entries: &[FeedEntry], language: Language) -> String {
    let text = |message: &Message| escaped(&language.text(message));
    let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let link = |kind: &str, url: &str| format!("<link rel=\"{kind}\" href=\"{}\"/>\n", escaped(url));
    let own = core.public_url().map(|url| format!("{url}/v1/feed"));
    // Without a URL it is one of a local service.
    let id = own.as_deref().unwrap_or("urn:uuid:0193a5c4-7a30-7c61-9f3e-0a5f0d6f3a11");
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{tag}\">\n\
         <id>{id}</id>\n<title>{title}</title>\n<updated>{updated}</updated>\n\
         <author><name>Regicide Server</name></author>\n{links}",
        tag = language.tag(),
        id = escaped(id),
        title = text(&Message::new("feed-title")),
        updated = time(entries.first().map_or(DateTime::UNIX_EPOCH, |entry| entry.at)),
        links = own.as_ref().map(|url| link("self", url)).unwrap_or_default(),
    );
    for FeedEntry { id, at, title, about, page } in entries {
        let link = core.page_link(*page).map(|url| link("alternate", &url)).unwrap_or_default();
        let (title, about, at) = (text(title), text(about), time(*at));
        let _ = write!(
            feed,
            "<entry>\n<id>urn:uuid:{id}</id>\n<title>{title}</title>\n<updated>{at}</updated>\n\
             <content>{about}</content>\n{link}</entry>\n"
        );
    }
    feed + "</feed>\n"
}
