//! Links that say the same in another language, or leave the lesson from where it stands: the
//! moment goes with them.

use wasm_bindgen::JsValue;
use web_sys::HtmlElement;

use crate::dom;

/// The links that carry the moment.
pub const CARRIERS: &str = ".bar a[hreflang], a[data-carry]";

/// The links of the page that carry the moment.
pub struct Languages {
    links: Vec<(HtmlElement, String)>,
}

impl Languages {
    /// Takes over the links that the server wrote.
    #[must_use]
    pub fn find() -> Self {
        let link = |it: HtmlElement| {
            let href = it.get_attribute("href")?;
            let base = href.split('#').next().unwrap_or_default().to_owned();
            Some((it, base))
        };
        let links = dom::find_all(CARRIERS).into_iter().filter_map(link);
        Self { links: links.collect() }
    }

    /// Lets every link lead to this place, and the address bar name it. That makes no new entry in
    /// the browser's history.
    pub fn lead_to(&self, fragment: &str) {
        for (link, base) in &self.links {
            dom::set(link, "href", &format!("{base}{fragment}"));
        }
        let window = dom::window();
        if window.location().hash().is_ok_and(|it| it == fragment) {
            return;
        }
        if let Ok(history) = window.history() {
            // Refused in some embedded pages, and when done too often: then the address is older.
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
        }
    }
}

/// The fragment of the address.
#[must_use]
pub fn fragment() -> String {
    dom::window().location().hash().unwrap_or_default()
}
