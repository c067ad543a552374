//! The file source: the watched manifest directory and its periodic scan
//! (`pkg/kubelet/config/file.go`, `file_linux.go`).
//!
//! The two ways are not the same. An event reads one file and adds or removes the Pod of that
//! file; a file that cannot be read changes nothing. The scan reads all files and replaces the
//! whole store; a file that cannot be read drops its Pod. Both are modelled as they are.

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::object::Pod;
use trace::view::Reading;
use trace::{Event, FileOp, ManifestError, NodeName, Source, Uid};

use super::Kubelet;
use crate::desk::Desk;
use crate::machine::Machine;
use crate::manifest;
use crate::timer::KubeletTimer;
use crate::times;

/// What the file source keeps.
#[derive(Clone, Debug)]
pub struct FileSource {
    node: NodeName,
    dir: String,
    /// One Pod per namespace and name (`cache.UndeltaStore`).
    store: BTreeMap<String, Arc<Pod>>,
    /// Which key each file last gave. A scan never clears it.
    keys: BTreeMap<String, String>,
    /// What was made of each file's present content.
    readings: BTreeMap<String, (Arc<str>, Reading)>,
    /// Whether the merge was last told of all that is in the store.
    in_step: bool,
}

impl FileSource {
    /// Nothing has been read.
    pub fn new(node: &NodeName, dir: &str) -> Self {
        Self {
            node: node.clone(),
            dir: dir.trim_end_matches('/').into(),
            store: BTreeMap::new(),
            keys: BTreeMap::new(),
            readings: BTreeMap::new(),
            in_step: false,
        }
    }

    /// What this kubelet last made of a file with this content.
    pub fn reading(&self, path: &str, text: &Arc<str>) -> Reading {
        match self.readings.get(path) {
            Some((read, reading)) if Arc::ptr_eq(read, text) => reading.clone(),
            Some(_) | None => Reading::Unread,
        }
    }

    /// Whether a path lies directly in the watched directory.
    fn watches(&self, path: &str) -> bool {
        path.strip_prefix(self.dir.as_str())
            .and_then(|it| it.strip_prefix('/'))
            .is_some_and(|name| !name.is_empty() && !name.contains('/'))
    }

    fn is_dot_file(path: &str) -> bool {
        path.rsplit('/').next().is_some_and(|name| name.starts_with('.'))
    }

    fn is_unread(&self, path: &str, text: &Arc<str>) -> bool {
        matches!(self.reading(path, text), Reading::Unread)
    }

    /// Reads a file, or remembers what was made of this very content.
    fn read(&mut self, path: &str, text: &Arc<str>) -> Result<Arc<Pod>, ManifestError> {
        let reading = match self.reading(path, text) {
            Reading::Unread => match manifest::decode(text, path, &self.node) {
                Ok(pod) => Reading::Read(Arc::new(pod)),
                Err(error) => Reading::Refused(error),
            },
            read @ (Reading::Ignored | Reading::Read(_) | Reading::Refused(_)) => read,
        };
        self.readings.insert(path.into(), (text.clone(), reading.clone()));
        match reading {
            Reading::Read(pod) => Ok(pod),
            Reading::Refused(error) => Err(error),
            Reading::Unread | Reading::Ignored => unreachable!("a read file is read or refused"),
        }
    }
}

fn key_of(pod: &Pod) -> String {
    format!("{}/{}", pod.metadata.namespace, pod.metadata.name)
}

impl Kubelet {
    /// The directory watch delivers an event (`file_linux.go` `consumeWatchEvent`).
    pub(super) fn on_file_event(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        path: &str,
        op: FileOp,
    ) {
        if !self.files.watches(path) {
            return;
        }
        match op {
            FileOp::Create | FileOp::Write | FileOp::Chmod => {
                // A file that is gone again leaves an error in the kubelet's log and nothing else.
                let Some(text) = machine.files.get(path).cloned() else { return };
                if self.files.is_unread(path, &text) {
                    self.note_file_event(desk, path, op);
                    self.read_changed_file(desk, machine, path, &text);
                }
            }
            FileOp::Remove | FileOp::Rename => self.forget_file(desk, machine, path, op),
        }
    }

    fn note_file_event(&self, desk: &mut Desk, path: &str, op: FileOp) {
        let (node, path) = (self.node().clone(), path.to_owned());
        let by = "pkg/kubelet/config/file_linux.go consumeWatchEvent";
        desk.note_cause(by, Event::FileEventSeen { node, path, op });
    }

