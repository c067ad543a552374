//! How the page reaches the player: messages queue up, and are taken one at a time. The player is
//! the one mutable thing of this program, and this is its only door. Pages that have another such
//! thing reach it in the same way.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::Player;
use crate::dom;

/// Something that takes messages.
pub trait Actor: Sized + 'static {
    /// What it takes.
    type Message;

    /// Takes a message.
    fn take(&mut self, message: Self::Message, handle: &Handle<Self>);

    /// Whether it changes by itself, so that it wants every frame.
    fn is_running(&self) -> bool;

    /// The browser is about to draw, at this many milliseconds of its own clock.
    fn frame(now: f64) -> Self::Message;
}

/// A way to the player, cheap to copy.
pub struct Handle<A: Actor = Player>(Rc<Inner<A>>);

/// A way to the player that does not keep it alive.
pub struct WeakHandle<A: Actor = Player>(Weak<Inner<A>>);

struct Inner<A: Actor> {
    actor: RefCell<A>,
    queue: RefCell<VecDeque<A::Message>>,
    frame: OnceCell<Closure<dyn FnMut(f64)>>,
    frame_is_due: Cell<bool>,
    #[cfg(feature = "live")]
    guard: OnceCell<Guard<A>>,
}

/// Looks at every message before it is taken: it passes it on, changes it, or keeps it back.
#[cfg(feature = "live")]
pub type Guard<A> = Box<dyn Fn(&A, <A as Actor>::Message) -> Option<<A as Actor>::Message>>;

impl<A: Actor> Inner<A> {
    fn new(actor: A) -> Self {
        Self {
            actor: RefCell::new(actor),
            queue: RefCell::default(),
            frame: OnceCell::new(),
            frame_is_due: Cell::new(false),
            #[cfg(feature = "live")]
            guard: OnceCell::new(),
        }
    }
}

impl<A: Actor> Handle<A> {
    /// Makes the door.
    #[must_use]
    pub fn new(actor: A) -> Self {
        let handle = Self(Rc::new(Inner::new(actor)));
        handle.listen_to_frames();
        handle
    }

    /// Makes the door of something that needs it before it is there.
    #[cfg(feature = "live")]
    #[must_use]
    pub fn new_cyclic(make: impl FnOnce(WeakHandle<A>) -> A) -> Self {
        let inner = Rc::new_cyclic(|weak| Inner::new(make(WeakHandle(Weak::clone(weak)))));
        let handle = Self(inner);
        handle.listen_to_frames();
        handle
    }

    fn listen_to_frames(&self) {
        let weak = self.weak();
        let frame = Closure::<dyn FnMut(f64)>::new(move |now| {
            if let Some(handle) = weak.upgrade() {
                handle.0.frame_is_due.set(false);
                handle.send(A::frame(now));
            }
        });
        let _ = self.0.frame.set(frame);
    }

    /// Sends a message. One that is sent while another is taken waits its turn.
    pub fn send(&self, message: A::Message) {
        self.0.queue.borrow_mut().push_back(message);
        let Ok(mut actor) = self.0.actor.try_borrow_mut() else { return };
        loop {
            let next = self.0.queue.borrow_mut().pop_front();
            let Some(message) = next else { break };
            #[cfg(feature = "live")]
            let message = match self.0.guard.get() {
                Some(guard) => guard(&actor, message),
                None => Some(message),
            };
            #[cfg(feature = "live")]
            let Some(message) = message else { continue };
            actor.take(message, self);
        }
        if actor.is_running() {
            self.ask_for_frame();
        }
    }

    /// Lets a guard see every message from now on; the first one stays.
    #[cfg(feature = "live")]
    pub fn guard(&self, guard: Guard<A>) {
        let _ = self.0.guard.set(guard);
    }

    /// Looks at the player. `None` while a message is being taken.
    pub fn look<T>(&self, at: impl FnOnce(&A) -> T) -> Option<T> {
        self.0.actor.try_borrow().ok().map(|actor| at(&actor))
    }

    /// A handle for callbacks that the player itself keeps.
    #[must_use]
    pub fn weak(&self) -> WeakHandle<A> {
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

impl<A: Actor> WeakHandle<A> {
    /// The handle, if the player is still there.
    #[must_use]
    pub fn upgrade(&self) -> Option<Handle<A>> {
        self.0.upgrade().map(Handle)
    }
}

impl<A: Actor> Clone for Handle<A> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<A: Actor> Clone for WeakHandle<A> {
    fn clone(&self) -> Self {
        Self(Weak::clone(&self.0))
    }
}
