//! The card that link previews show: the picture, and above it what it belongs to.

use scene::Role;

use super::{PREVIEW_SIZE, PosterKey, Subject};

const MARGIN: f64 = 40.0;
const HEAD: f64 = 96.0;

/// The card as one SVG document.
pub fn card(subject: &Subject<'_>, key: &PosterKey) -> String {
    let (width, height) = (f64::from(PREVIEW_SIZE.0), f64::from(PREVIEW_SIZE.1));
    let (inner_width, inner_height) = (width - 2.0 * MARGIN, height - HEAD - MARGIN);
    let picture = subject.svg(key, (inner_width, inner_height), true);
    let paint = key.theme.paint();
    let words = subject.lesson.words(key.lang);
    let step = words.steps.get(subject.step).map_or("", |step| &step.name);
    let picture = picture.replacen("<svg ", &format!("<svg x=\"{MARGIN}\" y=\"{HEAD}\" "), 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Inter\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{card}\"/>\
         <text x=\"{MARGIN}\" y=\"62\" font-size=\"32\" font-weight=\"650\" fill=\"{ink}\">{title}</text>\
         <text x=\"{right}\" y=\"62\" font-size=\"26\" fill=\"{soft}\" text-anchor=\"end\">{step}</text>\
         {picture}</svg>",
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
