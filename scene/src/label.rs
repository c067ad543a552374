//! Words: text that is the same in every language, or the key of a sentence that is chosen outside.

/// What a text element says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Names, ids, commands and Kubernetes' own words: the same in every language.
    Text(String),
    /// A message of the interface, by its key.
    Key(Message),
}

/// A sentence to be said in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its key in `content/ui/<lang>/scene.yaml`.
    pub key: &'static str,
    /// What its placeholders stand for.
    pub args: Vec<(&'static str, String)>,
}

/// Who knows the words. The page has a dictionary, the server has the content crate.
pub trait Labels {
    /// The message with its placeholders filled in.
    fn label(&self, key: &str, args: &[(&str, &str)]) -> String;
}

impl Message {
    /// A message without placeholders.
    #[must_use]
    pub const fn plain(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    /// A message with placeholders.
    #[must_use]
    pub fn new<const N: usize>(key: &'static str, args: [(&'static str, String); N]) -> Self {
        Self { key, args: args.into() }
    }

    /// The message in words.
    #[must_use]
    pub fn say(&self, labels: &dyn Labels) -> String {
        let args: Vec<(&str, &str)> =
            self.args.iter().map(|(name, it)| (*name, it.as_str())).collect();
        labels.label(self.key, &args)
    }
}

impl Label {
    /// A text without translation.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A message without placeholders.
    #[must_use]
    pub const fn key(key: &'static str) -> Self {
        Self::Key(Message::plain(key))
    }

    /// The label in words.
    #[must_use]
    pub fn say(&self, labels: &dyn Labels) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Key(message) => message.say(labels),
        }
    }
}

impl From<Message> for Label {
    fn from(message: Message) -> Self {
        Self::Key(message)
    }
}
