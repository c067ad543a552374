//! Where the picture is turned: a button for each machine, and one for each Pod on it.

use scene::{Aim, Labels, Moment, PodName};
use web_sys::HtmlElement;

use crate::dom;
use crate::loaded::Loaded;
use crate::words::Words;

/// Both groups of buttons.
pub struct Aims {
    machines: Group,
    pods: Group,
}

/// A group of buttons of which one is pressed; hidden where there is no choice.
struct Group {
    place: HtmlElement,
    /// What each button turns to, and the button.
    buttons: Vec<(String, HtmlElement)>,
}

/// What a button turns to, and its name.
type Choice = (String, String);

/// The aim after a button was pressed. Who goes to another machine follows the lesson there.
#[must_use]
pub fn turned(aim: &Aim, to: &str) -> Aim {
    let mut parts = to.splitn(3, '/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("node"), Some(node), None) => Aim { node: Some(node.into()), pod: None },
        (Some("pod"), Some(namespace), Some(name)) => {
            let pod = PodName { namespace: namespace.to_owned(), name: name.to_owned() };
            Aim { node: aim.node.clone(), pod: Some(pod) }
        }
        _ => Aim { node: aim.node.clone(), pod: None },
    }
}

impl Aims {
    /// Makes the groups, in this place.
    #[must_use]
    pub fn new(place: &HtmlElement, words: &Words) -> Self {
        let group = |word: &str| Group::new(place, &words.get(word));
        Self { machines: group("objects.machines"), pods: group("objects.pods") }
    }

    /// Shows the choices, and what is chosen.
    pub fn show(&mut self, lesson: &Loaded, moment: Moment, words: &Words) {
        let timeline = &lesson.timeline;
        let view = timeline.view_at(moment);
        let machine = |name: &trace::NodeName| {
            let pods = view.pods().filter(|it| it.spec.node_name == name.as_str());
            let key = if view.is_cordoned(name) { "nodes.cordoned" } else { "nodes.open" };
            let state = words.label(key, &[("n", &pods.count().to_string())]);
            (to_node(name.as_str()), format!("{name} · {state}"))
        };
        let machines = timeline.header().topology.nodes.iter().map(|it| machine(&it.name));
        self.machines.show(machines.collect(), 2, &to_node(timeline.node().as_str()));
        let pods = timeline.pods().iter().map(|it| (to_pod(it), it.name.clone()));
        let lessons = (String::from("pod"), words.get("objects.follow"));
        let chosen = timeline.aim().pod.as_ref().map_or_else(|| String::from("pod"), to_pod);
        self.pods.show(std::iter::once(lessons).chain(pods).collect(), 3, &chosen);
    }
}

fn to_node(name: &str) -> String {
    format!("node/{name}")
}

fn to_pod(pod: &PodName) -> String {
    format!("pod/{}/{}", pod.namespace, pod.name)
}

impl Group {
    fn new(parent: &HtmlElement, name: &str) -> Self {
        let place = dom::element("fieldset", "aims");
        dom::append(&place, &dom::text_element("legend", "", name));
        dom::append(parent, &place);
        Self { place, buttons: Vec::new() }
    }

    /// Buttons stay the same elements while the choices are the same, so that none loses the focus
    /// it has.
    fn show(&mut self, choices: Vec<Choice>, least: usize, chosen: &str) {
        dom::set_or_unset(&self.place, "hidden", (choices.len() < least).then_some(""));
        if !self.buttons.iter().map(|it| &it.0).eq(choices.iter().map(|it| &it.0)) {
            for (_, button) in self.buttons.drain(..) {
                button.remove();
            }
            for (to, _) in &choices {
                let button = dom::element("button", "");
                dom::set(&button, "type", "button");
                dom::set(&button, "data-turn", to);
                dom::append(&self.place, &button);
                self.buttons.push((to.clone(), button));
            }
        }
        for ((to, button), (_, name)) in self.buttons.iter().zip(&choices) {
            dom::set_text(button, name);
            dom::set(button, "aria-pressed", if to == chosen { "true" } else { "false" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the second machine with a Pod in focus.
    #[track_caller]
    fn check(to: &str, node: Option<&str>, pod: Option<(&str, &str)>) {
        let name = |(namespace, name): (&str, &str)| PodName {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        let from = Aim { node: Some("two".into()), pod: Some(name(("default", "web"))) };
        let wanted = Aim { node: node.map(Into::into), pod: pod.map(name) };
        assert_eq!(turned(&from, to), wanted, "{to}");
    }

    #[test]
    fn a_button_turns_the_picture_to_what_it_names() {
        check("pod/kube-system/agent", Some("two"), Some(("kube-system", "agent")));
        check("pod", Some("two"), None);
        check("node/one", Some("one"), None);
    }

    #[test]
    fn what_is_no_choice_follows_the_lesson() {
        check("", Some("two"), None);
        check("pod/agent", Some("two"), None);
        check("node", Some("two"), None);
    }
}
