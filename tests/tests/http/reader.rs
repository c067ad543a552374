//! A reader of the server: asks without a network, and keeps what came back.

use std::sync::LazyLock;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use content::Content;
use mirrorpod::app;
use mirrorpod::assets::Assets;
use mirrorpod::limits::Limits;
use mirrorpod::recordings::Recordings;
use mirrorpod::state::{App, Site};
use tower::ServiceExt as _;

/// The lesson that every test reads.
pub const LESSON: &str = "static-pods";
/// Its steps.
pub const STEPS: [&str; 6] = ["scan", "start", "mirror", "delete", "edit", "drain"];
/// Its what-ifs.
pub const WHAT_IFS: [&str; 3] = ["api-was-up", "forced-quick", "forced-slow"];
/// The languages.
pub const LANGUAGES: [&str; 3] = ["en", "fr", "es"];

static APP: LazyLock<App> = LazyLock::new(new_app);

/// A server of its own, for tests that stop it.
pub fn new_app() -> App {
    app_with(Assets::none(), None)
}

/// A server of its own that takes only so much.
pub fn app_limited(limits: &Limits) -> App {
    let content = Content::embedded().expect("the content has no mistakes");
    let recordings = Recordings::of(&content).expect("every lesson can be recorded");
    let site = Site {
        base_url: "https://pods.example".to_owned(),
        base_url_is_told: true,
        is_exported: false,
        frame_ancestors: "'self'".to_owned(),
        embed_ancestors: "*".to_owned(),
        dev_stamp: None,
    };
    App::in_memory(content, recordings, Assets::none(), site, limits).0
}

/// A server of its own with these assets, and with a stamp for those who work on it.
pub fn app_with(assets: Assets, dev_stamp: Option<&str>) -> App {
    let content = Content::embedded().expect("the content has no mistakes");
    let recordings = Recordings::of(&content).expect("every lesson can be recorded");
    let site = Site {
        base_url: "https://pods.example".to_owned(),
        base_url_is_told: true,
        is_exported: false,
        frame_ancestors: "'self'".to_owned(),
        embed_ancestors: "*".to_owned(),
        dev_stamp: dev_stamp.map(str::to_owned),
    };
    App::new(content, recordings, assets, site)
}

/// The server that every test reads which does not stop or fill it.
pub fn shared_app() -> &'static App {
    &APP
}

/// The content that the server serves.
pub fn content() -> &'static Content {
    &APP.content
}

/// What came back.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    /// A header's value; empty when there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or_default()
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("the body is UTF-8")
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }
}

/// Asks for a path.
pub async fn get(path: &str) -> Answer {
    ask(Method::GET, path, &[], Body::empty()).await
}

/// Asks for a path with headers.
pub async fn get_with(path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(Method::GET, path, headers, Body::empty()).await
}

/// Asks a server of one's own for a path.
pub async fn get_from(app: &App, path: &str) -> Answer {
    ask_from(app, Method::GET, path, &[], Body::empty()).await
}

/// Asks in any way.
pub async fn ask(method: Method, path: &str, headers: &[(&str, &str)], body: Body) -> Answer {
    ask_from(&APP, method, path, headers, body).await
}

/// Asks a server of one's own in any way.
pub async fn ask_from(
    app: &App,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Body,
) -> Answer {
    let (parts, body) = begin_from(app, method, path, headers, body).await.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("the body arrives").to_vec();
    Answer { status: parts.status, headers: parts.headers, body }
}

/// Asks, and leaves the answer's body to be read: that of a live stream has no end.
pub async fn begin_from(
    app: &App,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Body,
) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(body).expect("the request is well formed");
    app::router(app.clone()).oneshot(request).await.expect("the server answers")
}

/// Every page of the server in every language.
pub fn every_page() -> Vec<String> {
    let page = |lang: &str, rest: &str| format!("/{lang}/{rest}");
    let lesson = format!("lessons/{LESSON}");
    let print = format!("{lesson}/print");
    let what_ifs = WHAT_IFS.map(|it| format!("{lesson}/what-if/{it}"));
    let sandbox = format!("{lesson}/try");
    let mut all = vec!["", "model", &lesson, &print, &sandbox];
    all.extend(what_ifs.iter().map(String::as_str));
    LANGUAGES.iter().flat_map(|lang| all.iter().map(|rest| page(lang, rest))).collect()
}
