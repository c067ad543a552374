//! A person at a terminal: the last command, and what came back.

use trace::Event;

use crate::label::Label;
use crate::layout::Layout;
use crate::now::Now;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;
use crate::text_width::mono_columns;
use crate::timeline::Cell;

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
        let typed = typed(now);
        if sizes.you[0] > 0.0 {
            stacked(now, layout, typed.as_deref(), pad, sketch);
        } else {
            level(now, layout, typed.as_deref(), pad, sketch);
        }
    });
}

/// As much of the last command as has been typed.
fn typed(now: &Now<'_>) -> Option<String> {
    let entry = now.entry(now.marks.command)?;
    let Event::CommandTyped { line } = &entry.event else { return None };
    let is_this = |it: &Event| matches!(it, Event::CommandTyped { .. });
    let typing = now.effect_entry(is_this).filter(|(it, _)| it.id == entry.id);
    let line = line.lines().next().unwrap_or_default();
    let n_shown = match typing {
        Some((_, progress)) => (line.chars().count() as f32 * progress) as usize,
        None => line.chars().count(),
    };
    Some(line.chars().take(n_shown).collect())
}

/// Command on two lines, answer below.
fn stacked(now: &Now<'_>, layout: &Layout, typed: Option<&str>, pad: f32, sketch: &mut Sketch) {
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let width = at.width - 2.0 * pad;
    let style = TextStyle::mono(Role::CodeInk, sizes.small);
    let soft = TextStyle { role: Role::CodeSoft, ..style };
    let Some(typed) = typed else {
        let place = at.at(pad, sizes.you[1]);
        sketch.text("prompt", place, width, Label::text("$"), soft);
        return;
    };
    let typed = if sizes.is_terse { typed.trim_start_matches("kubectl ") } else { typed };
    let columns = mono_columns(sizes.small, width);
    let (first, rest) = broken(typed, columns, sizes.you[2] > 0.0);
    sketch.text("command", at.at(pad, sizes.you[1]), width, Label::text(first), style);
    if sizes.you[2] > 0.0 && !rest.is_empty() {
        sketch.text("command-rest", at.at(pad, sizes.you[2]), width, Label::text(rest), style);
    }
    let Some(answer) = answer(now) else { return };
    let mono = TextStyle::mono(answer.role, sizes.small);
    let bold = TextStyle::sans(answer.role, sizes.small).bold();
    let text = shortened(&answer.text, columns);
    let (first, rest) = broken(&text, columns.saturating_sub(2), true);
    let runs = vec![
        Run { label: Label::text(answer.mark), style: bold },
        Run { label: Label::text(first), style: mono },
    ];
    let place = at.at(pad, sizes.you[3]);
    sketch.runs("answer", place, Anchor::Start, width, runs);
    if sizes.is_terse {
        return;
    }
    let below = place.plus(0.0, sizes.small + 4.0);
    if !rest.is_empty() && below.y < at.bottom() - 6.0 {
        sketch.text("answer-rest", below, width, Label::text(rest), mono);
    }
}

/// Command left, answer right.
fn level(now: &Now<'_>, layout: &Layout, typed: Option<&str>, pad: f32, sketch: &mut Sketch) {
    let at = layout.places.you;
    let sizes = &layout.sizes;
    let style = TextStyle::mono(Role::CodeInk, sizes.body + 0.5);
    let answer = answer(now);
    let width = at.width - 2.0 * pad;
    let share = if answer.is_some() { 0.55 } else { 1.0 };
    let place = at.at(pad, sizes.you[1]);
    let text = typed.unwrap_or("$").to_owned();
    sketch.text("command", place, width * share - 8.0, Label::text(text), style);
    if let Some(answer) = answer {
        let mono = TextStyle::mono(answer.role, sizes.body);
        let bold = TextStyle::sans(answer.role, sizes.body).bold();
        let room = width * (1.0 - share);
        let text = shortened(&answer.text, mono_columns(sizes.body, room) - 2);
        let runs = vec![
            Run { label: Label::text(answer.mark), style: bold },
            Run { label: Label::text(text), style: mono },
        ];
        let place = at.at(at.width - pad, sizes.you[3]);
        sketch.runs("answer", place, Anchor::End, room, runs);
    }
}

/// Broken at the last blank that fits.
fn broken(text: &str, columns: usize, has_second_line: bool) -> (String, String) {
    if text.chars().count() <= columns || !has_second_line {
        return (text.to_owned(), String::new());
    }
    let fits = text.char_indices().nth(columns + 1).map_or(text.len(), |it| it.0);
    let at = text[..fits].rfind(' ').filter(|it| *it > 0);
    match at {
        Some(at) => (text[..at].to_owned(), text[at + 1..].to_owned()),
        None => (text.to_owned(), String::new()),
    }
}

/// What came back of a command.
struct Answer {
    mark: &'static str,
    text: String,
    role: Role,
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
