//! The colours of the web client (`web/styles/base.css`).

use regicide::engine::Suit;
use serde::Deserialize;
use utoipa::ToSchema;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum Scheme {
    /// Paper and ink.
    #[default]
    Light,
    /// Night.
    Dark,
}

/// The colours of a scheme.
pub(super) struct Palette {
    pub(super) paper: &'static str,
    pub(super) raised: &'static str,
    pub(super) ink: &'static str,
    pub(super) soft: &'static str,
    pub(super) line: &'static str,
    pub(super) edge: &'static str,
    pub(super) accent: &'static str,
    pub(super) card: &'static str,
    pub(super) card_edge: &'static str,
    pub(super) back: &'static str,
    pub(super) back_line: &'static str,
    clubs: &'static str,
    diamonds: &'static str,
    hearts: &'static str,
    spades: &'static str,
}

const LIGHT: Palette = Palette {
    paper: "#f6f2e9",
    raised: "#fdfbf5",
    ink: "#22201c",
    soft: "#5f594e",
    line: "#d5ccb9",
    edge: "#857c6b",
    accent: "#8a5a12",
    card: "#fffdf8",
    card_edge: "#c9bfab",
    back: "#4b4f63",
    back_line: "#8d91a6",
    clubs: "#2c7a4b",
    diamonds: "#a5670b",
    hearts: "#b8324a",
    spades: "#3d4f9f",
};

const DARK: Palette = Palette {
    paper: "#15171d",
    raised: "#1e212a",
    ink: "#e9e4d8",
    soft: "#a8a396",
    line: "#343846",
    edge: "#7b7f8d",
    accent: "#e2b25a",
    card: "#262a35",
    card_edge: "#4a4f60",
    back: "#3a3f55",
    back_line: "#666c88",
    clubs: "#74c493",
    diamonds: "#e5b457",
    hearts: "#ee7c8d",
    spades: "#9dadf5",
};

impl Palette {
    /// The colours of a scheme.
    pub(super) const fn of(scheme: Scheme) -> &'static Self {
        match scheme {
            Scheme::Light => &LIGHT,
            Scheme::Dark => &DARK,
        }
    }

    /// The colour of a suit; cards without one are in ink.
    pub(super) const fn suit(&self, suit: Option<Suit>) -> &'static str {
        match suit {
            Some(Suit::Clubs) => self.clubs,
            Some(Suit::Diamonds) => self.diamonds,
            Some(Suit::Hearts) => self.hearts,
            Some(Suit::Spades) => self.spades,
            None => self.ink,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a colour in the style sheet, in the light and in the dark.
    fn styled(name: &str) -> (&str, &str) {
        let sheet = include_str!("../../../web/styles/base.css");
        let start = format!("--{name}: light-dark(");
        let (_, rest) = sheet.split_once(&start).expect("the colour is there");
        let (values, _) = rest.split_once(')').expect("it ends");
        values.split_once(", ").expect("two values")
    }

    #[test]
    fn the_colours_are_those_of_the_web_client() {
        for (name, light, dark) in [
            ("paper", LIGHT.paper, DARK.paper),
            ("raised", LIGHT.raised, DARK.raised),
            ("ink", LIGHT.ink, DARK.ink),
            ("soft", LIGHT.soft, DARK.soft),
            ("line", LIGHT.line, DARK.line),
            ("edge", LIGHT.edge, DARK.edge),
            ("accent", LIGHT.accent, DARK.accent),
            ("card", LIGHT.card, DARK.card),
            ("card-edge", LIGHT.card_edge, DARK.card_edge),
            ("back", LIGHT.back, DARK.back),
            ("back-line", LIGHT.back_line, DARK.back_line),
            ("clubs", LIGHT.clubs, DARK.clubs),
            ("diamonds", LIGHT.diamonds, DARK.diamonds),
            ("hearts", LIGHT.hearts, DARK.hearts),
            ("spades", LIGHT.spades, DARK.spades),
        ] {
            assert_eq!(styled(name), (light, dark), "--{name}");
        }
    }
}
