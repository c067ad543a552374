//! What a presenter asks for, and what becomes of it.

use super::Desk;
use super::drive::{Patch, Place};
use super::edge::anchor;
use super::questions::Step;
use crate::dom;
use crate::player::Handle;
use crate::room::keys::Command;
use crate::room::net;
use crate::room::on_stage::{Cover, OnStage};
use crate::state::Way;

/// The version of a stage on which nothing has been put yet.
const FIRST_VERSION: u64 = 1;

impl Desk {
    pub(super) fn command(&mut self, command: Command, handle: &Handle<Self>) {
        if self.is_own(command, handle) || !self.may_drive() {
            return;
        }
        match command {
            Command::Beat(way) => self.beat(way, handle),
            Command::Black => self.cover(Cover::Black, handle),
            Command::White => self.cover(Cover::White, handle),
            Command::Lock => {
                let locked = self.drive.wanted().is_some_and(|it| it.locked);
                self.want(Patch { locked: Some(!locked), ..Patch::default() }, handle);
            }
            Command::Pointer => self.switch_pointer(handle),
            Command::Ask => self.ask(handle),
            Command::HandOver => self.hand_over(handle),
            Command::Remote => self.ask_for_remote(handle),
            Command::PlayOn => {
                self.plays_on = !self.plays_on;
                self.rests_since = None;
            }
            Command::End => {
                let words = &self.words;
                if let Some(speaker) = self.face.speaker() {
                    let player = speaker.player().clone();
                    speaker.dialogs.end(&player, words);
                }
            }
            Command::Audience
            | Command::Join
            | Command::Overview
            | Command::GoTo
            | Command::ResetTimer
            | Command::NotesSize(_)
            | Command::TakeOver
            | Command::Layout => {}
        }
    }

    /// What concerns this page alone, and is done whoever drives; true when it was such a thing.
    fn is_own(&mut self, command: Command, handle: &Handle<Self>) -> bool {
        let (words, room, lesson) = (&self.words, &self.room, self.lesson.as_ref());
        match (command, self.face.speaker()) {
            (Command::TakeOver, _) => self.take_over(handle),
            (Command::NotesSize(way), _) => self.face.resize_notes(way),
            (Command::ResetTimer, _) => {
                self.memory.set_started(Some(self.leash.server(net::now())));
            }
            (Command::Layout, Some(speaker)) => {
                speaker.next_layout();
                self.measure_picture();
            }
            (Command::Join, Some(speaker)) => {
                let player = speaker.player().clone();
                speaker.dialogs.join(&player, room, words);
            }
            (Command::Overview | Command::GoTo, Some(speaker)) => {
                let player = speaker.player().clone();
                if let Some(lesson) = lesson {
                    let beats = command == Command::Overview;
                    speaker.dialogs.overview(&player, lesson, beats, words);
                }
            }
            (Command::Audience, Some(_)) => {
                let name = ["audience ", &room.code].concat();
                let _ = dom::window().open_with_url_and_target(&room.watch, &name);
            }
            _ => return false,
        }
        true
    }

    /// Whether what is pressed here is done.
    fn may_drive(&self) -> bool {
        self.hold.is_some_and(|it| it.yours || it.remote)
    }

    /// Something is wanted on stage.
    fn want(&mut self, patch: Patch, handle: &Handle<Self>) {
        self.trouble = None;
        self.drive.want(patch);
        self.send(handle);
    }

    fn go(&mut self, place: Place, handle: &Handle<Self>) {
        if self.memory.started().is_none() {
            self.memory.set_started(Some(self.leash.server(net::now())));
        }
        self.rests_since = None;
        let last = self.lesson.as_ref().map_or(0, |it| it.timeline.beats().len());
        self.follows_edge = place.beat as usize + 1 >= last;
        self.want(Patch { place: Some(place), ..Patch::default() }, handle);
    }

    pub(super) fn beat(&mut self, way: Way, handle: &Handle<Self>) {
        if self.lesson.is_none() {
            self.early = Some(way);
        }
        let timeline = self.lesson.as_ref().map(|it| &it.timeline);
        let place = timeline.and_then(|it| self.drive.beside(it, way));
        if let Some(place) = place {
            self.go(place, handle);
        }
    }

    /// To the beginning of a beat.
    pub(super) fn go_to_beat(&mut self, beat: usize, handle: &Handle<Self>) {
        if let Some(speaker) = self.face.speaker() {
            speaker.dialogs.close();
        }
        let place = self.lesson.as_ref().map(|it| Place::of(&it.timeline, beat, false));
        if let Some(place) = place.filter(|_| self.may_drive()) {
            self.go(place, handle);
        }
    }

    /// Covers the picture, or uncovers it when it is covered like this.
    fn cover(&mut self, cover: Cover, handle: &Handle<Self>) {
        let before = self.drive.wanted().and_then(|it| it.black);
        let next = (before != Some(cover)).then_some(cover);
        self.want(Patch { black: Some(next), ..Patch::default() }, handle);
    }

