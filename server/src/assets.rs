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

/// An asset's name and content.
pub struct Asset {
    /// The name under which it is served, as `style-0123.css`.
    pub served_as: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

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

    /// An asset by its name in the source; `None` where there is none, or it cannot be read.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Asset> {
        let served_as = self.names.get(name)?.clone();
        let bytes = match &self.place {
            Place::Folder(folder) => std::fs::read(folder.join(&served_as)).ok()?,
            Place::Program => Embedded::get_bytes(&served_as)?.into_owned(),
        };
        Some(Asset { served_as, bytes })
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

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
    use tower::ServiceExt as _;

    use super::*;

    /// A build of one style sheet, in a folder of its own that goes when the test is over.
    struct Build(PathBuf);

    impl Build {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("mirrorpod-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            for (file, content) in [
                (MANIFEST, "{\"style.css\": \"style-0123.css\"}"),
                ("style-0123.css", "p { margin: 0 }"),
                ("style-0123.css.br", "packed"),
                ("plain.css", "p {}"),
            ] {
                std::fs::write(folder.join(file), content).unwrap();
            }
            Self(folder)
        }
    }

    impl Drop for Build {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    async fn get(assets: &Assets, path: &str) -> Response {
        let request = Request::get(path).header(ACCEPT_ENCODING, "br").body(Body::empty()).unwrap();
        assets.router().oneshot(request).await.unwrap()
    }

    #[tokio::test]
    async fn a_name_with_a_digest_is_kept_for_ever_and_sent_packed() {
        let build = Build::new("kept");
        let assets = Assets::open(Some(&build.0)).unwrap();
        assert_eq!(assets.url("style.css").as_deref(), Some("/assets/style-0123.css"));
        let answer = get(&assets, "/style-0123.css").await;
        let header = |name| answer.headers()[name].to_str().unwrap();
        assert_eq!(header(CACHE_CONTROL), "public, max-age=31536000, immutable");
        assert_eq!(header(CONTENT_ENCODING), "br");
        assert_eq!(header(CONTENT_TYPE), "text/css");
        let read = assets.read("style.css").unwrap();
        assert_eq!((&*read.served_as, &*read.bytes), ("style-0123.css", &b"p { margin: 0 }"[..]));
        assert!(assets.read("plain.css").is_none(), "no name of the source");
    }

    #[tokio::test]
    async fn any_other_name_is_asked_about_each_time() {
        let build = Build::new("other");
        let assets = Assets::open(Some(&build.0)).unwrap();
        assert_eq!(get(&assets, "/plain.css").await.headers()[CACHE_CONTROL], "no-cache");
        let missing = get(&assets, "/style-4567.css").await;
        assert_eq!((missing.status().as_u16(), missing.headers().get(CACHE_CONTROL)), (404, None));
    }

    #[test]
    fn a_folder_that_was_asked_for_and_holds_no_assets_is_a_mistake() {
        let error = Assets::open(Some(Path::new("no/such/folder"))).err().unwrap();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
    }
}
