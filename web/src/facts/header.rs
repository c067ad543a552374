//! What surrounds the facts.

use trace::{Beat, End, Entry, Header, Line, NodeSpec, Step, Topology};

use super::{Fact, Fields, Reader, records};
use crate::tree::Tree;

records! {
    Header {
        format, kubernetes, lesson, branch, version, seed, topology, steps, forked_after,
        entries,
    }
    Topology { epoch, api_server_up, nodes }
    NodeSpec { name, manifest_dir, registered, unschedulable, images }
    Step { id, begins, beats }
    Beat { ends }
    Entry { id, at, cause, by, event }
    End { last }
}

impl Fact for Line {
    fn read(tree: Tree, reader: &mut Reader) -> Self {
        let (name, content) = reader.variant(tree);
        match name.as_str() {
            "header" => Self::Header(Fact::read(content, reader)),
            "entry" => Self::Entry(Fact::read(content, reader)),
            "end" => Self::End(Fact::read(content, reader)),
            _ => {
                reader.refuse();
                Self::End(Fields::of(content, reader).take("end"))
            }
        }
    }
}
