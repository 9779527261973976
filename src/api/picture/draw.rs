//! The layout of the picture of a table. It has no words: it is read in every language, and
//! small.

use regicide_engine::engine::{Card, Rank, Scene, SceneHand, ScenePile};

use super::card::{self, HEIGHT, Style, WIDTH};
use super::palette::{Palette, Scheme};
use super::svg::Svg;
use super::{enemy, glyphs};
use crate::service::games::GameView;
use regicide_store::SeatInfo;

const MIDDLE: f64 = 600.0;
const MARGIN: f64 = 40.0;
/// The width of the cards of piles, and of those played.
const PILE: f64 = 132.0;
/// The upper edge of the piles.
const TOP: f64 = 126.0;

/// The table of a game as the caller may see it, as SVG.
pub(super) fn table(view: &GameView, scheme: Scheme) -> String {
    let palette = Palette::of(scheme);
    let revealed = view.revealed.as_ref().map(|revealed| &revealed.hidden_cards);
    let scene = view.table.as_ref().map(|table| table.scene(view.seat, revealed));
    let powers = scene.as_ref().is_some_and(|scene| scene.powers);
    let style = Style { palette, powers };
    let mut svg = Svg::default();
    if let Some(scene) = &scene {
        middle(&mut svg, style, scene);
    }
    seats(&mut svg, style, view, scene.as_ref());
    svg.finish(palette.paper)
}

/// The piles, the enemy with the cards played against it, or the trick with the trump.
fn middle(svg: &mut Svg, style: Style, scene: &Scene) {
    for (pile, x) in scene.piles.iter().zip([MARGIN, MARGIN + PILE + 24.0]) {
        self::pile(svg, style, pile, x);
    }
    if let Some(defeated) = scene.defeated {
        enemy::castle(svg, style, defeated, (MIDDLE, 24.0));
        row(svg, style, &scene.middle, (780.0, TOP), PILE, 380.0);
    } else {
        row(svg, style, &scene.middle, (300.0, 82.0), 188.0, 600.0);
    }
    if let Some(standing) = scene.enemy {
        enemy::enemy(svg, style, standing, (MIDDLE - 84.0, 108.0), 168.0);
    }
    let (palette, x) = (style.palette, 1064.0);
    if let Some(trump) = scene.trump {
        card::shape(svg, &format!("suit-{trump}"), palette.suit(Some(trump)), (x, 170.0, 150.0, 1.0));
    }
    // The order of ranks, the highest first.
    if let Some(highest) = scene.highest.map(Rank::letter) {
        let lowest = if highest == 'K' { 'A' } else { 'K' };
        let order = format!("{highest}>{lowest}");
        glyphs::write(svg, &order, palette.soft, (x, 306.0, 52.0), 0.5);
    }
    if let Some(won) = scene.won {
        let (name, fill) = if won { ("tick", palette.good) } else { ("cross", palette.danger) };
        let (y, size) = if scene.enemy.is_some() { (130.0, 52.0) } else { (230.0, 120.0) };
        let x = if scene.enemy.is_some() { MIDDLE + 122.0 } else { MIDDLE };
        svg.element(
            "circle",
            format_args!(
                "cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"6\"",
                size * 0.8,
                palette.paper
            ),
        );
        card::shape(svg, name, palette.paper, (x, y, size, 1.0));
    }
}

/// Cards side by side, overlapping where they are many.
fn row(svg: &mut Svg, style: Style, cards: &[Card], (x, y): (f64, f64), width: f64, room: f64) {
    let steps = f64::from(u8::try_from(cards.len()).unwrap_or(u8::MAX).saturating_sub(1));
    let step = (width + 12.0).min((room - width) / steps.max(1.0));
    let start = x + if style.powers { 0.0 } else { (room - step.mul_add(steps, width)) / 2.0 };
    for (place, &card) in (0_u8..).zip(cards) {
        card::card(svg, style, card, f64::from(place).mul_add(step, start), y, width);
    }
}

/// A pile with the number of its cards.
fn pile(svg: &mut Svg, style: Style, pile: &ScenePile, x: f64) {
    let height = PILE * HEIGHT / WIDTH;
    match (pile.count, pile.top) {
        (_, Some(top)) => card::card(svg, style, top, x, TOP, PILE),
        (0, None) => svg.dashed((x, TOP, PILE, height), style.palette.edge),
        (_, None) => card::back(svg, style, x, TOP, PILE),
    }
    let at = (x + PILE / 2.0, TOP + height + 34.0, 50.0);
    glyphs::write(svg, &pile.count.to_string(), style.palette.ink, at, 0.5);
}

