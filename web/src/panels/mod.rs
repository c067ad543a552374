//! What surrounds the picture. Each panel is told the moment and shows its part of it.

pub mod aims;
pub mod caption;
pub mod chapters;
pub mod clock;
pub mod controls;
pub mod goto;
pub mod help;
pub mod note;
pub mod objects;
pub mod spoken;
pub mod tabs;
pub mod why;

use crate::page::Page;
use crate::player::Handle;
use crate::words::Words;

use caption::Caption;
use chapters::Chapters;
use clock::ClusterClock;
use controls::Controls;
use goto::GoTo;
use help::Help;
use note::Note;
use objects::Objects;
use spoken::Spoken;
use tabs::Tabs;
use why::Why;

/// All of them.
pub struct Panels {
    /// The buttons.
    pub controls: Controls,
    /// The sentence under the picture.
    pub caption: Caption,
    /// The list of steps.
    pub chapters: Chapters,
    /// The cluster's own time.
    pub clock: ClusterClock,
    /// What is told in words.
    pub spoken: Spoken,
    /// The objects of the moment.
    pub objects: Objects,
    /// The causes of the moment.
    pub why: Why,
    /// The tabs of the rail.
    pub tabs: Tabs,
    /// Notes.
    pub note: Note,
    help: Option<Help>,
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
            chapters: Chapters::new(&page.chapters),
            clock: ClusterClock::new(page.clock.clone()),
            spoken: Spoken::new(&page.stage, &page.live, words),
            objects: Objects::new(page.objects.clone()),
            why: Why::new(page.why.clone()),
            tabs: Tabs::new(),
            note,
            help: None,
            goto: None,
        }
    }

    /// The list of keys, made when it is first asked for.
    pub fn help(&mut self, page: &Page, letters: bool, words: &Words, handle: &Handle) -> &Help {
        self.help.get_or_insert_with(|| Help::new(&page.player, letters, words, handle))
    }

    /// The list of places, made when it is first asked for, and when there are more of them.
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
        self.objects.forget();
        self.why.forget();
    }

    /// Closes the list of places.
    pub fn leave_goto(&self) {
        if let Some(goto) = &self.goto {
            goto.close();
        }
    }
}
