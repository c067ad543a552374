//! The whole logic of following a presenter: what each event does to a viewer. Pure.
//!
//! ```text
//! Waiting   -> [Stage]             -> Following, or Locked
//! Following -> [Explore]           -> Exploring
//! Exploring -> [CatchUp]           -> Following, at the presenter's moment
//! Following -> [Stage, locked]     -> Locked
//! Exploring -> [Stage, locked]     -> Locked: brought back
//! Locked    -> [Explore]           -> Locked: refused
//! Locked    -> [Stage, not locked] -> Following
//! any       -> [Stage, older]      -> as before
//! any       -> [Broken, Store, …]  -> as before, with a banner
//! any       -> [Gone]              -> Exploring, for good: nobody drives any more
//! ```

use super::on_stage::OnStage;

/// What a viewer knows, and does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follow {
    on_stage: Option<OnStage>,
    explores: bool,
    is_broken: bool,
    store_is_lost: bool,
    end: Option<End>,
}

/// What a viewer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing has been on stage yet.
    Waiting,
    /// Shows what the presenter shows.
    Following,
    /// The same, and may not leave.
    Locked,
    /// Goes its own way.
    Exploring,
}

/// What is to be said about the room, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// It is over.
    Over(End),
    /// The connection is broken; the browser tries again.
    Broken,
    /// The server cannot reach its store: what is on stage stays for now.
    StoreLost,
    /// Nobody sits at the desk: the picture stays.
    PresenterLost,
}

/// Why a room is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The presenter ended it.
    Ended,
    /// Nobody was there for too long.
    Expired,
}

/// Something that happens to a viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The newest stage, or an older one that was late.
    Stage(OnStage),
    /// The viewer wants to look around.
    Explore,
    /// The viewer wants to be where the presenter is.
    CatchUp,
    /// The connection broke.
    Broken,
    /// Something arrived.
    Heard,
    /// The server lost its store, or has it back.
    Store {
        /// Whether it has it.
        is_up: bool,
    },
    /// The room is no more.
    Gone(End),
}

/// What follows from an event, outside the viewer's own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// Something else is to be shown or said.
    Show,
    /// The same, and the room is to know that this viewer explores, or does so no longer.
    Tell {
        /// Whether it explores.
        explores: bool,
    },
    /// It cannot be done now, and the viewer is to be told why.
    Refuse,
}

impl Follow {
    /// What is on stage, as far as is known.
    #[must_use]
    pub const fn on_stage(&self) -> Option<&OnStage> {
        self.on_stage.as_ref()
    }

    /// What the viewer does.
    #[must_use]
    pub fn mode(&self) -> Mode {
        match &self.on_stage {
            _ if self.end.is_some() => Mode::Exploring,
            None => Mode::Waiting,
            Some(stage) if stage.locked => Mode::Locked,
            Some(_) if self.explores => Mode::Exploring,
            Some(_) => Mode::Following,
        }
    }

    /// Whether the presenter decides what is shown.
    #[must_use]
    pub fn is_led(&self) -> bool {
        matches!(self.mode(), Mode::Following | Mode::Locked)
    }

    /// What is to be said about the room, if anything.
    #[must_use]
    pub fn banner(&self) -> Option<Banner> {
        let lost = self.on_stage.as_ref().is_some_and(|it| !it.present);
        if let Some(end) = self.end {
            Some(Banner::Over(end))
        } else if self.is_broken {
            Some(Banner::Broken)
        } else if self.store_is_lost {
            Some(Banner::StoreLost)
        } else {
            lost.then_some(Banner::PresenterLost)
        }
    }
}

/// What `event` makes of `follow`, and what must be done about it.
#[must_use]
pub fn transition(follow: Follow, event: Event) -> (Follow, Effect) {
    if follow.end.is_some() {
        // Nothing comes after the end.
        return (follow, Effect::Nothing);
    }
    match event {
        Event::Stage(stage) => take_stage(follow, stage),
        Event::Explore => match follow.mode() {
            Mode::Following => {
                (Follow { explores: true, ..follow }, Effect::Tell { explores: true })
            }
            Mode::Locked => (follow, Effect::Refuse),
            Mode::Waiting | Mode::Exploring => (follow, Effect::Nothing),
        },
        Event::CatchUp if follow.explores => {
            (Follow { explores: false, ..follow }, Effect::Tell { explores: false })
        }
        Event::CatchUp => (follow, Effect::Nothing),
        Event::Broken => show(follow, |it| it.is_broken = true),
        Event::Heard => show(follow, |it| it.is_broken = false),
        Event::Store { is_up } => show(follow, |it| it.store_is_lost = !is_up),
        Event::Gone(end) => show(follow, |it| it.end = Some(end)),
    }
}

