//! Claims about the player, told as a row of events and what is seen afterwards.
//!
//! The lesson of these tests has two steps: the first has beats of 0–400–1000 (begins, settles,
//! ends) and 1000–1600–2000, the second one of 2000–2300–3000; events at 200, 400, 1600 and 2300.

use super::*;

fn marks() -> Marks {
    let beat = |begins, settles, ends| BeatMark { begins, settles, ends };
    Marks {
        begins: 0.0,
        beats: vec![
            beat(0.0, 400.0, 1000.0),
            beat(1000.0, 1600.0, 2000.0),
            beat(2000.0, 2300.0, 3000.0),
        ],
        steps: vec![0.0, 2000.0],
        events: vec![200.0, 400.0, 1600.0, 2300.0],
        duration: 3000.0,
        grows: false,
    }
}

/// The same while it still grows.
fn edge() -> Marks {
    Marks { grows: true, ..marks() }
}

/// The same with another beat of 3000–3400–4000, a step of its own.
fn grown() -> Marks {
    let mut grown = edge();
    grown.beats.push(BeatMark { begins: 3000.0, settles: 3400.0, ends: 4000.0 });
    grown.steps.push(3000.0);
    grown.events.push(3400.0);
    Marks { duration: 4000.0, ..grown }
}

fn loaded(pace: Pace) -> State {
    let first = Event::Loaded { at: 0.0, play: false };
    transition(&marks(), State::new(pace, Motion::Full), first).0
}

/// Frames for this many milliseconds.
fn wait(state: State, ms: u32) -> State {
    wait_on(&marks(), state, ms)
}

fn wait_on(marks: &Marks, mut state: State, ms: u32) -> State {
    for _ in 0..ms / 10 {
        state = transition(marks, state, Event::Frame { elapsed_ms: 10.0 }).0;
    }
    state
}

#[track_caller]
fn check(state: State, events: &[Event], phase: Phase, at: f64) -> State {
    check_on(&marks(), state, events, phase, at)
}

#[track_caller]
fn check_on(marks: &Marks, state: State, events: &[Event], phase: Phase, at: f64) -> State {
    let after = events.iter().fold(state, |it, event| transition(marks, it, *event).0);
    assert_eq!((after.phase, after.at), (phase, at));
    after
}

/// At the edge of a trace that grows.
fn live() -> State {
    let state = State::new(Pace::OneStep, Motion::Full);
    let state = check_on(&edge(), state, &[LOADED], Phase::Live, 3000.0);
    assert!(state.follows);
    state
}

const LOADED: Event = Event::Loaded { at: 3000.0, play: false };

#[test]
fn a_first_visit_plays_one_step_and_waits() {
    let first = Event::Loaded { at: 0.0, play: true };
    let playing = check(State::new(Pace::OneStep, Motion::Full), &[first], Phase::Playing, 0.0);
    let waited = check(wait(playing, 5000), &[], Phase::Paused, 1999.0);
    let again = check(waited, &[Event::Play], Phase::Playing, 2000.0);
    check(wait(again, 5000), &[], Phase::Ended, 3000.0);
}

#[test]
fn nothing_moves_before_the_lesson_is_there() {
    let state = State::new(Pace::Through, Motion::Full);
    check(state, &[Event::Play, Event::Step(Way::Forward), Event::Grab], Phase::Loading, 0.0);
    let frame = Event::Frame { elapsed_ms: 16.0 };
    assert_eq!(transition(&marks(), state, frame), (state, Effect::Nothing));
}

#[test]
fn a_failed_lesson_can_be_fetched_again() {
    let state = State::new(Pace::Through, Motion::Full);
    let failed = check(state, &[Event::Failed, Event::Play], Phase::Failed, 0.0);
    check(failed, &[Event::Loaded { at: 400.0, play: false }], Phase::Paused, 400.0);
}

#[test]
fn it_holds_while_people_read_and_then_goes_on() {
    let state = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    let held = check(wait(state, 500), &[], Phase::Holding, 500.0);
    check(wait(held, 600), &[], Phase::Playing, 1100.0);
}

#[test]
fn playing_through_passes_the_end_of_a_step() {
    let state = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    check(wait(state, 2100), &[], Phase::Playing, 2100.0);
    check(wait(state, 9000), &[], Phase::Ended, 3000.0);
}

#[test]
fn a_paused_player_takes_no_time() {
    let state = check(loaded(Pace::Through), &[Event::Play, Event::Pause], Phase::Paused, 0.0);
    let frame = Event::Frame { elapsed_ms: 16.0 };
    assert_eq!(transition(&marks(), state, frame), (state, Effect::Nothing));
}

#[test]
fn a_hidden_page_pauses_and_does_not_resume() {
    let state = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    check(wait(state, 300), &[Event::Hidden], Phase::Paused, 300.0);
    check(loaded(Pace::Through), &[Event::Hidden], Phase::Paused, 0.0);
}

