//! Metadata of a page for link previews (the Open Graph protocol): a title and
//! a description, without anything that a spectator may not see.

use std::str::FromStr;

use chrono::NaiveDate;
use regicide_engine::engine::Message;
use regicide_engine::i18n::Language;
use url::form_urlencoded;
use uuid::Uuid;

use crate::api::respond::escaped;
use crate::service::Service;
use crate::service::pages::Page;
use regicide_store::Status;

/// The size of a picture for link previews, in pixels.
pub(in crate::api) const PICTURE: (u16, u16) = (1200, 630);

/// The tags for the head of the page at an address.
pub(super) async fn about(service: &Service, path: &str, query: &str, language: Language) -> String {
    let About { title, sentence, page, table } = of_page(service, path, query).await;
    let [title, sentence] = [title, sentence].map(|text| escaped(&language.text(&text)));
    // Previews need a whole address.
    let tag = |property: &str, content: &str| {
        format!("\n<meta property=\"og:{property}\" content=\"{}\">", escaped(content))
    };
    let (file, shown) = match table {
        Some((id, seq)) => (
            format!("/v1/games/{id}/table.png?seq={seq}"),
            Message::new("page-game-table").with("moves", i64::from(seq)),
        ),
        None => ("/picture.png".to_owned(), Message::new("page-home")),
    };
    let picture = service.core.public_url().map(|url| {
        let tags = [
            ("image", format!("{url}{file}")),
            ("image:type", "image/png".to_owned()),
            ("image:width", PICTURE.0.to_string()),
            ("image:height", PICTURE.1.to_string()),
            ("image:alt", language.text(&shown)),
        ];
        let card = "\n<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned();
        tags.iter().map(|(property, content)| tag(property, content)).chain([card]).collect()
    });
    let link = page.and_then(|page| service.core.page_link(page)).map(|link| tag("url", &link));
    let links = [picture, link].into_iter().flatten().collect::<String>();
    format!(
        "<meta name=\"description\" content=\"{sentence}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{sentence}\">{links}"
    )
}

/// The metadata of a page, its own link, and the table that its picture shows: a game after a
/// number of moves, which makes services that store pictures read it again after a move.
struct About {
    title: Message,
    sentence: Message,
    page: Option<Page>,
    table: Option<(Uuid, u32)>,
}

/// A page of something that does not exist, or is embargoed, has the texts of the
/// client.
async fn of_page(service: &Service, path: &str, query: &str) -> About {
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let own = match parts.as_slice() {
        ["games", id] => game(service, id, None).await,
        ["games", id, "replay"] => game(service, id, number(query, "at")).await,
        ["challenges", id] => challenge(service, id).await,
        ["daily"] => Some(About {
            title: Message::new("page-daily"),
            sentence: Message::new("page-daily-about"),
            page: None,
            table: None,
        }),
        ["daily", date] => day(date, query),
        _ => None,
    };
    let home = || About {
        title: Message::new("page-home"),
        sentence: Message::new("page-home-about"),
        page: (path == "/").then_some(Page::Home),
        table: None,
    };
    own.unwrap_or_else(home)
}

fn day(date: &str, query: &str) -> Option<About> {
    let date: NaiveDate = date.parse().ok()?;
    Some(About {
        title: Message::new("page-day").with("date", date.to_string()),
        sentence: Message::new("page-daily-about"),
        page: Some(Page::Day { date, players: number(query, "players") }),
        table: None,
    })
}

/// A number of a query.
fn number<N: FromStr>(query: &str, name: &str) -> Option<N> {
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    parameters.find(|(own, _)| own == name)?.1.parse().ok()
}

async fn game(service: &Service, id: &str, at: Option<u32>) -> Option<About> {
    let id: Uuid = id.parse().ok()?;
    let view = service.games.view(id, None, None).await.ok()?;
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
    // Before it begins there are no cards.
    let table = view.table.map(|_| (id, at.unwrap_or(view.info.seq).min(view.info.seq)));
    Some(About { title, sentence, page: Some(Page::Game(id)), table })
}

async fn challenge(service: &Service, id: &str) -> Option<About> {
    let id: Uuid = id.parse().ok()?;
    let info = service.challenges.get(id, None, Language::default()).await.ok()?.info;
    let players = info.players;
    let (title, page) = match (&info.name, info.date) {
        (Some(name), _) => (Message::new("page-challenge").with("name", name.clone()), Page::Challenge(id)),
        (None, Some(date)) => {
            let page = Page::Day { date, players: Some(players) };
            (Message::new("page-day").with("date", date.to_string()), page)
        }
        (None, None) => return None,
    };
    let sentence = Message::new("page-challenge-about").with("players", i64::from(players));
    Some(About { title, sentence, page: Some(page), table: None })
}
