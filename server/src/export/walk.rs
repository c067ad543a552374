//! The walk through everything that pages name, from a few of them on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{Request, Response};
use tower::ServiceExt as _;

use super::Tree;
use super::address::file_of;
use super::page::{made_relative, named_by_style};
use crate::app;
use crate::state::App;

/// How often a server may send on elsewhere.
const MOST_TURNS: usize = 3;

/// Links that lead nowhere, each with the file that has it.
#[derive(Debug)]
pub struct Broken(Vec<String>);

impl Broken {
    pub(super) fn of(why: String) -> Self {
        Self(vec![why])
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what is needed is not there:\n{}", self.0.join("\n"))
    }
}

impl std::error::Error for Broken {}

/// A walk that is under way.
pub(super) struct Walk {
    router: Router,
    /// What the server does not answer, by address.
    given: BTreeMap<String, Vec<u8>>,
    /// What is still to be fetched: address, file, and who asked for it.
    ahead: Vec<(String, String, String)>,
    /// The files that are done or ahead.
    seen: BTreeSet<String>,
    tree: Tree,
    broken: Vec<String>,
}

impl Walk {
    pub(super) fn new(app: &App) -> Self {
        Self {
            router: app::router(app.clone()),
            given: BTreeMap::new(),
            ahead: Vec::new(),
            seen: BTreeSet::new(),
            tree: Tree::new(),
            broken: Vec::new(),
        }
    }

    /// Has something at an address that the server does not answer.
    pub(super) fn give(&mut self, address: String, bytes: Vec<u8>) {
        self.given.insert(address, bytes);
    }

    /// Takes an address along.
    pub(super) fn visit(&mut self, address: &str) {
        self.visit_as(address, file_of(address));
    }

    /// Takes an address along into a file of this path.
    pub(super) fn visit_as(&mut self, address: &str, file: String) {
        self.add(address, file, "the export");
    }

    fn add(&mut self, address: &str, file: String, whose: &str) {
        if self.seen.insert(file.clone()) {
            self.ahead.push((address.to_owned(), file, whose.to_owned()));
        }
    }

    /// Fetches everything.
    pub(super) async fn run(mut self) -> Result<Tree, Broken> {
        while let Some((address, file, whose)) = self.ahead.pop() {
            if let Err(why) = self.take(&address, &file).await {
                self.broken.push(format!("{address}, named by {whose}: {why}"));
            }
        }
        if self.broken.is_empty() { Ok(self.tree) } else { Err(Broken(self.broken)) }
    }

    async fn take(&mut self, address: &str, file: &str) -> Result<(), String> {
        if let Some(bytes) = self.given.get(address) {
            self.tree.insert(file.to_owned(), bytes.clone());
            return Ok(());
        }
        let response = self.fetch(address).await?;
        let kind = response.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        let body = to_bytes(response.into_body(), usize::MAX).await;
        let mut bytes = body.map_err(|error| error.to_string())?.to_vec();
        let named = match str::from_utf8(&bytes) {
            Ok(html) if kind.starts_with("text/html") => {
                let (html, named) = made_relative(html, file).map_err(|it| it.to_string())?;
                bytes = html.into_bytes();
                named
            }
            Ok(css) if kind.starts_with("text/css") => named_by_style(css, address),
            Ok(_) | Err(_) => Vec::new(),
        };
        for address in named {
            self.add(&address, file_of(&address), file);
        }
        self.tree.insert(file.to_owned(), bytes);
        Ok(())
    }

    async fn fetch(&self, address: &str) -> Result<Response<Body>, String> {
        let mut address = address.to_owned();
        for _ in 0..MOST_TURNS {
            let request = Request::get(&address).body(Body::empty());
            let request = request.map_err(|error| error.to_string())?;
            let Ok(response) = self.router.clone().oneshot(request).await;
            let status = response.status();
            if status.is_success() {
                return Ok(response);
            }
            let next = response.headers().get(LOCATION).and_then(|it| it.to_str().ok());
            match next.filter(|_| status.is_redirection()) {
                Some(next) => next.clone_into(&mut address),
                None => return Err(format!("the server says {status}")),
            }
        }
        Err("the server sends on again and again".into())
    }
}
