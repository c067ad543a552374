//! The tie: one sign between what is real and what is reported.

use trace::object::Pod;
use trace::{ContainerState, Event};

use crate::geometry::point;
use crate::label::Label;
use crate::layout::Layout;
use crate::now::{Now, Pair};
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;

/// What a mirror is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// `=` It says what is so.
    Equal,
    /// `≠` It says something else.
    Differs(Difference),
    /// `∅` There is none.
    NoMirror,
    /// `?` The API server cannot be asked.
    Unknown,
}

/// In what a mirror differs from the container it reports on. The first that applies is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It reports on a container that is not there.
    Gone,
    /// It is being deleted, the container is not.
    Deleting,
    /// It was made for another version of the manifest.
    Version,
    /// It names another image.
    Image,
    /// It has another phase, or is ready where the container is not, or the other way about.
    Status,
}

/// What the mirror of the Pod in focus is worth.
pub(crate) fn tie(now: &Now<'_>, pair: &Pair<'_>) -> Tie {
    if !now.view.api_server_up {
        return Tie::Unknown;
    }
    let Some(mirror) = pair.mirror else { return Tie::NoMirror };
    let running = pair.container.filter(|it| it.state == ContainerState::Running);
    let says_running = mirror.status.is_true("Ready");
    let Some(container) = running else {
        return if says_running { Tie::Differs(Difference::Gone) } else { Tie::Equal };
    };
    let of_container = mirror.spec.containers.iter().find(|it| it.name == container.name);
    if mirror.metadata.deletion_timestamp.is_some() {
        Tie::Differs(Difference::Deleting)
    } else if life(mirror) != container.pod.uid.as_str() {
        Tie::Differs(Difference::Version)
    } else if of_container.is_none_or(|it| it.image != container.image) {
        Tie::Differs(Difference::Image)
    } else if !says_running {
        Tie::Differs(Difference::Status)
    } else {
        Tie::Equal
    }
}

/// The UID by which the kubelet knows the Pod that an object speaks of: a mirror names that of the
/// static Pod.
fn life(pod: &Pod) -> &str {
    if pod.is_mirror() { pod.mirror_hash() } else { pod.metadata.uid.as_str() }
}

impl Tie {
    /// Its sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Differs(_) => "≠",
            Self::NoMirror => "∅",
            Self::Unknown => "?",
        }
    }

    /// Its name, as tests and style sheets know it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Differs(_) => "differs",
            Self::NoMirror => "none",
            Self::Unknown => "unknown",
        }
    }

    const fn role(self) -> Role {
        match self {
            Self::Equal => Role::Real,
            Self::Differs(_) => Role::Fault,
            Self::NoMirror => Role::Mirror,
            Self::Unknown => Role::Soft,
        }
    }
}

pub(super) fn draw(now: &Now<'_>, layout: &Layout, pair: &Pair<'_>, sketch: &mut Sketch) {
    let tie = tie(now, pair);
    let places = &layout.places;
    let (middle, reach) = (places.tie, places.tie_reach);
    let role = tie.role();
    let nothing = pair.container.is_none() && pair.mirror.is_none();
    let strength = if nothing { 0.6 } else { 1.0 };
    sketch.thing("tie", strength, |sketch| {
        let (from, to) = if places.glass_is_upright {
            (point(middle.x - reach, middle.y), point(middle.x + reach, middle.y))
        } else {
            (point(middle.x, middle.y - reach), point(middle.x, middle.y + reach))
        };
        sketch.line("line", from, to, role.line(1.8).dashed(2.0, 5.0));
        let radius = layout.sizes.tie * 0.9;
        sketch.circle("ring", middle, radius, Role::Card.solid(), role.line(2.4));
        let style = TextStyle::sans(role, layout.sizes.tie).bold();
        let run = Run { label: Label::text(tie.sign()), style };
        let base = middle.plus(0.0, layout.sizes.tie * 0.36);
        sketch.runs("sign", base, Anchor::Middle, radius * 2.0, vec![run]);
        let touches = |it: &Event| {
            now.is_focus(it) || matches!(it, Event::ApiServerUp | Event::ApiServerDown)
        };
        if let Some((_, ago)) = now.since(crate::motion::ACKNOWLEDGE, touches)
            && now.changed.is_empty()
            && tie != before(now)
        {
            let spread = crate::motion::out(ago as f32 / crate::motion::ACKNOWLEDGE as f32);
            let line = role.line(2.0).faint(1.0 - spread);
            sketch.circle("pulse", middle, radius + 9.0 * spread, None, line);
        }
    });
}

/// What the tie said before the latest fact.
fn before(now: &Now<'_>) -> Tie {
    let Some(entry) = now.recent.iter().find(|it| it.span.applies <= now.ms) else {
        return Tie::Unknown;
    };
    let earlier = Now {
        timeline: now.timeline,
        beat: now.beat,
        ms: now.ms,
        sim: now.sim,
        view: now.timeline.view_before(entry.entry.id),
        entry: None,
        marks: now.marks,
        focus: now.focus,
        is_static: now.is_static,
        recent: Vec::new(),
        aside: 1.0,
        changed: Vec::new(),
    };
    tie(&earlier, &earlier.pair())
}
