//! A film as one SVG document that plays by itself: the browser moves the numbers that differ.

use scene::FONTS_ALONE;

use super::film::Film;
use super::look::Look;
use super::numbers::{Numbers, push_decimal};
use super::piece::{Piece, escaped, push_attr, push_end};
use super::tracks::{Track, keys, tracks};

/// How often it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Plays {
    /// Again and again.
    #[default]
    Forever,
    /// Once; its last picture then stays.
    Once,
}

/// Pictures are no farther apart than this; what lies between two of them is the browser's to draw.
const LONGEST_PART_MS: u32 = 80;

/// Into how many parts a film may be cut: those of which every multiple is a decimal of at most
/// five digits, so that key times are exact.
const PARTS: [u32; 12] = [100, 125, 200, 250, 400, 500, 625, 800, 1000, 1250, 2000, 2500];

/// A film, cut into equal parts.
pub struct Cut {
    parts: u32,
    duration_ms: u32,
}

impl Cut {
    /// The fewest parts that are short enough.
    pub fn of(film: &Film<'_>) -> Self {
        let duration_ms = film.duration_ms();
        let enough = PARTS.into_iter().find(|it| duration_ms.div_ceil(*it) <= LONGEST_PART_MS);
        Self { parts: enough.unwrap_or(PARTS[PARTS.len() - 1]), duration_ms }
    }

    /// When each part begins, in milliseconds after the film's beginning.
    pub fn times(&self) -> impl ExactSizeIterator<Item = u32> {
        let (parts, duration) = (u64::from(self.parts), u64::from(self.duration_ms));
        // A part of the duration is not longer than it.
        (0..self.parts).map(move |n| (u64::from(n) * duration / parts) as u32)
    }
}

/// The film as an SVG document of its own: no script, no address, no name that another element of
/// a page could have.
pub fn document(film: &Film<'_>, look: Look, plays: Plays) -> String {
    let paint = look.paint();
    let cut = Cut::of(film);
    let mut pictures: Vec<Vec<Piece>> = Vec::new();
    let mut moments = Vec::new();
    let shown: Vec<usize> = cut
        .times()
        .map(|at| {
            let moment = film.moment(at);
            if moments.last() != Some(&moment) {
                moments.push(moment);
                pictures.push(film.picture(moment, paint));
            }
            pictures.len() - 1
        })
        .collect();
    let tracks = tracks(shown.iter().map(|it| pictures[*it].as_slice()));
    let mut text = String::with_capacity(200_000);
    push_root(&mut text, film);
    text.push_str("<style>");
    text.push_str(&look.style().rules);
    text.push_str("</style>");
    push_ground(&mut text, film, look);
    text.push_str("<g class=\"still\" display=\"none\">");
    film.still(paint).iter().for_each(|it| it.push(&mut text));
    text.push_str("</g><g class=\"moving\">");
    let timing = Timing { cut: &cut, attrs: timing(&cut, plays) };
    tracks.iter().for_each(|it| timing.push_track(&mut text, it));
    text.push_str("</g></svg>\n");
    text
}

/// The first tag, and what the picture is called.
fn push_root(text: &mut String, film: &Film<'_>) {
    let (width, height) = film.size();
    let (title, told) = (escaped(&film.title()), escaped(&film.told()));
    text.push_str(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS_ALONE}\" \
         role=\"img\" aria-label=\"{title}\"><title>{title}</title><desc>{told}</desc>"
    ));
}

/// The surface on which it is drawn.
pub fn push_ground(text: &mut String, film: &Film<'_>, look: Look) {
    let (width, height) = film.size();
    let card = look.paint().colour(scene::Role::Card);
    text.push_str(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{card}\"/>"));
}

/// How long each animation takes, and what comes then; the same for all of them.
fn timing(cut: &Cut, plays: Plays) -> String {
    let mut attrs = " dur=\"".to_owned();
    // A film is minutes long at most; the cast saturates beyond.
    push_decimal(&mut attrs, i32::try_from(cut.duration_ms).unwrap_or(i32::MAX));
    attrs.push_str(match plays {
        Plays::Forever => "s\" repeatCount=\"indefinite\"",
        Plays::Once => "s\" fill=\"freeze\"",
    });
    attrs
}

struct Timing<'a> {
    cut: &'a Cut,
    attrs: String,
}

impl Timing<'_> {
    fn push_track(&self, text: &mut String, track: &Track) {
        let series = track.series();
        let mut inner = track.kind.inner.clone();
        self.push_turns(&mut inner, &track.turns());
        text.push('<');
        text.push_str(track.kind.tag);
        for (name, value) in &track.kind.fixed {
            push_attr(text, name, value);
        }
        for numbers in &series {
            let Some(first) = numbers.first() else { continue };
            let keys = keys(numbers);
            if keys.len() > 1 || !first.is_default() {
                push_attr(text, first.name, &track.kind.value(first));
            }
            if keys.len() > 1 {
                self.push_moves(&mut inner, track, numbers, &keys);
            }
        }
        if track.samples.first().is_some_and(Option::is_none) {
            push_attr(text, "visibility", "hidden");
        }
        push_end(text, track.kind.tag, &inner);
    }

    /// When the element is to be seen.
    fn push_turns(&self, text: &mut String, turns: &[(usize, bool)]) {
        if turns.len() < 2 {
            return;
        }
        let seen = |it: &(usize, bool)| if it.1 { "visible" } else { "hidden" }.to_owned();
        let values: Vec<String> = turns.iter().map(seen).collect();
        text.push_str("<animate attributeName=\"visibility\" calcMode=\"discrete\"");
        self.push_keys(text, turns.iter().map(|it| it.0), &values);
    }

    /// How one of its attributes moves.
    fn push_moves(&self, text: &mut String, track: &Track, series: &[&Numbers], keys: &[usize]) {
        let mut values: Vec<String> = keys.iter().map(|it| track.kind.value(series[*it])).collect();
        values.extend(values.last().cloned());
        text.push_str("<animate attributeName=\"");
        text.push_str(series[0].name);
        text.push('"');
        self.push_keys(text, keys.iter().copied().chain([self.cut.parts as usize]), &values);
    }

    fn push_keys(&self, text: &mut String, at: impl Iterator<Item = usize>, values: &[String]) {
        text.push_str(" values=\"");
        text.push_str(&values.join(";"));
        text.push_str("\" keyTimes=\"");
        for (nth, part) in at.enumerate() {
            if nth > 0 {
                text.push(';');
            }
            push_key_time(text, part, self.cut.parts as usize);
        }
        text.push('"');
        text.push_str(&self.attrs);
        text.push_str("/>");
    }
}

/// Appends which part of the whole that is, exactly.
fn push_key_time(text: &mut String, part: usize, parts: usize) {
    const DIGITS: usize = 5;
    let scaled = part * 10_usize.pow(DIGITS as u32) / parts;
    if scaled == 0 || part >= parts {
        text.push(if scaled == 0 { '0' } else { '1' });
        return;
    }
    text.push('.');
    text.push_str(format!("{scaled:0DIGITS$}").trim_end_matches('0'));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_times_are_exact() {
        for parts in PARTS {
            for part in 0..=parts {
                let mut text = String::new();
                push_key_time(&mut text, part as usize, parts as usize);
                let time: f64 = text.parse().expect("a number");
                assert!((time * f64::from(parts) - f64::from(part)).abs() < 1e-9, "{part}/{parts}");
            }
        }
    }
}
