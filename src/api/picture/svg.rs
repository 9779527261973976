//! Writing SVG. Colours are attributes of the elements, since a picture on another page
//! has no style sheet.

use std::fmt::{Display, Write as _};

use crate::api::respond::escaped;

#[derive(Default)]
pub(super) struct Svg(String);

#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy)]
pub(super) enum Type {
    Serif,
    Sans,
}

/// A text with its place: the middle, start or end of its line of writing.
pub(super) struct Text<'a> {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) anchor: Anchor,
    pub(super) letters: Type,
    pub(super) bold: bool,
    pub(super) fill: &'a str,
    pub(super) content: &'a str,
}

impl Svg {
    /// Adds an element without content; `attributes` are written as they are.
    pub(super) fn element(&mut self, name: &str, attributes: impl Display) {
        write!(self.0, "<{name} {attributes}/>").expect("a string takes all");
    }

    /// Adds a rectangle with round corners, and with an edge of a colour and a width.
    pub(super) fn rectangle(
        &mut self,
        (x, y, width, height): (f64, f64, f64, f64),
        radius: u8,
        fill: &str,
        (edge, line): (&str, f64),
    ) {
        self.element(
            "rect",
            format_args!(
                "x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" \
                 fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line}\""
            ),
        );
    }

    /// Adds the drawing of `draw`, moved and scaled.
    pub(super) fn group(&mut self, x: f64, y: f64, scale: f64, draw: impl FnOnce(&mut Self)) {
        write!(self.0, "<g transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\">")
            .expect("a string takes all");
        draw(self);
        self.0.push_str("</g>");
    }

    pub(super) fn text(&mut self, text: &Text<'_>) {
        let anchor = match text.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let family = match text.letters {
            Type::Serif => "ui-serif,'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
            Type::Sans => "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
        };
        let weight = if text.bold { 600 } else { 400 };
        let Text { x, y, size, fill, content, .. } = text;
        write!(
            self.0,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" font-family=\"{family}\" \
             font-weight=\"{weight}\" text-anchor=\"{anchor}\" fill=\"{fill}\">{}</text>",
            escaped(content)
        )
        .expect("a string takes all");
    }

    /// The whole picture, `width` pixels wide, of `units` in its own coordinates.
    pub(super) fn finish(self, width: u32, units: (f64, f64), title: &str) -> String {
        let height = (f64::from(width) * units.1 / units.0).round();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {} {}\" role=\"img\"><title>{}</title>{}</svg>",
            units.0,
            units.1,
            escaped(title),
            self.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_becomes_markup() {
        let picture = Svg::default().finish(100, (10.0, 10.0), "</title><script>&");
        assert!(picture.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;</title>"), "{picture}");
    }
}
