//! The layout of the picture of a table.

use regicide_engine::engine::{Card, Message, Scene, ScenePile, Seat};
use regicide_engine::i18n::Language;

use super::card::{self, HEIGHT, Style, WIDTH};
use super::enemy;
use super::palette::{Palette, Scheme};
use super::svg::{Anchor, Svg, Text, Type};
use crate::service::games::GameView;
use regicide_store::Status;

/// The size of the picture in its own units.
const UNITS: (f64, f64) = (960.0, 540.0);
const MIDDLE: f64 = UNITS.0 / 2.0;
const MARGIN: f64 = 40.0;

#[derive(Clone, Copy)]
pub(super) struct Look {
    /// In pixels.
    pub(super) width: u32,
    pub(super) scheme: Scheme,
    pub(super) language: Language,
}

/// The table of a game as the caller may see it.
pub(super) fn table(view: &GameView, look: Look) -> String {
    let palette = Palette::of(look.scheme);
    let revealed = view.revealed.as_ref().map(|revealed| &revealed.hidden_cards);
    let scene = view.table.as_ref().map(|table| table.scene(view.seat, revealed));
    let powers = scene.as_ref().is_some_and(|scene| scene.powers);
    let style = Style { palette, language: look.language, powers };
    let mut svg = Svg::default();
    let paper = palette.paper;
    svg.element("rect", format_args!("width=\"960\" height=\"540\" fill=\"{paper}\""));
    let status = status(view, scene.as_ref(), look.language);
    let moves = look.language.text(&Message::new("picture-move").with("number", view.shown_seq));
    label(&mut svg, (MARGIN, 48.0, 24.0), Anchor::Start, Type::Serif, palette.ink, &shortened(&status, 34));
    label(&mut svg, (UNITS.0 - MARGIN, 48.0, 16.0), Anchor::End, Type::Sans, palette.soft, &moves);
    if let Some(scene) = &scene {
        middle(&mut svg, style, scene);
        piles(&mut svg, style, &scene.piles);
    }
    seats(&mut svg, style, view, scene.as_ref());
    svg.finish(look.width, UNITS, &status)
}

fn status(view: &GameView, scene: Option<&Scene>, language: Language) -> String {
    let end = scene.and_then(|scene| scene.end.clone());
    let message = match (end, view.to_act, view.info.status) {
        (Some(end), ..) => end,
        (None, _, Status::Waiting) => Message::new("picture-waiting"),
        (None, Some(seat), _) => Message::new("picture-turn").with("name", name(view, seat, language)),
        (None, None, _) => Message::new("picture-over"),
    };
    language.text(&message)
}

fn name(view: &GameView, seat: Seat, language: Language) -> String {
    let info = view.info.seats.get(seat.index());
    if info.is_some_and(|info| info.bot_level.is_some()) {
        return language.text(&Message::new("player-bot").with("number", seat.ordinal()));
    }
    info.and_then(|info| info.name.clone())
        .unwrap_or_else(|| language.text(&Message::new("table-seat").with("seat", seat.ordinal())))
}

/// The enemy with the cards played against it, or the trick.
fn middle(svg: &mut Svg, style: Style, scene: &Scene) {
    if let Some(defeated) = scene.defeated {
        enemy::castle(svg, style, defeated, MIDDLE, 70.0);
    }
    if let Some(standing) = scene.enemy {
        enemy::enemy(svg, style, standing, (MIDDLE - 66.0, 124.0), 132.0);
        let left = standing.health.saturating_sub(standing.damage);
        let left = Message::new("picture-health").with("left", left).with("health", standing.health);
        let left = style.language.text(&left);
        label(svg, (MIDDLE + 100.0, 334.0, 16.0), Anchor::Start, Type::Sans, style.palette.ink, &left);
    }
    let (width, y) = if scene.defeated.is_some() { (44.0, 358.0) } else { (96.0, 150.0) };
    row(svg, style, &scene.middle, MIDDLE, y, width);
    for (line, fact) in (0_u8..).zip(&scene.facts) {
        let y = f64::from(line).mul_add(26.0, 330.0);
        let text = style.language.text(fact);
        label(svg, (MIDDLE, y, 17.0), Anchor::Middle, Type::Sans, style.palette.ink, &text);
    }
}

