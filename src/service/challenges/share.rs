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

/// What is told of an attempt that is over.
pub(super) struct Shared<'a> {
    pub(super) challenge: &'a Challenge,
    pub(super) score: Score,
    pub(super) defeats: Option<&'a Defeats>,
}

impl Shared<'_> {
    /// The name of the challenge, the score, a sign for each enemy, four ranks'
    /// in a line, and where the challenge is.
    pub(super) fn text(&self, language: Language, public_url: Option<&str>) -> String {
        let mut text = self.result(language);
        if let Some(url) = public_url {
            let path = match &self.challenge.source {
                Source::Daily(day) => format!("daily/{}", date_of(*day)),
                Source::Custom { .. } => format!("challenges/{}", self.challenge.id),
            };
            text.extend(["\n", url, "/v1/", &path]);
        }
        text
    }

    fn result(&self, language: Language) -> String {
        let name = match &self.challenge.source {
            Source::Daily(day) => Message::new("share-daily")
                .with("day", date_of(*day).to_string())
                .with("players", self.challenge.setup.players()),
            Source::Custom { name, .. } => Message::text(name.clone().unwrap_or_default()),
        };
        let mut text = language.text(&name);
        text.push_str(match self.score.medal() {
            None => "",
            Some(Medal::Bronze) => " 🥉",
            Some(Medal::Silver) => " 🥈",
            Some(Medal::Gold) => " 🥇",
        });
        text.push('\n');
        text.push_str(&language.text(&self.score.message()));
        let Some(defeats) = self.defeats else { return text };
        for rank in signs(defeats, self.score.won()).chunks(ENEMIES_OF_A_RANK.into()) {
            text.push('\n');
            text.extend(rank);
        }
        text
    }
}

/// What became of each enemy.
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
