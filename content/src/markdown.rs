//! Markdown, the way our words use it: comrak without raw HTML, with our typography in the text.

use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options, format_html, parse_document};

use crate::Lang;
use crate::inline::{Inline, Kind, escape};
use crate::mistake::Mistakes;
use crate::role::Role;
use crate::typeset::{missing_space, typeset, typeset_piece};

/// A piece of Markdown and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragment<'a> {
    pub(crate) file: &'a str,
    pub(crate) lang: Lang,
    /// The line of the file on which the text begins.
    pub(crate) line: u32,
    pub(crate) text: &'a str,
}

/// One item of a task list, or of any other list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) line: u32,
    pub(crate) text: Inline,
    /// Whether its box is ticked; `None` when it has none.
    pub(crate) ticked: Option<bool>,
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.cjk_friendly_emphasis = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.render.r#unsafe = false;
    options
}

/// Whether something stands right before and right after a text in its line.
fn touches<'a>(text: &'a AstNode<'a>) -> (bool, bool) {
    let touching = |it: &AstNode<'_>| {
        !matches!(it.data.borrow().value, NodeValue::SoftBreak | NodeValue::LineBreak)
    };
    let (before, after) = (text.previous_sibling(), text.next_sibling());
    (before.is_some_and(touching), after.is_some_and(touching))
}

impl Fragment<'_> {
    fn at(&self, node: &AstNode<'_>) -> u32 {
        let start = node.data.borrow().sourcepos.start.line;
        self.line + u32::try_from(start).unwrap_or(1).saturating_sub(1)
    }

    /// The whole fragment as HTML.
    pub(crate) fn html(&self, mistakes: &mut Mistakes) -> String {
        let arena = Arena::new();
        let options = options();
        let root = parse_document(&arena, self.text, &options);
        // Collected first, since polishing takes nodes out of the tree.
        for node in root.descendants().collect::<Vec<_>>() {
            self.polish(node, mistakes);
        }
        let mut html = String::new();
        match format_html(root, &options, &mut html) {
            Ok(()) => html,
            Err(_) => unreachable!("writing to a string does not fail"),
        }
    }

    /// Sets the type of a text and turns a link to a role into a span.
    fn polish<'a>(&self, node: &'a AstNode<'a>, mistakes: &mut Mistakes) {
        let line = self.at(node);
        let mut role = None;
        {
            let mut data = node.data.borrow_mut();
            if let NodeValue::Text(text) = &mut data.value {
                *text = typeset_piece(self.lang, text, touches(node)).into();
                self.check_spaces(line, text, mistakes);
            } else if let NodeValue::Link(link) = &data.value {
                role = self.role(line, &link.url, mistakes);
            } else {
                self.refuse_html(line, &data.value, mistakes);
            }
        }
        if let Some(role) = role {
            let open = format!("<span class=\"role-{}\">", role.name());
            let mut words = String::new();
            for child in node.children() {
                if let NodeValue::Text(text) = &child.data.borrow().value {
                    words.push_str(&escape(&typeset(self.lang, text)));
                }
            }
            for child in node.children().collect::<Vec<_>>() {
                child.detach();
            }
            node.data.borrow_mut().value = NodeValue::Raw(format!("{open}{words}</span>"));
        }
    }

    fn check_spaces(&self, line: u32, text: &str, mistakes: &mut Mistakes) {
        if let Some(word) = missing_space(self.lang, text) {
            let message = format!("“{word}” lacks its space: French puts one there");
            mistakes.add(self.file, line, message);
        }
    }

    fn refuse_html(&self, line: u32, value: &NodeValue, mistakes: &mut Mistakes) {
        if matches!(value, NodeValue::HtmlBlock(_) | NodeValue::HtmlInline(_)) {
            mistakes.add(self.file, line, "is HTML, which is left out: write Markdown");
        }
    }

    /// The role a link stands for; `None` for a link to somewhere else.
    fn role(&self, line: u32, url: &str, mistakes: &mut Mistakes) -> Option<Role> {
        let name = url.strip_prefix('#')?;
        let role = Role::parse(name);
        if role.is_none() {
            let known = Role::ALL.map(Role::name).join(", ");
            let message = format!("`#{name}` is no role: use one of {known}");
            mistakes.add(self.file, line, message);
        }
        role
    }

    /// The fragment as one paragraph of text.
    pub(crate) fn inline(&self, mistakes: &mut Mistakes) -> Inline {
        let arena = Arena::new();
        let root = parse_document(&arena, self.text.trim_end(), &options());
        let mut inline = Inline::default();
        for block in root.children() {
            if matches!(block.data.borrow().value, NodeValue::Paragraph) {
                self.gather(block, &mut inline, mistakes);
            } else {
                mistakes.add(self.file, self.at(block), "must be a plain paragraph");
            }
        }
        inline
    }

    /// The items of the lists in the fragment; anything but lists is a mistake.
    pub(crate) fn items(&self, mistakes: &mut Mistakes) -> Vec<Item> {
        let arena = Arena::new();
        let root = parse_document(&arena, self.text, &options());
        let mut items = Vec::new();
        for block in root.children() {
            if matches!(block.data.borrow().value, NodeValue::List(_)) {
                items.extend(block.children().map(|it| self.item(it, mistakes)));
            } else {
                mistakes.add(self.file, self.at(block), "must be an item of the list above");
            }
        }
        items
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "comrak knows far more nodes than we use")]
    fn item<'a>(&self, item: &'a AstNode<'a>, mistakes: &mut Mistakes) -> Item {
        let ticked = match &item.data.borrow().value {
            NodeValue::TaskItem(task) => Some(task.symbol.is_some()),
            _ => None,
        };
        let mut text = Inline::default();
        for block in item.children() {
            self.gather(block, &mut text, mistakes);
        }
        Item { line: self.at(item), text, ticked }
    }

    /// Collects words, code and role spans below a block.
    #[expect(clippy::wildcard_enum_match_arm, reason = "comrak knows far more nodes than we use")]
    fn gather<'a>(&self, block: &'a AstNode<'a>, into: &mut Inline, mistakes: &mut Mistakes) {
        for node in block.children() {
            let line = self.at(node);
            match &node.data.borrow().value {
                NodeValue::Text(text) => {
                    let text = typeset_piece(self.lang, text, touches(node));
                    self.check_spaces(line, &text, mistakes);
                    into.push(Kind::Words, &text);
                }
                NodeValue::SoftBreak => into.push(Kind::Words, " "),
                NodeValue::Code(code) => into.push(Kind::Code, &code.literal),
                NodeValue::Link(link) => match self.role(line, &link.url, mistakes) {
                    Some(role) => self.gather_role(node, role, into),
                    None => self.gather(node, into, mistakes),
                },
                _ => mistakes.add(
                    self.file,
                    line,
                    "has more than words, `code` and [roles](#mirror): write it plainer",
                ),
            }
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "comrak knows far more nodes than we use")]
    fn gather_role<'a>(&self, link: &'a AstNode<'a>, role: Role, into: &mut Inline) {
        for node in link.children() {
            match &node.data.borrow().value {
                NodeValue::Text(text) => into.push(Kind::Role(role), &typeset(self.lang, text)),
                NodeValue::Code(code) => into.push(Kind::Role(role), &code.literal),
                _ => into.push(Kind::Role(role), " "),
            }
        }
    }
}