#[test]
fn a_frame_after_a_long_sleep_does_not_jump() {
    let sleep = Event::Frame { elapsed_ms: 60_000.0 };
    check(loaded(Pace::Through), &[Event::Play, sleep], Phase::Playing, 250.0);
}

#[test]
fn steps_lead_to_beginnings_and_to_the_end() {
    let state = loaded(Pace::Through);
    let second = check(state, &[Event::Step(Way::Forward)], Phase::Paused, 2000.0);
    check(second, &[Event::Step(Way::Forward)], Phase::Ended, 3000.0);
    check(second, &[Event::Step(Way::Back)], Phase::Paused, 0.0);
    // Well into a step, "back" means its beginning.
    check(state, &[Event::Seek(1900.0), Event::Step(Way::Back)], Phase::Paused, 0.0);
}

#[test]
fn a_step_taken_while_playing_plays_on() {
    let state = check(loaded(Pace::OneStep), &[Event::Play], Phase::Playing, 0.0);
    let second = check(state, &[Event::Step(Way::Forward)], Phase::Playing, 2000.0);
    check(wait(second, 9000), &[], Phase::Ended, 3000.0);
}

#[test]
fn single_events_pause_and_move_by_one() {
    let playing = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    let first = check(playing, &[Event::Single(Way::Forward)], Phase::Paused, 200.0);
    let next = Event::Single(Way::Forward);
    check(first, &[next, next, next], Phase::Paused, 2300.0);
    check(first, &[next, next, Event::Single(Way::Back)], Phase::Paused, 400.0);
    check(first, &[next, next, next, next], Phase::Ended, 3000.0);
}

#[test]
fn markers_and_beats_move_by_one() {
    let state = check(loaded(Pace::Through), &[Event::Seek(2500.0)], Phase::Paused, 2500.0);
    check(state, &[Event::Marker(Way::Back)], Phase::Paused, 2000.0);
    check(state, &[Event::Beat(Way::Back), Event::Beat(Way::Back)], Phase::Paused, 1600.0);
    check(state, &[Event::Marker(Way::Forward)], Phase::Ended, 3000.0);
}

#[test]
fn the_scrubber_gives_back_what_it_took() {
    let playing = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    let drag = [Event::Grab, Event::Drag(500.0), Event::Drag(9999.0), Event::Drag(1100.0)];
    let held = check(playing, &drag, Phase::Seeking { resume: true }, 1100.0);
    check(wait(held, 1000), &[Event::Drop], Phase::Playing, 1100.0);
    let still = check(loaded(Pace::Through), &drag, Phase::Seeking { resume: false }, 1100.0);
    check(still, &[Event::Drop], Phase::Paused, 1100.0);
    check(held, &[Event::Hidden, Event::Drop], Phase::Paused, 1100.0);
}

#[test]
fn a_place_outside_the_lesson_is_its_nearest_end() {
    check(loaded(Pace::Through), &[Event::Seek(-5.0)], Phase::Paused, 0.0);
    check(loaded(Pace::Through), &[Event::Seek(1e9)], Phase::Ended, 3000.0);
}

#[test]
fn an_ended_lesson_plays_from_the_beginning() {
    let ended = check(loaded(Pace::Through), &[Event::Seek(3000.0)], Phase::Ended, 3000.0);
    check(ended, &[Event::Play], Phase::Playing, 0.0);
    check(ended, &[Event::Skip(-500.0)], Phase::Paused, 2500.0);
}

#[test]
fn a_chapter_plays_from_its_beginning() {
    check(loaded(Pace::OneStep), &[Event::PlayStep(1)], Phase::Playing, 2000.0);
    check(loaded(Pace::OneStep), &[Event::PlayStep(7)], Phase::Playing, 0.0);
}

#[test]
fn reduced_motion_turns_one_still_picture_at_a_time() {
    let state = State { motion: Motion::Reduced, ..loaded(Pace::Through) };
    let first = check(state, &[Event::Play], Phase::Paused, 400.0);
    let last = check(first, &[Event::Play, Event::Play], Phase::Paused, 2300.0);
    let ended = check(last, &[Event::Play], Phase::Ended, 3000.0);
    check(ended, &[Event::Play], Phase::Paused, 400.0);
}

#[test]
fn a_wish_for_less_motion_stops_what_moves() {
    let playing = check(loaded(Pace::Through), &[Event::Play], Phase::Playing, 0.0);
    check(playing, &[Event::MotionIs(Motion::Reduced)], Phase::Paused, 0.0);
}

#[test]
fn speeds_go_round_or_stop_at_their_ends() {
    let state = loaded(Pace::Through);
    let (faster, effect) = transition(&marks(), state, Event::ChangeSpeed(Way::Forward));
    assert_eq!((faster.speed.text(","), effect), ("1,5".into(), Effect::Settings));
    let fastest = check(faster, &[Event::ChangeSpeed(Way::Forward); 9], Phase::Paused, 0.0);
    assert_eq!(fastest.speed.text("."), "4");
    let round = check(fastest, &[Event::CycleSpeed], Phase::Paused, 0.0);
    assert_eq!(round.speed.text("."), "0.25");
    let playing = check(fastest, &[Event::Play], Phase::Playing, 0.0);
    check(wait(playing, 50), &[], Phase::Playing, 200.0);
}

