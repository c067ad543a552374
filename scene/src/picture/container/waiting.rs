//! A new version of the Pod in focus that has to wait for the old one.

use trace::Event;

use crate::label::Message;
use crate::layout::{Layout, SizeClass};
use crate::motion::out;
use crate::now::Now;
use crate::number::whole;
use crate::picture::kubelet::hash;
use crate::shape::{Anchor, Role, Run, TextStyle};
use crate::sketch::Sketch;

/// A new version of the same Pod stands behind the old one and counts down to its next try.
pub(super) fn draw(now: &Now<'_>, layout: &Layout, sketch: &mut Sketch) {
    let waits = now.node().and_then(|it| it.pods.values().find_map(|it| now.waits(it)));
    let Some((pod, retry_at)) = waits else { return };
    let is_new = |it: &Event| matches!(it, Event::PodWaiting { .. }) && now.is_focus(it);
    let strength = now.effect(is_new).map_or(1.0, out);
    let at = layout.places.container;
    let shift = if layout.class == SizeClass::Wide { 10.0 } else { 6.0 };
    sketch.thing("waiting", strength, |sketch| {
        let behind = at.moved(shift, shift - 1.0);
        let line = Role::Kubelet.line(1.8).dashed(5.0, 4.0);
        sketch.rect("box", behind, layout.sizes.radius, Role::Card.tint(0.6), line);
        let seconds = whole(retry_at.since(now.sim).div_ceil(1000));
        let hash = hash(&pod.uid);
        let args = [("hash", hash), ("s", seconds)];
        let message = if layout.sizes.sublabels {
            Message::new("container.waiting", args)
        } else {
            Message::new("container.waiting_short", args)
        };
        let style = TextStyle::sans(Role::Kubelet, layout.sizes.small).bold();
        let run = Run { label: message.into(), style };
        let (place, width) = layout.places.waiting_name;
        if width > 0.0 {
            sketch.runs("countdown", place, Anchor::End, width, vec![run]);
        }
    });
}
