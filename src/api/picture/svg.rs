//! A picture as SVG, from which it is rendered.

use std::fmt::{Display, Write as _};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use utoipa::ToSchema;

use crate::api::web_client::PICTURE;

#[derive(Default)]
pub(super) struct Svg(String);

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

    /// Adds the dashed edge of a place that is empty.
    pub(super) fn dashed(&mut self, (x, y, width, height): (f64, f64, f64, f64), edge: &str) {
        self.element(
            "rect",
            format_args!(
                "x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"none\" \
                 stroke=\"{edge}\" stroke-width=\"3\" stroke-dasharray=\"10 8\""
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

    /// The whole picture, on a ground of a colour.
    pub(super) fn finish(self, ground: &str) -> String {
        let (width, height) = PICTURE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>{}</svg>",
            self.0
        )
    }
}

/// A picture as PNG.
#[derive(PartialEq, Eq, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct Png(pub(super) Vec<u8>);

pub(super) fn rendered(svg: &str) -> Png {
    let tree = Tree::from_str(svg, &Options::default()).expect("the picture is valid SVG");
    let mut pixels = Pixmap::new(PICTURE.0.into(), PICTURE.1.into()).expect("the picture has a size");
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    // No pixel is transparent. Without filters, areas of one colour take half the time.
    let colours: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, PICTURE.0.into(), PICTURE.1.into());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_filter(png::Filter::NoFilter);
    let mut encoding = encoder.write_header().expect("memory takes everything");
    encoding.write_image_data(&colours).expect("memory takes everything");
    encoding.finish().expect("memory takes everything");
    Png(file)
}
