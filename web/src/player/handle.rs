//! How the page reaches the player: messages queue up, and are taken one at a time. The player is
//! the one mutable thing of this program, and this is its only door.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::{Message, Player};
use crate::dom;

/// A way to the player, cheap to copy.
#[derive(Clone)]
pub struct Handle(Rc<Inner>);

/// A way to the player that does not keep it alive.
#[derive(Clone)]
pub struct WeakHandle(Weak<Inner>);

struct Inner {
    player: RefCell<Player>,
    queue: RefCell<VecDeque<Message>>,
    frame: OnceCell<Closure<dyn FnMut(f64)>>,
    frame_is_due: Cell<bool>,
}

impl Handle {
    /// Makes the player's door.
    #[must_use]
    pub fn new(player: Player) -> Self {
        let handle = Self(Rc::new(Inner {
            player: RefCell::new(player),
            queue: RefCell::default(),
            frame: OnceCell::new(),
            frame_is_due: Cell::new(false),
        }));
        let weak = handle.weak();
        let frame = Closure::<dyn FnMut(f64)>::new(move |now| {
            if let Some(handle) = weak.upgrade() {
                handle.0.frame_is_due.set(false);
                handle.send(Message::Frame(now));
            }
        });
        let _ = handle.0.frame.set(frame);
        handle
    }

    /// Sends a message. One that is sent while another is taken waits its turn.
    pub fn send(&self, message: Message) {
        self.0.queue.borrow_mut().push_back(message);
        let Ok(mut player) = self.0.player.try_borrow_mut() else { return };
        loop {
            let next = self.0.queue.borrow_mut().pop_front();
            let Some(message) = next else { break };
            player.take(message, self);
        }
        if player.is_running() {
            self.ask_for_frame();
        }
    }

    /// Looks at the player. `None` while a message is being taken.
    pub fn look<T>(&self, at: impl FnOnce(&Player) -> T) -> Option<T> {
        self.0.player.try_borrow().ok().map(|player| at(&player))
    }

    /// A handle for callbacks that the player itself keeps.
    #[must_use]
    pub fn weak(&self) -> WeakHandle {
        WeakHandle(Rc::downgrade(&self.0))
    }

    /// Frames are asked for one by one, and only while something moves.
    fn ask_for_frame(&self) {
        let Some(frame) = self.0.frame.get() else { return };
        if !self.0.frame_is_due.replace(true) {
            let _ = dom::window().request_animation_frame(frame.as_ref().unchecked_ref());
        }
    }
}

impl WeakHandle {
    /// The handle, if the player is still there.
    #[must_use]
    pub fn upgrade(&self) -> Option<Handle> {
        self.0.upgrade().map(Handle)
    }
}
