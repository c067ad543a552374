//! Packages for learning platforms: an export of one lesson, a page that launches it and reports to
//! the platform, and the list that the platform reads first, as one archive.
//!
//! The lists are templates, so that what is put into them is escaped where it is put.

mod cmi5;
mod launch;
mod scorm;
mod zip;

use anyhow::Result;
use content::{Lang, Lesson};
use sha2::{Digest as _, Sha256};

use super::Tree;
use crate::state::App;

/// What platforms understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// SCORM 1.2, which nearly all of them do.
    Scorm,
    /// cmi5, which reports in xAPI.
    Cmi5,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Scorm, Self::Cmi5];

    /// Its name in the names of files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scorm => "scorm12",
            Self::Cmi5 => "cmi5",
        }
    }
}

/// The package of a lesson, as a ZIP archive. `site` is the export of that lesson alone.
///
/// The same content gives the same bytes, whenever it is made: whoever keeps packages sees whether
/// one has changed.
///
/// # Errors
/// When the page's scripts are not there, or the export lacks the lesson's frames.
pub fn package(app: &App, lesson: &Lesson, kind: Kind, site: &Tree) -> Result<Vec<u8>> {
    let about = About::of(app, lesson);
    let mut tree = site.clone();
    tree.extend(launch::files(app, lesson, kind, &about, site)?);
    let (name, list) = match kind {
        Kind::Scorm => (scorm::LIST, scorm::list(&about, &tree)?),
        Kind::Cmi5 => (cmi5::LIST, cmi5::list(&about)?),
    };
    tree.insert(name.to_owned(), list.into_bytes());
    zip::archive(&tree)
}

/// What lists say of a lesson.
struct About {
    id: String,
    /// The id of its activity: the address of its page, the same in every language. Where nobody
    /// said where that is, a name that no other lesson has.
    home: String,
    titles: Vec<(Lang, String)>,
    summaries: Vec<(Lang, String)>,
}

impl About {
    fn of(app: &App, lesson: &Lesson) -> Self {
        let path = format!("/{}/lessons/{}", Lang::En, lesson.id);
        let home = match app.site.base_url_is_told {
            true => app.absolute(&path),
            false => format!("urn:uuid:{}", uuid_of(&format!("mirrorpod{path}"))),
        };
        let words = Lang::ALL.map(|lang| (lang, lesson.words(lang)));
        Self {
            id: lesson.id.to_string(),
            home,
            titles: words.iter().map(|(lang, it)| (*lang, it.title.clone())).collect(),
            summaries: words.iter().map(|(lang, it)| (*lang, it.summary.clone())).collect(),
        }
    }

    /// The title where there is one language only.
    fn title(&self) -> &str {
        self.titles.first().map_or(&self.id, |(_, title)| title)
    }
}

/// A UUID (of version 8: made in a way of our own) that always means the same name.
fn uuid_of(name: &str) -> String {
    let mut hex: Vec<u8> = Sha256::digest(name).iter().flat_map(|it| [it >> 4, it & 15]).collect();
    hex[12] = 8;
    hex[16] = 8 | (hex[16] & 3);
    let digits: String = hex.iter().filter_map(|it| char::from_digit(u32::from(*it), 16)).collect();
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..32]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_uuid_and_another_name_another() {
        let uuid = uuid_of("mirrorpod/en/lessons/static-pods");
        assert_eq!(uuid, uuid_of("mirrorpod/en/lessons/static-pods"));
        assert_ne!(uuid, uuid_of("mirrorpod/en/lessons/other"));
        let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&uuid[14..15], "8", "{uuid}");
        assert!("89ab".contains(&uuid[19..20]), "{uuid}");
    }
}
