//! The line over the speaker view: who is there, whether they are kept together, and what is done
//! once in a while.

use scene::Labels;
use web_sys::HtmlElement;

use super::look::Look;
use crate::dom;
use crate::words::Words;

/// The arrangements, in the order in which they follow each other.
pub const LAYOUTS: [&str; 4] = ["default", "wide", "tall", "notes"];

/// The line.
pub struct Top {
    following: HtmlElement,
    exploring: HtmlElement,
    lock: HtmlElement,
    layout: HtmlElement,
}

impl Top {
    /// Fills a part of the page.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let following = dom::element("span", "following");
        let exploring = dom::element("span", "exploring");
        let pill = dom::element("p", "pill");
        dom::fill(&pill, &[&following, &exploring]);
        let lock = dom::act_button("lock", "");
        let layout = dom::act_button("layout", "");
        dom::fill(place, &[&pill, &lock, &layout]);
        for (act, word) in [("remote", "live.desk.remote"), ("end", "live.desk.end")] {
            dom::append(place, &dom::act_button(act, &words.get(word)));
        }
        Self { following, exploring, lock, layout }
    }

    /// Shows who is there.
    pub fn show(&self, look: &Look<'_>, layout: &str) {
        let words = look.words;
        let count = |key: &str, n: u32| words.label(key, &[("n", &n.to_string())]);
        let following = count("live.desk.following", look.audience.following);
        let exploring = count("live.desk.exploring", look.audience.exploring);
        dom::set_text(&self.following, &following);
        dom::set_text(&self.exploring, &exploring);
        let is_locked = look.stage.is_some_and(|it| it.locked);
        let word = if is_locked { "live.desk.locked" } else { "live.desk.free" };
        dom::set_text(&self.lock, &words.get(word));
        dom::set(&self.lock, "aria-pressed", if is_locked { "true" } else { "false" });
        let name = words.get(&["live.desk.layout.", layout].concat());
        dom::set_text(&self.layout, &words.label("live.desk.layout", &[("name", &name)]));
    }
}
