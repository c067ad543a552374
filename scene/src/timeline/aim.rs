//! Where the picture is turned: which machine it draws, and which Pod is in focus.

use trace::NodeName;

use super::Timeline;
use super::cast::{Cast, PodName};
use super::marks::marks;
use super::parts::parts;
use super::schedule::schedule;

/// Where the picture is turned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// The machine that is drawn; the first one of the topology where this is none of them.
    pub node: Option<NodeName>,
    /// The Pod that is in focus all along; the one each beat is about where the trace knows no
    /// such Pod on that machine.
    pub pod: Option<PodName>,
}

impl Timeline {
    /// Turns the picture elsewhere. Beats keep their entries; but other things are seen to move,
    /// so they take other times, and a moment of before means nothing any more.
    pub fn turn(&mut self, aim: Aim) {
        let Self { header, entries, beats, .. } = self;
        let nodes = &header.topology.nodes;
        let node = nodes.iter().find(|it| Some(&it.name) == aim.node.as_ref());
        let node = node.or_else(|| nodes.first()).map(|it| it.name.clone()).unwrap_or_default();
        self.cast = Cast::new(entries, beats, &header.topology, &node, aim.pod.as_ref());
        self.schedule = schedule(header, entries, beats, &self.cast, &node);
        self.marks = marks(entries, beats, &self.cast, &node);
        self.parts = parts(entries, beats, &self.schedule, &self.cast);
        let is_first = nodes.first().is_none_or(|it| it.name == node);
        let pod = aim.pod.filter(|it| self.cast.pods.contains(it));
        self.aim = Aim { node: (!is_first).then(|| node.clone()), pod };
        self.node = node;
    }

    /// Where the picture is turned. What the trace does not know is left out, and so is the machine
    /// that would be drawn anyway.
    #[must_use]
    pub const fn aim(&self) -> &Aim {
        &self.aim
    }

    /// Every Pod the trace knows on the machine: static ones first, then in order of appearance.
    #[must_use]
    pub fn pods(&self) -> &[PodName] {
        &self.cast.pods
    }

    /// Whether a Pod of the machine is a static one, so that its object is a mirror.
    #[must_use]
    pub fn is_static(&self, pod: &PodName) -> bool {
        self.cast.is_static(pod)
    }
}
