//! A surface of plain values, and claims about what a patch does to it.

use std::cell::{Cell, RefCell};

use super::*;

/// A text, and attributes.
type Content = (String, Vec<(&'static str, String)>);

/// Elements are numbers; what they show is kept beside them.
#[derive(Default)]
struct Paper {
    order: RefCell<Vec<usize>>,
    content: RefCell<Vec<Content>>,
    touches: Cell<usize>,
}

impl Paper {
    fn touch(&self) {
        self.touches.set(self.touches.get() + 1);
    }

    /// `a=1 b`, elements in their order: their text, and `=` an attribute if they have one.
    fn seen(&self) -> String {
        let content = self.content.borrow();
        let show = |n: &usize| {
            let (text, attrs) = &content[*n];
            let attrs: Vec<_> = attrs.iter().map(|(_, value)| format!("={value}")).collect();
            format!("{text}{}", attrs.concat())
        };
        self.order.borrow().iter().map(show).collect::<Vec<_>>().join(" ")
    }
}

impl Surface for Paper {
    type Node = usize;

    fn create(&self, _: &'static str, _: &str) -> usize {
        self.touch();
        self.content.borrow_mut().push(Default::default());
        self.content.borrow().len() - 1
    }

    fn set(&self, node: &usize, name: &'static str, value: &str) {
        self.touch();
        let attrs = &mut self.content.borrow_mut()[*node].1;
        attrs.retain(|(it, _)| *it != name);
        attrs.push((name, value.to_owned()));
    }

    fn unset(&self, node: &usize, name: &'static str) {
        self.touch();
        self.content.borrow_mut()[*node].1.retain(|(it, _)| *it != name);
    }

    fn text(&self, node: &usize, text: &str) {
        self.touch();
        self.content.borrow_mut()[*node].0 = text.to_owned();
    }

    fn place(&self, node: &usize, before: Option<&usize>) {
        self.touch();
        let mut order = self.order.borrow_mut();
        order.retain(|it| it != node);
        let place = before.and_then(|it| order.iter().position(|other| other == it));
        let end = order.len();
        order.insert(place.unwrap_or(end), *node);
    }

    fn remove(&self, node: &usize) {
        self.touch();
        self.order.borrow_mut().retain(|it| it != node);
    }
}

/// `a=1 b`: keys, and for some the value of an attribute.
fn elements(text: &str) -> Vec<Element> {
    let element = |word: &str| {
        let (key, value) = word.split_once('=').map_or((word, None), |(k, v)| (k, Some(v)));
        let attrs = value.map(|it| ("x", it.to_owned())).into_iter().collect();
        Element { key: key.into(), tag: "rect", attrs, text: Some(key.into()) }
    };
    text.split_whitespace().map(element).collect()
}

/// Shows one list after the other; the last must be seen, at the cost of `touches`.
#[track_caller]
fn check(lists: &[&str], touches: usize) {
    let (paper, mut shown) = (Paper::default(), Shown::default());
    for list in lists {
        paper.touches.set(0);
        shown.patch(&paper, elements(list));
        assert_eq!(paper.seen(), *list);
    }
    assert_eq!(paper.touches.get(), touches, "{lists:?}");
}

#[test]
fn the_same_picture_touches_nothing() {
    check(&["a b=1 c", "a b=1 c"], 0);
}

#[test]
fn only_a_changed_value_is_touched() {
    check(&["a b=1 c", "a b=2 c"], 1);
    check(&["a b=1 c", "a b c"], 1);
    check(&["a b c=3", "a b=1 c=3"], 1);
}

#[test]
fn what_comes_is_placed_and_what_goes_is_removed() {
    // Made, its text set, placed.
    check(&["a c", "a b c"], 3);
    check(&["a b c", "a c"], 1);
    check(&["a b c", ""], 3);
    check(&["", "a"], 3);
}

#[test]
fn an_element_that_rises_is_moved_and_not_made_anew() {
    check(&["a b c d", "d a b c"], 1);
    check(&["a b c d", "b c d a"], 3);
    check(&["a b c d", "d=1 e b"], 2 + 3 + 2);
}

#[test]
fn any_order_can_follow_any_other() {
    let lists = ["a b c d e", "e c a", "x y z", "z a b c d e x y", "", "c b a", "b=1 c a"];
    for first in lists {
        for second in lists {
            let (paper, mut shown) = (Paper::default(), Shown::default());
            for list in [first, second, first] {
                shown.patch(&paper, elements(list));
                assert_eq!(paper.seen(), list);
            }
        }
    }
}

#[test]
fn another_tag_under_the_same_key_is_another_element() {
    let (paper, mut shown) = (Paper::default(), Shown::default());
    shown.patch(&paper, elements("a b"));
    let mut circle = elements("a b");
    circle[0].tag = "circle";
    shown.patch(&paper, circle);
    assert_eq!(paper.seen(), "a b");
    assert_eq!(*paper.order.borrow(), [2, 1]);
}

#[test]
fn a_key_that_occurs_twice_shows_twice() {
    check(&["a a b", "a b"], 1);
    let (paper, mut shown) = (Paper::default(), Shown::default());
    for list in ["a b", "a a b", "b a a"] {
        shown.patch(&paper, elements(list));
        assert_eq!(paper.seen(), list);
    }
}
