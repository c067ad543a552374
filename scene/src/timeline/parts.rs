//! Who takes part in each beat: who sends, who hears, and what changes in its place.

use trace::object::Object;
use trace::{Client, Entry, Event};

use super::beats::BeatSpan;
use super::cast::{Cast, PodName};
use super::moves::Lane;
use super::schedule::Schedule;

/// A cell of the picture that stands back while others act. Container, mirror and tie never do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The manifest directory.
    Manifests,
    /// The kubelet.
    Kubelet,
    /// The API server.
    ApiServer,
    /// The person's terminal.
    You,
    /// What the drain looks at.
    Drain,
    /// The other Pods, and the other machines.
    Others,
}

/// Some cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(u8);

impl Parts {
    /// Whether a cell is among them.
    pub const fn has(self, cell: Cell) -> bool {
        self.0 & (1 << cell as u8) != 0
    }

    fn add(&mut self, cells: &[Cell]) {
        for cell in cells {
            self.0 |= 1 << *cell as u8;
        }
    }
}

/// The cells that take part in each beat.
pub(super) fn parts(
    entries: &[Entry],
    beats: &[BeatSpan],
    schedule: &Schedule,
    cast: &Cast,
) -> Vec<Parts> {
    let of_beat = |(number, beat): (usize, &BeatSpan)| {
        let mut parts = Parts::default();
        let mut moves = false;
        let range = beat.first.index()..(beat.last.0 as usize).min(entries.len());
        for entry in entries.get(range).unwrap_or_default() {
            let index = entry.id.index();
            if schedule.spans.get(index).is_some_and(|it| it.moves()) {
                parts.add(cells(entry, schedule.lanes[index], cast.focus(number)));
                moves = true;
            }
        }
        // Where nobody is seen to act, nobody has to stand back.
        if moves { parts } else { Parts(u8::MAX) }
    };
    beats.iter().enumerate().map(of_beat).collect()
}

/// Both ends of a message's way, or the cell in which something changes.
const fn ends(lane: Lane) -> &'static [Cell] {
    match lane {
        Lane::Read => &[Cell::Manifests, Cell::Kubelet],
        Lane::Cri => &[Cell::Kubelet],
        Lane::Write | Lane::Watch => &[Cell::Kubelet, Cell::ApiServer],
        Lane::Command => &[Cell::You, Cell::ApiServer],
        Lane::Place => &[],
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the rest is the kubelet's own doing")]
fn cells(entry: &Entry, lane: Lane, focus: Option<&PodName>) -> &'static [Cell] {
    if lane != Lane::Place {
        return ends(lane);
    }
    let in_focus = || PodName::of(&entry.event).as_ref() == focus;
    match &entry.event {
        Event::ApiServerUp | Event::ApiServerDown => &[Cell::ApiServer],
        Event::CommandTyped { .. } | Event::CommandPrinted { .. } | Event::CommandExited { .. } => {
            &[Cell::You]
        }
        Event::DrainSorted { .. } => &[Cell::You, Cell::Drain],
        Event::RequestAnswered { client: Client::You, .. } => ends(Lane::Command),
        Event::RequestAnswered { .. } => ends(Lane::Write),
        Event::ObjectCreated { object }
        | Event::ObjectModified { object }
        | Event::ObjectDeleted { object } => match object {
            Object::Pod(_) if !in_focus() => &[Cell::ApiServer, Cell::Others],
            _ => &[Cell::ApiServer],
        },
        Event::FileWritten { .. }
        | Event::FileRemoved { .. }
        | Event::FileRenamed { .. }
        | Event::DotFileIgnored { .. } => &[Cell::Manifests],
        Event::ContainerStarted { .. } | Event::ContainerExited { .. } if !in_focus() => {
            &[Cell::Others]
        }
        // What ends by itself has no sender, and what is cleared away concerns nobody.
        Event::ContainerExited { .. }
        | Event::ContainerCrashed { .. }
        | Event::ContainerRemoved { .. } => &[],
        _ => &[Cell::Kubelet],
    }
}
