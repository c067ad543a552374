//! How wide text is, from the advance widths of the shipped fonts, so that both painters agree and
//! nothing ever runs out of its box. Kerning is left out: Inter's would make text narrower only.

mod table;

use crate::shape::{Face, TextStyle, Weight};

/// What stands for the part of a text that found no room.
const ELLIPSIS: char = '…';

/// The width of `text`, in units of the canvas.
#[must_use]
pub fn text_width(text: &str, style: &TextStyle) -> f32 {
    text.chars().map(|it| advance(it, style)).sum::<f32>() * style.size
}

/// The text, or as much of its beginning as fits into `max_width` with an ellipsis after it.
#[must_use]
pub fn fitted(text: &str, style: &TextStyle, max_width: f32) -> String {
    if text_width(text, style) <= max_width {
        return text.to_owned();
    }
    let room = max_width - advance(ELLIPSIS, style) * style.size;
    let mut kept = String::with_capacity(text.len());
    let mut width = 0.0;
    for it in text.chars() {
        width += advance(it, style) * style.size;
        if width > room {
            break;
        }
        kept.push(it);
    }
    let kept_length = kept.trim_end_matches([' ', '-', '·', ',']).len();
    kept.truncate(kept_length);
    kept.push(ELLIPSIS);
    kept
}

/// How many characters of the fixed-width face fit into `max_width` at this size.
#[must_use]
pub fn mono_columns(size: f32, max_width: f32) -> usize {
    // A column is a few units wide; the cast cuts off the part of a column that does not fit.
    (max_width / (size * MONO_ADVANCE)) as usize
}

/// JetBrains Mono: 600 of 1000 units for every glyph.
const MONO_ADVANCE: f32 = 0.6;

/// In ems.
fn advance(it: char, style: &TextStyle) -> f32 {
    match style.face {
        Face::Mono => MONO_ADVANCE,
        Face::Sans => f32::from(sans_advance(it, style.weight)) / 2048.0,
    }
}

fn sans_advance(it: char, weight: Weight) -> u16 {
    let column = match weight {
        Weight::Regular => 0,
        Weight::Medium => 1,
        Weight::Bold => 2,
    };
    let code = u32::from(it);
    let known = match code {
        0x20..=0x7e => table::ASCII[column].get(code as usize - 0x20).copied(),
        0xa0..=0xff => table::LATIN_1[column].get(code as usize - 0xa0).copied(),
        _ => u16::try_from(code).ok().and_then(|code| {
            let place = table::OTHERS.binary_search_by_key(&code, |it| it.0).ok()?;
            Some(table::OTHERS[place].1[column])
        }),
    };
    // A glyph of a fallback font is rarely wider than an em.
    known.filter(|it| *it > 0).unwrap_or(2048)
}
