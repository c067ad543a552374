//! What every handler can reach.

use std::ops::Deref;
use std::sync::Arc;

use content::{Content, Lang};

use crate::assets::Assets;
use crate::cache::Cache;
use crate::drain::Drain;
use crate::limits::{Gates, Limits};
use crate::live::room::Rooms;
use crate::live::{Hub, Memory, Store};
use crate::metrics::Metrics;
use crate::moving::MovingKey;
use crate::pages::PageKey;
use crate::poster::PosterKey;
use crate::recordings::Recordings;
use crate::reply::Reply;

/// What every handler can reach; cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of a running server. Nothing in it changes but the caches and the drain.
pub struct Parts {
    /// Lessons and words.
    pub content: Content,
    /// The lessons as they went.
    pub recordings: Arc<Recordings>,
    /// The live clusters.
    pub hub: Arc<Hub>,
    /// The rooms.
    pub rooms: Arc<Rooms>,
    /// How much one may ask for.
    pub gates: Gates,
    /// What is counted.
    pub metrics: Metrics,
    /// What the page loads.
    pub assets: Assets,
    /// How this server is seen from outside.
    pub site: Site,
    /// Pages, made once.
    pub pages: Cache<PageKey, Reply>,
    /// Posters, drawn once.
    pub posters: Cache<PosterKey, Reply>,
    /// Moving pictures, made once.
    pub moving: Cache<MovingKey, Reply>,
    /// Whether the server is about to stop.
    pub drain: Drain,
}

/// How this server is seen from outside.
#[derive(Clone, Debug)]
pub struct Site {
    /// Scheme and host, without a slash at the end.
    pub base_url: String,
    /// Whether somebody said so. If not, it is where this machine listens, of use on it alone.
    pub base_url_is_told: bool,
    /// Whether the pages are written into files, to be read where there is no server.
    pub is_exported: bool,
    /// Sources that may show the pages in a frame.
    pub frame_ancestors: String,
    /// Sources that may show a lesson in a frame of theirs.
    pub embed_ancestors: String,
    /// What changes with each build while somebody works on mirrorpod: pages that see another one
    /// load themselves again. `None` where readers are.
    pub dev_stamp: Option<String>,
}

impl App {
    /// Puts a server together that keeps its live clusters in memory, with the usual limits.
    #[must_use]
    pub fn new(content: Content, recordings: Recordings, assets: Assets, site: Site) -> Self {
        Self::in_memory(content, recordings, assets, site, &Limits::DEFAULT).0
    }

    /// Puts a server together that keeps its live clusters in memory; the memory, which must be
    /// swept from time to time, comes with it.
    #[must_use]
    pub fn in_memory(
        content: Content,
        recordings: Recordings,
        assets: Assets,
        site: Site,
        limits: &Limits,
    ) -> (Self, Arc<Memory>) {
        let memory = Arc::new(Memory::new(limits.store_mib << 20));
        let store = memory.clone();
        (Self::with_store(content, recordings, assets, site, store, limits), memory)
    }

    /// Puts a server together.
    #[must_use]
    pub fn with_store(
        content: Content,
        recordings: Recordings,
        assets: Assets,
        site: Site,
        store: Arc<dyn Store>,
        limits: &Limits,
    ) -> Self {
        let recordings = Arc::new(recordings);
        let hub = Arc::new(Hub::new(store, recordings.clone(), limits.space()));
        let rooms = Rooms::new(hub.clone(), recordings.clone(), limits.rooms());
        Self(Arc::new(Parts {
            content,
            recordings,
            hub,
            rooms: Arc::new(rooms),
            gates: Gates::new(limits),
            metrics: Metrics::default(),
            assets,
            site,
            pages: Cache::default(),
            posters: Cache::default(),
            moving: Cache::default(),
            drain: Drain::default(),
        }))
    }

    /// An address on this server as others see it.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.site.base_url)
    }

    /// A message of the interface, filled in.
    #[must_use]
    pub fn say(&self, lang: Lang, key: &str, values: &[(&str, &str)]) -> String {
        self.content.words(lang).text(key, values)
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
