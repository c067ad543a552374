//! `mirrorpod serve`, from the first line of the log to the last.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use crate::app;
use crate::assets::Assets;
use crate::cli::{self, StoreAt};
use crate::commands;
use crate::live::{Memory, Redis};
use crate::logging;
use crate::metrics;
use crate::recordings::Recordings;
use crate::state::{App, Site};

/// How often is looked for what can be forgotten.
const SWEEP: Duration = Duration::from_secs(60);

/// Serves until a signal comes.
///
/// # Errors
/// When the content has mistakes, the assets are not there, or the address cannot be had.
pub fn run(args: &cli::Serve) -> Result<()> {
    logging::start(args.log_format);
    open_up();
    let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
    let result = runtime.block_on(run_async(args));
    // A poster that is still being drawn for nobody must not hold up the end.
    runtime.shutdown_background();
    result
}

/// Lets this process have as many connections as the system allows. What it may have at first is
/// often a thousand, for the sake of old programs; a room has more viewers.
fn open_up() {
    let files = getrlimit(Resource::Nofile);
    let all = Rlimit { current: files.maximum, ..files };
    if let Err(error) = setrlimit(Resource::Nofile, all) {
        tracing::warn!(%error, most = files.current, "no more connections can be had");
    }
}

async fn run_async(args: &cli::Serve) -> Result<()> {
    let content = commands::content(args.content.as_deref())?;
    let recordings = Recordings::of(&content).map_err(|found| commands::mistakes(&found))?;
    let assets = Assets::open(args.assets.as_deref())?;
    let listener = TcpListener::bind(&args.listen).await;
    let listener = listener.with_context(|| format!("cannot listen on {}", args.listen))?;
    let address = listener.local_addr()?;
    if assets.is_empty() {
        tracing::warn!("no assets: pages have no style and no player; `cargo xtask` builds them");
    }
    let site = Site {
        base_url: args.base_url.clone().unwrap_or_else(|| format!("http://{address}")),
        base_url_is_told: args.base_url.is_some(),
        is_exported: false,
        frame_ancestors: args.frame_ancestors.clone(),
        embed_ancestors: args.embed_ancestors.clone(),
        dev_stamp: args.dev_stamp.clone().filter(|stamp| !stamp.is_empty()),
    };
    let app = match &args.store {
        StoreAt::Memory => {
            let (app, memory) = App::in_memory(content, recordings, assets, site, &args.limits);
            tokio::spawn(sweep_memory(memory));
            app
        }
        StoreAt::Redis(url) => {
            let store = Redis::open(url).context("the store's address cannot be read")?;
            App::with_store(content, recordings, assets, site, Arc::new(store), &args.limits)
        }
    };
    tokio::spawn(sweep(app.clone()));
    if let Some(at) = &args.metrics_listen {
        let listener = TcpListener::bind(at).await;
        let listener = listener.with_context(|| format!("cannot serve metrics on {at}"))?;
        tracing::info!("metrics are served on http://{}/metrics", listener.local_addr()?);
        tokio::spawn(axum::serve(listener, metrics::router(app.clone())).into_future());
    }
    tracing::info!("mirrorpod is served on {}", app.site.base_url);
    let signals = signals(app.clone(), Duration::from_secs(args.drain_delay));
    let limit = Duration::from_secs(args.drain_limit);
    tokio::select! {
        served = serve(listener, app, limit) => served.context("the server failed")?,
        () = signals => tracing::warn!("stopped at once by a second signal"),
    }
    tracing::info!("stopped");
    Ok(())
}

/// Serves until the app's drain stops it, and then until every answer is out, but no longer than
/// `limit`.
///
/// # Errors
/// When connections can no longer be taken.
pub async fn serve(listener: TcpListener, app: App, limit: Duration) -> io::Result<()> {
    let drain = app.drain.clone();
    // Who asks is known by the connection.
    let service = app::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service).with_graceful_shutdown(drain.stopped());
    tokio::select! {
        served = server => served,
        () = async { drain.stopped().await; tokio::time::sleep(limit).await } => {
            tracing::warn!("readers still held connections after {} s", limit.as_secs());
            Ok(())
        }
    }
}

/// Forgets, each minute, what need not be remembered.
async fn sweep(app: App) {
    loop {
        tokio::time::sleep(SWEEP).await;
        app.gates.sweep();
    }
}

/// Drops, each minute, what nobody has used for its whole life.
async fn sweep_memory(memory: Arc<Memory>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        memory.sweep(Instant::now());
    }
}

/// Drains at the first signal; comes to an end at the second.
async fn signals(app: App, delay: Duration) {
    wait_for_signal().await;
    tracing::info!("stopping");
    app.drain.leave();
    tokio::select! {
        () = tokio::time::sleep(delay) => app.drain.stop(),
        () = wait_for_signal() => return,
    }
    wait_for_signal().await;
}

async fn wait_for_signal() {
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        }
        Err(_) => {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
