//! Faces and backs of cards, in units of 100 by 140.

use regicide_engine::engine::{Card, Rank};

use super::glyphs;
use super::palette::Palette;
use super::shapes::{Kind, Part, Placement, Shapes};
use super::svg::Svg;

pub(super) const WIDTH: f64 = 100.0;
pub(super) const HEIGHT: f64 = 140.0;

#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) palette: &'static Palette,
    /// True if suits have powers.
    pub(super) powers: bool,
}

/// A card with its upper left corner at a place.
pub(super) fn card(svg: &mut Svg, style: Style, card: Card, x: f64, y: f64, width: f64) {
    svg.group(x, y, width / WIDTH, |svg| face(svg, style, card));
}

pub(super) fn back(svg: &mut Svg, style: Style, x: f64, y: f64, width: f64) {
    let palette = style.palette;
    svg.group(x, y, width / WIDTH, |svg| {
        sheet(svg, palette.back, palette.card_edge);
        let (path, line) = (&Shapes::get().back, palette.back_line);
        svg.element("path", format_args!("d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2\""));
    });
}

/// A face in card units.
pub(super) fn face(svg: &mut Svg, style: Style, card: Card) {
    sheet(svg, style.palette.card, style.palette.card_edge);
    let kind = match card.rank() {
        None => Kind::Jester,
        Some(Rank::Ace) if style.powers => Kind::Companion,
        Some(Rank::Jack | Rank::Queen | Rank::King) => Kind::Royal,
        Some(_) => Kind::Number,
    };
    for &place in Shapes::get().face(kind) {
        part(svg, style, card, place);
    }
}

fn sheet(svg: &mut Svg, fill: &str, edge: &str) {
    svg.rectangle((1.0, 1.0, WIDTH - 2.0, HEIGHT - 2.0), 9, fill, (edge, 1.5));
}

/// A shape with its middle at `(x, y)`, its height, and its opacity.
pub(super) fn shape(svg: &mut Svg, name: &str, fill: &str, (x, y, size, tint): (f64, f64, f64, f64)) {
    let path = Shapes::get().path(name);
    svg.group(x - size / 2.0, y - size / 2.0, size / 24.0, |svg| {
        svg.element(
            "path",
            format_args!("d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\" opacity=\"{tint}\""),
        );
    });
}

fn part(svg: &mut Svg, style: Style, card: Card, place: Placement) {
    let fill = style.palette.suit(card.suit());
    let Placement { x, y, size, tint, .. } = place;
    let at = (x, y, size, tint);
    match (place.part, card.suit()) {
        (Part::Index, _) => index(svg, card, fill, place),
        (Part::Suit, Some(suit)) => shape(svg, &format!("suit-{suit}"), fill, at),
        (Part::Emblem, _) => shape(svg, emblem(card), fill, at),
        (Part::Power, Some(suit)) if style.powers => {
            shape(svg, &format!("power-{suit}"), fill, (x, y, size, 0.8));
        }
        _ => {}
    }
}

fn index(svg: &mut Svg, card: Card, fill: &str, Placement { x, y, size, .. }: Placement) {
    let letter = card.rank().map_or(' ', Rank::letter).to_string();
    let (text, size) = if letter == "T" { ("10", size * 0.8) } else { (letter.as_str(), size) };
    glyphs::write(svg, text, fill, (x, y, size), 0.5);
}

const fn emblem(card: Card) -> &'static str {
    match card.rank() {
        Some(Rank::Jack) => "crown-1",
        Some(Rank::Queen) => "crown-2",
        Some(Rank::King) => "crown-3",
        Some(_) => "companion",
        None => "jester",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use regicide_engine::engine::CardSet;

    use super::*;
    use crate::api::picture::palette::Scheme;
    use crate::api::picture::svg::rendered;

    #[test]
    fn every_card_is_drawn_differently() {
        let style = Style { palette: Palette::of(Scheme::Light), powers: true };
        let draw = |picture: &dyn Fn(&mut Svg)| {
            let mut svg = Svg::default();
            picture(&mut svg);
            rendered(&svg.finish("#fff"))
        };
        let mut pictures: BTreeSet<_> =
            CardSet::ALL.iter().map(|card| draw(&|svg| face(svg, style, card))).collect();
        pictures.insert(draw(&|svg| back(svg, style, 0.0, 0.0, WIDTH)));
        // Both jesters are drawn as one.
        assert_eq!(pictures.len(), Card::COUNT - 1 + 1);
    }
}