/// A stage counts unless a newer one is known: after ten commands in a row everybody is where the
/// last one leads, whatever arrived when. The same one may come again to say who is there.
fn take_stage(follow: Follow, stage: OnStage) -> (Follow, Effect) {
    if follow.on_stage.as_ref().is_some_and(|it| it.version > stage.version) {
        return (follow, Effect::Nothing);
    }
    let brings_back = follow.explores && stage.locked;
    let explores = follow.explores && !stage.locked;
    let next = Follow { on_stage: Some(stage), explores, is_broken: false, ..follow };
    (next, if brings_back { Effect::Tell { explores: false } } else { Effect::Show })
}

fn show(before: Follow, change: impl FnOnce(&mut Follow)) -> (Follow, Effect) {
    let mut next = before.clone();
    change(&mut next);
    let effect = if next == before { Effect::Nothing } else { Effect::Show };
    (next, effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(version: u64) -> OnStage {
        let beat = u32::try_from(version).expect("versions of tests are small");
        OnStage { version, beat, present: true, ..OnStage::default() }
    }

    fn locked(version: u64) -> Event {
        Event::Stage(OnStage { locked: true, ..stage(version) })
    }

    fn open(version: u64) -> Event {
        Event::Stage(stage(version))
    }

    #[track_caller]
    fn check(events: &[Event], mode: Mode, last: Effect) -> Follow {
        let mut follow = Follow::default();
        let mut effect = Effect::Nothing;
        for event in events {
            (follow, effect) = transition(follow, event.clone());
        }
        assert_eq!((follow.mode(), effect), (mode, last), "{events:?}");
        follow
    }

    const LEAVES: Effect = Effect::Tell { explores: true };
    const RETURNS: Effect = Effect::Tell { explores: false };

    #[test]
    fn a_viewer_follows_from_the_first_message_on() {
        check(&[], Mode::Waiting, Effect::Nothing);
        check(&[Event::Explore], Mode::Waiting, Effect::Nothing);
        check(&[open(7)], Mode::Following, Effect::Show);
    }

    #[test]
    fn a_viewer_leaves_and_catches_up() {
        check(&[open(1), Event::Explore], Mode::Exploring, LEAVES);
        check(&[open(1), Event::Explore, open(2)], Mode::Exploring, Effect::Show);
        let back = [open(1), Event::Explore, open(2), Event::CatchUp];
        let follow = check(&back, Mode::Following, RETURNS);
        assert_eq!(follow.on_stage().map(|it| it.beat), Some(2), "where the presenter is by now");
        check(&[open(1), Event::CatchUp], Mode::Following, Effect::Nothing);
    }

    #[test]
    fn a_lock_keeps_everybody_and_fetches_the_others() {
        check(&[locked(1), Event::Explore], Mode::Locked, Effect::Refuse);
        check(&[open(1), Event::Explore, locked(2)], Mode::Locked, RETURNS);
        let unlocked = [open(1), Event::Explore, locked(2), open(3)];
        check(&unlocked, Mode::Following, Effect::Show);
    }

    #[test]
    fn an_older_stage_that_arrives_late_changes_nothing() {
        let rapid = (1..=10).map(open);
        let mut events: Vec<Event> = rapid.collect();
        events.swap(3, 9);
        let follow = check(&events, Mode::Following, Effect::Nothing);
        assert_eq!(follow.on_stage().map(|it| it.beat), Some(10));
        check(&[open(5), locked(4)], Mode::Following, Effect::Nothing);
    }

    #[track_caller]
    fn check_banner(events: &[Event], wanted: Option<Banner>) {
        let mode = Mode::Following;
        let mut follow = Follow::default();
        for event in [open(4)].iter().chain(events) {
            follow = transition(follow, event.clone()).0;
        }
        assert_eq!(follow.banner(), wanted, "{events:?}");
        assert_eq!(follow.mode(), mode, "the picture stays");
    }

    #[test]
    fn whatever_is_lost_the_picture_stays_and_a_banner_says_so() {
        let alone = Event::Stage(OnStage { present: false, ..stage(4) });
        check_banner(&[], None);
        check_banner(std::slice::from_ref(&alone), Some(Banner::PresenterLost));
        check_banner(&[alone.clone(), open(4)], None);
        check_banner(&[Event::Store { is_up: false }, alone], Some(Banner::StoreLost));
        check_banner(&[Event::Store { is_up: false }, Event::Store { is_up: true }], None);
        check_banner(&[Event::Store { is_up: false }, Event::Broken], Some(Banner::Broken));
        check_banner(&[Event::Broken, Event::Heard], None);
        check_banner(&[Event::Broken, open(5)], None);
    }

    #[test]
    fn after_the_end_everybody_is_free_and_nothing_comes() {
        let over = [locked(1), Event::Gone(End::Ended)];
        let follow = check(&over, Mode::Exploring, Effect::Show);
        assert_eq!(follow.banner(), Some(Banner::Over(End::Ended)));
        let later = [locked(1), Event::Gone(End::Expired), open(2)];
        check(&later, Mode::Exploring, Effect::Nothing);
    }
}
