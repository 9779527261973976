//! Metadata of a page for link previews (the Open Graph protocol): a title and
//! a description, without anything that a spectator may not see.

use regicide::engine::Message;
use regicide::i18n::Language;
use uuid::Uuid;

use crate::api::respond::escaped;
use crate::service::Service;
use crate::store::Status;

/// The tags for the head of the page at a path.
pub(super) async fn about(service: &Service, path: &str, language: Language) -> String {
    let (title, sentence) = texts(service, path).await;
    let (title, sentence) = (escaped(&language.text(&title)), escaped(&language.text(&sentence)));
    // Previews need a whole address.
    let picture = service
        .public_url()
        .map(|url| format!("\n<meta property=\"og:image\" content=\"{}/picture.png\">", escaped(url)));
    let picture = picture.unwrap_or_default();
    format!(
        "<meta name=\"description\" content=\"{sentence}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{sentence}\">{picture}"
    )
}

/// Title and description. A page of something that does not exist, or is
/// embargoed, has those of the client.
async fn texts(service: &Service, path: &str) -> (Message, Message) {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let own = match parts.as_slice() {
        ["games", id] | ["games", id, "replay"] => game(service, id).await,
        ["challenges", id] => challenge(service, id).await,
        ["daily"] => Some((Message::new("page-daily"), Message::new("page-daily-about"))),
        ["daily", date] => date.parse::<chrono::NaiveDate>().ok().map(|date| {
            let title = Message::new("page-day").with("date", date.to_string());
            (title, Message::new("page-daily-about"))
        }),
        _ => None,
    };
    own.unwrap_or_else(|| (Message::new("page-home"), Message::new("page-home-about")))
}

async fn game(service: &Service, id: &str) -> Option<(Message, Message)> {
    let id: Uuid = id.parse().ok()?;
    let view = service.view(id, None, None).await.ok()?;
    let names: Vec<&str> = view.info.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
    let title = if names.is_empty() {
        Message::new("page-home")
    } else {
        Message::new("page-game").with("names", names.join(", "))
    };
    let sentence = match view.info.status {
        Status::Waiting => "page-game-waiting",
        Status::Running => "page-game-running",
        Status::Finished | Status::Abandoned | Status::Cancelled | Status::Closed => "page-game-over",
    };
    let sentence = Message::new(sentence)
        .with("players", i64::from(view.info.players))
        .with("moves", i64::from(view.info.seq));
    Some((title, sentence))
}

async fn challenge(service: &Service, id: &str) -> Option<(Message, Message)> {
    let view = service.challenge(id.parse().ok()?, None, Language::default()).await.ok()?;
    let info = view.info;
    let title = match (&info.name, info.date) {
        (Some(name), _) => Message::new("page-challenge").with("name", name.clone()),
        (None, Some(date)) => Message::new("page-day").with("date", date.to_string()),
        (None, None) => return None,
    };
    Some((title, Message::new("page-challenge-about").with("players", i64::from(info.players))))
}
