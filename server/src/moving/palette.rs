//! The few colours that a picture of pixels may have, chosen from all that were drawn.

use std::cmp::Reverse;
use std::collections::HashMap;

/// Red, green and blue, as `0xRRGGBB`.
pub type Colour = u32;

/// How many colours a picture may have; one place of a table of 256 is for "as before".
const MOST: usize = 255;
/// How many are kept as they are: those of the largest areas, in which a wrong one would be seen.
const KEPT: usize = 64;

/// How often each colour was drawn.
#[derive(Default)]
pub struct Counts(HashMap<Colour, u64>);

/// Colours, with the nearest of them found for any other.
pub struct Palette {
    colours: Vec<Colour>,
    found: HashMap<Colour, u8>,
}

/// Colours that one of the palette will stand for.
struct Cluster {
    members: Vec<(Colour, u64)>,
    /// How far its members lie apart, all in all, along the channel in which they do so most.
    spread: f64,
    channel: usize,
}

impl Counts {
    /// Counts the colours of a row of pixels.
    pub fn add(&mut self, pixels: impl Iterator<Item = Colour>) {
        // Neighbours are mostly alike.
        let (mut last, mut n) = (0, 0);
        for colour in pixels {
            if colour != last {
                self.count(last, n);
                (last, n) = (colour, 0);
            }
            n += 1;
        }
        self.count(last, n);
    }

    fn count(&mut self, colour: Colour, n: u64) {
        if n > 0 {
            *self.0.entry(colour).or_default() += n;
        }
    }
}

impl Palette {
    /// The palette for colours that were counted.
    pub fn of(counts: Counts) -> Self {
        let mut rest: Vec<(Colour, u64)> = counts.0.into_iter().collect();
        // A map has no order, and the same pictures must give the same file.
        rest.sort_unstable_by_key(|it| (Reverse(it.1), it.0));
        let kept = rest.drain(..KEPT.min(rest.len()));
        let mut colours: Vec<Colour> = kept.map(|it| it.0).collect();
        colours.extend(cut(rest, MOST - KEPT).iter().map(Cluster::middle));
        Self { colours, found: HashMap::new() }
    }

    /// The colours, as bytes of red, green and blue.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|it| channels(*it)).collect()
    }

    /// The place of the colour nearest to this one.
    pub fn nearest(&mut self, colour: Colour) -> u8 {
        if let Some(found) = self.found.get(&colour) {
            return *found;
        }
        let distance = |other: &Colour| -> i32 {
            let pairs = channels(colour).into_iter().zip(channels(*other));
            pairs.map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
        };
        let nearest = self.colours.iter().enumerate().min_by_key(|it| distance(it.1));
        let found = nearest.and_then(|it| u8::try_from(it.0).ok()).unwrap_or_default();
        self.found.insert(colour, found);
        found
    }
}

/// Cuts the colours into at most so many clusters, always where they lie farthest apart.
fn cut(colours: Vec<(Colour, u64)>, most: usize) -> Vec<Cluster> {
    if colours.is_empty() || most == 0 {
        return Vec::new();
    }
    let mut clusters = vec![Cluster::new(colours)];
    while clusters.len() < most {
        let widest = (0..clusters.len())
            .max_by(|a, b| clusters[*a].spread.total_cmp(&clusters[*b].spread))
            .filter(|it| clusters[*it].members.len() > 1);
        let Some(widest) = widest else { break };
        let (one, other) = clusters.swap_remove(widest).halves();
        clusters.push(one);
        clusters.push(other);
    }
    clusters
}

impl Cluster {
    fn new(members: Vec<(Colour, u64)>) -> Self {
        let spread = |channel: usize| -> f64 {
            let values = || members.iter().map(|it| (level(it.0, channel), weight(it.1)));
            let total: f64 = values().map(|it| it.1).sum();
            let mean = values().map(|(level, weight)| level * weight).sum::<f64>() / total;
            values().map(|(level, weight)| (level - mean).powi(2) * weight).sum()
        };
        let spreads = [0, 1, 2].map(spread);
        let channel = (0..3).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        Self { spread: spreads[channel], channel, members }
    }

    /// Cut at the mean of its widest channel. It has two members or more.
    fn halves(mut self) -> (Self, Self) {
        let channel = self.channel;
        self.members.sort_unstable_by_key(|it| (channels(it.0)[channel], it.0));
        let total: f64 = self.members.iter().map(|it| weight(it.1)).sum();
        let sum: f64 = self.members.iter().map(|it| level(it.0, channel) * weight(it.1)).sum();
        let mean = sum / total;
        let at = self.members.partition_point(|it| level(it.0, channel) <= mean);
        let upper = self.members.split_off(at.clamp(1, self.members.len() - 1));
        (Self::new(self.members), Self::new(upper))
    }

    /// The colour that stands for its members.
    fn middle(&self) -> Colour {
        let total: f64 = self.members.iter().map(|it| weight(it.1)).sum();
        let mean = |channel: usize| -> Colour {
            let sum: f64 = self.members.iter().map(|it| level(it.0, channel) * weight(it.1)).sum();
            // A mean of bytes is a byte.
            (sum / total).round() as Colour
        };
        mean(0) << 16 | mean(1) << 8 | mean(2)
    }
}

/// What a colour counts for: large areas must not take all places from small ones.
fn weight(count: u64) -> f64 {
    (count as f64).sqrt()
}

fn level(colour: Colour, channel: usize) -> f64 {
    f64::from(channels(colour)[channel])
}

const fn channels(colour: Colour) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let mut counts = Counts::default();
        counts.add([0x10_2030, 0x10_2030, 0xff_ffff, 0x00_0001].into_iter());
        let mut palette = Palette::of(counts);
        assert_eq!(palette.colours.len(), 3);
        for colour in [0x10_2030, 0xff_ffff, 0x00_0001] {
            let found = palette.nearest(colour);
            assert_eq!(palette.colours[usize::from(found)], colour);
        }
    }

    #[test]
    fn many_colours_are_near_to_one_of_the_palette() {
        let mut counts = Counts::default();
        counts.add((0..4096).map(|it| (it & 0xf00) << 12 | (it & 0xf0) << 8 | (it & 0xf) << 4));
        let mut palette = Palette::of(counts);
        assert_eq!(palette.colours.len(), MOST);
        let found = palette.nearest(0x70_7070);
        let found = channels(palette.colours[usize::from(found)]);
        assert!(found.iter().all(|it| it.abs_diff(0x70) <= 0x20), "{found:?}");
    }
}
