//! The colours of the web client (`web/styles/theme.css`).

use std::sync::LazyLock;

use regicide_engine::engine::Suit;
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

pub(super) struct Palette {
    pub(super) paper: &'static str,
    pub(super) raised: &'static str,
    pub(super) ink: &'static str,
    pub(super) soft: &'static str,
    pub(super) line: &'static str,
    pub(super) edge: &'static str,
    pub(super) accent: &'static str,
    pub(super) on_accent: &'static str,
    pub(super) danger: &'static str,
    pub(super) good: &'static str,
    pub(super) card: &'static str,
    pub(super) card_edge: &'static str,
    pub(super) back: &'static str,
    pub(super) back_line: &'static str,
    clubs: &'static str,
    diamonds: &'static str,
    hearts: &'static str,
    pub(super) spades: &'static str,
}

static LIGHT: LazyLock<Palette> = LazyLock::new(|| Palette::read(Scheme::Light));
static DARK: LazyLock<Palette> = LazyLock::new(|| Palette::read(Scheme::Dark));

impl Palette {
    fn read(scheme: Scheme) -> Self {
        let colour = |name| {
            let (light, dark) = styled(name);
            match scheme {
                Scheme::Light => light,
                Scheme::Dark => dark,
            }
        };
        Self {
            paper: colour("paper"),
            raised: colour("raised"),
            ink: colour("ink"),
            soft: colour("soft"),
            line: colour("line"),
            edge: colour("edge"),
            accent: colour("accent"),
            on_accent: colour("on-accent"),
            danger: colour("danger"),
            good: colour("good"),
            card: colour("card"),
            card_edge: colour("card-edge"),
            back: colour("back"),
            back_line: colour("back-line"),
            clubs: colour("clubs"),
            diamonds: colour("diamonds"),
            hearts: colour("hearts"),
            spades: colour("spades"),
        }
    }

    pub(super) fn of(scheme: Scheme) -> &'static Self {
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

/// The colours of the style sheet, each in the light and in the dark (`build.rs`).
const COLOURS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/colours.rs"));

/// The values of a colour, in the light and in the dark.
fn styled(name: &str) -> (&'static str, &'static str) {
    let &(_, light, dark) = COLOURS.iter().find(|(own, ..)| *own == name).expect("the colour is there");
    (light, dark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_web_client() {
        for (scheme, ink, card_edge) in
            [(Scheme::Light, "#22201c", "#c9bfab"), (Scheme::Dark, "#e9e4d8", "#4a4f60")]
        {
            let palette = Palette::of(scheme);
            assert_eq!((palette.ink, palette.card_edge), (ink, card_edge));
            for suit in Suit::ALL {
                let colour = palette.suit(Some(suit));
                assert!(colour.len() == 7 && colour.starts_with('#'), "{suit:?}: {colour}");
            }
        }
    }
}
