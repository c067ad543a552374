//! The manifest directory and the files in it, as dog-eared sheets.

use trace::view::{FileView, Reading};
use trace::{Event, short_id};

use crate::geometry::{Rect, rect};
use crate::label::{Label, Message};
use crate::layout::Layout;
use crate::motion::{in_out, out};
use crate::now::Now;
use crate::number::{between, sine, whole};
use crate::shape::{Anchor, Line, Role, Run, Stroke, TextStyle, Tint};
use crate::sketch::Sketch;
use crate::text_width::text_width;
use crate::timeline::Cell;

/// As many sheets have a place; more are counted.
const PLACES: usize = 3;

pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let at = layout.places.manifests;
    let sizes = &layout.sizes;
    sketch.thing("manifests", now.presence(Cell::Manifests, 1.0), |sketch| {
        sketch.rect(
            "box",
            at,
            sizes.radius - 2.0,
            Role::FileWash.solid(),
            Role::File.line(1.2).faint(0.45),
        );
        heading(now, layout, sketch);
        sheets(now, layout, sketch);
        if sizes.sublabels {
            let watched = now.node().is_some_and(|it| it.kubelet_running);
            let key = if watched { "manifests.watched" } else { "manifests.unwatched" };
            let style = TextStyle::sans(Role::Soft, sizes.small);
            let place = at.at(sizes.pad - 2.0, at.height - 17.0);
            sketch.text(
                "watched",
                place,
                at.width - 2.0 * (sizes.pad - 2.0),
                Label::key(key),
                style,
            );
        }
    });
}

/// The directory's name, in full where there is room. Where the machine has no title and there are
/// several, the directory says whose it is.
fn heading(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let at = layout.places.manifests;
    let sizes = &layout.sizes;
    let style = TextStyle::mono(Role::File, sizes.small).bold();
    let nodes = &now.timeline.header().topology.nodes;
    let node = now.timeline.node();
    let place = at.at(sizes.pad - 2.0, sizes.manifests[0]);
    let width = at.width - 2.0 * (sizes.pad - 2.0);
    let is_named = nodes.len() > 1 && !sizes.side_titles;
    if sizes.manifests[0] <= 0.0 {
        if is_named {
            let style = TextStyle::sans(Role::File, sizes.small).medium();
            let place = at.at(5.0, at.height - 5.0);
            sketch.text("machine", place, at.width - 10.0, Label::text(node.as_str()), style);
        }
        return;
    }
    // A cordoned machine's barrier is named at the right end of the same line.
    let width = if sizes.sheets_are_level { width - 62.0 } else { width };
    let directory = nodes.iter().find(|it| it.name == *node);
    let directory = directory.map_or("", |it| it.manifest_dir.as_str());
    let mut text = String::new();
    if is_named {
        text.push_str(node.as_str());
        text.push(':');
    }
    let owner = text.len();
    text.push_str(directory);
    if text_width(&text, &style) > width {
        text.truncate(owner);
        text.push_str("…/");
        text.push_str(directory.rsplit('/').next().unwrap_or(directory));
    }
    sketch.text("directory", place, width, Label::text(text), style);
}

fn sheets(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let Some(node) = now.node() else { return };
    let slots = now.timeline.files();
    let n_places = if layout.sizes.sheets_are_level { 2 } else { PLACES };
    let mut n_hidden = 0;
    for (path, file) in &node.files {
        match slots.iter().position(|it| it == path) {
            Some(slot) if slot < n_places => {
                let is_new = appears(now, path);
                let strength = is_new.map_or(1.0, out);
                let drop = is_new.map_or(0.0, |it| -18.0 * (1.0 - out(it)));
                let place = place_of(layout, slot).moved(shake(now, path), drop);
                sheet(now, layout, sketch, path, file, place, strength);
            }
            _ => n_hidden += 1,
        }
    }
    ghosts(now, layout, sketch, n_places);
    if n_hidden > 0 {
        let message = Message::new("manifests.more", [("n", whole(n_hidden))]);
        let style = TextStyle::sans(Role::Soft, layout.sizes.small);
        let at = layout.places.manifests;
        let place = at.at(at.width - layout.sizes.pad, at.height - 17.0);
        sketch.runs("more", place, Anchor::End, 90.0, vec![Run { label: message.into(), style }]);
    }
}

/// A file that went leaves its sheet for as long as it fades.
fn ghosts(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch, n_places: usize) {
    let gone = now.effect_entry(|it| {
        matches!(it, Event::FileRemoved { .. } | Event::FileRenamed { .. })
            && it.node() == Some(now.timeline.node())
    });
    let Some((entry, progress)) = gone else { return };
    let (Event::FileRemoved { path, .. } | Event::FileRenamed { from: path, .. }) = &entry.event
    else {
        return;
    };
    let before = now.timeline.view_before(entry.id);
    let file = before.nodes.get(now.timeline.node()).and_then(|it| it.files.get(path));
    let slot = now.timeline.files().iter().position(|it| it == path);
    let (Some(file), Some(slot)) = (file, slot.filter(|it| *it < n_places)) else { return };
    let place = place_of(layout, slot).moved(0.0, 14.0 * in_out(progress));
    sheet(now, layout, sketch, path, file, place, 1.0 - out(progress));
}

fn place_of(layout: &Layout, slot: usize) -> Rect {
    let at = layout.places.manifests;
    let [_, top, height, step] = layout.sizes.manifests;
    let inset = layout.sizes.pad + 2.0;
    if layout.sizes.sheets_are_level {
        let x = at.x + 10.0 + slot as f32 * step;
        rect(x, at.y + top, at.width / 2.0 - 18.0, height)
    } else {
        let inset = inset.min(at.width * 0.06 + if at.width > 200.0 { 10.0 } else { 0.0 });
        rect(at.x + inset, at.y + top + slot as f32 * step, at.width - 2.0 * inset, height)
    }
}

