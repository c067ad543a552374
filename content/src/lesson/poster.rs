//! Posters: the still that stands for a step where nothing moves.

use crate::fields::Fields;
use crate::mistake::Mistakes;
use crate::yaml::Node;

use super::Pattern;

/// The moment of a step at which its still is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poster {
    /// The whole of a beat, from 0, as readers see it who want no motion.
    Beat(usize),
    /// The moment at which the first entry of the step that this line names has just happened.
    After(Pattern),
}

/// `poster` of a step or branch with so many beats; without it, and after a mistake, the last beat.
pub(super) fn read(
    file: &str,
    fields: &mut Fields<'_>,
    n_beats: usize,
    mistakes: &mut Mistakes,
) -> Poster {
    let named = fields.take("poster").and_then(|it| named(file, it, n_beats, mistakes));
    named.unwrap_or(Poster::Beat(n_beats.saturating_sub(1)))
}

fn named(file: &str, node: &Node, n_beats: usize, mistakes: &mut Mistakes) -> Option<Poster> {
    let mut fields = Fields::of(file, node, "`poster`", mistakes)?;
    let (beat, after) = (fields.take("beat"), fields.take("after"));
    fields.finish(mistakes);
    match (beat, after) {
        (Some(beat), None) => {
            let number = beat.text().and_then(|it| it.parse().ok());
            let place = number.and_then(|it: usize| it.checked_sub(1)).filter(|it| *it < n_beats);
            if place.is_none() {
                let message = format!("`beat` must be a whole number from 1 to {n_beats}");
                mistakes.add(file, beat.line, message);
            }
            place.map(Poster::Beat)
        }
        (None, Some(after)) => Pattern::read(file, after, mistakes).map(Poster::After),
        (Some(_), Some(_)) | (None, None) => {
            mistakes.add(file, node.line, "`poster` must have either a `beat` or an `after`");
            None
        }
    }
}
