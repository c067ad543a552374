//! Exports: a lesson as files that need no server.
//!
//! An export is what the server itself answers, asked in this process: it begins with a few pages
//! and follows their links. So nothing that a page needs can be forgotten, and what leads nowhere
//! is a mistake. [`page`] makes links relative, so that the files can lie anywhere.

mod address;
mod held;
pub mod package;
mod page;
mod single;
mod walk;

use std::collections::BTreeMap;

use content::{Lang, Lesson};
use serde_json::json;

use crate::problem::Problem;
use crate::state::App;

use held::Files;

pub use address::{lines, stored};
use package::{Kind, package};
pub use walk::Broken;

/// The script that makes statements of what a frame tells, and those that it needs.
const BRIDGE: [&str; 5] = ["bridge.js", "connect.js", "lrs.js", "progress.js", "statements.js"];

/// Files by their paths, which begin without a slash.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// All that is written of these lessons: the pages, and each form in which a lesson travels alone.
///
/// # Errors
/// Every link that leads nowhere.
pub async fn everything(app: &App, lessons: &[&Lesson]) -> Result<Tree, Broken> {
    let (site, singles) = held(app, lessons).await?;
    let mut all = singles;
    for lesson in lessons {
        let own;
        let alone = if lessons.len() > 1 {
            own = held(app, &[lesson]).await?.0;
            &own
        } else {
            &site
        };
        for kind in Kind::ALL {
            let archive = package(app, lesson, kind, alone);
            let archive = archive.map_err(|error| Broken::of(format!("{error:#}")))?;
            all.insert(format!("{}.{}.zip", lesson.id, kind.name()), archive);
        }
    }
    all.extend(site.into_iter().map(|(path, bytes)| (format!("site/{path}"), bytes)));
    Ok(all)
}

/// The pages of these lessons, those for frames with all that they load inside them; and each
/// lesson as one file.
async fn held(app: &App, lessons: &[&Lesson]) -> Result<(Tree, Tree), Broken> {
    let mut site = site(app, lessons).await?;
    let address = |name: &str| app.assets.url(name);
    let (mut frames, mut singles) = (Tree::new(), Tree::new());
    let files = Files { site: &site, address: &address };
    for lesson in lessons {
        let html = single::lesson(&files, &lesson.id).map_err(Broken::of)?;
        singles.insert(format!("{}.html", lesson.id), html);
        frames.extend(single::frames(&files, &lesson.id).map_err(Broken::of)?);
    }
    for held in single::HELD.into_iter().filter_map(address) {
        site.remove(&address::file_of(&held));
    }
    site.extend(frames);
    Ok((site, singles))
}

/// The pages of these lessons in all languages, with everything that they load.
///
/// # Errors
/// Every link that leads nowhere.
pub async fn site(app: &App, lessons: &[&Lesson]) -> Result<Tree, Broken> {
    let mut walk = walk::Walk::new(app);
    for lesson in lessons {
        for (path, file) in
            own_files(app, lesson).map_err(|problem| Broken::of(problem.detail.to_string()))?
        {
            walk.give(path, file);
        }
        for lang in Lang::ALL {
            walk.visit(&format!("/embed/{}?lang={lang}", lesson.id));
        }
        let first = format!("/embed/{}?lang={}", lesson.id, Lang::En);
        walk.visit_as(&first, format!("embed/{}/index.html", lesson.id));
        for lang in Lang::ALL {
            for step in &lesson.steps {
                for kind in ["poster", "moving"] {
                    walk.visit(&format!("/{kind}/{}/{}.svg?lang={lang}", lesson.id, step.id));
                }
            }
        }
    }
    for lang in Lang::ALL {
        walk.visit(&format!("/{lang}/"));
    }
    walk.visit_as(&format!("/{}/", Lang::En), "index.html".into());
    walk.visit_as("/embed.js", "embed.js".into());
    for held in single::HELD.into_iter().filter_map(|name| app.assets.url(name)) {
        walk.visit(&held);
    }
    let mut tree = walk.run().await?;
    tree.extend(bridge(app));
    Ok(tree)
}

/// The script for pages that keep a record, at an address that stays, and those that it is made of.
fn bridge(app: &App) -> Tree {
    let parts = BRIDGE.iter().filter_map(|name| app.assets.read(name));
    let mut files = Tree::new();
    for part in parts {
        let path = format!("assets/{}", part.served_as);
        let whole = format!("export * from \"./{path}\";\n").into_bytes();
        files.entry("bridge.js".into()).or_insert(whole);
        files.insert(path, part.bytes);
    }
    files
}

/// What only an export has: the recorded lines of a lesson, and what they were recorded from.
fn own_files(app: &App, lesson: &Lesson) -> Result<Tree, Problem> {
    let branches = lesson.branches.iter().map(|it| Some(it.id.as_str()));
    let mut files = Tree::new();
    let mut told = String::new();
    for branch in std::iter::once(None).chain(branches) {
        let recorded = app.recordings.find(&lesson.id, branch)?;
        files.insert(stored(&lesson.id, branch), recorded.log.stored().plain().to_vec());
        let script = lesson.script(branch).unwrap_or_default();
        let line = json!({ "header": recorded.timeline.header(), "script": script });
        told.push_str(&line.to_string());
        told.push('\n');
    }
    files.insert(lines(&lesson.id), told.into_bytes());
    Ok(files)
}