fn sheet(
    now: &Now<'_>,
    layout: &Layout,
    sketch: &mut Sketch,
    path: &str,
    file: &FileView,
    at: Rect,
    strength: f32,
) {
    let sizes = &layout.sizes;
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_ignored = name.starts_with('.');
    let refused = matches!(file.reading, Reading::Refused(_));
    let (role, line): (Role, Line) = match (is_ignored, refused) {
        (true, _) => (Role::Soft, Role::Soft.line(1.5).dashed(5.0, 4.0)),
        (false, true) => (Role::Fault, Role::Fault.line(2.0)),
        (false, false) => (Role::File, Role::File.line(2.0)),
    };
    let fill = (!is_ignored).then_some(Role::Card.solid());
    sketch.thing(path, strength, |sketch| {
        let ear = (at.height * 0.27).min(22.0);
        outline(sketch, at, ear, fill, line);
        let pad = if at.width < 140.0 { 7.0 } else { 13.0 };
        let width = at.width - 2.0 * pad;
        let size = name_size(name, width, sizes.body, sizes.least);
        let style = TextStyle::mono(if is_ignored { Role::Soft } else { Role::Ink }, size);
        let style = if is_ignored { style } else { style.bold() };
        let has_second = at.height > 40.0;
        let first_line = if has_second { at.height * 0.42 } else { at.height * 0.5 + 4.5 };
        sketch.text("name", at.at(pad, first_line), width, Label::text(name), style);
        if has_second {
            let soft = if refused { role } else { Role::Soft };
            let style = TextStyle::sans(soft, sizes.small);
            let place = at.at(pad, at.height * 0.42 + sizes.small + 9.0);
            sketch.text("reading", place, width, reading(file, is_ignored, layout), style);
        }
        if now.has_changed(|it| is_about(it, path)) {
            super::outline_changed(sketch, "changed", at.grown(3.0));
        }
    });
}

/// A name a little too long is set a little smaller.
fn name_size(name: &str, width: f32, largest: f32, least: f32) -> f32 {
    let fits = width / (0.601 * name.chars().count().max(1) as f32);
    between(fits, least, largest)
}

fn outline(sketch: &mut Sketch, at: Rect, ear: f32, fill: Option<Tint>, line: Line) {
    let r = 6.0;
    let edge = at.right() - ear;
    let strokes = vec![
        Stroke::Move(at.at(0.0, r)),
        Stroke::Arc { radius: r, large: false, to: at.at(r, 0.0) },
        Stroke::Line(crate::geometry::point(edge, at.y)),
        Stroke::Line(at.at(at.width, ear)),
        Stroke::Line(at.at(at.width, at.height - r)),
        Stroke::Arc { radius: r, large: false, to: at.at(at.width - r, at.height) },
        Stroke::Line(at.at(r, at.height)),
        Stroke::Arc { radius: r, large: false, to: at.at(0.0, at.height - r) },
        Stroke::Close,
    ];
    sketch.path("sheet", strokes, fill, line);
    let fold = vec![
        Stroke::Move(crate::geometry::point(edge, at.y)),
        Stroke::Line(crate::geometry::point(edge, at.y + ear)),
        Stroke::Line(at.at(at.width, ear)),
    ];
    sketch.path("ear", fold, None, line);
}

fn reading(file: &FileView, is_ignored: bool, layout: &Layout) -> Label {
    match &file.reading {
        Reading::Ignored if !layout.sizes.sublabels => Label::key("file.ignored_short"),
        Reading::Ignored => Label::key("file.ignored"),
        Reading::Unread if is_ignored => Label::key("file.dot"),
        Reading::Unread => Label::key("file.unread"),
        Reading::Read(pod) => {
            let hash = short_id(pod.metadata.uid.as_str()).get(..4).unwrap_or_default().to_owned();
            if layout.sizes.is_terse {
                return Label::text(hash);
            }
            let key = if layout.sizes.sublabels { "file.read" } else { "file.read_short" };
            Message::new(key, [("hash", hash)]).into()
        }
        Reading::Refused(error) => match error.line {
            Some(line) => {
                Message::new("file.refused_line", [("line", whole(u64::from(line)))]).into()
            }
            None => Label::key("file.refused"),
        },
    }
}

fn is_about(event: &Event, file: &str) -> bool {
    brings(event, file)
        || matches!(event, Event::DotFileIgnored { path, .. }
            | Event::ManifestRead { path, .. }
            | Event::ManifestRefused { path, .. } if path == file)
}

fn brings(event: &Event, file: &str) -> bool {
    matches!(event, Event::FileWritten { path: it, .. }
        | Event::FileRenamed { to: it, .. } if it == file)
}

fn appears(now: &Now<'_>, file: &str) -> Option<f32> {
    let is = |it: &Event| brings(it, file);
    let (entry, progress) = now.effect_entry(is)?;
    let before = now.timeline.view_before(entry.id);
    let node = before.nodes.get(now.timeline.node())?;
    (!node.files.contains_key(file)).then_some(progress)
}

/// A dot file shakes the reader off.
fn shake(now: &Now<'_>, file: &str) -> f32 {
    let is = |it: &Event| matches!(it, Event::DotFileIgnored { path, .. } if path == file);
    let swing = |it: f32| sine(it * 3.0) * 5.0 * (1.0 - it);
    now.effect(is).map_or(0.0, swing)
}
