//! Links for people: the addresses of pages. Texts to share, webhooks, records
//! and previews take their links from here.

use std::fmt;

use chrono::NaiveDate;
use uuid::Uuid;

use super::settings::Settings;

/// A page, by its subject. Its text is the path below the URL of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Home,
    Game(Uuid),
    /// The challenges of a day, with that for `players` players first.
    Day {
        date: NaiveDate,
        players: Option<u8>,
    },
    Challenge(Uuid),
}

impl Page {
    /// The link to the page.
    pub(crate) fn link(self, pages_url: &str) -> String {
        format!("{pages_url}{self}")
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("/"),
            Self::Game(id) => write!(f, "/games/{id}"),
            // The page of a day begins with one player.
            Self::Day { date, players: None | Some(1) } => write!(f, "/daily/{date}"),
            Self::Day { date, players: Some(players) } => write!(f, "/daily/{date}?players={players}"),
            Self::Challenge(id) => write!(f, "/challenges/{id}"),
        }
    }
}

impl Settings {
    /// The URL of the pages for people, without a slash at the end, if it is
    /// configured.
    pub(crate) fn pages_url(&self) -> Option<&str> {
        self.pages_url.as_deref().or(self.public_url.as_deref())
    }
}
