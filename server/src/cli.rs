//! What the program can be asked to do.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::picture::Picture;
use crate::limits::Limits;

/// An animated explainer of static Pods and mirror Pods.
///
/// A simulated kubelet and API server act out a lesson, the server streams what they did, and the
/// page draws it. Everything is served from memory; there is nothing to set up.
#[derive(Debug, Parser)]
#[command(name = "mirrorpod", version, about, long_about, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the pages, the streams and the posters
    ///
    /// Every option can also be given as an environment variable; the option wins. Logs go to
    /// standard error; RUST_LOG chooses what is logged, as in RUST_LOG=mirrorpod=debug.
    ///
    /// On SIGTERM or Ctrl-C, /readyz answers 503, open streams end, and the server exits as soon
    /// as its answers are out. A second signal ends it at once.
    Serve(Box<Serve>),
    /// Print what happens in a lesson, one fact per line
    ///
    /// Each line has the fact's number, the simulated second, the number of the fact that led to
    /// it, and what happened.
    Trace(Trace),
    /// Write lessons into files that need no server
    ///
    /// The folder then has `site/`, pages in all languages with sandboxes that run in the page, to
    /// be put on any file server at any path; and for each lesson packages for learning platforms,
    /// SCORM 1.2 and cmi5.
    Export(Export),
    /// Write moving pictures of a lesson's steps, for READMEs and slides
    ///
    /// Each plays by itself, with its captions below, from the frames that the player draws.
    Picture(Picture),
    /// Ask a running server whether it is well; the exit code is the answer
    Health(Health),
    /// Print the description of the HTTP interface (OpenAPI 3.1, JSON)
    Openapi,
}

/// How to serve.
#[derive(Args, Clone, Debug)]
pub struct Serve {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(
        long,
        env = "MIRRORPOD_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub listen: String,

    /// Where readers find this server, for links in previews and between languages
    ///
    /// As https://mirrorpod.example, without a path. Without it, links name the address listened
    /// on, which is of use on one machine only; rooms alone name the host by which their presenter
    /// has found the server.
    #[arg(long, env = "MIRRORPOD_BASE_URL", value_name = "URL", value_parser = base_url)]
    pub base_url: Option<String>,

    /// Folder of the page's program, style sheet and fonts
    ///
    /// Without it: web/dist if that is there, else what a release build carries in itself.
    #[arg(long, env = "MIRRORPOD_ASSETS", value_name = "DIR")]
    pub assets: Option<PathBuf>,

    /// Folder of lessons and words, instead of the ones compiled in
    #[arg(long, env = "MIRRORPOD_CONTENT", value_name = "DIR")]
    pub content: Option<PathBuf>,

    /// Who may show the pages in a frame, as sources of a Content-Security-Policy
    #[arg(
        long,
        env = "MIRRORPOD_FRAME_ANCESTORS",
        value_name = "SOURCES",
        default_value = "'self'",
        value_parser = frame_ancestors
    )]
    pub frame_ancestors: String,

    /// Who may show a lesson for frames (/embed/…) in a frame, as sources of a
    /// Content-Security-Policy
    #[arg(
        long,
        env = "MIRRORPOD_EMBED_ANCESTORS",
        value_name = "SOURCES",
        default_value = "*",
        value_parser = frame_ancestors
    )]
    pub embed_ancestors: String,

    /// Where live clusters and rooms are kept: `memory`, or a Redis or Valkey for several servers
    ///
    /// As redis://host:6379/0, or redis://:password@host:6379/0 in the environment, where no list
    /// of processes shows it. Servers that share one store show the same clusters and rooms, and
    /// any of them can go. It need not be there when the server starts.
    #[arg(
        long,
        env = "MIRRORPOD_STORE",
        hide_env_values = true,
        default_value = "memory",
        value_name = "STORE",
        value_parser = store
    )]
    pub store: StoreAt,

    /// How much one may ask for.
    #[command(flatten)]
    pub limits: Limits,

    /// Address and port on which /metrics is served, for Prometheus; without it, nowhere
    ///
    /// As 127.0.0.1:9090. It is another address than the pages' on purpose: what is counted there
    /// is for those who run the server.
    #[arg(long, env = "MIRRORPOD_METRICS_LISTEN", value_name = "ADDRESS")]
    pub metrics_listen: Option<String>,

    /// How log lines are written
    #[arg(long, env = "MIRRORPOD_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,

    /// Seconds to keep serving after a signal while /readyz already answers 503
    ///
    /// Gives a load balancer the time to look elsewhere.
    #[arg(long, env = "MIRRORPOD_DRAIN_DELAY", default_value_t = 0, value_name = "SECONDS")]
    pub drain_delay: u64,

    /// Seconds after which the server exits even if a reader still holds a stream open
    #[arg(long, env = "MIRRORPOD_DRAIN_LIMIT", default_value_t = 10, value_name = "SECONDS")]
    pub drain_limit: u64,

    /// Set by `cargo xtask dev`, another one after each build: pages then load themselves again
    #[arg(long, env = "MIRRORPOD_DEV", hide = true, value_name = "STAMP")]
    pub dev_stamp: Option<String>,
}

/// Where live clusters and rooms are kept.
#[derive(Clone)]
pub enum StoreAt {
    /// In this process.
    Memory,
    /// At this address, which may hold a password.
    Redis(String),
}

