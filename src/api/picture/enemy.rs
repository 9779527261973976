//! The enemy in its ring of health, and the castle.

use std::f64::consts::TAU;

use regicide_engine::engine::Enemy;

use super::card::{self, HEIGHT, Style, WIDTH};
use super::glyphs;
use super::svg::Svg;

/// The distance of the ring's middle from the card, and the width of the ring, in card
/// units.
const OUT: f64 = 10.0;
const RING: f64 = 6.0;

/// The enemy, its card with the upper left corner at a place.
pub(super) fn enemy(svg: &mut Svg, style: Style, enemy: Enemy, (x, y): (f64, f64), width: f64) {
    svg.group(x, y, width / WIDTH, |svg| {
        ring(svg, style, enemy);
        card::face(svg, style, enemy.card);
        immunity(svg, style, enemy);
        badges(svg, style, enemy);
    });
}

fn ring(svg: &mut Svg, style: Style, enemy: Enemy) {
    const RADIUS: f64 = 19.0;
    let (left, top, right, bottom, r) = (-OUT, -OUT, WIDTH + OUT, HEIGHT + OUT, RADIUS);
    // The length of the path, and that of a point of health.
    let length = 2.0 * (right - left + bottom - top) + (TAU - 8.0) * r;
    let point = length / f64::from(enemy.health);
    let path = format!(
        "M{} {top}H{}A{r} {r} 0 0 1 {right} {}V{}A{r} {r} 0 0 1 {} {bottom}H{}A{r} {r} 0 0 1 {left} {}V{}\
         A{r} {r} 0 0 1 {} {top}Z",
        WIDTH / 2.0,
        right - r,
        top + r,
        bottom - r,
        right - r,
        left + r,
        bottom - r,
        top + r,
        left + r
    );
    let palette = style.palette;
    let damage = f64::from(enemy.damage.min(enemy.health)) * point;
    // The whole, the damage, and gaps every ten points.
    for (colour, width, dashes) in [
        (palette.line, RING, format!("{length} 0")),
        (palette.suit(enemy.card.suit()), RING, format!("{damage} {length}")),
        (palette.paper, RING + 1.0, format!("1.5 {}", 10.0f64.mul_add(point, -1.5))),
    ] {
        svg.element(
            "path",
            format_args!(
                "d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-dasharray=\"{dashes}\""
            ),
        );
    }
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

/// Its attack now, the shield if there is one, and the health that is left.
fn badges(svg: &mut Svg, style: Style, enemy: Enemy) {
    const PILL: (f64, f64) = (66.0, 32.0);
    let (palette, y) = (style.palette, HEIGHT + OUT);
    let shield = (enemy.shield > 0).then_some(("power-S", palette.spades, enemy.shield));
    let pills = [
        Some(("suit-H", palette.danger, enemy.health_left)),
        Some(("sword", palette.ink, enemy.attack_now)),
        shield,
    ];
    let pills: Vec<_> = pills.into_iter().flatten().collect();
    let step = PILL.0 + 4.0;
    let mut x = WIDTH / 2.0 - if shield.is_some() { 1.5 } else { 1.0 } * step + 2.0;
    for (name, colour, number) in pills {
        svg.rectangle((x, y - PILL.1 / 2.0, PILL.0, PILL.1), 16, palette.card, (palette.card_edge, 1.5));
        card::shape(svg, name, colour, (x + 17.0, y, 16.0, 1.0));
        glyphs::write(svg, &number.to_string(), palette.ink, (x + 43.0, y, 23.0), 0.5);
        x += step;
    }
}

/// The twelve royals, a crown each; those that are defeated are filled.
pub(super) fn castle(svg: &mut Svg, style: Style, defeated: u8, (middle, y): (f64, f64)) {
    const PIP: f64 = 46.0;
    let (step, gap, palette) = (PIP + 8.0, 20.0, style.palette);
    let start = middle - (step.mul_add(12.0, 2.0 * gap) - 8.0) / 2.0;
    for pip in 0..12_u8 {
        let rank = pip / 4;
        let x = f64::from(rank).mul_add(gap, f64::from(pip).mul_add(step, start));
        let (fill, edge, crown) = match pip.cmp(&defeated) {
            std::cmp::Ordering::Less => (palette.ink, palette.ink, palette.paper),
            std::cmp::Ordering::Equal => (palette.accent, palette.accent, palette.on_accent),
            std::cmp::Ordering::Greater => ("none", palette.edge, palette.edge),
        };
        svg.rectangle((x, y, PIP, PIP), 10, fill, (edge, 2.0));
        card::shape(svg, &format!("crown-{}", rank + 1), crown, (x + PIP / 2.0, y + PIP / 2.0, 28.0, 1.0));
    }
}
