//! The card that link previews show: the picture, and above it what it belongs to.

use scene::Role;

use super::{PREVIEW_SIZE, PosterKey, Subject};

const MARGIN: u32 = 36;
/// The height of what stands above the picture.
const HEAD: u32 = 92;

/// The card as one SVG document.
pub fn card(subject: &Subject<'_>, key: &PosterKey) -> String {
    let (width, height) = PREVIEW_SIZE;
    let (inner_width, inner_height) = (width - 2 * MARGIN, height - HEAD - MARGIN);
    let place = format!(
        "<svg x=\"{MARGIN}\" y=\"{HEAD}\" width=\"{inner_width}\" height=\"{inner_height}\""
    );
    // The picture keeps its own proportions and stands in the middle of its place.
    let picture = subject.svg(key, false).replacen("<svg", &place, 1);
    let paint = key.theme.paint();
    let words = subject.lesson.words(key.lang);
    let step = words.steps.get(subject.step).map_or("", |step| &step.name);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Inter\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{card}\"/>\
         <g font-size=\"30\" font-weight=\"650\">\
         <text x=\"{MARGIN}\" y=\"58\" fill=\"{ink}\">{title}</text>\
         <text x=\"{right}\" y=\"58\" fill=\"{soft}\" text-anchor=\"end\">{step}</text>\
         </g>{picture}</svg>",
        right = width - MARGIN,
        card = paint.colour(Role::Card),
        ink = paint.colour(Role::Ink),
        soft = paint.colour(Role::Soft),
        title = escaped(&words.title),
        step = escaped(step),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
