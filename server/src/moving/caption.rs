//! What stands below a moving picture: the step's name, which beat it is, and its caption.

use content::{Inline, Kind, Role as Named};
use scene::{Paint, Role, TextStyle, text_width};

use super::piece::{Piece, escaped, push_attr};

/// The height that it takes below the picture, in units of the canvas.
pub const BAND: f32 = 84.0;

const LEFT: f32 = 34.0;
/// Where captions begin: beside the longest name of a step.
const CAPTION_LEFT: f32 = 204.0;
/// Shipped fonts are not at hand in an image, and others may be wider: a line leaves some room.
const CAPTION_WIDTH: f32 = 860.0;
const SIZE: f32 = 25.0;
const LINE: f32 = 33.0;
const NAME: TextStyle = TextStyle::sans(Role::Ink, 23.0).bold();
const PLACE: TextStyle = TextStyle::sans(Role::Soft, 19.0);

/// What is said of a beat.
pub struct Said<'a> {
    /// The step's name.
    pub step: &'a str,
    /// Which of the step's beats, from 1, and how many there are.
    pub place: (usize, usize),
    /// The caption.
    pub caption: &'a Inline,
}

/// A stretch of a line, all of one kind.
type Stretch = (Kind, String);

impl Said<'_> {
    /// It as elements, below a picture that is `top` high.
    pub fn pieces(&self, top: f32, paint: Paint) -> Vec<Piece> {
        let (nth, all) = self.place;
        let name = escaped(self.step);
        let place = format!("{nth} / {all}");
        let mut pieces = vec![
            piece("caption/step", (LEFT, top + 35.0), NAME, paint, name),
            piece("caption/place", (LEFT, top + 63.0), PLACE, paint, place),
        ];
        let lines = balanced(self.caption, CAPTION_WIDTH);
        // One line stands in the middle, two stand around it.
        let first = top + 50.0 - LINE / 2.0 * lines.len().saturating_sub(1) as f32;
        for (n, line) in lines.iter().enumerate() {
            let inner = line.iter().map(|it| stretch(it, paint)).collect();
            let at = (CAPTION_LEFT, first + LINE * n as f32);
            let style = TextStyle::sans(Role::Ink, SIZE);
            pieces.push(piece(&format!("caption/line-{n}"), at, style, paint, inner));
        }
        pieces
    }
}

fn piece(key: &str, at: (f32, f32), style: TextStyle, paint: Paint, inner: String) -> Piece {
    let mut attrs = vec![
        ("x", at.0.to_string()),
        ("y", at.1.to_string()),
        ("font-size", style.size.to_string()),
        ("fill", paint.colour(style.role).to_owned()),
    ];
    if style == NAME {
        attrs.push(("font-weight", "650".to_owned()));
    }
    Piece { key: key.to_owned(), tag: "text", attrs, inner }
}

/// How a stretch is set: words that name a drawn thing have its colour.
fn style(kind: Kind) -> TextStyle {
    match kind {
        Kind::Words => TextStyle::sans(Role::Ink, SIZE),
        Kind::Code => TextStyle::mono(Role::Ink, SIZE - 2.0),
        Kind::Role(named) => TextStyle::sans(role(named), SIZE).bold(),
    }
}

const fn role(named: Named) -> Role {
    match named {
        Named::File => Role::File,
        Named::Kubelet => Role::Kubelet,
        Named::Container => Role::Real,
        Named::Mirror => Role::Mirror,
        Named::Api | Named::You => Role::Api,
        Named::Fault => Role::Fault,
    }
}

/// Stretches follow one another in the text, so that no font lets them overlap.
fn stretch((kind, text): &Stretch, paint: Paint) -> String {
    let words = escaped(text);
    let mut span = "<tspan".to_owned();
    match kind {
        Kind::Words => return words,
        Kind::Code => {
            push_attr(&mut span, "font-family", "JetBrains Mono, monospace");
            push_attr(&mut span, "font-size", &style(*kind).size.to_string());
        }
        Kind::Role(_) => {
            push_attr(&mut span, "font-weight", "650");
            push_attr(&mut span, "fill", paint.colour(style(*kind).role));
        }
    }
    span.push('>');
    span.push_str(&words);
    span.push_str("</tspan>");
    span
}

