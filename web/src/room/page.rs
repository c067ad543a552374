//! What the server says of the room in the page: where it is, and how it is joined.

use scene::Moment;
use web_sys::HtmlElement;

use crate::dom;

/// What a page of the room is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Somebody follows.
    Watch,
    /// Somebody presents.
    Present,
    /// Somebody presents from a phone.
    Remote,
    /// Somebody is about to open a room.
    Open,
}

/// The room of this page.
#[derive(Clone, Debug)]
pub struct RoomPage {
    place: Option<HtmlElement>,
    /// What the page is for.
    pub part: Part,
    /// The room's name for whoever presents; empty for viewers.
    pub session: String,
    /// The room's name for everybody.
    pub code: String,
    /// The same, as people read it out.
    pub code_shown: String,
    /// The lesson.
    pub lesson: String,
    /// Where everybody joins.
    pub watch: String,
    /// The same without what can be left out when it is typed.
    pub watch_shown: String,
    /// The page's language.
    pub lang: String,
}

impl RoomPage {
    /// The room, if the page belongs to one.
    #[must_use]
    pub fn find() -> Option<Self> {
        let place = dom::find_in_page("#room")?;
        let text = |name: &str| place.get_attribute(name).unwrap_or_default();
        let part = match text("data-role").as_str() {
            "watch" => Part::Watch,
            "present" => Part::Present,
            "remote" => Part::Remote,
            "open" => Part::Open,
            _ => return None,
        };
        let root = dom::document().document_element();
        Some(Self {
            part,
            session: text("data-session"),
            code: text("data-code"),
            code_shown: text("data-code-shown"),
            lesson: text("data-lesson"),
            watch: text("data-watch"),
            watch_shown: text("data-watch-shown"),
            lang: root.and_then(|it| it.get_attribute("lang")).unwrap_or_default(),
            place: Some(place),
        })
    }

    /// A page of a lesson, for tests.
    #[cfg(test)]
    #[must_use]
    pub fn of_lesson(lesson: &str) -> Self {
        let none = String::new;
        Self {
            place: None,
            part: Part::Open,
            session: none(),
            code: none(),
            code_shown: none(),
            lesson: lesson.to_owned(),
            watch: none(),
            watch_shown: none(),
            lang: "en".to_owned(),
        }
    }

    /// Tells style sheets and tests something about the room.
    pub fn tell(&self, name: &str, value: &str) {
        if let Some(place) = &self.place {
            dom::set(place, name, value);
        }
    }

    /// Tells tests which moment is shown.
    pub fn tell_moment(&self, moment: Moment) {
        self.tell("data-beat", &moment.beat.to_string());
        self.tell("data-ms", &moment.ms.to_string());
    }

    /// An address below the room's public ones.
    #[must_use]
    pub fn public(&self, rest: &str) -> String {
        ["/api/rooms/", &self.code, rest].concat()
    }

    /// An address below the presenter's own.
    #[must_use]
    pub fn own(&self, rest: &str) -> String {
        ["/api/rooms/", &self.session, rest].concat()
    }

    /// The stream of a lesson, or of one of its what-ifs.
    #[must_use]
    pub fn stream(lesson: &str, branch: Option<&str>) -> String {
        let mut url = ["/api/lessons/", lesson, "/timeline"].concat();
        if let Some(branch) = branch {
            url.push_str("?branch=");
            url.push_str(branch);
        }
        url
    }
}
