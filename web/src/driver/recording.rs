//! A lesson from a stored file, for exports and caches.

use web_sys::XmlHttpRequest;

use super::Tell;
use super::collect::{Collector, Trouble};
use crate::dom;

/// Fetches the file and reads it.
pub(super) fn fetch(url: &str, tell: Tell) {
    let Ok(request) = XmlHttpRequest::new() else { return tell(Err(Trouble::Connection)) };
    if request.open("GET", url).is_err() {
        return tell(Err(Trouble::Connection));
    }
    {
        let (request, tell) = (request.clone(), tell.clone());
        dom::listen(&request.clone(), "load", move |_| {
            let text = request.response_text().ok().flatten().unwrap_or_default();
            // A refusal has a text too, but it is no recording.
            let found = matches!(request.status(), Ok(200));
            tell(if found { Collector::read(&text) } else { Err(Trouble::Connection) });
        });
    }
    dom::listen(&request, "error", move |_| tell(Err(Trouble::Connection)));
    // A failure to send is told by the error event.
    let _ = request.send();
}
