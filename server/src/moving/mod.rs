//! Moving pictures: a step that plays by itself, from the frames that the player draws.
//!
//! ```text
//! Film (pictures of a step, caption below) ──┬──> tracks ──> smil: SVG that the browser moves
//!                                            └──> pixels ──> patches ──> gif
//! ```

mod caption;
mod film;
mod gif;
mod look;
mod numbers;
mod palette;
mod patch;
mod piece;
mod smil;
#[cfg(test)]
mod tests;
mod tracks;

use content::Lang;

use crate::problem::Problem;
use crate::reply::{Kind, Reply};
use crate::state::App;

pub use film::Film;
pub use gif::{Pixels, gif};
pub use look::Look;
pub use smil::{Plays, document};

/// Which moving picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MovingKey {
    /// The lesson's id.
    pub lesson: String,
    /// The step's id.
    pub step: String,
    /// Its colours.
    pub look: Look,
    /// The language of its words.
    pub lang: Lang,
    /// How often it plays.
    pub plays: Plays,
}

/// A moving picture, from the cache if it was made before.
///
/// # Errors
/// When there is no such lesson or step.
pub fn moving(app: &App, key: MovingKey) -> Result<Reply, Problem> {
    app.moving.get_or_make(key, |key| {
        let film = Film::of(&app.content, &app.recordings, &key.lesson, &key.step, key.lang)?;
        Ok(Reply::new(Kind::Svg, document(&film, key.look, key.plays)))
    })
}
