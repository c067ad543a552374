//! What the lanes hold, from the entries.

use trace::{Entry, EntryId, Event, RuntimeId, short_id};

use crate::picture::kubelet::hash;
use crate::timeline::{PodName, Timeline};

/// One life of a thing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    pub from: f32,
    /// Past the end of the strip while it lasts.
    pub to: f32,
    pub label: String,
    /// Whether somebody deleted it.
    pub is_cut: bool,
}

/// The lanes of a timeline, for the Pod its first beat is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Bars {
    pub file: Vec<Bar>,
    pub container: Vec<Bar>,
    pub mirror: Vec<Bar>,
    /// Where the kubelet made up its mind.
    pub kubelet: Vec<f32>,
    /// Where a command was typed, and its verb.
    pub you: Vec<(f32, String)>,
}

pub(super) fn bars(timeline: &Timeline, x: &dyn Fn(EntryId) -> f32) -> Bars {
    let mut open = Open { bars: Bars::default(), path: None, written: None, container: None };
    let Some(focus) = timeline.focus(0) else { return open.bars };
    for entry in timeline.entries() {
        if entry.event.node().is_none_or(|it| it == timeline.node()) {
            open.take(entry, focus, timeline, x);
        }
    }
    open.bars
}

struct Open {
    bars: Bars,
    /// The file the Pod was last read from.
    path: Option<String>,
    /// Which file was last written, and where that lies.
    written: Option<(String, f32)>,
    container: Option<RuntimeId>,
}

impl Open {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest leaves nothing on a lane")]
    fn take(
        &mut self,
        entry: &Entry,
        focus: &PodName,
        timeline: &Timeline,
        x: &dyn Fn(EntryId) -> f32,
    ) {
        let here = x(entry.id);
        let is_focus = PodName::of(&entry.event).as_ref() == Some(focus);
        match &entry.event {
            Event::FileWritten { path, .. } => self.written = Some((path.clone(), here)),
            Event::FileRenamed { to, .. } => self.written = Some((to.clone(), here)),
            Event::FileRemoved { path, .. } if self.path.as_ref() == Some(path) => {
                close(&mut self.bars.file, here, true);
                self.path = None;
            }
            Event::ManifestRead { path, pod, .. } if is_focus => {
                self.read(path, hash(&pod.metadata.uid), here);
            }
            Event::ContainerStarted { container, .. } if is_focus => {
                self.container = Some(container.id.clone());
                open(&mut self.bars.container, here, short_id(container.id.as_str()));
            }
            Event::ContainerExited { container, .. }
                if self.container.as_ref() == Some(&container.id) =>
            {
                close(&mut self.bars.container, here, false);
                self.container = None;
            }
            Event::ObjectCreated { object } if is_focus => {
                open(&mut self.bars.mirror, here, short_id(object.meta().uid.as_str()));
            }
            Event::ObjectDeleted { .. } if is_focus => close(&mut self.bars.mirror, here, true),
            Event::CommandTyped { line } => self.bars.you.push((here, verb(line))),
            Event::PodSyncBegan { .. }
            | Event::MirrorDecided { .. }
            | Event::PodWaiting { .. }
            | Event::PodTerminating { .. }
            | Event::OrphanMirrorFound { .. }
                if is_focus && timeline.span(entry.id).is_some_and(crate::Span::moves) =>
            {
                self.bars.kubelet.push(here);
            }
            _ => {}
        }
    }

    /// A version of the file begins where it was written, though its hash is known only once it is
    /// read.
    fn read(&mut self, path: &str, hash: String, here: f32) {
        let is_same =
            self.bars.file.last().is_some_and(|it| it.to.is_infinite() && it.label == hash);
        if is_same {
            return;
        }
        let written = self.written.take().filter(|it| it.0 == path);
        let from = written.map_or(here, |it| it.1);
        close(&mut self.bars.file, from, false);
        self.bars.file.push(Bar { from, to: f32::INFINITY, label: hash, is_cut: false });
        self.path = Some(path.to_owned());
    }
}

fn open(bars: &mut Vec<Bar>, from: f32, label: &str) {
    bars.push(Bar { from, to: f32::INFINITY, label: label.to_owned(), is_cut: false });
}

fn close(bars: &mut [Bar], to: f32, is_cut: bool) {
    if let Some(last) = bars.last_mut().filter(|it| it.to.is_infinite()) {
        // Neighbours stay apart.
        last.to = (to - 2.0).max(last.from + 1.0);
        last.is_cut = is_cut;
    }
}

/// `delete` of `kubectl delete pod …`.
fn verb(line: &str) -> String {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let word = if first == "kubectl" { words.next().unwrap_or(first) } else { first };
    word.to_owned()
}