/// The seats in a line, each with its hand.
fn seats(svg: &mut Svg, style: Style, view: &GameView, scene: Option<&Scene>) {
    const GAP: f64 = 16.0;
    let count = f64::from(view.info.players);
    let column = (GAP.mul_add(1.0 - count, 2.0 * (MIDDLE - MARGIN)) / count).min(772.0);
    let start = MIDDLE - GAP.mul_add(count - 1.0, column * count) / 2.0;
    for (place, info) in (0_u8..).zip(&view.info.seats) {
        let x = f64::from(place).mul_add(column + GAP, start);
        let place = (x, 424.0, column, 182.0);
        let hand = scene.and_then(|scene| scene.hands.get(info.seat.index()));
        let acts = view.to_act == Some(info.seat) && scene.is_some_and(|scene| scene.won.is_none());
        if info.open {
            svg.dashed(place, style.palette.edge);
            card::shape(svg, "power-H", style.palette.edge, (x + column / 2.0, 515.0, 64.0, 1.0));
            continue;
        }
        let (fill, edge) =
            (style.palette.raised, if acts { style.palette.accent } else { style.palette.line });
        svg.rectangle(place, 12, fill, (edge, if acts { 5.0 } else { 1.5 }));
        let jesters = scene.map_or(0, |scene| scene.jesters);
        head(svg, style, (x + 16.0, 448.0, column - 32.0), info, hand, acts, jesters);
        if let Some(hand) = hand {
            self::hand(svg, style, hand, (x + 16.0, 474.0, column - 32.0));
        }
    }
}

/// The line above a hand: the seat's number, marks of a bot and of one that yielded, the jesters
/// left to flip, the tricks and the points.
fn head(
    svg: &mut Svg,
    style: Style,
    (x, y, width): (f64, f64, f64),
    info: &SeatInfo,
    hand: Option<&SceneHand>,
    acts: bool,
    jesters: u8,
) {
    let palette = style.palette;
    let (fill, ink) = if acts { (palette.accent, palette.on_accent) } else { (palette.line, palette.ink) };
    svg.element("circle", format_args!("cx=\"{}\" cy=\"{y}\" r=\"17\" fill=\"{fill}\"", x + 17.0));
    glyphs::write(svg, &info.seat.ordinal().to_string(), ink, (x + 17.0, y, 26.0), 0.5);
    let mut left = x + 62.0;
    let yielded = hand.is_some_and(|hand| hand.yielded);
    let marks = [info.bot_level.map(|_| "bot"), yielded.then_some("last")].into_iter().flatten();
    let marks = marks.map(|name| (name, palette.soft));
    for (name, fill) in marks.chain((0..jesters).map(|_| ("jester", palette.ink))) {
        card::shape(svg, name, fill, (left, y, 30.0, 1.0));
        left += 42.0;
    }
    let tricks = hand.and_then(|hand| hand.tricks).unwrap_or_default();
    for trick in 0..tricks {
        let x = f64::from(trick).mul_add(12.0, left - 14.0);
        svg.rectangle((x, y - 11.0, 8.0, 22.0), 2, palette.soft, (palette.soft, 0.0));
    }
    if let Some(points) = hand.and_then(|hand| hand.points) {
        glyphs::write(svg, &points.to_string(), palette.ink, (x + width - 4.0, y, 36.0), 1.0);
    }
}

/// A hand; one with more open cards than fit side by side lies in two rows.
fn hand(svg: &mut Svg, style: Style, hand: &SceneHand, (x, y, width): (f64, f64, f64)) {
    let Ok(held) = u8::try_from(hand.count) else { return };
    let rows = if hand.cards.is_some() && f64::from(held) * 40.0 > width { 2 } else { 1 };
    let card: f64 = if rows == 1 { 84.0 } else { 60.0 };
    let columns = held.div_ceil(rows);
    let step = (card + 8.0).min((width - card) / f64::from(columns.max(2) - 1));
    for place in 0..held {
        let x = f64::from(place % columns).mul_add(step, x);
        let y = f64::from(place / columns).mul_add(36.0, y);
        match hand.cards.as_ref().and_then(|cards| cards.get(usize::from(place))) {
            Some(&open) => card::card(svg, style, open, x, y, card),
            None => card::back(svg, style, x, y, card),
        }
    }
}
