//! `mirrorpod export`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use content::{Content, Lesson};

use crate::assets::Assets;
use crate::cli::Export;
use crate::export::{self, Tree};
use crate::recordings::Recordings;
use crate::state::{App, Site};

/// Writes lessons into files that need no server.
///
/// # Errors
/// When a lesson is not there, the content has mistakes, a page lacks what it needs, or the files
/// cannot be written.
pub fn run(args: &Export) -> Result<()> {
    let content = super::content(args.content.as_deref())?;
    let recordings = Recordings::of(&content).map_err(|found| super::mistakes(&found))?;
    let assets = Assets::open(args.assets.as_deref())?;
    if assets.is_empty() {
        bail!("no assets, and no page plays without them: `cargo xtask dist` builds them");
    }
    free(&args.out, args.overwrite)?;
    let site = Site {
        base_url: args.base_url.clone().unwrap_or_default(),
        base_url_is_told: args.base_url.is_some(),
        is_exported: true,
        frame_ancestors: "'self'".into(),
        embed_ancestors: "*".into(),
        dev_stamp: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let tree = runtime.block_on(async {
        let app = App::new(content, recordings, assets, site);
        let lessons = chosen(&app.content, &args.lessons)?;
        export::everything(&app, &lessons).await.map_err(anyhow::Error::from)
    })?;
    write(&args.out, &tree)?;
    let size: usize = tree.values().map(Vec::len).sum();
    let out = args.out.display();
    super::print(|it| writeln!(it, "{out}: {} files, {} KiB", tree.len(), size / 1024))
}

fn chosen<'a>(content: &'a Content, ids: &[String]) -> Result<Vec<&'a Lesson>> {
    let find = |id: &String| {
        content.lesson(id).with_context(|| {
            let known: Vec<&str> = content.lessons().iter().map(|it| it.id.as_str()).collect();
            format!("there is no lesson {id:?}; there is: {}", known.join(", "))
        })
    };
    ids.iter().map(find).collect()
}

/// Makes sure that nothing of anybody's is lost.
fn free(folder: &Path, overwrite: bool) -> Result<()> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut it| it.next().is_none());
    if !is_empty && !overwrite {
        let folder = folder.display();
        bail!("{folder} is not empty: name another folder, or say --overwrite to write over it");
    }
    Ok(())
}

fn write(folder: &Path, tree: &Tree) -> Result<()> {
    for (path, bytes) in tree {
        let path = folder.join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = written.and_then(|()| fs::write(&path, bytes));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
