//! The API server: how much it holds, and what it last answered.

use trace::{Answer, Event, Resource};

use crate::geometry::rect;
use crate::label::Label;
use crate::layout::Layout;
use crate::now::Now;
use crate::number::{push_whole, whole};
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;

use super::outline_changed;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, presence: f32, sketch: &mut Sketch) {
    let at = layout.places.api_server;
    let sizes = &layout.sizes;
    let is_up = now.view.api_server_up;
    sketch.thing("server", presence, |sketch| {
        let line = Role::Api.line(2.4);
        let line = if is_up { line } else { line.dashed(6.0, 5.0) };
        sketch.rect("box", at, sizes.radius, Role::Card.solid(), line);
        let width = at.width - 2.0 * sizes.pad;
        let title = TextStyle::sans(Role::Api, sizes.title).bold();
        let place = at.at(sizes.pad, sizes.api_server[0]);
        let name = if sizes.is_terse { Label::text("API") } else { Label::key("api_server.title") };
        sketch.text("title", place, width, name, title);
        let body = TextStyle::sans(Role::Soft, sizes.body);
        if !is_up {
            let place = at.at(sizes.pad, sizes.api_server[1]);
            let key = if sizes.is_terse { "api_server.down_short" } else { "api_server.down" };
            sketch.text("down", place, width, Label::key(key), body);
            return;
        }
        counts(now, layout, sketch);
        if let Some((runs, is_new)) = answer(now, sizes.body, sizes.is_terse) {
            let place = at.at(sizes.pad, sizes.api_server[2]);
            sketch.runs("answer", place, Anchor::Start, width, runs);
            if is_new && sizes.api_server[2] > 0.0 {
                let edge = rect(at.x + sizes.pad - 6.0, place.y - 14.0, width + 12.0, 20.0);
                outline_changed(sketch, "changed", edge);
            }
        }
        if sizes.api_server[3] > 0.0 && sizes.sublabels {
            let place = at.at(sizes.pad, sizes.api_server[3]);
            let key = if now.is_static { "api_server.no_say" } else { "api_server.orders" };
            sketch.text("no_say", place, width, Label::key(key), body);
        }
    });
}

fn counts(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let at = layout.places.api_server;
    let sizes = &layout.sizes;
    let count =
        |resource| now.view.objects.keys().filter(|it| it.resource == resource).count() as u64;
    let ink = TextStyle::mono(Role::Ink, sizes.body);
    let soft = TextStyle { role: Role::Soft, ..ink };
    let mut runs = vec![
        Run { label: Label::text("pods "), style: soft },
        Run { label: Label::text(whole(count(Resource::Pods))), style: ink },
    ];
    if sizes.sublabels {
        runs.push(Run { label: Label::text("  nodes "), style: soft });
        runs.push(Run { label: Label::text(whole(count(Resource::Nodes))), style: ink });
    }
    let place = at.at(sizes.pad, sizes.api_server[1]);
    sketch.runs("counts", place, Anchor::Start, at.width - 2.0 * sizes.pad, runs);
}

/// The last request with its answer, and whether a still picture must point it out.
fn answer(now: &Now<'_>, size: f32, is_terse: bool) -> Option<(Vec<Run>, bool)> {
    let entry = now.entry(now.marks.answered)?;
    let Event::RequestAnswered { request, answer, .. } = &entry.event else { return None };
    let Event::RequestSent { request, .. } = &now.entry(Some(*request))?.event else {
        return None;
    };
    let soft = TextStyle::sans(Role::Soft, size);
    let role = if answer.is_success() { Role::Soft } else { Role::Fault };
    let mut asked = request.verb.to_string();
    asked.push_str(if is_terse { " " } else { " → " });
    let runs = vec![
        Run { label: Label::text(asked), style: soft },
        Run {
            label: Label::text(if is_terse {
                whole(u64::from(answer.status))
            } else {
                status(answer)
            }),
            style: TextStyle { role, ..soft },
        },
    ];
    Some((runs, now.changed.iter().any(|it| it.id == entry.id)))
}

/// `200 OK`, in HTTP's own words.
pub(crate) fn status(answer: &Answer) -> String {
    let words = match answer.status {
        0 => return "connection refused".to_owned(),
        200 => "OK",
        201 => "Created",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        422 => "Invalid",
        429 => "Too Many Requests",
        500 => "Internal Error",
        _ => "",
    };
    let mut text = String::with_capacity(16);
    push_whole(&mut text, u64::from(answer.status));
    if !words.is_empty() {
        text.push(' ');
        text.push_str(words);
    }
    text
}
