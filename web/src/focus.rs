//! The three that a lesson compares: a Pod's manifest, its container, and its mirror. An ordinary
//! Pod has no manifest on the machine, and its object is no mirror.

use std::sync::Arc;

use trace::object::Pod;
use trace::view::{FileView, Reading};
use trace::{ContainerRecord, ContainerState, NodeName, View};

/// Which Pod, on which node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The node the picture shows.
    pub node: NodeName,
    /// The Pod's namespace.
    pub namespace: String,
    /// The Pod's name, as the API has it.
    pub name: String,
    /// Whether it is a static Pod.
    pub is_static: bool,
}

impl Cast {
    /// The manifest on the node: the one this Pod was read from, or else the first that is no dot
    /// file.
    #[must_use]
    pub fn manifest<'a>(&self, view: &'a View) -> Option<(&'a str, &'a FileView)> {
        let node = view.nodes.get(&self.node).filter(|_| self.is_static)?;
        let files = &node.files;
        let is_mine = |file: &&FileView| match &file.reading {
            Reading::Read(pod) => self.is(pod),
            Reading::Unread | Reading::Ignored | Reading::Refused(_) => false,
        };
        let is_visible = |path: &str| !path.rsplit('/').next().unwrap_or_default().starts_with('.');
        let mine = files.iter().find(|(_, file)| is_mine(file));
        let first = || files.iter().find(|(path, _)| is_visible(path));
        mine.or_else(first).map(|(path, file)| (path.as_str(), file))
    }

    /// Its container: the one that runs, or else the newest.
    #[must_use]
    pub fn container<'a>(&self, view: &'a View) -> Option<&'a ContainerRecord> {
        let containers = view.nodes.get(&self.node)?.containers.values();
        let mine =
            containers.filter(|it| it.pod.name == self.name && it.pod.namespace == self.namespace);
        mine.max_by_key(|it| (it.state == ContainerState::Running, it.created_at, it.attempt))
    }

    /// Its mirror, or an ordinary Pod itself, as the API server keeps it.
    #[must_use]
    pub fn object<'a>(&self, view: &'a View) -> Option<&'a Arc<Pod>> {
        let is_it = |it: &&Arc<Pod>| {
            it.is_mirror() == self.is_static && it.spec.node_name == self.node.as_str()
        };
        view.pod(&self.namespace, &self.name).filter(is_it)
    }

    fn is(&self, pod: &Pod) -> bool {
        pod.metadata.name == self.name && pod.metadata.namespace == self.namespace
    }
}

#[cfg(test)]
mod tests {
    use trace::{Event, PodRef, SimTime, Topology};

    use super::*;

    fn cast() -> Cast {
        let (namespace, name) = ("default".into(), "web-n".into());
        Cast { node: "n".into(), namespace, name, is_static: true }
    }

    fn topology() -> Topology {
        let text = r#"{"epoch":"2030-01-01T00:00:00Z","nodes":[{"name":"n"}]}"#;
        serde_json::from_str(text).expect("the topology is one")
    }

    fn container(id: &str, at: u64, state: ContainerState) -> Event {
        let pod = PodRef { namespace: "default".into(), name: "web-n".into(), uid: "u".into() };
        let container = ContainerRecord {
            id: id.into(),
            sandbox: "s".into(),
            pod,
            name: "main".into(),
            image: "pause".into(),
            attempt: 0,
            state,
            created_at: SimTime(at),
            started_at: None,
            finished_at: None,
            exit_code: None,
        };
        match state {
            ContainerState::Created => Event::ContainerCreated { node: "n".into(), container },
            ContainerState::Running => Event::ContainerStarted { node: "n".into(), container },
            ContainerState::Exited => Event::ContainerExited { node: "n".into(), container },
        }
    }

    #[track_caller]
    fn check(events: &[Event], wanted: Option<&str>) {
        let mut view = View::new(&topology());
        for event in events {
            view.apply(event);
        }
        assert_eq!(cast().container(&view).map(|it| it.id.as_str()), wanted);
    }

    #[test]
    fn the_container_that_runs_is_shown_before_a_newer_one_that_does_not() {
        check(&[], None);
        check(&[container("a", 1, ContainerState::Running)], Some("a"));
        let both = [
            container("a", 1, ContainerState::Running),
            container("b", 2, ContainerState::Created),
        ];
        check(&both, Some("a"));
        let gone =
            [container("a", 1, ContainerState::Exited), container("b", 2, ContainerState::Created)];
        check(&gone, Some("b"));
    }

    #[test]
    fn a_dot_file_is_never_the_manifest() {
        let mut view = View::new(&topology());
        for path in ["/m/.draft.yaml", "/m/web.yaml"] {
            let text = "kind: Pod".into();
            view.apply(&Event::FileWritten { node: "n".into(), path: path.into(), text });
        }
        assert_eq!(cast().manifest(&view).map(|it| it.0), Some("/m/web.yaml"));
        assert_eq!(Cast { is_static: false, ..cast() }.manifest(&view), None);
    }
}
