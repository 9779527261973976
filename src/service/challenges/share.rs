//! Texts to share: the result, without any information about the deal.

use super::daily::date_of;
use super::{ENEMIES, OF_A_RANK};
use crate::engine::regicide::Medal;
use crate::engine::{Effect, Game as _, Message, Position, Score};
use crate::i18n::Language;
use crate::service::loaded_game::LoadedGame;
use crate::store::{Challenge, Source};

const DEFEATED_EXACTLY: char = '🟩';
const DEFEATED: char = '🟨';
const FALLEN_HERE: char = '🟥';
const NOT_REACHED: char = '⬛';

impl LoadedGame {
    /// The name of the challenge, the score, a sign for each enemy, four ranks'
    /// in a line, and where the challenge is.
    pub(super) fn share_text(
        &self,
        challenge: &Challenge,
        score: &Score,
        language: Language,
        public_url: Option<&str>,
    ) -> String {
        let mut text = self.shared_result(challenge, score, language);
        if let Some(url) = public_url {
            let path = match &challenge.source {
                Source::Daily(day) => format!("daily/{}", date_of(*day)),
                Source::Own { .. } => format!("challenges/{}", challenge.id),
            };
            text.extend(["\n", url, "/v1/", &path]);
        }
        text
    }

    fn shared_result(&self, challenge: &Challenge, score: &Score, language: Language) -> String {
        let name = match &challenge.source {
            Source::Daily(day) => Message::new("share-daily")
                .with("day", date_of(*day).to_string())
                .with("players", challenge.setup.players()),
            Source::Own { name, .. } => Message::text(name.clone().unwrap_or_default()),
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
        if score.enemies_defeated().is_none() {
            return text;
        }
        let signs = self.signs(score.won());
        for rank in signs.chunks(OF_A_RANK.into()) {
            text.push('\n');
            text.extend(rank);
        }
        text
    }

    /// What became of each enemy.
    fn signs(&self, won: bool) -> [char; ENEMIES as usize] {
        let game = self.game();
        let mut position = Position::deal(&game.setup, game.seed.key());
        let mut effects = Vec::new();
        for row in &game.moves {
            if position.advance(row.entry.seat, &row.entry.mv, &mut effects).is_err() {
                break;
            }
        }
        let defeats = effects.iter().filter_map(Effect::defeated_exactly);
        let defeats = defeats.map(|exactly| if exactly { DEFEATED_EXACTLY } else { DEFEATED });
        let mut signs = [NOT_REACHED; ENEMIES as usize];
        let fallen = (!won).then_some(FALLEN_HERE);
        signs.iter_mut().zip(defeats.chain(fallen)).for_each(|(sign, became)| *sign = became);
        signs
    }
}
