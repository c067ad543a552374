//! The lesson as the server streams it. The browser reconnects by itself and asks for what it has
//! not seen; the connection is closed at the end, since a browser allows few per server.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{EventSource, MessageEvent};

use super::Tell;
use super::collect::{Collector, Trouble};
use crate::dom;

/// How many broken connections in a row are put up with.
const MOST_BREAKS: u32 = 4;

struct Reader {
    source: EventSource,
    whole: Collector,
    breaks: u32,
    /// Taken when the one answer is given.
    tell: Option<Tell>,
}

/// Opens the stream.
pub(super) fn open(url: &str, tell: Tell) {
    let Ok(source) = EventSource::new(url) else {
        tell(Err(Trouble::Connection));
        return;
    };
    let reader =
        Reader { source: source.clone(), whole: Collector::default(), breaks: 0, tell: Some(tell) };
    let reader = Rc::new(RefCell::new(reader));
    on(&source, "header", &reader, |it, data| it.take(|whole| whole.header(data)));
    on(&source, "entry", &reader, |it, data| it.take(|whole| whole.entry(data)));
    on(&source, "end", &reader, |it, data| {
        let lesson = it.whole.end(data);
        it.close();
        it.tell.take().map(|tell| (tell, lesson))
    });
    dom::listen(&source, "error", move |_| {
        let answer = reader.borrow_mut().broken();
        if let Some(tell) = answer {
            tell(Err(Trouble::Connection));
        }
    });
}

/// The one answer of a reader, to be given once it is no longer borrowed.
type Answer = Option<(Tell, Result<super::Lesson, Trouble>)>;

fn on(
    source: &EventSource,
    name: &str,
    reader: &Rc<RefCell<Reader>>,
    then: impl Fn(&mut Reader, &str) -> Answer + 'static,
) {
    let reader = Rc::clone(reader);
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        let data = message.data().as_string().unwrap_or_default();
        let answer = then(&mut reader.borrow_mut(), &data);
        if let Some((tell, lesson)) = answer {
            tell(lesson);
        }
    });
    let _ = source.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
    heard.forget();
}

impl Reader {
    fn take(&mut self, step: impl FnOnce(&mut Collector) -> Result<(), Trouble>) -> Answer {
        match step(&mut self.whole) {
            Ok(()) => {
                self.breaks = 0;
                None
            }
            Err(trouble) => {
                self.close();
                self.tell.take().map(|tell| (tell, Err(trouble)))
            }
        }
    }

    /// The connection broke. Gives up when the browser does, or when nothing arrives any more.
    fn broken(&mut self) -> Option<Tell> {
        self.breaks += 1;
        let over = self.source.ready_state() == EventSource::CLOSED || self.breaks > MOST_BREAKS;
        if !over {
            return None;
        }
        self.close();
        self.tell.take()
    }

    fn close(&self) {
        self.source.close();
    }
}