/// The caption in as few lines, of which none is much shorter than the others.
fn balanced(caption: &Inline, most: f32) -> Vec<Vec<Stretch>> {
    const LESS: f32 = 12.0;
    let mut best = lines(caption, most);
    let mut width = most - LESS;
    while width > most / 2.0 {
        let narrower = lines(caption, width);
        if narrower.len() > best.len() {
            break;
        }
        best = narrower;
        width -= LESS;
    }
    best
}

/// The caption in lines no wider than `most`, broken at blanks. A word that is wider by itself has
/// a line of its own.
fn lines(caption: &Inline, most: f32) -> Vec<Vec<Stretch>> {
    let mut lines: Vec<Vec<Stretch>> = vec![Vec::new()];
    let mut used = 0.0;
    for (word, blank) in words(caption) {
        let width: f32 = word.iter().map(|(kind, text)| text_width(text, &style(*kind))).sum();
        let gap = blank.map_or(0.0, |kind| text_width(" ", &style(kind)));
        let is_empty = lines.last().is_none_or(Vec::is_empty);
        if !is_empty && used + gap + width > most {
            lines.push(Vec::new());
            used = 0.0;
        } else if let (false, Some(kind), Some(line)) = (is_empty, blank, lines.last_mut()) {
            push(line, kind, " ");
            used += gap;
        }
        if let Some(line) = lines.last_mut() {
            word.iter().for_each(|(kind, text)| push(line, *kind, text));
        }
        used += width;
    }
    lines
}

/// Each word, in stretches, with the kind of the blank before it. Blanks that do not break are a
/// part of their word.
fn words(caption: &Inline) -> Vec<(Vec<Stretch>, Option<Kind>)> {
    let mut words: Vec<(Vec<Stretch>, Option<Kind>)> = vec![(Vec::new(), None)];
    for span in caption.spans() {
        for (n, part) in span.text.split(' ').enumerate() {
            if n > 0 {
                words.push((Vec::new(), Some(span.kind)));
            }
            if let Some((word, _)) = words.last_mut().filter(|_| !part.is_empty()) {
                push(word, span.kind, part);
            }
        }
    }
    words
}

fn push(line: &mut Vec<Stretch>, kind: Kind, text: &str) {
    match line.last_mut() {
        Some((last, words)) if *last == kind => words.push_str(text),
        _ => line.push((kind, text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use content::{Content, Lang};

    use super::*;

    #[test]
    fn every_name_of_a_step_ends_before_the_caption_begins() {
        let content = Content::embedded().expect("the content has no mistakes");
        for lesson in content.lessons() {
            for step in Lang::ALL.into_iter().flat_map(|lang| &lesson.words(lang).steps) {
                let end = LEFT + text_width(&step.name, &NAME);
                assert!(end + 12.0 < CAPTION_LEFT, "{} ends at {end}", step.name);
            }
        }
    }

    #[test]
    fn every_caption_stands_on_two_lines_and_loses_nothing() {
        let content = Content::embedded().expect("the content has no mistakes");
        for lesson in content.lessons() {
            for lang in Lang::ALL {
                let steps = &lesson.words(lang).steps;
                for caption in steps.iter().flat_map(|it| &it.captions) {
                    let lines = balanced(caption, CAPTION_WIDTH);
                    assert!(lines.len() <= 2, "{lang}: {lines:?}");
                    let said = lines
                        .iter()
                        .map(|line| line.iter().map(|it| it.1.as_str()).collect::<String>());
                    assert_eq!(said.collect::<Vec<_>>().join(" "), caption.plain());
                    for line in &lines {
                        let width: f32 = line.iter().map(|(k, t)| text_width(t, &style(*k))).sum();
                        assert!(width <= CAPTION_WIDTH, "{lang}: {line:?}");
                    }
                }
            }
        }
    }
}
