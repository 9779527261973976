//! The enemy in its ring of health, and the castle.

use regicide_engine::engine::Enemy;

use super::card::{self, HEIGHT, Style, WIDTH};
use super::svg::{Anchor, Svg, Text, Type};

/// The distance of the ring's middle from the card, and the width of the ring, in card
/// units.
const OUT: f64 = 10.0;
const RING: f64 = 6.0;

/// The enemy, its card with the upper left corner at a place.
pub(super) fn enemy(svg: &mut Svg, style: Style, enemy: Enemy, (x, y): (f64, f64), width: f64) {
    svg.group(x, y, width / WIDTH, |svg| {
        ring(svg, style, enemy);
        card::face(svg, style, enemy.card, width);
        immunity(svg, style, enemy);
        attack(svg, style, enemy);
    });
}

/// One unit of the ring's length is one point of health.
fn ring(svg: &mut Svg, style: Style, enemy: Enemy) {
    let (left, top, right, bottom, r) = (-OUT, -OUT, WIDTH + OUT, HEIGHT + OUT, 19.0);
    let (middle, health) = (WIDTH / 2.0, enemy.health);
    let path = format!(
        "M{middle} {top}H{}A{r} {r} 0 0 1 {right} {}V{}A{r} {r} 0 0 1 {} {bottom}H{}A{r} {r} 0 0 1 {left} {}V{}\
         A{r} {r} 0 0 1 {} {top}Z",
        right - r,
        top + r,
        bottom - r,
        right - r,
        left + r,
        bottom - r,
        top + r,
        left + r
    );
    let damage = enemy.damage.min(health);
    let own = style.palette.suit(enemy.card.suit());
    for (length, colour) in [(health, style.palette.line), (damage, own)] {
        if length > 0 {
            svg.element(
                "path",
                format_args!(
                    "d=\"{path}\" pathLength=\"{health}\" fill=\"none\" stroke=\"{colour}\" \
                     stroke-width=\"{RING}\" stroke-dasharray=\"{length} {health}\""
                ),
            );
        }
    }
    let paper = style.palette.paper;
    svg.element(
        "path",
        format_args!(
            "d=\"{path}\" pathLength=\"{health}\" fill=\"none\" stroke=\"{paper}\" stroke-width=\"7\" \
             stroke-dasharray=\"0.3 9.7\" stroke-dashoffset=\"0.15\""
        ),
    );
}

/// The suit without power against it, struck out.
fn immunity(svg: &mut Svg, style: Style, enemy: Enemy) {
    let Some(suit) = enemy.immune_to else { return };
    let palette = style.palette;
    let (fill, edge, own) = (palette.card, palette.card_edge, palette.suit(Some(suit)));
    svg.element(
        "circle",
        format_args!("cx=\"82\" cy=\"20\" r=\"14\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\""),
    );
    card::shape(svg, &format!("suit-{suit}"), own, (82.0, 20.0, 18.0, 1.0));
    for (colour, width) in [(fill, 4.0), (own, 1.8)] {
        svg.element(
            "path",
            format_args!(
                "d=\"M72 30L92 10\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
            ),
        );
    }
}

/// Its attack, and the reduction by the shield.
fn attack(svg: &mut Svg, style: Style, enemy: Enemy) {
    let left = enemy.attack.saturating_sub(enemy.shield);
    let half = if enemy.shield > 0 { 56.0 } else { 30.0 };
    let (middle, y, palette) = (WIDTH / 2.0, HEIGHT + OUT, style.palette);
    let (fill, edge) = (palette.card, palette.card_edge);
    let (x, top, width) = (middle - half, y - 15.0, 2.0 * half);
    svg.rectangle((x, top, width, 30.0), 15, fill, (edge, 1.5));
    card::shape(svg, "sword", palette.ink, (x + 16.0, y, 15.0, 1.0));
    let text = Text {
        x: middle + half - 12.0,
        y: y + 7.0,
        size: 19.0,
        anchor: Anchor::End,
        letters: Type::Sans,
        bold: true,
        fill: palette.ink,
        content: &left.to_string(),
    };
    svg.text(&text);
    if enemy.shield > 0 {
        let sum = format!("{} − {} =", enemy.attack, enemy.shield);
        let figures = if left < 10 { 18.0 } else { 30.0 };
        svg.text(&Text {
            x: text.x - figures,
            y: y + 5.0,
            size: 11.0,
            bold: false,
            fill: palette.soft,
            content: &sum,
            ..text
        });
    }
}

/// The twelve royals, a crown each; those that are defeated are filled.
pub(super) fn castle(svg: &mut Svg, style: Style, defeated: u8, middle: f64, y: f64) {
    const PIP: f64 = 24.0;
    let (step, gap, palette) = (PIP + 5.0, 10.0, style.palette);
    let start = middle - (step.mul_add(12.0, 2.0 * gap) - 5.0) / 2.0;
    for pip in 0..12_u8 {
        let rank = pip / 4;
        let x = f64::from(rank).mul_add(gap, f64::from(pip).mul_add(step, start));
        let (fill, edge, crown) = match pip.cmp(&defeated) {
            std::cmp::Ordering::Less => (palette.ink, palette.ink, palette.paper),
            std::cmp::Ordering::Equal => (palette.accent, palette.accent, palette.paper),
            std::cmp::Ordering::Greater => ("none", palette.edge, palette.edge),
        };
        svg.rectangle((x, y, PIP, PIP), 6, fill, (edge, 1.25));
        card::shape(svg, &format!("crown-{}", rank + 1), crown, (x + PIP / 2.0, y + PIP / 2.0, 14.0, 1.0));
    }
}
