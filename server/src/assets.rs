//! What the page loads: its program, style sheet and fonts, under names that carry a digest of
//! their content.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{self, Next};
use axum::response::Response;
use tower_http::services::ServeDir;
use tower_http::services::fs::Backend;

use crate::embedded::Embedded;

/// Where `cargo xtask` writes the assets, seen from the root of the repository.
pub const BUILT: &str = "web/dist";
const MANIFEST: &str = "manifest.json";

/// The assets of one build, and the names under which they are served.
pub struct Assets {
    /// From the name in the source to the name that is served.
    names: BTreeMap<String, String>,
    place: Place,
}

enum Place {
    Folder(PathBuf),
    Program,
}

impl Assets {
    /// The assets in `folder`; without one, those in `web/dist`; without those, the ones that a
    /// release build carries.
    ///
    /// # Errors
    /// When the folder was asked for and holds no assets, or its list of names cannot be read.
    pub fn open(folder: Option<&Path>) -> Result<Self> {
        match folder {
            Some(folder) => Self::in_folder(folder),
            None if Path::new(BUILT).join(MANIFEST).is_file() => Self::in_folder(Path::new(BUILT)),
            None => Self::in_program(),
        }
    }

    fn in_folder(folder: &Path) -> Result<Self> {
        let path = folder.join(MANIFEST);
        let list = std::fs::read(&path)
            .with_context(|| format!("no assets: {} cannot be read", path.display()))?;
        Ok(Self { names: parse(&list)?, place: Place::Folder(folder.to_owned()) })
    }

    fn in_program() -> Result<Self> {
        let names = match Embedded::get_bytes(MANIFEST) {
            Some(list) => parse(&list)?,
            None => BTreeMap::new(),
        };
        Ok(Self { names, place: Place::Program })
    }

    /// No assets at all: pages are then served as they are without script.
    #[must_use]
    pub const fn none() -> Self {
        Self { names: BTreeMap::new(), place: Place::Program }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The address of an asset by its name in the source, as `style.css`.
    #[must_use]
    pub fn url(&self, name: &str) -> Option<String> {
        self.names.get(name).map(|name| format!("/assets/{name}"))
    }

    /// Serves the assets, each in the smallest form that the reader takes.
    pub fn router(&self) -> Router {
        let router = match &self.place {
            Place::Folder(folder) => serve(ServeDir::new(folder)),
            Place::Program => serve(ServeDir::with_backend("", Embedded)),
        };
        let hashed: Arc<BTreeSet<String>> = Arc::new(self.names.values().cloned().collect());
        router.layer(middleware::from_fn_with_state(hashed, keep))
    }
}

fn parse(list: &[u8]) -> Result<BTreeMap<String, String>> {
    serde_json::from_slice(list).context("the list of assets is not a map of names")
}

fn serve<B>(folder: ServeDir<tower_http::services::fs::DefaultServeDirFallback, B>) -> Router
where
    B: Backend,
{
    let folder = folder.precompressed_br().precompressed_gzip();
    Router::new().fallback_service(folder.append_index_html_on_directories(false))
}

/// A name that carries a digest always means the same bytes, so it may be kept for ever.
async fn keep(
    State(hashed): State<Arc<BTreeSet<String>>>,
    request: Request,
    next: Next,
) -> Response {
    let forever = hashed.contains(request.uri().path().trim_start_matches('/'));
    let mut response = next.run(request).await;
    if !response.status().is_client_error() {
        let rule = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(rule));
    }
    response
}
