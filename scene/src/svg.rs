//! A frame as SVG text: inline in pages, and as files that stand alone.

use crate::element::{Element, elements};
use crate::frame::Frame;
use crate::label::Labels;
use crate::number::push_tenths;
use crate::paint::Paint;
use crate::shape::Role;

/// How the text is wrapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SvgOptions {
    /// A file of its own: with a name space, a size and a ground of its own. Otherwise the picture
    /// takes the size and the ground of the page around it.
    pub standalone: bool,
    /// What the picture is called, for those who do not see it; empty for decoration.
    pub title: String,
    /// What it shows, in a sentence or more.
    pub desc: String,
}

/// The fonts of a file that stands alone. An image cannot bring the shipped ones with it, and these
/// others are about as wide.
pub const FONTS_ALONE: &str = "Inter, Helvetica, Arial, sans-serif";

/// The frame as SVG text. Only presentation attributes: no style, no script, no ids.
#[must_use]
pub fn svg(frame: &Frame, paint: Paint, labels: &dyn Labels, options: &SvgOptions) -> String {
    let all = elements(frame, paint, labels);
    let mut text = String::with_capacity(all.len() * 140 + 400);
    push_root(&mut text, frame, options);
    if options.standalone {
        push_ground(&mut text, frame, paint);
    }
    for element in &all {
        push_element(&mut text, element);
    }
    text.push_str("</svg>\n");
    text
}

fn push_root(text: &mut String, frame: &Frame, options: &SvgOptions) {
    text.push_str("<svg");
    let size = |text: &mut String, between: &str| {
        push_tenths(text, frame.width);
        text.push_str(between);
        push_tenths(text, frame.height);
    };
    if options.standalone {
        text.push_str(" xmlns=\"http://www.w3.org/2000/svg\" width=\"");
        size(text, "\" height=\"");
        text.push('"');
    }
    text.push_str(" viewBox=\"0 0 ");
    size(text, " ");
    text.push_str("\" font-family=\"");
    text.push_str(if options.standalone { FONTS_ALONE } else { "Inter, system-ui, sans-serif" });
    text.push('"');
    if options.title.is_empty() {
        text.push_str(" aria-hidden=\"true\">");
        return;
    }
    text.push_str(" role=\"img\" aria-label=\"");
    push_escaped(text, &options.title);
    text.push_str("\"><title>");
    push_escaped(text, &options.title);
    text.push_str("</title>");
    if !options.desc.is_empty() {
        text.push_str("<desc>");
        push_escaped(text, &options.desc);
        text.push_str("</desc>");
    }
}

fn push_ground(text: &mut String, frame: &Frame, paint: Paint) {
    text.push_str("<rect width=\"");
    push_tenths(text, frame.width);
    text.push_str("\" height=\"");
    push_tenths(text, frame.height);
    text.push_str("\" fill=\"");
    text.push_str(paint.colour(Role::Card));
    text.push_str("\"/>");
}

fn push_element(text: &mut String, element: &Element) {
    text.push('<');
    text.push_str(element.tag);
    for (name, value) in &element.attrs {
        text.push(' ');
        text.push_str(name);
        text.push_str("=\"");
        push_escaped(text, value);
        text.push('"');
    }
    match &element.text {
        Some(it) => {
            text.push('>');
            push_escaped(text, it);
            text.push_str("</");
            text.push_str(element.tag);
            text.push('>');
        }
        None => text.push_str("/>"),
    }
}

/// Appends a text as XML writes it, in an attribute or between tags.
pub fn push_escaped(text: &mut String, raw: &str) {
    for it in raw.chars() {
        match it {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            // XML knows no other control characters, and a manifest may hold any.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => text.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            _ => text.push(it),
        }
    }
}
