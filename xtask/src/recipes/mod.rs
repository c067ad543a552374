//! `cargo xtask recipes`: the player in other people's sites, each built by its own tool and then
//! looked at in a browser.

mod kitchen;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::server::Server;
use crate::tools::browser_tests::Browser;
use crate::{run, serve, workspace};
use kitchen::Kitchen;

/// What `recipes` takes.
#[derive(clap::Args)]
pub struct Args {
    /// Only these: plain, mkdocs, docusaurus, mdbook, reveal, slidev
    only: Vec<String>,
    /// Take lessons from the server that answers there, instead of building and starting one
    #[arg(long, value_name = "URL")]
    host: Option<String>,
    /// Take no pictures
    #[arg(long)]
    no_shots: bool,
}

/// A site in `tests/recipes/`.
struct Recipe {
    name: &'static str,
    /// Builds what lies in the first folder into the second.
    build: fn(&Kitchen, &Path, &Path) -> Result<()>,
}

const RECIPES: [Recipe; 6] = [
    Recipe { name: "plain", build: |_, source, site| source::copy(source, site) },
    Recipe { name: "mkdocs", build: Kitchen::mkdocs },
    Recipe { name: "docusaurus", build: Kitchen::docusaurus },
    Recipe { name: "mdbook", build: Kitchen::mdbook },
    Recipe { name: "reveal", build: Kitchen::reveal },
    Recipe { name: "slidev", build: Kitchen::slidev },
];

/// Builds each recipe into `target/recipes/<name>`, runs its specs, and writes pictures of it to
/// `target/shots/recipes`.
pub fn run(args: &Args) -> Result<()> {
    let wanted = wanted(&args.only)?;
    let (host, _server) = host(args.host.as_deref())?;
    let kitchen = Kitchen::open()?;
    for recipe in &wanted {
        build(recipe, &kitchen, &host).with_context(|| format!("recipe {}", recipe.name))?;
    }
    let browser = Browser::ready()?;
    let node = || {
        let mut command = browser.node(&host);
        command.env("RECIPES", sites()).env("SHOTS", workspace::target().join("shots/recipes"));
        command
    };
    let specs = wanted.iter().map(|recipe| format!("recipes/{}.test.mjs", recipe.name));
    run::loud(node().arg("--test").args(specs))?;
    if args.no_shots {
        return Ok(());
    }
    run::loud(node().arg("recipes/shots.mjs").args(wanted.iter().map(|recipe| recipe.name)))
}

/// The recipes of these names, or all of them.
fn wanted(only: &[String]) -> Result<Vec<&'static Recipe>> {
    if let Some(unknown) = only.iter().find(|name| RECIPES.iter().all(|it| it.name != **name)) {
        let names = RECIPES.map(|it| it.name).join(", ");
        bail!("there is no recipe {unknown}: there are {names}");
    }
    Ok(RECIPES.iter().filter(|it| only.is_empty() || only.iter().any(|n| n == it.name)).collect())
}

/// Where lessons come from, without a slash at the end, and the server if it was started here.
fn host(named: Option<&str>) -> Result<(String, Option<Server>)> {
    if let Some(url) = named {
        return Ok((url.trim_end_matches('/').to_owned(), None));
    }
    serve::build(false)?;
    let server = Server::start_on_free_port()?;
    Ok((server.url.clone(), Some(server)))
}

fn build(recipe: &Recipe, kitchen: &Kitchen, host: &str) -> Result<()> {
    let work = sites().join("work").join(recipe.name);
    let site = sites().join(recipe.name);
    source::lay_out(&workspace::root().join("tests/recipes").join(recipe.name), &work, host)?;
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    (recipe.build)(kitchen, &work, &site)
}

/// The folder of the built sites.
fn sites() -> PathBuf {
    workspace::target().join("recipes")
}
