//! The tabs of the rail, as the ARIA pattern has them: arrows move, one tab is in the tab order.

use web_sys::HtmlElement;

use crate::dom;

/// Tabs and their panels.
pub struct Tabs {
    tabs: Vec<Tab>,
    chosen: usize,
}

struct Tab {
    name: String,
    button: HtmlElement,
    panel: HtmlElement,
}

impl Tabs {
    /// Takes over the tabs that the server wrote: `[data-tab]`, each naming its panel by
    /// `aria-controls`.
    #[must_use]
    pub fn new() -> Self {
        let tab = |button: HtmlElement| {
            let name = button.get_attribute("data-tab")?;
            let id = button.get_attribute("aria-controls")?;
            let panel = dom::find_in_page(&format!("[id=\"{id}\"]"))?;
            Some(Tab { name, button, panel })
        };
        let tabs: Vec<Tab> = dom::find_all("[data-tab]").into_iter().filter_map(tab).collect();
        let these = Self { tabs, chosen: 0 };
        these.show();
        these
    }

    /// Whether this tab is the one that is seen.
    #[must_use]
    pub fn is_chosen(&self, name: &str) -> bool {
        self.tabs.get(self.chosen).is_some_and(|it| it.name == name)
    }

    /// Brings a tab forward.
    pub fn choose(&mut self, name: &str) {
        if let Some(n) = self.tabs.iter().position(|it| it.name == name) {
            self.chosen = n;
            self.show();
        }
    }

    /// Moves the choice by a key of the tab list, and the focus with it; true when it did.
    pub fn press(&mut self, key: &str) -> bool {
        let last = self.tabs.len().saturating_sub(1);
        self.chosen = match key {
            "ArrowRight" if self.chosen == last => 0,
            "ArrowRight" => self.chosen + 1,
            "ArrowLeft" if self.chosen == 0 => last,
            "ArrowLeft" => self.chosen - 1,
            "Home" => 0,
            "End" => last,
            _ => return false,
        };
        self.show();
        self.focus();
        true
    }

    /// Gives the chosen tab the focus.
    pub fn focus(&self) {
        if let Some(tab) = self.tabs.get(self.chosen) {
            let _ = tab.button.focus();
        }
    }

    fn show(&self) {
        for (n, tab) in self.tabs.iter().enumerate() {
            let chosen = n == self.chosen;
            dom::set(&tab.button, "aria-selected", if chosen { "true" } else { "false" });
            dom::set(&tab.button, "tabindex", if chosen { "0" } else { "-1" });
            dom::set_or_unset(&tab.panel, "hidden", (!chosen).then_some(""));
        }
    }
}

impl Default for Tabs {
    fn default() -> Self {
        Self::new()
    }
}