/// Cards side by side around a middle, overlapping where they are many.
fn row(svg: &mut Svg, style: Style, cards: &[Card], middle: f64, y: f64, width: f64) {
    let Ok(count) = u8::try_from(cards.len()) else { return };
    if count == 0 {
        return;
    }
    let steps = f64::from(count - 1);
    let step = (width + 6.0).min((UNITS.0 / 2.0 - width) / steps.max(1.0));
    let start = middle - step.mul_add(steps, width) / 2.0;
    for (place, &card) in (0_u8..).zip(cards) {
        card::card(svg, style, card, f64::from(place).mul_add(step, start), y, width);
    }
}

/// The piles, left and right of the middle.
fn piles(svg: &mut Svg, style: Style, piles: &[ScenePile]) {
    const PILE: f64 = 76.0;
    for (pile, x) in piles.iter().zip([190.0, 694.0]) {
        let y = 150.0;
        match (pile.count, pile.top) {
            (_, Some(top)) => card::card(svg, style, top, x, y, PILE),
            (0, None) => {
                let (edge, height) = (style.palette.edge, PILE * HEIGHT / WIDTH);
                svg.element(
                    "rect",
                    format_args!(
                        "x=\"{x}\" y=\"{y}\" width=\"{PILE}\" height=\"{height}\" rx=\"7\" fill=\"none\" \
                         stroke=\"{edge}\" stroke-width=\"2\" stroke-dasharray=\"6 5\""
                    ),
                );
            }
            (_, None) => card::back(svg, style, x, y, PILE),
        }
        let text = format!("{} {}", style.language.text(&pile.name), pile.count);
        let y = y + PILE * HEIGHT / WIDTH + 24.0;
        label(svg, (x + PILE / 2.0, y, 16.0), Anchor::Middle, Type::Sans, style.palette.ink, &text);
    }
}

/// The seats in a line, each with its hand.
fn seats(svg: &mut Svg, style: Style, view: &GameView, scene: Option<&Scene>) {
    const CARD: f64 = 36.0;
    let (palette, count) = (style.palette, f64::from(view.info.players));
    let column = (UNITS.0 - 2.0 * MARGIN - 16.0 * (count - 1.0)) / count;
    for (place, info) in (0_u8..).zip(&view.info.seats) {
        let x = f64::from(place).mul_add(column + 16.0, MARGIN);
        let acts = view.to_act == Some(info.seat) && scene.is_some_and(|scene| scene.end.is_none());
        let (fill, edge) = (palette.raised, if acts { palette.accent } else { palette.line });
        let line = if acts { 3.0 } else { 1.0 };
        svg.rectangle((x, 436.0, column, 92.0), 8, fill, (edge, line));
        let hand = scene.and_then(|scene| scene.hands.get(info.seat.index()));
        let note = hand.and_then(|hand| hand.note.as_ref()).map(|note| style.language.text(note));
        let title = match (info.open, note) {
            (true, _) => style.language.text(&Message::new("picture-open-seat")),
            (false, Some(note)) => format!("{} · {note}", name(view, info.seat, style.language)),
            (false, None) => name(view, info.seat, style.language),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a column is some letters wide"
        )]
        let letters = (column / 9.0) as usize;
        let title = shortened(&title, letters);
        label(svg, (x + 12.0, 459.0, 15.0), Anchor::Start, Type::Sans, palette.ink, &title);
        let Some(hand) = hand else { continue };
        let Ok(held) = u8::try_from(hand.count) else { continue };
        let step = (CARD + 4.0).min((column - 24.0 - CARD) / f64::from(held.max(2) - 1));
        for card in 0..held {
            let x = f64::from(card).mul_add(step, x + 12.0);
            match hand.cards.as_ref().and_then(|cards| cards.get(usize::from(card))) {
                Some(&open) => card::card(svg, style, open, x, 469.0, CARD),
                None => card::back(svg, style, x, 469.0, CARD),
            }
        }
    }
}

fn label(
    svg: &mut Svg,
    (x, y, size): (f64, f64, f64),
    anchor: Anchor,
    letters: Type,
    fill: &str,
    content: &str,
) {
    let bold = matches!(letters, Type::Serif);
    svg.text(&Text { x, y, size, anchor, letters, bold, fill, content });
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