#[test]
fn a_change_of_pace_counts_at_once() {
    let playing = check(loaded(Pace::OneStep), &[Event::Play], Phase::Playing, 0.0);
    let through = check(playing, &[Event::ChangePace], Phase::Playing, 0.0);
    check(wait(through, 9000), &[], Phase::Ended, 3000.0);
}

#[test]
fn at_the_edge_it_waits_and_draws_nothing() {
    let (_, effect) = transition(&edge(), live(), Event::Frame { elapsed_ms: 16.0 });
    assert_eq!((live().is_running(), effect), (false, Effect::Nothing));
    check_on(&edge(), live(), &[Event::Play, Event::Hidden], Phase::Live, 3000.0);
}

#[test]
fn what_arrives_plays_at_once_and_to_the_new_edge() {
    // The moment is the old beat's end; the time for reading it is over.
    let playing = check_on(&grown(), live(), &[Event::Grown(2300.0)], Phase::Playing, 3000.0);
    let there = wait_on(&grown(), playing, 1000);
    check_on(&grown(), there, &[], Phase::Live, 4000.0);
}

#[test]
fn what_arrives_and_moves_nothing_leaves_it_at_the_edge() {
    check_on(&edge(), live(), &[Event::Grown(2300.0)], Phase::Live, 3000.0);
}

#[test]
fn who_plays_behind_the_edge_is_not_stopped_by_what_arrives() {
    let playing = check_on(&grown(), live(), &[Event::Grown(2300.0)], Phase::Playing, 3000.0);
    let more = [Event::Grown(3100.0), Event::ChangePace, Event::ChangePace, Event::Hidden];
    let state = check_on(&grown(), playing, &more, Phase::Playing, 3100.0);
    assert_eq!((state.stop, state.follows), (None, true));
}

#[test]
fn at_the_edge_one_can_stop_and_go_back_and_come_again() {
    let paused = check_on(&edge(), live(), &[Event::Toggle], Phase::Paused, 3000.0);
    assert!(!paused.follows);
    check_on(&grown(), paused, &[Event::Grown(2300.0)], Phase::Paused, 2300.0);
    let back = check_on(&edge(), live(), &[Event::Marker(Way::Back)], Phase::Paused, 2000.0);
    assert!(!back.follows);
    check_on(&edge(), back, &[Event::Grown(2000.0)], Phase::Paused, 2000.0);
    check_on(&edge(), back, &[Event::GoLive], Phase::Live, 3000.0);
    check_on(&edge(), back, &[Event::Seek(1e9)], Phase::Live, 3000.0);
}

#[test]
fn the_past_plays_as_a_lesson_does_and_ends_at_the_edge() {
    let back = check_on(&edge(), live(), &[Event::Seek(0.0), Event::Play], Phase::Playing, 0.0);
    let waited = check_on(&edge(), wait_on(&edge(), back, 5000), &[], Phase::Paused, 1999.0);
    let again = check_on(&edge(), waited, &[Event::Play], Phase::Playing, 2000.0);
    let there = check_on(&edge(), wait_on(&edge(), again, 310), &[], Phase::Live, 3000.0);
    assert!(there.follows);
}

#[test]
fn a_drawn_scrubber_leaves_the_edge() {
    let drag = [Event::Grab, Event::Drag(500.0), Event::Grown(500.0), Event::Drop];
    check_on(&edge(), live(), &drag, Phase::Paused, 500.0);
    check_on(&edge(), live(), &[Event::Grab, Event::Drop], Phase::Live, 3000.0);
}

#[test]
fn with_reduced_motion_the_edge_is_always_the_newest_picture() {
    let state = State { motion: Motion::Reduced, ..live() };
    check_on(&grown(), state, &[Event::Grown(2300.0)], Phase::Live, 4000.0);
    let playing = check_on(&grown(), live(), &[Event::Grown(2300.0)], Phase::Playing, 3000.0);
    check_on(&grown(), playing, &[Event::MotionIs(Motion::Reduced)], Phase::Live, 4000.0);
}

#[test]
fn whoever_is_led_goes_where_the_other_is_and_takes_no_time_of_its_own() {
    let led = |at, moves| Event::Led { at, moves };
    let playing = check(loaded(Pace::OneStep), &[led(1100.0, true)], Phase::Playing, 1100.0);
    assert_eq!(playing.stop, None, "the other decides where it stops");
    check(playing, &[led(1600.0, false)], Phase::Paused, 1600.0);
    check(playing, &[led(1e9, false)], Phase::Paused, 3000.0);
    check_on(&edge(), live(), &[led(500.0, true), Event::Grown(500.0)], Phase::Playing, 500.0);
}
