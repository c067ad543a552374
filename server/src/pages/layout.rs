//! What stands round every page: the head, the bar, the foot.

use content::Lang;

use crate::state::App;

/// The frame of a page.
pub struct Layout<'a> {
    app: &'a App,
    /// The language.
    pub lang: Lang,
    /// For the window and for link previews.
    pub title: String,
    /// For search engines and link previews.
    pub description: String,
    /// The address after the language, as `lessons/static-pods`; `None` for pages that are at no
    /// address of their own.
    pub rest: Option<String>,
    /// Whether search engines and link previews are to know it.
    listed: bool,
}

/// A page in one of the languages.
pub struct Translation {
    pub code: &'static str,
    pub name: &'static str,
    /// Its path.
    pub address: String,
    /// Its address as others see it.
    pub absolute: String,
    /// Whether it is this page.
    pub current: bool,
}

impl<'a> Layout<'a> {
    /// The frame of the page at `rest`.
    pub fn new(app: &'a App, lang: Lang, title: String, description: String, rest: &str) -> Self {
        Self { app, lang, title, description, rest: Some(rest.to_owned()), listed: true }
    }

    /// The frame of a page at `rest` that is for those who were given its address.
    pub fn unlisted(
        app: &'a App,
        lang: Lang,
        title: String,
        description: String,
        rest: &str,
    ) -> Self {
        Self { listed: false, ..Self::new(app, lang, title, description, rest) }
    }

    /// The frame of a page that says what went wrong.
    pub fn of_error(app: &'a App, lang: Lang, title: String, description: String) -> Self {
        Self { app, lang, title, description, rest: None, listed: false }
    }

    /// The address after the language, for search engines and link previews.
    pub fn listed(&self) -> Option<&str> {
        let site = &self.app.site;
        // An export that does not know where it will lie cannot tell anybody.
        let has_address = !site.is_exported || site.base_url_is_told;
        self.rest.as_deref().filter(|_| self.listed && has_address)
    }

    /// Whether the page is written into a file, to be read where there is no server.
    pub fn is_exported(&self) -> bool {
        self.app.site.is_exported
    }

    /// What an exported page may load, which no server says: everything beside it, nothing else.
    pub fn policy(&self) -> String {
        format!("{}; base-uri 'none'; form-action 'none'", crate::app::OWN_SOURCES)
    }

    /// The address of the page at `rest` from a frame of another page.
    pub fn home(&self, rest: &str) -> String {
        if self.is_exported() { format!("/{}/{rest}", self.lang) } else { self.canonical(rest) }
    }

    /// A message of the interface.
    pub fn t(&self, key: &str) -> String {
        self.app.say(self.lang, key, &[])
    }

    /// A message with one value in it.
    pub fn t1(&self, key: &str, name: &str, value: &impl ToString) -> String {
        self.app.say(self.lang, key, &[(name, &value.to_string())])
    }

    /// `1 / 6`, as the player says it.
    pub fn first_of(&self, all: usize) -> String {
        self.app.say(self.lang, "place.step", &[("n", "1"), ("all", &all.to_string())])
    }

    /// The name of a button of the player, before there is a player: the speed is 1.
    pub fn control(&self, key: &str) -> String {
        self.t1(key, "n", &1)
    }

    /// The name of a tab beside the player.
    pub fn tab(&self, tab: &str) -> String {
        self.t(&format!("tab.{tab}"))
    }

    /// Which Kubernetes is modelled.
    pub fn version(&self) -> String {
        self.t1("page.footer.version", "version", &engine::KUBERNETES)
    }

    /// This page in every language; the first page where this one has no address of its own.
    pub fn translations(&self) -> [Translation; 3] {
        let rest = self.rest.as_deref().unwrap_or_default();
        Lang::ALL.map(|lang| Translation {
            code: lang.code(),
            name: lang.name(),
            address: format!("/{lang}/{rest}"),
            absolute: self.absolute(lang, rest),
            current: lang == self.lang,
        })
    }

    /// The language with its region, as link previews write it.
    pub const fn locale(&self) -> &'static str {
        match self.lang {
            Lang::En => "en_US",
            Lang::Fr => "fr_FR",
            Lang::Es => "es_ES",
        }
    }

    /// The one address of the page at `rest`.
    pub fn canonical(&self, rest: &str) -> String {
        self.absolute(self.lang, rest)
    }

    fn absolute(&self, lang: Lang, rest: &str) -> String {
        self.app.absolute(&format!("/{lang}/{rest}"))
    }

    /// Where a reader of any language may go: the first page chooses one.
    pub fn default_address(&self, rest: &str) -> String {
        if rest.is_empty() { self.app.absolute("/") } else { self.absolute(Lang::En, rest) }
    }

    /// The picture of link previews.
    pub fn preview(&self) -> String {
        let lesson = self.app.content.lessons().first();
        let (id, step) = lesson.map_or(("", ""), |lesson| {
            (&lesson.id, lesson.steps.get(lesson.cover).map_or("", |step| &step.id))
        });
        self.app.absolute(&format!("/poster/{id}/{step}.png?lang={}", self.lang))
    }

    /// Where programs learn how to put this page into a frame, if it can be.
    pub fn oembed(&self) -> Option<String> {
        let rest = self.listed().filter(|_| !self.is_exported())?;
        let is_lesson = rest.strip_prefix("lessons/").is_some_and(|it| !it.contains('/'));
        is_lesson.then(|| oembed(self.app, self.lang, rest))
    }

    /// The address of an asset.
    pub fn asset(&self, name: &str) -> Option<String> {
        self.app.assets.url(name)
    }

    /// What the page compares with the server's stamp, to load itself again after a build.
    pub fn dev_stamp(&self) -> Option<&str> {
        self.app.site.dev_stamp.as_deref()
    }

    /// The address of an asset, or nothing.
    pub fn asset_or_none(&self, name: &str) -> String {
        self.asset(name).unwrap_or_default()
    }
}

/// Where programs learn how to put the page at `rest` into a frame.
pub fn oembed(app: &App, lang: Lang, rest: &str) -> String {
    let page = app.absolute(&format!("/{lang}/{rest}"));
    app.absolute(&format!("/oembed?format=json&url={page}"))
}
