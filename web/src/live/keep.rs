//! Which clusters are this tab's own: their tokens, in the browser's session storage. Storage may
//! be forbidden: then a page that is loaded again makes its cluster anew, and nothing breaks.

use web_sys::Storage;

use crate::dom::window;
use crate::driver::Trouble;
use crate::facts::{self, records};

/// What the server said when it made a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The cluster's name.
    pub id: String,
    /// What lets its owner act on it.
    pub token: String,
    /// The lesson it left.
    pub lesson: String,
    /// The what-if of the lesson, if it left that.
    pub branch: Option<String>,
    /// The entry after which the lesson was left.
    pub after: u32,
    /// How many of its entries are the lesson's.
    pub shared: u32,
}

records! {
    Birth { id, token, lesson, branch, after, shared }
}

impl Birth {
    /// Reads the server's answer.
    ///
    /// # Errors
    /// When it is of another form.
    pub fn read(json: &str) -> Result<Self, Trouble> {
        let birth: Self = facts::read(json)?;
        if birth.id.is_empty() { Err(Trouble::Malformed) } else { Ok(birth) }
    }
}

/// Remembers a cluster: the server's answer, as it came.
pub fn write(birth: &Birth, json: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&key(&birth.id), json);
    }
}

/// The cluster of this name, if it is this tab's own.
#[must_use]
pub fn read(id: &str) -> Option<Birth> {
    let json = storage()?.get_item(&key(id)).ok().flatten()?;
    Birth::read(&json).ok().filter(|it| it.id == id)
}

/// Forgets a cluster that is gone.
pub fn forget(id: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&key(id));
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn key(id: &str) -> String {
    ["cluster ", id].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_answer_is_read_or_refused() {
        let json = r#"{"id":"abc","token":"t","lesson":"static-pods","after":41,"shared":41}"#;
        let birth = Birth::read(json).unwrap();
        assert_eq!((birth.branch, birth.after, birth.shared), (None, 41, 41));
        assert_eq!(Birth::read("{}"), Err(Trouble::Malformed));
        assert_eq!(Birth::read("<html>"), Err(Trouble::Malformed));
    }
}