    fn read_changed_file(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        path: &str,
        text: &Arc<str>,
    ) {
        if FileSource::is_dot_file(path) {
            self.files.readings.insert(path.into(), (text.clone(), Reading::Ignored));
            let event = Event::DotFileIgnored { node: self.node().clone(), path: path.into() };
            desk.note_cause("pkg/kubelet/config/file_linux.go produceWatchEvent", event);
            return;
        }
        let read = self.files.read(path, text);
        self.note_reading(desk, path, &read);
        let Ok(pod) = read else { return };
        let key = key_of(&pod);
        self.files.keys.insert(path.into(), key.clone());
        let replaced = self.files.store.insert(key, pod.clone());
        let gone = replaced.filter(|old| old.metadata.uid != pod.metadata.uid);
        self.push_files(desk, machine, gone.as_ref(), Some(&pod));
    }

    fn note_reading(&self, desk: &mut Desk, path: &str, read: &Result<Arc<Pod>, ManifestError>) {
        let (node, path) = (self.node().clone(), path.to_owned());
        let event = match read {
            Ok(pod) => Event::ManifestRead { node, path, pod: pod.clone() },
            Err(error) => Event::ManifestRefused { node, path, error: error.clone() },
        };
        desk.note_cause("pkg/kubelet/config/file.go extractFromFile", event);
    }

    fn forget_file(&mut self, desk: &mut Desk, machine: &mut Machine, path: &str, op: FileOp) {
        self.files.readings.remove(path);
        let Some(key) = self.files.keys.get(path) else { return };
        // A scan may have dropped the Pod already; then the map keeps its entry, as upstream.
        let Some(gone) = self.files.store.remove(key) else { return };
        self.files.keys.remove(path);
        self.note_file_event(desk, path, op);
        self.push_files(desk, machine, Some(&gone), None);
    }

    /// Delivers the store to the merge. Where the merge already knows the rest, only what changed
    /// need be compared; the outcome is the same.
    fn push_files(
        &mut self,
        desk: &mut Desk,
        machine: &mut Machine,
        gone: Option<&Arc<Pod>>,
        put: Option<&Arc<Pod>>,
    ) {
        let seen_at = desk.timestamp_nano();
        let updates = if self.files.in_step {
            let gone: Vec<Uid> = gone.iter().map(|it| it.metadata.uid.clone()).collect();
            let put: Vec<Arc<Pod>> = put.into_iter().cloned().collect();
            self.config.apply(Source::File, &gone, &put, &seen_at)
        } else {
            let list: Vec<Arc<Pod>> = self.files.store.values().cloned().collect();
            self.files.in_step = true;
            self.config.merge(Source::File, &list, &seen_at)
        };
        self.handle_updates(desk, machine, Source::File, updates);
    }

    /// The periodic scan (`file.go` `listConfig`, `extractFromDir`).
    pub(super) fn rescan(&mut self, desk: &mut Desk, machine: &mut Machine) {
        self.clock.every(desk, times::FILE_CHECK, KubeletTimer::Rescan);
        let scan = self.scan(machine);
        let list: Vec<Arc<Pod>> = scan.pods.values().cloned().collect();
        let seen_at = desk.timestamp_nano();
        let updates = self.config.merge(Source::File, &list, &seen_at);
        if scan.pods.is_empty() {
            // An empty list is delivered, but the store is left as it was.
            self.files.in_step = self.files.store.is_empty();
        } else {
            self.files.store = scan.pods;
            self.files.in_step = true;
        }
        if !updates.is_empty() || !scan.news.is_empty() {
            self.note_rescan(desk, list.len(), scan.n_refused, &scan.news);
        }
        self.handle_updates(desk, machine, Source::File, updates);
    }

    fn scan(&mut self, machine: &Machine) -> Scan {
        let mut scan = Scan::default();
        for (path, text) in &machine.files {
            if !self.files.watches(path) || FileSource::is_dot_file(path) {
                continue;
            }
            let is_news = self.files.is_unread(path, text);
            let read = self.files.read(path, text);
            match &read {
                Ok(pod) => {
                    let key = key_of(pod);
                    self.files.keys.insert(path.clone(), key.clone());
                    scan.pods.insert(key, pod.clone());
                }
                Err(_) => scan.n_refused += 1,
            }
            if is_news {
                scan.news.push((path.clone(), read));
            }
        }
        scan
    }

    fn note_rescan(&self, desk: &mut Desk, n_pods: usize, n_refused: u32, news: &[News]) {
        let node = self.node().clone();
        let pods = u32::try_from(n_pods).unwrap_or(u32::MAX);
        let by = "pkg/kubelet/config/file.go listConfig";
        let rescanned =
            desk.note_cause(by, Event::DirectoryRescanned { node, pods, refused: n_refused });
        for (path, read) in news {
            self.note_reading(desk, path, read);
            desk.cause = Some(rescanned);
        }
    }
}

/// A file that was not read before, and what it gave.
type News = (String, Result<Arc<Pod>, ManifestError>);

/// What a scan of the directory found.
#[derive(Default)]
struct Scan {
    /// By key; the file that comes last in order wins.
    pods: BTreeMap<String, Arc<Pod>>,
    n_refused: u32,
    news: Vec<News>,
}
