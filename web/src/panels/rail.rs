//! What stands beside the player: tabs with the steps, the objects and the causes of the moment.

use scene::Moment;

use super::chapters::Chapters;
use super::objects::Objects;
use super::tabs::Tabs;
use super::why::Why;
use crate::dom;
use crate::loaded::Loaded;
use crate::words::Words;

/// The rail.
pub struct Rail {
    /// The list of steps.
    pub chapters: Chapters,
    /// The tabs.
    pub tabs: Tabs,
    objects: Objects,
    why: Why,
}

impl Rail {
    /// Takes over the rail that the server wrote, if there is one.
    #[must_use]
    pub fn find() -> Option<Self> {
        let part = |name: &str| dom::find_in_page(&["[data-part=", name, "]"].concat());
        Some(Self {
            chapters: Chapters::new(&part("chapters")?),
            objects: Objects::new(part("objects")?),
            why: Why::new(part("why")?),
            tabs: Tabs::new(),
        })
    }

    /// Shows the moment, as far as it is seen.
    pub fn show(&mut self, lesson: &Loaded, moment: Moment, words: &Words) {
        if self.tabs.is_chosen("objects") {
            self.objects.show(lesson, moment, words);
        }
        if self.tabs.is_chosen("why") {
            self.why.show(lesson, moment, words);
        }
    }

    /// Lets every part look anew: under the same numbers there may be something else.
    pub fn forget(&mut self) {
        self.objects.forget();
        self.why.forget();
    }
}
