//! A machine: its manifest directory and its container runtime.

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::{Event, FileOp, NodeName};

use crate::desk::Desk;
use crate::runtime::Runtime;

/// A machine, with or without a kubelet on it.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Its name.
    pub node: NodeName,
    /// Files of the manifest directory, by path.
    pub files: BTreeMap<String, Arc<str>>,
    /// Its container runtime.
    pub runtime: Runtime,
    /// How many of the next file events are lost.
    pub n_events_to_lose: u32,
}

/// An event of the directory watch.
pub type FileEvent = (String, FileOp);

impl Machine {
    /// Writes a file. Returns the events a watch of its directory sees: inotify reports a new
    /// file once when it appears and once more for its bytes.
    pub fn write(&mut self, desk: &mut Desk, path: String, text: Arc<str>) -> Vec<FileEvent> {
        let is_new = !self.files.contains_key(&path);
        self.files.insert(path.clone(), text.clone());
        let (node, at) = (self.node.clone(), path.clone());
        desk.note_cause("", Event::FileWritten { node, path: at, text });
        let mut events = Vec::new();
        if is_new {
            events.push((path.clone(), FileOp::Create));
        }
        events.push((path, FileOp::Write));
        self.lose(events)
    }

    /// Removes a file, if it is there.
    pub fn remove(&mut self, desk: &mut Desk, path: String) -> Option<Vec<FileEvent>> {
        self.files.remove(&path)?;
        let (node, at) = (self.node.clone(), path.clone());
        desk.note_cause("", Event::FileRemoved { node, path: at });
        Some(self.lose(vec![(path, FileOp::Remove)]))
    }

    /// Gives a file another name, if it is there. An existing file of that name is replaced.
    pub fn rename(&mut self, desk: &mut Desk, from: String, to: String) -> Option<Vec<FileEvent>> {
        let text = self.files.remove(&from)?;
        // Under another name it is another file, not read yet: what was made of a file is
        // remembered by the very text.
        self.files.insert(to.clone(), Arc::from(&*text));
        let node = self.node.clone();
        desk.note_cause("", Event::FileRenamed { node, from: from.clone(), to: to.clone() });
        Some(self.lose(vec![(from, FileOp::Rename), (to, FileOp::Create)]))
    }

    fn lose(&mut self, events: Vec<FileEvent>) -> Vec<FileEvent> {
        if self.n_events_to_lose == 0 {
            return events;
        }
        self.n_events_to_lose -= 1;
        Vec::new()
    }
}
