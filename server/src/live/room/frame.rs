//! Events of a stream, written once and sent to everybody.

use axum::body::Bytes;

/// One event as it stands in a stream. `data` is one line.
#[must_use]
pub fn frame(event: &str, id: Option<&str>, data: &str) -> Bytes {
    let mut text = String::with_capacity(event.len() + data.len() + 40);
    text.push_str("event: ");
    text.push_str(event);
    if let Some(id) = id {
        text.push_str("\nid: ");
        text.push_str(id);
    }
    text.push_str("\ndata: ");
    text.push_str(data);
    text.push_str("\n\n");
    Bytes::from(text)
}

/// Several pieces as one: as they are when there is one only, since then nothing is copied.
#[must_use]
pub fn joined(mut pieces: Vec<Bytes>) -> Bytes {
    if pieces.len() == 1 {
        return pieces.swap_remove(0);
    }
    let mut whole = Vec::with_capacity(pieces.iter().map(Bytes::len).sum());
    for piece in &pieces {
        whole.extend_from_slice(piece);
    }
    Bytes::from(whole)
}

/// A place in what a room showed: which epoch, and how many entries of its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The epoch, from 1.
    pub epoch: u32,
    /// How many entries a reader has.
    pub n: u32,
}

impl Cursor {
    /// From the id of the last event that a reader saw; `None` when it says nothing.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        let (epoch, n) = id.trim().split_once('.')?;
        Some(Self { epoch: epoch.parse().ok()?, n: n.parse().ok()? })
    }

    /// As the id of an event.
    #[must_use]
    pub fn to_id(self) -> String {
        format!("{}.{}", self.epoch, self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_lines_and_an_empty_one() {
        assert_eq!(frame("stage", None, "{}"), "event: stage\ndata: {}\n\n");
        assert_eq!(frame("entry", Some("2.7"), "{}"), "event: entry\nid: 2.7\ndata: {}\n\n");
        let two = joined(vec![frame("a", None, "1"), frame("b", None, "2")]);
        assert_eq!(two, "event: a\ndata: 1\n\nevent: b\ndata: 2\n\n");
    }

    #[test]
    fn a_place_reads_back() {
        let place = Cursor { epoch: 3, n: 141 };
        assert_eq!(Cursor::parse(&place.to_id()), Some(place));
        for id in ["", "3", "141", "3.", ".1", "3.-1", "a.b", "3.141.2"] {
            assert_eq!(Cursor::parse(id), None, "{id}");
        }
    }
}
