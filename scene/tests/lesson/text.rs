//! Where the text of a picture runs.

use scene::{
    Element, Face, Layout, Moment, Motion, Paint, Rect, Role, TextStyle, Timeline, Weight,
    elements, frame, text_width,
};

use super::Words;

fn attr<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    element.attrs.iter().find(|(it, _)| *it == name).map(|(_, value)| value.as_str())
}

/// From where to where a text runs.
pub fn extent(element: &Element) -> Option<(f32, f32)> {
    let text = element.text.as_deref()?;
    let attr = |name: &str| attr(element, name);
    let number = |name: &str| attr(name).and_then(|it| it.parse::<f32>().ok());
    let style = TextStyle {
        role: Role::Ink,
        size: number("font-size").expect("text has a size"),
        face: attr("font-family").map_or(Face::Sans, |_| Face::Mono),
        weight: match attr("font-weight") {
            Some("650" | "600") => Weight::Bold,
            Some("560") => Weight::Medium,
            _ => Weight::Regular,
        },
        struck: false,
    };
    let width = text_width(text, &style);
    let x = number("x").expect("text has a place");
    Some(match attr("text-anchor") {
        Some("middle") => (x - width / 2.0, x + width / 2.0),
        Some("end") => (x - width, x),
        _ => (x, x + width),
    })
}

/// What begins in a box ends in it.
#[track_caller]
pub fn text_is_in_its_box(timeline: &Timeline, layout: &Layout, moment: Moment, words: &Words) {
    let picture = frame(timeline, layout, moment, Motion::Full);
    for element in elements(&picture, Paint::Light, words) {
        let Some((from, to)) = extent(&element) else { continue };
        let y = attr(&element, "y").and_then(|it| it.parse::<f32>().ok()).unwrap_or(0.0);
        let within = |at: &Rect| at.x <= from && from < at.right() && at.y < y && y < at.bottom();
        for (name, at) in layout.boxes().into_iter().filter(|it| within(&it.1)) {
            let place = format!("{:?}, {moment:?}", layout.class);
            let text = &element.text;
            assert!(to <= at.right() - 2.0, "{text:?} leaves {name}: {place}");
        }
    }
}
