//! The page's program: brings the lesson page that the server wrote to life.
//!
//! ```text
//! driver ──Lesson──> Loaded ─┐
//! listen ──Message─> Player ─┼─ transition(marks, state, event) -> (state, effect)
//!                            └─ show: stage, scrubber, panels, attributes
//! ```
//!
//! [`player`] holds the one mutable thing; [`state`] is its whole logic and pure; everything that
//! draws is told the moment and changes only what differs. The engine is not in here: what is shown
//! was streamed.

pub mod acts;
pub mod attributes;
pub mod dom;
pub mod driver;
#[cfg(feature = "embed")]
pub mod embed;
pub mod facts;
pub mod focus;
pub mod icons;
pub mod keyboard;
pub mod languages;
pub mod link;
pub mod listen;
#[cfg(feature = "live")]
pub mod live;
pub mod loaded;
pub mod page;
pub mod painter;
pub mod panels;
pub mod player;
#[cfg(feature = "live")]
pub mod room;
pub mod scrubber;
pub mod stage;
pub mod state;
pub mod store;
pub mod tree;
pub mod words;

use js_sys::{Array, Intl, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use page::Page;
use player::{Handle, Message, Player};
use store::Settings;
use words::{Plural, Words};

/// Where the program's memory comes from, in a browser: two kilobytes less to load than with the
/// standard library's own.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static MEMORY: rlsf::GlobalTlsf = rlsf::GlobalTlsf::new();

/// Called once by the module's loader.
///
/// # Errors
/// When the page is not a lesson page with a dictionary; boot.js then says so in the page.
#[wasm_bindgen(start)]
pub fn start() -> Result<(), JsValue> {
    #[cfg(feature = "live")]
    if room::present()? {
        return Ok(());
    }
    let page = Page::find().ok_or("this is no lesson page")?;
    let json = Page::words().ok_or("the page has no dictionary")?;
    let words = Words::parse(&json, plural)?;
    say_when_it_breaks(&words);
    let player = Player::new(page.clone(), words, Settings::load(), listen::motion());
    let handle = Handle::new(player);
    listen::all(&page, &handle);
    #[cfg(feature = "embed")]
    embed::host::listen(&handle);
    #[cfg(feature = "live")]
    if room::follow(&page, &handle) {
        return Ok(());
    }
    handle.send(Message::Begin);
    Ok(())
}

/// A panic is a mistake of ours. The last picture stays, and a note says what helps.
fn say_when_it_breaks(words: &Words) {
    let text = words.get("note.crash");
    let cure = words.get("note.reload");
    std::panic::set_hook(Box::new(move |info| {
        // The console is for developers; the note is for everybody else.
        web_sys::console::error_1(&JsValue::from_str(&info.to_string()));
        Page::tell("failed");
        if let Some(place) = dom::find_in_page("[data-part=note]") {
            let link = dom::text_element("a", "", &cure);
            dom::set(&link, "href", "");
            dom::fill(&place, &[&dom::text_element("p", "", &text), &link]);
        }
    }));
}

/// The plural categories of a language, as the browser knows them.
fn plural(lang: &str) -> Plural {
    let rules = Intl::PluralRules::new(&Array::of1(&JsValue::from_str(lang)), &Object::new());
    Box::new(move |number| rules.select(f64::from(number)).into())
}
