//! The state of the player as attributes of its element: for style sheets, and for whoever wants
//! to know from outside what is shown.

use scene::{Moment, facts};
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::state::{Phase, State};

/// Writes the state down.
pub fn show(player: &HtmlElement, lesson: &Loaded, state: &State, moment: Moment) {
    let timeline = &lesson.timeline;
    let step = timeline.beat(moment.beat).step;
    let entry = timeline.entry_at(moment).map_or(0, |it| it.0);
    dom::set(player, "data-step", &timeline.steps()[step].id);
    dom::set(player, "data-beat", &moment.beat.to_string());
    dom::set(player, "data-display-ms", &(state.at as u32).to_string());
    dom::set(player, "data-playing", if state.is_running() { "true" } else { "false" });
    dom::set(player, "data-phase", phase(state.phase));
    let before = player.get_attribute("data-entry");
    let entry = entry.to_string();
    if before.as_deref() == Some(&entry) {
        return;
    }
    let facts = facts(timeline, moment);
    dom::set(player, "data-entry", &entry);
    dom::set(player, "data-container-id", &facts.container_id);
    dom::set(player, "data-mirror-uid", &facts.mirror_uid);
    dom::set(player, "data-tie", facts.tie.name());
}

/// What was written down is no longer so, though no other entry counts.
pub fn forget(player: &HtmlElement) {
    dom::set_or_unset(player, "data-entry", None);
}

const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Loading => "loading",
        Phase::Paused => "paused",
        Phase::Playing => "playing",
        Phase::Holding => "holding",
        Phase::Seeking { .. } => "seeking",
        Phase::Ended => "ended",
        Phase::Live => "live",
        Phase::Failed => "failed",
    }
}