impl fmt::Debug for StoreAt {
    /// Never the address: this may be logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Memory => "Memory",
            Self::Redis(_) => "Redis(…)",
        })
    }
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}

/// What to print of a lesson.
#[derive(Args, Debug)]
pub struct Trace {
    /// The lesson, as static-pods
    pub lesson: String,

    /// A "what if" of the lesson instead of its main line
    #[arg(long, value_name = "BRANCH")]
    pub branch: Option<String>,

    /// Readable lines, or one JSON object per line (header, entries, end)
    #[arg(long, value_enum, default_value_t = TraceFormat::Lines)]
    pub format: TraceFormat,

    /// Seed of all jitter, instead of the lesson's own; steps are then not placed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Folder of lessons and words, instead of the ones compiled in
    #[arg(long, env = "MIRRORPOD_CONTENT", value_name = "DIR")]
    pub content: Option<PathBuf>,
}

/// How a trace is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceFormat {
    /// For people
    Lines,
    /// As stored and streamed
    Json,
}

/// What to write, and where.
#[derive(Args, Debug)]
pub struct Export {
    /// The lessons, as static-pods
    #[arg(required = true)]
    pub lessons: Vec<String>,

    /// Folder to write into; it may not be there yet
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Write into a folder that is not empty
    #[arg(long)]
    pub overwrite: bool,

    /// Where readers will find `site/`, for search engines and link previews
    ///
    /// As https://course.example/mirrorpod. Without it, pages do not say where they are.
    #[arg(long, env = "MIRRORPOD_BASE_URL", value_name = "URL", value_parser = exported_url)]
    pub base_url: Option<String>,

    /// Folder of the page's program, style sheet and fonts
    ///
    /// Without it: web/dist if that is there, else what a release build carries in itself.
    #[arg(long, env = "MIRRORPOD_ASSETS", value_name = "DIR")]
    pub assets: Option<PathBuf>,

    /// Folder of lessons and words, instead of the ones compiled in
    #[arg(long, env = "MIRRORPOD_CONTENT", value_name = "DIR")]
    pub content: Option<PathBuf>,
}

/// Whom to ask.
#[derive(Args, Debug)]
pub struct Health {
    /// The server, as http://127.0.0.1:8080; without it, the address in MIRRORPOD_LISTEN
    pub url: Option<String>,

    /// Address of the server when no URL is given
    #[arg(
        long,
        env = "MIRRORPOD_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub listen: String,
}

fn base_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ', '"', '<']) => {
            Ok(text.to_owned())
        }
        _ => Err("not of the form https://host or http://host:port".to_owned()),
    }
}

/// Files may lie below a path, where a server has a host of its own.
fn exported_url(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_there = |it: &str| !it.is_empty() && !it.starts_with('/');
    let is_plain = |it: &str| !it.contains(['?', '#', ' ', '"', '<']);
    match rest.filter(|it| is_there(it) && is_plain(it)) {
        Some(_) => Ok(text.to_owned()),
        None => Err("not of the form https://host or https://host/path".to_owned()),
    }
}

fn store(text: &str) -> Result<StoreAt, String> {
    let is_there = |it: &str| !it.is_empty() && !it.starts_with(['/', ':']);
    let host = text.strip_prefix("redis://").or_else(|| text.strip_prefix("valkey://"));
    match host.map(|it| it.rsplit_once('@').map_or(it, |(_, host)| host)) {
        None if text == "memory" => Ok(StoreAt::Memory),
        Some(host) if is_there(host) => Ok(StoreAt::Redis(text.to_owned())),
        None if text.starts_with("rediss:") || text.starts_with("valkeys:") => {
            Err("TLS to the store is not built in; keep it in the servers' own network".into())
        }
        None | Some(_) => Err("neither `memory` nor of the form redis://host:6379/0".into()),
    }
}

/// A policy is one line of visible characters, and a semicolon would begin another directive.
fn frame_ancestors(text: &str) -> Result<String, String> {
    let plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if text.trim().is_empty() || text.contains([';', ',']) || !text.bytes().all(plain) {
        return Err("not a list of sources, as 'self' https://course.example".to_owned());
    }
    Ok(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_base_url_has_a_scheme_and_a_host_and_no_path() {
        assert_eq!(base_url("https://pods.example/").unwrap(), "https://pods.example");
        for bad in ["pods.example", "https://", "https://a/b", "ftp://a", "https://a\"b"] {
            assert!(base_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_store_is_memory_or_has_an_address() {
        assert!(matches!(store("memory"), Ok(StoreAt::Memory)));
        for url in ["redis://store:6379/0", "redis://:secret@store", "valkey://127.0.0.1/2"] {
            assert!(matches!(store(url), Ok(StoreAt::Redis(it)) if it == url), "{url}");
            assert!(!format!("{:?}", store(url)).contains("secret"));
        }
        for bad in ["", "disk", "redis://", "redis://:6379", "redis:store", "http://store"] {
            assert!(store(bad).is_err(), "{bad}");
        }
        assert!(store("rediss://store").is_err_and(|why| why.contains("TLS")));
    }

    #[test]
    fn frame_ancestors_cannot_add_a_directive() {
        assert!(frame_ancestors("'self' https://course.example").is_ok());
        for bad in ["", "*; script-src *", "*, default-src *", "a\nb"] {
            assert!(frame_ancestors(bad).is_err(), "{bad}");
        }
    }
}
