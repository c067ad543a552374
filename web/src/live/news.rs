//! What reaches the player from one's own clusters and from the buttons that work them.

use std::rc::Rc;

use super::bar::BarAct;
use super::source::Told;
use crate::driver::{Lesson, Trouble};
use crate::player::{Handle, Message};
use crate::room::net::Answer;

/// One piece of news.
#[derive(Debug)]
pub enum News {
    /// A line of the lesson came, by its branch.
    Line(Option<String>, Result<Box<Lesson>, Trouble>),
    /// The server made a cluster, or did not.
    Made(Answer),
    /// A cluster told something, by its name.
    Told(String, Told),
    /// The server took an input, or did not.
    Sent(Answer),
    /// The server changed the cluster's time, or did not.
    Timed(Answer),
    /// The whole situation as a link.
    Linked(Answer),
    /// The link is in the clipboard.
    Copied,
    /// Somebody does something to the cluster.
    Input(String),
    /// A shape of the picture was pressed, by its key, at a place of the window in CSS pixels; or
    /// something that is no shape.
    Shape(Option<(String, [f64; 2])>),
    /// A thing is to be worked on in the panel, by its key.
    Edit(String),
    /// A button of the bar was pressed.
    Press(BarAct),
    /// Another cluster is to be compared with, by its number for people.
    CompareWith(usize),
    /// Another cluster is to go on stage, by its number for people.
    GoOnWith(usize),
    /// The comparison is looked at at another time.
    Slid,
    /// The clock has gone on.
    Tick,
}

/// Whom everything is told.
pub type Tell = Rc<dyn Fn(News)>;

/// Tells the player, as long as it is there.
#[must_use]
pub fn teller(handle: &Handle) -> Tell {
    let handle = handle.weak();
    Rc::new(move |news| {
        if let Some(handle) = handle.upgrade() {
            handle.send(Message::Live(news));
        }
    })
}
