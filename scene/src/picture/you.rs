//! A person at a terminal: the last command, and what came back.

use trace::Event;

use crate::geometry::Point;
use crate::label::Label;
use crate::layout::Layout;
use crate::now::Now;
use crate::number::push_whole;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::text_width::mono_columns;
use crate::timeline::Cell;

use super::wrap::{terse, whole_lines, wrapped};

/// How much of a line the command has where its answer stands beside it.
const COMMAND_SHARE: f32 = 0.55;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let pad = (sizes.pad - 6.0).max(7.0);
    sketch.thing("you", 1.0, |sketch| {
        sketch.rect("box", at, sizes.radius, Role::Code.solid(), None);
    });
    // The ground stays: so much of it turning grey and black again would draw the eye.
    sketch.thing("you", now.presence(Cell::You, 1.0), |sketch| {
        if sizes.you[0] > 0.0 {
            let style = TextStyle::sans(Role::CodeSoft, sizes.body).bold();
            let place = at.at(pad, sizes.you[0]);
            sketch.text("title", place, at.width - 2.0 * pad, Label::key("you.title"), style);
        }
        let bottom = match command(now, layout, pad) {
            Some(command) => command.draw(now, at.at(pad, 0.0), sketch),
            None => {
                let style = TextStyle::mono(Role::CodeSoft, sizes.small);
                sketch.text("prompt", at.at(pad, sizes.you[1]), 20.0, Label::text("$"), style);
                0.0
            }
        };
        let Some(answer) = answer(now) else { return };
        if sizes.you[0] > 0.0 {
            below(layout, answer, pad, bottom, sketch);
        } else {
            beside(layout, answer, pad, sketch);
        }
    });
}

/// The last command as it is set.
struct Command {
    lines: Vec<String>,
    style: TextStyle,
    width: f32,
    /// The first base line from the top of the cell, and from one to the next.
    top: f32,
    step: f32,
}

impl Command {
    /// Draws as much of it as has been typed. Gives its last base line, from the top of the cell.
    fn draw(&self, now: &Now<'_>, at: Point, sketch: &mut Sketch) -> f32 {
        let is_this = |it: &Event| matches!(it, Event::CommandTyped { .. });
        let typing = now.effect_entry(is_this).filter(|(it, _)| Some(it.id) == now.marks.command);
        let length: usize = self.lines.iter().map(|it| it.chars().count()).sum();
        let mut n_left = typing.map_or(length, |(_, progress)| (length as f32 * progress) as usize);
        for (n, line) in self.lines.iter().enumerate() {
            let shown: String = line.chars().take(n_left).collect();
            n_left -= shown.chars().count();
            let mut key = "command-".to_owned();
            push_whole(&mut key, n as u64);
            let place = at.plus(0.0, self.top + n as f32 * self.step);
            if !shown.is_empty() {
                sketch.text(&key, place, self.width, Label::text(shown), self.style);
            }
        }
        self.top + (self.lines.len() as f32 - 1.0) * self.step
    }
}

/// The last command, wrapped: in the usual size where it is short, smaller where it is long.
fn command(now: &Now<'_>, layout: &Layout, pad: f32) -> Option<Command> {
    let entry = now.entry(now.marks.command)?;
    let Event::CommandTyped { line } = &entry.event else { return None };
    let line = line.lines().next().unwrap_or_default();
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let is_level = sizes.you[0] <= 0.0;
    let width = at.width - 2.0 * pad;
    let width = if is_level { width * COMMAND_SHARE - 8.0 } else { width };
    let set = |size: f32, lines: Vec<String>, top: f32, step: f32| Command {
        lines,
        style: TextStyle::mono(Role::CodeInk, size),
        // As many columns as fit exactly must not fail to fit by rounding.
        width: width + 0.5,
        top,
        step,
    };
    if sizes.is_terse {
        let lines = terse(line, mono_columns(sizes.small, width), 2);
        let top = sizes.you[1] - if lines.len() > 1 { 5.0 } else { 0.0 };
        return Some(set(sizes.small, lines, top, sizes.small + 1.0));
    }
    let n_usual = if is_level { 1 } else { 2 };
    let usual = if is_level { sizes.body + 0.5 } else { sizes.small };
    if let Some(lines) = whole_lines(line, mono_columns(usual, width), n_usual) {
        return Some(set(usual, lines, sizes.you[1], sizes.you[2] - sizes.you[1]));
    }
    let lines = wrapped(line, mono_columns(sizes.least, width), if is_level { 3 } else { 4 });
    let step = sizes.least + if is_level { 1.0 } else { 2.5 };
    let middle = (lines.len() as f32 - 1.0) / 2.0;
    let top = if is_level { sizes.you[1] - 1.5 - middle * step } else { sizes.you[1] - 6.0 };
    Some(set(sizes.least, lines, top, step))
}

