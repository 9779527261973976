//! Digits and the letters of indices as lines: a picture has no fonts.

use super::svg::Svg;

/// The height of a glyph, and the width of its line, in the units of its path.
const HEIGHT: f64 = 24.0;
const LINE: f64 = 3.4;
/// The space between two glyphs.
const SPACE: f64 = 5.0;

/// The path and the width of a glyph; its middle is 12 below its upper edge.
const fn glyph(char: char) -> (&'static str, f64) {
    match char {
        '0' => ("M6 4C9.5 4 11 7.5 11 12S9.5 20 6 20 1 16.5 1 12 2.5 4 6 4Z", 12.0),
        '1' => ("M1 7.6L5.6 4V20", 7.0),
        '2' => {
            ("M1 8.3C1 5.6 3.1 4 5.9 4 8.8 4 10.8 5.7 10.8 8.3 10.8 10.3 9.7 11.7 7.8 13.6L1.2 20H11.2", 12.0)
        }
        '3' => ("M1 4H10.6L5.4 10.2C8.9 10.2 11 12.2 11 15S8.9 20 5.9 20C3.6 20 1.7 18.9 1 17.2", 12.0),
        '4' => ("M8.6 20V4L1 15.4H12", 13.0),
        '5' => (
            "M10.4 4H2.7L2 11.2C3 10.3 4.4 9.8 5.8 9.8 8.9 9.8 11 11.9 11 14.9S8.8 20 5.8 20C3.6 20 1.8 19 1 17.3",
            12.0,
        ),
        '6' => ("M8.6 4L2.4 11.6M1 14.8A5 5.2 0 1 1 11 14.8 5 5.2 0 1 1 1 14.8", 12.0),
        '7' => ("M1 4H11L4.4 20", 12.0),
        '8' => {
            ("M6 4A4.1 3.8 0 1 1 6 11.6 4.1 3.8 0 1 1 6 4ZM6 11.6A5 4.2 0 1 1 6 20 5 4.2 0 1 1 6 11.6Z", 12.0)
        }
        '9' => ("M3.4 20L9.6 12.4M11 9.2A5 5.2 0 1 1 1 9.2 5 5.2 0 1 1 11 9.2", 12.0),
        'A' => ("M1 20L7.2 4 13.4 20M3.2 14.6H11.2", 14.4),
        'J' => ("M8 4V15.2C8 18.2 6.5 20 4.4 20 2.6 20 1.4 19 1 17.2", 9.0),
        'Q' => {
            ("M7.4 4C11.2 4 13.8 7.3 13.8 12S11.2 20 7.4 20 1 16.7 1 12 3.6 4 7.4 4ZM9 15.4L13.8 20.8", 15.0)
        }
        'K' => ("M1.4 4V20M11.8 4L1.4 14.2M5.4 10.4L12.2 20", 13.0),
        '>' => ("M1 6.5L8 12 1 17.5", 9.0),
        _ => ("", 0.0),
    }
}

/// Writes digits and letters; `size` is their height with the space that a text has above and
/// below, `anchor` the part of their width that is left of `x`.
pub(super) fn write(svg: &mut Svg, text: &str, fill: &str, (x, y, size): (f64, f64, f64), anchor: f64) {
    let scale = size / HEIGHT;
    let width = text.chars().map(|char| glyph(char).1 + SPACE).sum::<f64>() - SPACE;
    let mut left = (-width).mul_add(scale * anchor, x);
    for char in text.chars() {
        let (path, width) = glyph(char);
        svg.group(left, (HEIGHT / 2.0).mul_add(-scale, y), scale, |svg| {
            svg.element(
                "path",
                format_args!(
                    "d=\"{path}\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{LINE}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\""
                ),
            );
        });
        left += (width + SPACE) * scale;
    }
}
