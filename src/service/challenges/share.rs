//! Texts to share: the result, without any information about the deal.

use regicide::engine::regicide::{ENEMIES, ENEMIES_OF_A_RANK, Medal};
use regicide::engine::{Message, Score};
use regicide::i18n::Language;

use super::daily::date_of;
use crate::store::{Challenge, Defeat, Defeats, Source};

const DEFEATED_EXACTLY: char = '🟩';
const DEFEATED: char = '🟨';
const FALLEN_HERE: char = '🟥';
const NOT_REACHED: char = '⬛';

/// What is told of an attempt that is over: the name of the challenge, the score,
/// a sign for each enemy, four ranks' in a line, and where the challenge is.
pub(super) fn text(
    challenge: &Challenge,
    score: Score,
    defeats: Option<&Defeats>,
    language: Language,
    public_url: Option<&str>,
) -> String {
    let (name, path) = match &challenge.source {
        Source::Daily(day) => {
            let date = date_of(*day).to_string();
            let path = format!("daily/{date}");
            let players = challenge.setup.players();
            (Message::new("share-daily").with("day", date).with("players", players), path)
        }
        Source::Custom { name, .. } => {
            (Message::text(name.clone().unwrap_or_default()), format!("challenges/{}", challenge.id))
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
    if let Some(defeats) = defeats {
        for rank in signs(defeats, score.won()).chunks(ENEMIES_OF_A_RANK.into()) {
            text.push('\n');
            text.extend(rank);
        }
    }
    if let Some(url) = public_url {
        text.extend(["\n", url, "/v1/", &path]);
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
