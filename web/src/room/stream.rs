//! A stream of the server's events, read by `fetch`: the browser's own reader of such streams sends
//! no `Authorization` and does not say why it was refused.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    AbortController, Headers, ReadableStreamDefaultReader, RequestCache, RequestInit, Response,
    TextDecodeOptions, TextDecoder,
};

use super::net::{Pass, bearer};
use super::sse::{Events, Heard};
use crate::dom;
use crate::live::in_page::{self, Listening};
use crate::live::timer;

/// What a stream tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The server has begun to answer.
    Opened,
    /// An event.
    Heard(Heard),
    /// It broke, or ended.
    Broken,
    /// The server refused, with this status.
    Refused(u16),
}

/// An open stream. It ends when this is dropped, and then tells nothing more.
pub struct Stream {
    abort: Option<AbortController>,
    live: Live,
    /// Where there is no server, the page itself tells.
    _in_page: Option<Listening>,
}

type Live = Rc<RefCell<Option<Reading>>>;

/// What is kept while a stream is open.
struct Reading {
    events: Events,
    decoder: TextDecoder,
    reader: Option<ReadableStreamDefaultReader>,
    tell: Rc<dyn Fn(News)>,
    answered: Callback,
    came: Callback,
    failed: Callback,
}

type Callback = Closure<dyn FnMut(JsValue)>;

impl Stream {
    /// Opens a stream and tells what it says.
    #[must_use]
    pub fn open(url: &str, pass: Option<&Pass>, tell: Rc<dyn Fn(News)>) -> Self {
        let live: Live = Rc::default();
        if in_page::is_here() {
            let listening = Listening::begin(url, tell);
            return Self { abort: None, live, _in_page: Some(listening) };
        }
        let abort = AbortController::new().ok();
        let on = |then: fn(&Live, JsValue)| {
            let live = Rc::downgrade(&live);
            Callback::new(move |value| {
                if let Some(live) = live.upgrade() {
                    then(&live, value);
                }
            })
        };
        if let Ok(decoder) = TextDecoder::new() {
            let reading = Reading {
                events: Events::default(),
                decoder,
                reader: None,
                tell,
                answered: on(|live, answer| begin(live, answer.unchecked_ref())),
                came: on(|live, piece| take(live, &piece)),
                failed: on(|live, _| finish(live, News::Broken)),
            };
            let answer = ask(url, pass, abort.as_ref());
            let _ = answer.then2(&reading.answered, &reading.failed);
            *live.borrow_mut() = Some(reading);
        }
        Self { abort, live, _in_page: None }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let reading = self.live.borrow_mut().take();
        if let Some(abort) = &self.abort {
            abort.abort();
        }
        // The browser still calls whoever waits for the next piece, to say that there is none.
        timer::after(1_000, move || drop(reading));
    }
}

fn ask(url: &str, pass: Option<&Pass>, abort: Option<&AbortController>) -> Promise {
    let options = RequestInit::new();
    options.set_cache(RequestCache::NoStore);
    if let Some(abort) = abort {
        options.set_signal(Some(&abort.signal()));
    }
    if let (Some(pass), Ok(headers)) = (pass, Headers::new()) {
        let _ = headers.set("authorization", &bearer(pass));
        let _ = headers.set("x-tab", &pass.tab);
        options.set_headers(&headers);
    }
    dom::window().fetch_with_str_and_init(url, &options)
}

fn begin(live: &Live, response: &Response) {
    if !response.ok() {
        return finish(live, News::Refused(response.status()));
    }
    let tell = {
        let mut live = live.borrow_mut();
        let Some(reading) = live.as_mut() else { return };
        reading.reader = response.body().and_then(|it| it.get_reader().dyn_into().ok());
        Rc::clone(&reading.tell)
    };
    tell(News::Opened);
    read_on(live);
}

/// Waits for the next piece.
fn read_on(live: &Live) {
    let is_asked = {
        let live = live.borrow();
        let Some(reading) = live.as_ref() else { return };
        let piece = reading.reader.as_ref().map(ReadableStreamDefaultReader::read);
        piece.map(|it| it.then2(&reading.came, &reading.failed)).is_some()
    };
    if !is_asked {
        finish(live, News::Broken);
    }
}

fn take(live: &Live, piece: &JsValue) {
    let field = |name: &str| Reflect::get(piece, &name.into()).unwrap_or_default();
    if field("done").is_truthy() {
        return finish(live, News::Broken);
    }
    let mut heard = Vec::new();
    let tell = {
        let mut live = live.borrow_mut();
        let Some(reading) = live.as_mut() else { return };
        // A letter may be cut in two by the end of a piece.
        let options = TextDecodeOptions::new();
        options.set_stream(true);
        let bytes = field("value").unchecked_into::<Uint8Array>();
        let text = reading.decoder.decode_with_js_u8_array_and_options(&bytes, &options);
        reading.events.read(&text.unwrap_or_default(), |it| heard.push(it));
        Rc::clone(&reading.tell)
    };
    // Whoever is told may close the stream: then the rest is not told.
    for event in heard {
        if live.borrow().is_none() {
            return;
        }
        tell(News::Heard(event));
    }
    read_on(live);
}

/// Ends the stream and tells why.
fn finish(live: &Live, news: News) {
    let reading = live.borrow_mut().take();
    if let Some(reading) = reading {
        (reading.tell)(news);
    }
}
