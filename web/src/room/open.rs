//! A page on which a room is opened, for its lesson or for a cluster of one's own.

use scene::Labels;
use web_sys::HtmlElement;

use super::net::{self, Answer};
use super::page::RoomPage;
use crate::dom;
use crate::live::keep::{self, Birth};
use crate::page::Page;
use crate::words::Words;

/// Brings the page to life.
pub fn start(room: RoomPage, words: Words) {
    let page = std::rc::Rc::new((room, words));
    dom::listen(&dom::document(), "click", move |event| {
        use wasm_bindgen::JsCast;
        let target = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|it| it.closest("[data-act=open-room]").ok().flatten());
        if button.is_some() {
            open(&page);
        }
    });
    Page::tell("ready");
}

fn open(page: &std::rc::Rc<(RoomPage, Words)>) {
    say(&page.1.get("live.open.opening"));
    let page = std::rc::Rc::clone(page);
    let json = wanted(&page.0, &crate::languages::fragment(), keep::read).to_string();
    net::post("/api/rooms", None, &json, move |answer| opened(&answer, &page.0, &page.1));
}

/// Where a room for one's own cluster is opened. What lets its owner act on it is in this tab's
/// storage; only where that is forbidden it is in the fragment, which no server sees.
#[must_use]
pub fn address(lesson: &str, birth: &Birth) -> String {
    let lang = dom::document().document_element().and_then(|it| it.get_attribute("lang"));
    let lang = lang.unwrap_or_default();
    let page = ["/", &lang, "/lessons/", lesson, "/present#cluster=", &birth.id].concat();
    if keep::read(&birth.id).is_some() { page } else { [&page, "&token=", &birth.token].concat() }
}

/// What the room shows first: what the fragment names, or the lesson.
///
/// `stored` is what this tab keeps of a cluster of its own.
fn wanted(
    room: &RoomPage,
    fragment: &str,
    stored: impl Fn(&str) -> Option<Birth>,
) -> serde_json::Value {
    let part = |name: &str| {
        let parts = fragment.trim_start_matches('#').split('&');
        let part = parts.filter_map(|it| it.strip_prefix(name)?.strip_prefix('=')).next();
        part.map(str::to_owned)
    };
    let cluster = part("cluster");
    let kept = || Some(stored(cluster.as_deref()?)?.token);
    match (cluster.clone(), part("token").or_else(kept)) {
        (Some(id), Some(token)) => serde_json::json!({"cluster": {"id": id, "token": token}}),
        _ => match part("branch") {
            Some(branch) => serde_json::json!({"lesson": room.lesson, "branch": branch}),
            None => serde_json::json!({"lesson": room.lesson}),
        },
    }
}

/// To the speaker view, with the token where no server sees it.
fn opened(answer: &Answer, room: &RoomPage, words: &Words) {
    let (session, token) = (answer.field("session"), answer.field("token"));
    if answer.is_good() && !session.is_empty() && !token.is_empty() {
        let url = ["/", &room.lang, "/present/", &session, "#", &token].concat();
        let _ = dom::window().location().replace(&url);
        return;
    }
    let detail = answer.field("detail");
    say(&if detail.is_empty() {
        words.get("live.open.unreached")
    } else {
        words.label("live.open.failed", &[("sentence", &detail)])
    });
}

fn say(text: &str) {
    let place: Option<HtmlElement> = dom::find_in_page("[data-part=note]");
    if let Some(place) = place {
        dom::fill(&place, &[&dom::text_element("p", "", text)]);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::page::RoomPage;
    use crate::live::keep::Birth;

    #[track_caller]
    fn check(fragment: &str, wanted: &serde_json::Value) {
        let room = RoomPage::of_lesson("static-pods");
        assert_eq!(&super::wanted(&room, fragment, mine), wanted, "{fragment}");
    }

    /// Of the clusters, one is this tab's own.
    fn mine(id: &str) -> Option<Birth> {
        let text = r#"{"id":"mine","token":"kept","lesson":"l","after":1,"shared":1}"#;
        Birth::read(text).ok().filter(|it| it.id == id)
    }

    #[test]
    fn a_room_shows_its_lesson_or_what_the_fragment_names() {
        check("", &json!({"lesson": "static-pods"}));
        check("#step=delete", &json!({"lesson": "static-pods"}));
        check("#branch=forced", &json!({"lesson": "static-pods", "branch": "forced"}));
        let cluster = json!({"cluster": {"id": "abc", "token": "def"}});
        check("#cluster=abc&token=def", &cluster);
        check("#cluster=mine", &json!({"cluster": {"id": "mine", "token": "kept"}}));
        check("#cluster=abc", &json!({"lesson": "static-pods"}));
    }
}