    fn ask(&mut self, handle: &Handle<Self>) {
        let stage = self.leash.on_stage(|it| (it.step.clone(), it.question.clone()));
        let Some((step, asked)) = stage else { return };
        let n_questions = self.questions.of_step(&step).len();
        let asked = self.asking.wanted(asked.as_ref());
        if let Some(next) = Step::next(asked.as_ref(), n_questions) {
            self.question(next, handle);
        }
    }

    /// Something is done on stage, by the name of its button.
    pub(super) fn on_stage(&mut self, name: &str, handle: &Handle<Self>) {
        if !self.may_drive() {
            return;
        }
        match name {
            "more" | "edit" => {
                if let Some(speaker) = self.face.speaker() {
                    speaker.acts.open(name == "edit");
                }
            }
            "run" => {
                let runs = self.cluster.is_some_and(|it| it.runs());
                let rate = if runs { 0 } else { 1_000 };
                self.set_clock(&serde_json::json!({ "rate": rate }), handle);
            }
            "skip" => self.set_clock(&serde_json::json!({ "skip": true }), handle),
            "lesson" => self.back_to_the_lesson(handle),
            _ => {}
        }
    }

    /// The lesson again, where it was left.
    fn back_to_the_lesson(&mut self, handle: &Handle<Self>) {
        self.follows_edge = false;
        let beat = self.left_at.unwrap_or_else(|| self.last_of_the_lesson());
        let place = Place { beat, ..Place::default() };
        self.want(Patch { lesson: true, place: Some(place), ..Patch::default() }, handle);
    }

    /// A room that was opened for a live cluster begins where that stands, not where its lesson
    /// began.
    pub(super) fn begin_at_the_edge(&mut self, handle: &Handle<Self>) {
        let is_new = |it: &OnStage| it.version == FIRST_VERSION && it.source.cluster.is_some();
        if !self.leash.on_stage(is_new).unwrap_or(false) || !self.leash.is_in_step() {
            return;
        }
        let Some(lesson) = self.lesson.as_ref().filter(|_| self.may_drive()) else { return };
        let last = lesson.timeline.beats().len().saturating_sub(1);
        let place = Place::of(&lesson.timeline, last, true);
        if self.drive.is_idle() {
            self.follows_edge = true;
            self.want(Patch { place: Some(place), ..Patch::default() }, handle);
        }
    }

    /// The last beat of the trace on stage that is the lesson's.
    fn last_of_the_lesson(&self) -> u32 {
        let beat = self.lesson.as_ref().map_or(0, |it| {
            let steps = it.timeline.steps();
            let own = it.timeline.beats().iter().position(|beat| steps[beat.step].own);
            own.unwrap_or(0).saturating_sub(1)
        });
        // Beats are few.
        u32::try_from(beat).unwrap_or(0)
    }

    /// The browser is about to draw.
    pub(super) fn draw(&mut self, now: f64, handle: &Handle<Self>) {
        self.lead = self.where_it_is(now);
        if let Some(lead) = self.lead {
            self.room.tell_moment(lead.moment);
        }
        self.look(|face, look| face.draw(look));
        if !self.lead.is_some_and(|it| it.moves) {
            // The beat has just come to rest.
            self.anchor(handle);
            self.show();
        }
    }

    /// Lets everybody see what a live cluster has done since.
    pub(super) fn anchor(&mut self, handle: &Handle<Self>) {
        let now = net::now();
        self.lead = self.where_it_is(now);
        let (Some(lesson), Some(lead)) = (&self.lesson, self.lead) else { return };
        if !self.hold.is_some_and(|it| it.yours) || !self.drive.is_idle() {
            return;
        }
        let ms = lesson.moment(lead.at).ms;
        let follows = self.follows_edge;
        let place = self
            .leash
            .on_stage(|stage| anchor(&lesson.timeline, stage, ms, !lead.moves, follows))
            .flatten();
        if let Some(place) = place {
            self.drive.want(Patch { place: Some(place), ..Patch::default() });
            self.send(handle);
        }
    }

    /// After a beat and the time to read its sentence, the next one, if that is wished.
    pub(super) fn play_on(&mut self, now: f64, handle: &Handle<Self>) {
        self.anchor(handle);
        let (Some(lesson), Some(lead)) = (&self.lesson, self.lead) else { return };
        let beat = lesson.moment(lead.at).beat;
        if lead.moves {
            self.rests_since = None;
            return;
        }
        let since = *self.rests_since.get_or_insert(now);
        let Some(mark) = lesson.marks.beats.get(beat) else { return };
        let is_read = now - since >= mark.ends - mark.settles;
        if self.plays_on && is_read && self.may_drive() && self.drive.is_idle() {
            self.rests_since = None;
            self.beat(Way::Forward, handle);
        }
    }

    pub(super) fn measure_picture(&mut self) {
        self.look(super::face::Face::measure);
    }
}