/// What came back, under the command.
fn below(layout: &Layout, answer: Answer, pad: f32, bottom: f32, sketch: &mut Sketch) {
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let width = at.width - 2.0 * pad;
    let columns = mono_columns(sizes.small, width);
    let text = shortened(&answer.text, columns);
    let (first, rest) = broken(&text, columns.saturating_sub(2));
    let base = sizes.you[3].max(bottom + sizes.small + 5.0);
    let place = at.at(pad, base);
    sketch.runs("answer", place, Anchor::Start, width, answer.runs(first, sizes.small));
    let next = place.plus(0.0, sizes.small + 4.0);
    if !sizes.is_terse && !rest.is_empty() && next.y < at.bottom() - 4.0 {
        let mono = TextStyle::mono(answer.role, sizes.small);
        sketch.text("answer-rest", next, width, Label::text(rest), mono);
    }
}

/// What came back, at the right end of the command's line.
fn beside(layout: &Layout, answer: Answer, pad: f32, sketch: &mut Sketch) {
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let room = (at.width - 2.0 * pad) * (1.0 - COMMAND_SHARE);
    let text = shortened(&answer.text, mono_columns(sizes.body, room).saturating_sub(2));
    let place = at.at(at.width - pad, sizes.you[3]);
    sketch.runs("answer", place, Anchor::End, room, answer.runs(text, sizes.body));
}

/// Broken at the last blank that fits.
fn broken(text: &str, columns: usize) -> (String, String) {
    // A blank may be the first character that does not fit.
    let fits = text.char_indices().nth(columns + 1).map_or(text.len(), |it| it.0);
    let at = text.get(..fits).and_then(|it| it.rfind(' ')).filter(|it| *it > 0);
    let at = at.filter(|_| text.chars().count() > columns);
    let (first, rest) = at.and_then(|at| text.split_at_checked(at)).unwrap_or((text, ""));
    (first.to_owned(), rest.strip_prefix(' ').unwrap_or(rest).to_owned())
}

/// What came back of a command.
struct Answer {
    mark: &'static str,
    text: String,
    role: Role,
}

impl Answer {
    fn runs(&self, text: String, size: f32) -> Vec<Run> {
        let bold = TextStyle::sans(self.role, size).bold();
        let mono = TextStyle::mono(self.role, size);
        vec![
            Run { label: Label::text(self.mark), style: bold },
            Run { label: Label::text(text), style: mono },
        ]
    }
}

/// What the command printed last, and how it ended. The mark says how it ended, not only its
/// colour.
fn answer(now: &Now<'_>) -> Option<Answer> {
    let printed = now.entry(now.marks.printed).and_then(|it| {
        let Event::CommandPrinted { text, stderr, .. } = &it.event else { return None };
        Some((text.as_str(), *stderr))
    });
    let code = now.entry(now.marks.exited).and_then(|it| {
        let Event::CommandExited { code, .. } = &it.event else { return None };
        Some(*code)
    });
    let (mark, role) = match (code, printed) {
        (None, None) => return None,
        (Some(0), _) => ("✓ ", Role::CodeReal),
        (Some(_), _) | (None, Some((_, true))) => ("✗ ", Role::CodeFault),
        (None, Some((_, false))) => ("", Role::CodeSoft),
    };
    let text = printed.map_or("", |it| it.0).trim_end();
    let text = text.lines().last().unwrap_or_default().to_owned();
    Some(Answer { mark, text, role })
}

/// The text with long names cut, so that what is said of them is seen.
fn shortened(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    let longest = (columns * 3 / 5).max(8);
    let mut short = String::with_capacity(text.len());
    for word in text.split(' ') {
        if !short.is_empty() {
            short.push(' ');
        }
        if word.chars().count() <= longest {
            short.push_str(word);
        } else {
            short.extend(word.chars().take(longest - 2));
            short.push('…');
            if word.ends_with('"') {
                short.push('"');
            }
        }
    }
    short
}
