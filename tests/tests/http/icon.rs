//! The icon is named by every page, and found by browsers that guess.

use std::fs;
use std::path::PathBuf;

use mirrorpod::assets::Assets;

use crate::reader::{app_with, every_page, get, get_from};

/// A build that holds an icon only, in a folder that goes when the test is over.
struct Build(PathBuf);

impl Build {
    fn with_icon() -> Self {
        let folder = std::env::temp_dir().join(format!("mirrorpod-icon-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let icon = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/static/favicon.svg");
        fs::copy(icon, folder.join("favicon-0123.svg")).expect("the icon is there");
        fs::write(folder.join("manifest.json"), "{\"favicon.svg\": \"favicon-0123.svg\"}").unwrap();
        Self(folder)
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn every_page_and_every_guess_lead_to_the_icon() {
    let build = Build::with_icon();
    let app = app_with(Assets::open(Some(&build.0)).unwrap(), None);
    let address = "/assets/favicon-0123.svg";
    let link = format!("<link rel=\"icon\" type=\"image/svg+xml\" href=\"{address}\">");
    for path in every_page() {
        assert!(get_from(&app, &path).await.text().contains(&link), "{path}");
    }
    let guess = get_from(&app, "/favicon.ico").await;
    assert_eq!((guess.status.as_u16(), guess.header("location")), (302, address));
    assert_eq!(guess.header("cache-control"), "public, max-age=86400");
    let icon = get_from(&app, address).await;
    assert_eq!((icon.status.as_u16(), icon.header("content-type")), (200, "image/svg+xml"));
    // The policy of this server allows no style in a document, and some browsers hold pictures to
    // it too.
    for foreign in ["<style", "style=", "<script", "href="] {
        assert!(!icon.text().contains(foreign), "the icon contains {foreign}");
    }
}

#[tokio::test]
async fn without_an_icon_a_guess_is_answered_with_nothing() {
    let guess = get("/favicon.ico").await;
    assert_eq!((guess.status.as_u16(), guess.body.len()), (204, 0));
}
