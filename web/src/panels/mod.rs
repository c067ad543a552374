//! What surrounds the picture. Each panel is told the moment and shows its part of it.

#[cfg(feature = "rail")]
pub mod aims;
pub mod caption;
#[cfg(feature = "rail")]
pub mod chapters;
pub mod clock;
pub mod controls;
#[cfg(feature = "rail")]
pub mod goto;
pub mod help;
pub mod note;
#[cfg(feature = "rail")]
pub mod objects;
#[cfg(feature = "rail")]
pub mod rail;
pub mod spoken;
#[cfg(feature = "rail")]
pub mod tabs;
#[cfg(feature = "rail")]
pub mod why;

use crate::page::Page;
use crate::player::Handle;
use crate::words::Words;

use caption::Caption;
use clock::ClusterClock;
use controls::Controls;
#[cfg(feature = "rail")]
use goto::GoTo;
use help::Help;
use note::Note;
#[cfg(feature = "rail")]
use rail::Rail;
use spoken::Spoken;

/// All of them.
pub struct Panels {
    /// The buttons.
    pub controls: Controls,
    /// The sentence under the picture.
    pub caption: Caption,
    /// The cluster's own time.
    pub clock: ClusterClock,
    /// What is told in words.
    pub spoken: Spoken,
    /// What stands beside the player, on a page that has it.
    #[cfg(feature = "rail")]
    pub rail: Option<Rail>,
    /// Notes.
    pub note: Note,
    help: Option<Help>,
    #[cfg(feature = "rail")]
    goto: Option<GoTo>,
}

impl Panels {
    /// Takes over the parts of the page.
    #[must_use]
    pub fn new(page: &Page, words: &Words) -> Self {
        let note = Note::new(page.note.clone());
        note.clear();
        Self {
            controls: Controls::new(page.controls.clone(), words),
            caption: Caption::new(page.step_no.clone(), page.caption.clone()),
            clock: ClusterClock::new(page.clock.clone()),
            spoken: Spoken::new(&page.stage, &page.live, words),
            #[cfg(feature = "rail")]
            rail: Rail::find(),
            note,
            help: None,
            #[cfg(feature = "rail")]
            goto: None,
        }
    }

    /// The list of keys, made when it is first asked for.
    pub fn help(&mut self, page: &Page, letters: bool, words: &Words, handle: &Handle) -> &Help {
        self.help.get_or_insert_with(|| Help::new(&page.player, letters, words, handle))
    }

    /// The list of places, made when it is first asked for, and when there are more of them.
    #[cfg(feature = "rail")]
    pub fn goto(&mut self, page: &Page, names: &[String], words: &Words) -> &GoTo {
        if let Some(old) = self.goto.take_if(|it| !it.lists(names.len())) {
            old.remove();
        }
        self.goto.get_or_insert_with(|| GoTo::new(&page.player, names, words))
    }

    /// Lets every panel look anew: under the same numbers there may be something else.
    pub fn forget(&mut self) {
        self.caption.forget();
        self.spoken.forget();
        #[cfg(feature = "rail")]
        if let Some(rail) = &mut self.rail {
            rail.forget();
        }
    }

    /// Closes the list of places.
    pub fn leave_goto(&self) {
        #[cfg(feature = "rail")]
        if let Some(goto) = &self.goto {
            goto.close();
        }
    }
}
