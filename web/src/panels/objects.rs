//! The objects of the moment as documents: the manifest on the node, the container in the
//! runtime's books, the mirror in the API server's store; and of which Pod, on which machine.

use scene::Moment;
use trace::{EntryId, View};
use web_sys::{Element, HtmlElement};

use crate::dom;
use crate::focus::Cast;
use crate::loaded::Loaded;
use crate::panels::aims::Aims;
use crate::words::Words;

/// The panel.
pub struct Objects {
    place: HtmlElement,
    parts: Option<(Aims, HtmlElement)>,
    /// The beat and the entry that were looked at last.
    read: Option<(usize, Option<EntryId>)>,
    shown: Option<[Document; 3]>,
}

/// One document, with the lines that are new marked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Document {
    role: &'static str,
    word: &'static str,
    none: &'static str,
    /// What it is called on the machine or in the cluster; empty when there is none.
    name: String,
    lines: Vec<Line>,
}

/// A line, and whether it was not there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    text: String,
    new: bool,
}

impl Objects {
    /// The panel has this place in the page.
    #[must_use]
    pub const fn new(place: HtmlElement) -> Self {
        Self { place, parts: None, read: None, shown: None }
    }

    /// What was shown is no longer what the picture is about.
    pub const fn forget(&mut self) {
        self.read = None;
    }

    /// Shows the objects of a moment, and marks what is not as it was before the beat.
    pub fn show(&mut self, lesson: &Loaded, moment: Moment, words: &Words) {
        let entry = (moment.beat, lesson.timeline.entry_at(moment));
        if self.read == Some(entry) {
            return;
        }
        self.read = Some(entry);
        let (aims, documents_place) = self.parts.get_or_insert_with(|| parts(&self.place, words));
        aims.show(lesson, moment, words);
        let before = lesson.view_before(moment.beat);
        let next = documents(&lesson.cast(moment.beat), &before, &lesson.timeline.view_at(moment));
        if self.shown.as_ref() == Some(&next) {
            return;
        }
        let parts = next.each_ref().map(|it| it.element(words));
        let parts = parts.each_ref().map(|it| -> &Element { it });
        dom::fill(documents_place, &parts);
        self.shown = Some(next);
    }
}

/// The parts of the panel: where the picture is turned, and the documents.
fn parts(place: &HtmlElement, words: &Words) -> (Aims, HtmlElement) {
    let aims = Aims::new(place, words);
    dom::append(place, &dom::text_element("p", "lead", &words.get("objects.lead")));
    let documents = dom::element("div", "");
    dom::append(place, &documents);
    (aims, documents)
}

impl Document {
    fn element(&self, words: &Words) -> HtmlElement {
        let part = dom::element("section", "object");
        dom::set(&part, "data-role", self.role);
        let title = words.get(self.word);
        let heading = dom::text_element("h3", "", &title);
        if self.name.is_empty() {
            let none = dom::text_element("p", "none", &words.get(self.none));
            dom::fill(&part, &[&heading, &none]);
            return part;
        }
        dom::append(&heading, &dom::text_element("small", "", &self.name));
        let text = dom::element("pre", "");
        // What scrolls must be reachable by keyboard, and what is reachable must have a name.
        dom::set(&text, "tabindex", "0");
        dom::set(&text, "role", "group");
        dom::set(&text, "aria-label", &title);
        for line in &self.lines {
            let (tag, class) = if line.new { ("mark", "new") } else { ("span", "") };
            dom::append(&text, &dom::text_element(tag, class, &line.text));
        }
        dom::fill(&part, &[&heading, &text]);
        part
    }
}

fn documents(cast: &Cast, before: &View, now: &View) -> [Document; 3] {
    let document = |role, word, none, (was, is): (Option<Named>, Option<Named>)| {
        let (name, text) = is.unwrap_or_default();
        let lines = marked(was.as_ref().map_or("", |(_, text)| text), &text);
        Document { role, word, none, name, lines }
    };
    let of = |what: fn(&Cast, &View) -> Option<Named>| (what(cast, before), what(cast, now));
    let file_none = if cast.is_static { "objects.file_none" } else { "objects.file_ordered" };
    let file = document("file", "objects.file", file_none, of(manifest));
    let container =
        document("container", "objects.container", "objects.container_none", of(container));
    let object = of(object);
    let object = if cast.is_static {
        document("mirror", "objects.mirror", "objects.mirror_none", object)
    } else {
        document("pod", "objects.pod", "objects.pod_none", object)
    };
    [file, container, object]
}

/// A name and a text.
type Named = (String, String);

fn manifest(cast: &Cast, view: &View) -> Option<Named> {
    let (path, file) = cast.manifest(view)?;
    Some((path.to_owned(), file.text.to_string()))
}

fn container(cast: &Cast, view: &View) -> Option<Named> {
    let record = cast.container(view)?;
    Some((record.id.to_string(), trace::to_yaml(None, record)))
}

fn object(cast: &Cast, view: &View) -> Option<Named> {
    let pod = cast.object(view)?;
    let name = format!("{}/{}", pod.metadata.namespace, pod.metadata.name);
    Some((name, trace::to_yaml(Some(("v1", "Pod")), pod.as_ref())))
}

/// The lines of `now`; new are those that `before` has not, counted with multiplicity. What was
/// not there at all before is new as a whole and marked nowhere.
fn marked(before: &str, now: &str) -> Vec<Line> {
    let mut old: Vec<&str> = before.lines().collect();
    let nothing_before = old.is_empty();
    let line = |text: &str| {
        let known = old.iter().position(|it| *it == text).map(|it| old.swap_remove(it)).is_some();
        Line { text: text.to_owned(), new: !known && !nothing_before }
    };
    now.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::marked;

    /// Lines are letters; new ones come out in capitals.
    #[track_caller]
    fn check(before: &str, now: &str, wanted: &str) {
        let text = |it: &str| it.split(' ').map(str::to_owned).collect::<Vec<_>>().join("\n");
        let lines = marked(&text(before), &text(now)).into_iter();
        let shown: Vec<String> =
            lines.map(|it| if it.new { it.text.to_uppercase() } else { it.text }).collect();
        assert_eq!(shown.join(" "), wanted);
    }

    #[test]
    fn only_what_was_not_there_is_new() {
        check("a b c", "a x c", "a X c");
        check("a b c", "a b c", "a b c");
        check("a b c", "c a", "c a");
    }

    #[test]
    fn a_line_that_comes_twice_is_new_the_second_time() {
        check("a b", "a b a", "a b A");
    }

    #[test]
    fn a_document_that_was_not_there_is_not_marked_all_over() {
        assert!(marked("", "a\nb").iter().all(|it| !it.new));
    }
}
