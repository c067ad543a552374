//! Log lines on standard error.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

use crate::cli::LogFormat;

/// Starts logging. `RUST_LOG` chooses what is logged; without it, one line per request and what
/// the server says of itself.
pub fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    match format {
        LogFormat::Text => logs.with_target(false).with_ansi(is_terminal).init(),
        LogFormat::Json => {
            let logs = logs.json().flatten_event(true).with_current_span(true);
            logs.with_span_list(false).init();
        }
    }
}
