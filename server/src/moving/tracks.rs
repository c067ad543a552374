//! Pictures of the same things at even distances, turned about: each element, and when it is seen
//! with which numbers.

use super::numbers::{Kind, Numbers, parted};
use super::piece::Piece;

/// An element through the whole film.
pub struct Track {
    /// What it is.
    pub kind: Kind,
    /// Its numbers in each picture; `None` where it is not in it.
    pub samples: Vec<Option<Vec<Numbers>>>,
}

/// The elements of all pictures, in an order in which each picture's own are in paint order.
pub fn tracks<'a>(pictures: impl ExactSizeIterator<Item = &'a [Piece]>) -> Vec<Track> {
    let n_pictures = pictures.len();
    let mut tracks: Vec<Track> = Vec::new();
    for (n, picture) in pictures.enumerate() {
        // Where the next element may stand: behind all that were painted before it.
        let mut behind = 0;
        for piece in picture {
            let (kind, numbers) = parted(piece.clone());
            let found = tracks[behind..].iter().position(|it| it.kind == kind);
            let at = behind + found.unwrap_or(0);
            if found.is_none() {
                tracks.insert(at, Track { kind, samples: vec![None; n_pictures] });
            }
            tracks[at].samples[n] = Some(numbers);
            behind = at + 1;
        }
    }
    tracks
}

impl Track {
    /// In which pictures it begins to be seen or not: the first picture, and each that differs in
    /// this from the one before.
    pub fn turns(&self) -> Vec<(usize, bool)> {
        let seen = self.samples.iter().map(Option::is_some).enumerate();
        let mut turns: Vec<(usize, bool)> = Vec::new();
        for (n, seen) in seen {
            if turns.last().is_none_or(|it| it.1 != seen) {
                turns.push((n, seen));
            }
        }
        turns
    }

    /// Each attribute's numbers in each picture. Where it is not seen, it waits as it was seen
    /// last, or will be first.
    pub fn series(&self) -> Vec<Vec<&Numbers>> {
        let Some(first) = self.samples.iter().flatten().next() else { return Vec::new() };
        let series = |nth: usize| {
            let mut last = first.get(nth)?;
            let all = self.samples.iter().map(|sample| {
                last = sample.as_ref().and_then(|it| it.get(nth)).unwrap_or(last);
                last
            });
            Some(all.collect())
        };
        (0..first.len()).filter_map(series).collect()
    }
}

/// The pictures in which an attribute needs a key time: between two of them its numbers lie on a
/// line, as closely as they are drawn. The first is always one.
pub fn keys(series: &[&Numbers]) -> Vec<usize> {
    let mut keys = vec![0];
    let mut at = 0;
    while at + 1 < series.len() {
        at = farthest(series, at);
        keys.push(at);
    }
    // What stays as it is to the end needs no key there.
    while let [.., before, last] = keys[..] {
        if series[before] != series[last] {
            break;
        }
        keys.pop();
    }
    keys
}

/// The last picture to which a line from `from` passes by all between them closely enough.
fn farthest(series: &[&Numbers], from: usize) -> usize {
    let start = series[from];
    let near = f64::from(start.tolerance());
    let mut open = vec![(f64::NEG_INFINITY, f64::INFINITY); start.thousandths.len()];
    let mut farthest = from + 1;
    for (to, end) in series.iter().enumerate().skip(from + 1) {
        let distance = (to - from) as f64;
        let rises = start.thousandths.iter().zip(&end.thousandths);
        let rises = rises.map(|(start, end)| f64::from(end - start));
        let mut all_within = true;
        let mut all_open = true;
        for (rise, (least, most)) in rises.zip(&mut open) {
            let slope = rise / distance;
            all_within &= (*least..=*most).contains(&slope);
            *least = least.max((rise - near) / distance);
            *most = most.min((rise + near) / distance);
            all_open &= *least <= *most;
        }
        if all_within {
            farthest = to;
        }
        if !all_open {
            break;
        }
    }
    farthest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[i32], wanted: &[usize]) {
        let all: Vec<Numbers> =
            values.iter().map(|it| Numbers { name: "x", thousandths: vec![*it] }).collect();
        assert_eq!(keys(&all.iter().collect::<Vec<_>>()), wanted, "{values:?}");
    }

    #[test]
    fn a_line_needs_its_two_ends_and_rest_needs_none() {
        check(&[0, 0, 0, 0], &[0]);
        check(&[0, 1000, 2000, 3000], &[0, 3]);
        check(&[0, 1040, 1960, 3000], &[0, 3]);
        check(&[0, 1060, 1960, 3000], &[0, 1, 2, 3]);
        check(&[0, 0, 0, 500, 500, 500], &[0, 2, 3]);
        check(&[0, 1000, 2000, 2000, 0, 0], &[0, 2, 3, 4]);
        check(&[7], &[0]);
    }

    #[test]
    fn elements_keep_their_paint_order_whoever_comes_or_goes() {
        let piece =
            |key: &str| Piece { key: key.into(), tag: "rect", attrs: vec![], inner: "".into() };
        let pictures: Vec<Vec<Piece>> = ["ad", "abd", "abcd", "cd", "dca"]
            .map(|it| it.split("").filter(|it| !it.is_empty()).map(piece).collect())
            .into();
        let tracks = tracks(pictures.iter().map(Vec::as_slice));
        for (n, picture) in pictures.iter().enumerate() {
            let seen = tracks.iter().filter(|it| it.samples[n].is_some());
            let keys: Vec<&str> = seen.map(|it| it.kind.key.as_str()).collect();
            assert_eq!(keys, picture.iter().map(|it| it.key.as_str()).collect::<Vec<_>>());
        }
        // Only what changed its place is there twice.
        assert_eq!(tracks.len(), 6);
    }
}
