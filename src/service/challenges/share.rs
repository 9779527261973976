//! Texts to share: the result, without any information about the deal.

use regicide_engine::engine::regicide::{ENEMIES, ENEMIES_OF_A_RANK, Medal};
use regicide_engine::engine::{Message, Score};
use regicide_engine::i18n::Language;

use super::daily::date_of;
use crate::service::pages::Page;
use regicide_store::{Challenge, Defeat, Defeats, Source};

const DEFEATED_EXACTLY: char = '🟩';
const DEFEATED: char = '🟨';
const FALLEN_HERE: char = '🟥';
const NOT_REACHED: char = '⬛';

/// The text about an attempt that is over: the name of the challenge, the score, the streak
/// of days that the attempt belongs to, a sign for each enemy, those of four ranks in a line,
/// and the link to the challenge.
pub(super) fn text(
    challenge: &Challenge,
    score: Score,
    defeats: Option<&Defeats>,
    streak: u32,
    language: Language,
    pages_url: Option<&str>,
) -> String {
    let (name, page) = match &challenge.source {
        Source::Daily(day) => {
            let (date, players) = (date_of(*day), challenge.setup.players());
            let name = Message::new("share-daily").with("day", date.to_string()).with("players", players);
            (name, Page::Day { date, players: Some(players) })
        }
        Source::Custom { name, .. } => {
            (Message::text(name.clone().unwrap_or_default()), Page::Challenge(challenge.id))
        }
    };
    let mut text = language.text(&name);
    text.push_str(match score.medal() {
        None => "",
        Some(Medal::Bronze) => " 🥉",
        Some(Medal::Silver) => " 🥈",
        Some(Medal::Gold) => " 🥇",
    });
    text.push('\n');
    text.push_str(&language.text(&score.message()));
    if streak > 1 {
        text.push_str(" · ");
        text.push_str(&language.text(&Message::new("share-streak").with("days", streak)));
    }
    if let Some(defeats) = defeats {
        for rank in signs(defeats, score.won()).chunks(ENEMIES_OF_A_RANK.into()) {
            text.push('\n');
            text.extend(rank);
        }
    }
    if let Some(url) = pages_url {
        text.push('\n');
        text.push_str(&page.link(url));
    }
    text
}

fn signs(defeats: &Defeats, won: bool) -> [char; ENEMIES as usize] {
    let defeats = defeats.0.iter().map(|defeat| match defeat {
        Defeat::Exactly => DEFEATED_EXACTLY,
        Defeat::Beyond => DEFEATED,
    });
    let mut signs = [NOT_REACHED; ENEMIES as usize];
    let fallen = (!won).then_some(FALLEN_HERE);
    signs.iter_mut().zip(defeats.chain(fallen)).for_each(|(sign, became)| *sign = became);
    signs
}
