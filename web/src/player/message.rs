//! What reaches the player from the page.

use trace::EntryId;

use crate::acts::Act;
use crate::driver::{Lesson, Trouble};
#[cfg(feature = "live")]
use crate::loaded::Loaded;
use crate::state::Event;

/// One message. They are taken one after the other, never two at once.
#[derive(Debug)]
pub enum Message {
    /// Fetch the lesson.
    Begin,
    /// A person asked for something.
    Act(Act),
    /// Something for the player's logic.
    Logic(Event),
    /// The driver's answer.
    Arrived(Result<Box<Lesson>, Trouble>),
    /// Another trace, or more of the same: it takes the place of what is there.
    #[cfg(feature = "live")]
    Told(Box<Loaded>),
    /// Something that only needs to be known.
    #[cfg(feature = "live")]
    Tell(String),
    /// The browser is about to draw, at this many milliseconds of its own clock.
    Frame(f64),
    /// The player has another size.
    Resized,
    /// The fragment of the address is another.
    AddressChanged,
    /// Show a step from its beginning, and play it.
    PlayStep(String),
    /// Go to the beginning of a step, by its number from 0.
    GoToStep(usize),
    /// Go to the moment after an event.
    Jump(EntryId),
    /// Bring a tab forward.
    #[cfg(feature = "rail")]
    Tab(String),
    /// A key was pressed on a tab.
    #[cfg(feature = "rail")]
    TabKey(String),
    /// The pointer took the scrubber, so many CSS pixels from its left end.
    Grab(f64),
    /// The pointer moved there.
    Drag(f64),
    /// The pointer let go.
    Drop,
    /// Turn the picture: to `node/NAME`, to `pod/NAMESPACE/NAME`, or with `pod` alone to whatever
    /// Pod the lesson speaks of.
    #[cfg(feature = "rail")]
    Turn(String),
    /// Keys that write a character do something, or do not.
    Letters(bool),
    /// The player fills the screen, or does so no longer.
    FullscreenChanged,
    /// Put away what is open: the menu of buttons.
    Escape,
    /// The page around the frame says something, and this is where it comes from.
    #[cfg(feature = "embed")]
    Asked {
        /// What it says.
        message: wasm_bindgen::JsValue,
        /// The same as JSON.
        text: String,
        /// Its origin, as the browser says.
        origin: String,
    },
    /// News of one's own cluster.
    #[cfg(feature = "live")]
    Live(crate::live::news::News),
}
