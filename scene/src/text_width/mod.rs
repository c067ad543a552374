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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{fitted, sans_advance, text_width};
    use crate::shape::{Role, TextStyle, Weight};

    #[test]
    fn the_table_is_that_of_the_shipped_fonts() {
        let path = "../web/vendor/fonts/advances.json";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = fs::read_to_string(path).expect("the widths of the shipped fonts");
        let fonts: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let inter = &fonts["inter"];
        assert_eq!(inter["units_per_em"], 2048);
        let codes = inter["code_points"].as_array().expect("code points");
        for (weight, name) in
            [(Weight::Regular, "400"), (Weight::Medium, "560"), (Weight::Bold, "650")]
        {
            let widths = inter["advances"][name].as_array().expect("widths");
            for (code, width) in codes.iter().zip(widths) {
                let code = code.as_u64().and_then(|it| u32::try_from(it).ok());
                let glyph = code.and_then(char::from_u32).expect("a character");
                let ours = u64::from(sans_advance(glyph, weight));
                assert_eq!(Some(ours), width.as_u64(), "{glyph:?} at {name}");
            }
        }
        let mono = fonts["jetbrains-mono"]["advances"]["500"].as_array().expect("widths");
        assert!(mono.iter().all(|it| it == 600));
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis_and_then_fits() {
        let style = TextStyle::sans(Role::Ink, 14.0).bold();
        let name = "hello-static-pair-worker";
        assert_eq!(fitted(name, &style, 400.0), name);
        for room in [20.0, 60.0, 100.0, 150.0] {
            let text = fitted(name, &style, room);
            assert!(text.ends_with('…') && text_width(&text, &style) <= room, "{text:?}");
        }
        // A dash before an ellipsis says nothing.
        let room = text_width("hello-…", &style) + 0.1;
        assert_eq!(fitted("hello-static", &style, room), "hello…");
    }
}
