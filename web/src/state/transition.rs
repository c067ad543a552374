//! The transitions themselves: pure, and the only place where the player decides.

use super::{Effect, Event, Marks, Motion, Pace, Phase, State, Way};

/// More than this is never made up for in one frame, in milliseconds.
const LONGEST_FRAME_MS: f64 = 250.0;

/// What `event` makes of `state`, and what must be done about it.
#[must_use]
pub fn transition(marks: &Marks, state: State, event: Event) -> (State, Effect) {
    match event {
        Event::Loaded { at, play } => {
            let loaded = settle(marks, State { phase: Phase::Paused, ..state }, at);
            (if play { start(marks, loaded) } else { loaded }, Effect::Draw)
        }
        Event::Failed => (State { phase: Phase::Failed, ..state }, Effect::Draw),
        Event::CycleSpeed => settings(State { speed: state.speed.next_round(), ..state }),
        Event::ChangeSpeed(way) => settings(State { speed: state.speed.step(way), ..state }),
        Event::ChangePace => change_pace(marks, state),
        Event::MotionIs(motion) => {
            let state = State { motion, ..state };
            let state = if motion == Motion::Reduced { pause(marks, state) } else { state };
            (state, Effect::Draw)
        }
        Event::Play
        | Event::Pause
        | Event::Toggle
        | Event::Frame { .. }
        | Event::Hidden
        | Event::Step(_)
        | Event::Marker(_)
        | Event::Beat(_)
        | Event::Single(_)
        | Event::Skip(_)
        | Event::Seek(_)
        | Event::PlayStep(_)
        | Event::Restart
        | Event::Grab
        | Event::Drag(_)
        | Event::Drop => {
            if !state.is_ready() {
                return (state, Effect::Nothing);
            }
            let next = play_event(marks, state, event);
            (next, if next == state { Effect::Nothing } else { Effect::Draw })
        }
    }
}

/// The events that need a lesson.
fn play_event(marks: &Marks, state: State, event: Event) -> State {
    match event {
        Event::Play => start(marks, state),
        Event::Pause | Event::Hidden => pause(marks, state),
        Event::Toggle if state.is_running() => pause(marks, state),
        Event::Toggle => start(marks, state),
        Event::Frame { elapsed_ms } => frame(marks, state, elapsed_ms),
        Event::Step(way) => go(marks, state, marks.step(state.at, way)),
        Event::Marker(way) => go(marks, state, marks.marker(state.at, way)),
        Event::Beat(way) => go(marks, state, marks.beat(state.at, way)),
        Event::Single(way) => {
            settle(marks, State { phase: Phase::Paused, ..state }, marks.event(state.at, way))
        }
        Event::Skip(ms) => go(marks, state, state.at + ms),
        Event::Seek(at) => go(marks, state, at),
        Event::PlayStep(step) => {
            let at = marks.steps.get(step).copied().unwrap_or(state.at);
            let there = settle(marks, State { phase: Phase::Paused, ..state }, at);
            if state.motion == Motion::Reduced { there } else { start(marks, there) }
        }
        Event::Restart => start(marks, settle(marks, State { phase: Phase::Paused, ..state }, 0.0)),
        Event::Grab => State { phase: Phase::Seeking { resume: state.is_running() }, ..state },
        Event::Drag(at) if is_seeking(&state) => State { at: marks.within(at), ..state },
        Event::Drop if is_seeking(&state) => drop_scrubber(marks, state),
        Event::Loaded { .. }
        | Event::Failed
        | Event::CycleSpeed
        | Event::ChangeSpeed(_)
        | Event::ChangePace
        | Event::MotionIs(_)
        | Event::Drag(_)
        | Event::Drop => state,
    }
}

const fn is_seeking(state: &State) -> bool {
    matches!(state.phase, Phase::Seeking { .. })
}

/// Gives back what the scrubber took.
fn drop_scrubber(marks: &Marks, state: State) -> State {
    let resumes = state.phase == Phase::Seeking { resume: true } && state.at < marks.duration;
    if resumes { start(marks, state) } else { settle(marks, state, state.at) }
}

/// Begins to play: from where it stands, or from the beginning when it stands at its end.
fn start(marks: &Marks, state: State) -> State {
    let at = if state.at >= marks.duration { 0.0 } else { state.at };
    if state.motion == Motion::Reduced {
        let at = if state.at >= marks.duration { marks.beat(-2.0, Way::Forward) } else { at };
        let at = if at == state.at { marks.beat(at, Way::Forward) } else { at };
        return settle(marks, State { phase: Phase::Paused, ..state }, at);
    }
    // A step that was played to its end and waited is over: the next press begins the next one.
    let step = marks.step_at(at);
    let waited = at >= marks.last_of_step(step);
    let at = if waited { marks.step_end(step) } else { at };
    running(marks, State { at, stop: stop(marks, state.pace, at), ..state })
}

/// Stands still where it is.
fn pause(marks: &Marks, state: State) -> State {
    match state.phase {
        Phase::Playing | Phase::Holding => settle(marks, state, state.at),
        Phase::Seeking { .. } => State { phase: Phase::Seeking { resume: false }, ..state },
        Phase::Loading | Phase::Paused | Phase::Ended | Phase::Failed => state,
    }
}

/// Goes somewhere else and does there what it did here.
fn go(marks: &Marks, state: State, at: f64) -> State {
    let at = marks.within(at);
    if state.is_running() && at < marks.duration {
        return running(marks, State { at, stop: stop(marks, state.pace, at), ..state });
    }
    settle(marks, state, at)
}

/// Stands still at `at`.
fn settle(marks: &Marks, state: State, at: f64) -> State {
    let at = marks.within(at);
    let ended = at >= marks.duration && marks.duration > 0.0;
    State { at, stop: None, phase: if ended { Phase::Ended } else { Phase::Paused }, ..state }
}

fn running(marks: &Marks, state: State) -> State {
    let phase = if marks.is_hold(state.at) { Phase::Holding } else { Phase::Playing };
    State { phase, ..state }
}

fn stop(marks: &Marks, pace: Pace, at: f64) -> Option<f64> {
    match pace {
        Pace::OneStep => Some(marks.last_of_step(marks.step_at(at))),
        Pace::Through => None,
    }
}

/// Lets time pass.
fn frame(marks: &Marks, state: State, elapsed_ms: f64) -> State {
    if !state.is_running() {
        return state;
    }
    let at = state.at + elapsed_ms.min(LONGEST_FRAME_MS) * state.speed.factor();
    match state.stop {
        Some(stop) if at >= stop => settle(marks, state, stop),
        _ if at >= marks.duration => settle(marks, state, marks.duration),
        _ => running(marks, State { at, ..state }),
    }
}

fn change_pace(marks: &Marks, state: State) -> (State, Effect) {
    let pace = match state.pace {
        Pace::OneStep => Pace::Through,
        Pace::Through => Pace::OneStep,
    };
    let stop = if state.is_running() { stop(marks, pace, state.at) } else { None };
    settings(State { pace, stop, ..state })
}

const fn settings(state: State) -> (State, Effect) {
    (state, Effect::Settings)
}
