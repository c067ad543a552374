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
            let state = match motion {
                Motion::Full => state,
                Motion::Reduced if state.follows => settle(marks, state, marks.duration),
                Motion::Reduced => pause(marks, state),
            };
            (state, Effect::Draw)
        }
        Event::Play
        | Event::Pause
        | Event::Toggle
        | Event::Frame { .. }
        | Event::Grown(_)
        | Event::GoLive
        | Event::Led { .. }
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
        // The browser draws nothing that nobody sees, and what is live waits.
        Event::Hidden if state.follows => state,
        Event::Pause | Event::Hidden => pause(marks, state),
        Event::Toggle if state.is_running() || state.phase == Phase::Live => pause(marks, state),
        Event::Toggle => start(marks, state),
        Event::Frame { elapsed_ms } => frame(marks, state, elapsed_ms),
        Event::Grown(at) => grown(marks, State { at: marks.within(at), ..state }),
        Event::GoLive => settle(marks, state, marks.duration),
        Event::Led { at, moves } => {
            let phase = if moves { Phase::Playing } else { Phase::Paused };
            State { at: marks.within(at), phase, stop: None, follows: false, ..state }
        }
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
        Event::Grab => {
            let resume = state.is_running();
            State { phase: Phase::Seeking { resume }, follows: false, ..state }
        }
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

/// Begins to play: from where it stands, or from the beginning when it stands at its end. At an
/// edge it waits.
fn start(marks: &Marks, state: State) -> State {
    if marks.grows && state.at >= marks.duration {
        return settle(marks, state, state.at);
    }
    let at = if state.at >= marks.duration { marks.begins } else { state.at };
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

/// The trace has grown.
fn grown(marks: &Marks, state: State) -> State {
    match state.phase {
        Phase::Live if state.motion == Motion::Reduced => settle(marks, state, marks.duration),
        // Who stood here has read what there was to read.
        Phase::Live => {
            let at = marks.past_hold(state.at);
            if at >= marks.end() {
                return settle(marks, state, marks.duration);
            }
            running(marks, State { at, ..state })
        }
        Phase::Playing | Phase::Holding => {
            let stop = state.stop.and_then(|_| stop(marks, state.pace, state.at));
            State { stop, ..state }
        }
        Phase::Loading | Phase::Paused | Phase::Seeking { .. } | Phase::Ended | Phase::Failed => {
            state
        }
    }
}

/// Stands still where it is.
fn pause(marks: &Marks, state: State) -> State {
    match state.phase {
        Phase::Playing | Phase::Holding => settle(marks, state, state.at),
        Phase::Live => State { phase: Phase::Paused, follows: false, ..state },
        Phase::Seeking { .. } => State { phase: Phase::Seeking { resume: false }, ..state },
        Phase::Loading | Phase::Paused | Phase::Ended | Phase::Failed => state,
    }
}

/// Goes somewhere else and does there what it did here.
fn go(marks: &Marks, state: State, at: f64) -> State {
    let at = marks.within(at);
    if state.is_running() && at < marks.duration {
        let follows = state.follows && at >= state.at;
        let stop = if follows { None } else { stop(marks, state.pace, at) };
        return running(marks, State { at, stop, follows, ..state });
    }
    settle(marks, state, at)
}

/// Stands still at `at`.
fn settle(marks: &Marks, state: State, at: f64) -> State {
    let at = marks.within(at);
    let ended = at >= marks.duration && marks.duration > 0.0;
    let phase = match (ended, marks.grows) {
        (true, true) => Phase::Live,
        (true, false) => Phase::Ended,
        (false, _) => Phase::Paused,
    };
    State { at, stop: None, phase, follows: phase == Phase::Live, ..state }
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
        _ if at >= marks.end() => settle(marks, state, marks.duration),
        _ => running(marks, State { at, ..state }),
    }
}

fn change_pace(marks: &Marks, state: State) -> (State, Effect) {
    let pace = match state.pace {
        Pace::OneStep => Pace::Through,
        Pace::Through => Pace::OneStep,
    };
    let stops = state.is_running() && !state.follows;
    let stop = if stops { stop(marks, pace, state.at) } else { None };
    settings(State { pace, stop, ..state })
}

const fn settings(state: State) -> (State, Effect) {
    (state, Effect::Settings)
}
