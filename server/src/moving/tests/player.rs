//! A small player of such documents: what is seen of one at a time.

use std::collections::BTreeMap;

use resvg::usvg::roxmltree::{Document, Node};

/// An element as somebody sees it: its name, its attributes and what stands in it.
#[derive(Debug, PartialEq)]
pub struct Seen {
    pub tag: String,
    pub attrs: BTreeMap<String, String>,
    pub text: String,
}

/// What is seen of the elements of a group at a time between 0 and 1.
pub fn seen(group: Node<'_, '_>, time: f64) -> Vec<Seen> {
    let element = |node: Node<'_, '_>| {
        let mut attrs: BTreeMap<String, String> =
            node.attributes().map(|it| (it.name().to_owned(), it.value().to_owned())).collect();
        for animation in node.children().filter(|it| it.has_tag_name("animate")) {
            let name = animation.attribute("attributeName").expect("an attribute");
            attrs.insert(name.to_owned(), animated(&animation, time));
        }
        let is_seen = attrs.remove("visibility").is_none_or(|it| it == "visible");
        let text = node.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect();
        let tag = node.tag_name().name().to_owned();
        is_seen.then_some(Seen { tag, attrs, text })
    };
    group.children().filter_map(element).collect()
}

/// The group of this class.
pub fn group<'a, 'b>(document: &'a Document<'b>, class: &str) -> Node<'a, 'b> {
    let found = document.descendants().find(|it| it.attribute("class") == Some(class));
    found.expect("a group of this class")
}

/// Each animation of a document.
pub fn animations<'a, 'b>(document: &'a Document<'b>) -> impl Iterator<Item = Node<'a, 'b>> {
    document.descendants().filter(|it| it.has_tag_name("animate"))
}

/// An attribute at a time between 0 and 1, by the rules of SMIL: of a list of values and key times,
/// one of them or what lies on the line between two.
fn animated(animation: &Node<'_, '_>, time: f64) -> String {
    let list = |name| animation.attribute(name).expect("an animation has it").split(';');
    let values: Vec<&str> = list("values").collect();
    let times: Vec<f64> = list("keyTimes").map(|it| it.parse().expect("a number")).collect();
    assert_eq!(values.len(), times.len(), "each value has a time: {animation:?}");
    assert!(times[0] == 0.0 && times.is_sorted() && times.iter().all(|it| *it <= 1.0));
    let at = times.partition_point(|it| *it <= time + 1e-9) - 1;
    if animation.attribute("calcMode") == Some("discrete") {
        return values[at].to_owned();
    }
    assert_eq!(times.last(), Some(&1.0), "what is not discrete ends with the film");
    let next = (at + 1).min(values.len() - 1);
    let part = if next == at { 0.0 } else { (time - times[at]) / (times[next] - times[at]) };
    let (from, to) = (numbers(values[at]), numbers(values[next]));
    assert_eq!(from.0, to.0, "only numbers differ");
    let mut between = from.1.iter().zip(&to.1).map(|(from, to)| from + (to - from) * part);
    let part = |it: char| match it {
        '@' => between.next().expect("as many numbers as places").to_string(),
        it => it.to_string(),
    };
    from.0.chars().map(part).collect()
}

/// Whether two values of an attribute are equal to half of the last digit with which the painter of
/// still pictures writes it.
pub fn are_equal(name: &str, one: &str, other: &str) -> bool {
    let near = if name.ends_with("opacity") { 0.005 } else { 0.05 } + 1e-6;
    let (one, other) = (numbers(one), numbers(other));
    one.0 == other.0 && one.1.iter().zip(&other.1).all(|(a, b)| (a - b).abs() <= near)
}

/// A value with `@` for each number, and its numbers. A colour has none.
fn numbers(value: &str) -> (String, Vec<f64>) {
    let is_number = |it: char| it.is_ascii_digit() || it == '.' || it == '-';
    let (mut rest, mut numbers) = (String::new(), Vec::new());
    let mut left = value;
    while let Some(first) = left.chars().next() {
        let end = left.find(|it| !is_number(it)).unwrap_or(left.len());
        match left[..end].parse().ok().filter(|_| !value.starts_with('#')) {
            Some(number) => {
                rest.push('@');
                numbers.push(number);
                left = &left[end..];
            }
            None => {
                rest.push(first);
                left = &left[first.len_utf8()..];
            }
        }
    }
    (rest, numbers)
}
