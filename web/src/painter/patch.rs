//! Turns one list of elements into the next with as few touches as it can. Pure: the surface that
//! is touched is an argument.

use scene::Element;

/// Where elements live.
pub trait Surface {
    /// A handle to an element on it.
    type Node;

    /// Makes an element of this name for the thing of this key. It is not yet placed.
    fn create(&self, tag: &'static str, key: &str) -> Self::Node;
    /// Sets an attribute.
    fn set(&self, node: &Self::Node, name: &'static str, value: &str);
    /// Removes an attribute.
    fn unset(&self, node: &Self::Node, name: &'static str);
    /// Sets the text inside.
    fn text(&self, node: &Self::Node, text: &str);
    /// Places it before another, or last. It leaves its former place.
    fn place(&self, node: &Self::Node, before: Option<&Self::Node>);
    /// Takes it away.
    fn remove(&self, node: &Self::Node);
}

/// What a surface shows.
#[derive(Debug)]
pub struct Shown<N> {
    items: Vec<(Element, N)>,
}

impl<N> Default for Shown<N> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<N> Shown<N> {
    /// Makes the surface show `next`, in this order.
    pub fn patch<S: Surface<Node = N>>(&mut self, surface: &S, next: Vec<Element>) {
        if self.same_elements(&next) {
            for ((old, node), new) in self.items.iter_mut().zip(next) {
                update(surface, node, old, &new);
                *old = new;
            }
            return;
        }
        self.rebuild(surface, next);
    }

    /// Most frames change values only.
    fn same_elements(&self, next: &[Element]) -> bool {
        self.items.len() == next.len()
            && self.items.iter().zip(next).all(|((old, _), new)| is_same(old, new))
    }

    fn rebuild<S: Surface<Node = N>>(&mut self, surface: &S, next: Vec<Element>) {
        let mut old: Vec<Option<(Element, N)>> =
            std::mem::take(&mut self.items).into_iter().map(Some).collect();
        let sources = sources(&old, &next);
        let mut kept = vec![false; old.len()];
        for source in sources.iter().flatten() {
            kept[*source] = true;
        }
        for (item, kept) in old.iter_mut().zip(&kept) {
            if !kept && let Some((_, node)) = item.take() {
                surface.remove(&node);
            }
        }
        // `cursor` walks the old places; what is not in its turn is moved before it.
        let mut cursor = 0;
        for (new, source) in next.into_iter().zip(sources) {
            while cursor < old.len() && old[cursor].is_none() {
                cursor += 1;
            }
            let node = match source.and_then(|it| old[it].take()) {
                Some((before, node)) => {
                    update(surface, &node, &before, &new);
                    if source != Some(cursor) {
                        surface.place(&node, at(&old, cursor));
                    }
                    node
                }
                None => {
                    let node = create(surface, &new);
                    surface.place(&node, at(&old, cursor));
                    node
                }
            };
            self.items.push((new, node));
        }
    }
}

/// The node that stands at or after the cursor.
fn at<N>(old: &[Option<(Element, N)>], cursor: usize) -> Option<&N> {
    old.get(cursor..)?.iter().flatten().map(|(_, node)| node).next()
}

/// For each new element, which old one it continues. The search begins after the last one found:
/// most elements keep their order, so it ends at once.
fn sources<N>(old: &[Option<(Element, N)>], next: &[Element]) -> Vec<Option<usize>> {
    let mut taken = vec![false; old.len()];
    let mut expected = 0;
    let source = |new: &Element| {
        let is_it =
            |n: &usize| !taken[*n] && old[*n].as_ref().is_some_and(|(old, _)| is_same(old, new));
        let found = (expected..old.len()).chain(0..expected).find(is_it)?;
        taken[found] = true;
        expected = found + 1;
        Some(found)
    };
    next.iter().map(source).collect()
}

fn is_same(old: &Element, new: &Element) -> bool {
    old.key == new.key && old.tag == new.tag
}

fn create<S: Surface>(surface: &S, element: &Element) -> S::Node {
    let node = surface.create(element.tag, &element.key);
    for (name, value) in &element.attrs {
        surface.set(&node, name, value);
    }
    if let Some(text) = &element.text {
        surface.text(&node, text);
    }
    node
}

fn update<S: Surface>(surface: &S, node: &S::Node, old: &Element, new: &Element) {
    for (n, (name, value)) in new.attrs.iter().enumerate() {
        let before = attr(old, n, name);
        if before != Some(value) {
            surface.set(node, name, value);
        }
    }
    for (n, (name, _)) in old.attrs.iter().enumerate() {
        if attr(new, n, name).is_none() {
            surface.unset(node, name);
        }
    }
    if old.text != new.text {
        surface.text(node, new.text.as_deref().unwrap_or_default());
    }
}

/// The value of an attribute, looked for first where it most likely stands.
fn attr<'a>(element: &'a Element, likely: usize, name: &str) -> Option<&'a String> {
    match element.attrs.get(likely) {
        Some((found, value)) if *found == name => Some(value),
        _ => element.attrs.iter().find(|(found, _)| *found == name).map(|(_, value)| value),
    }
}

#[cfg(test)]
#[path = "patch_tests.rs"]
mod tests;
