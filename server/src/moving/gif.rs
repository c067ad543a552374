//! A film as a GIF: pixels, for places that take no SVG.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::film::Film;
use super::look::Look;
use super::palette::{Colour, Counts, Palette};
use super::patch::{AS_BEFORE, Patch};
use super::piece::Piece;
use super::smil::push_ground;
use crate::poster::pixmap;
use crate::problem::Problem;

/// How a GIF is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How wide it is, in pixels.
    pub width: u32,
    /// How many pictures there are in a second, where things move: at most 50, since the format
    /// counts in hundredths of a second, and browsers play one of them as ten.
    pub fps: u32,
}

impl Default for Pixels {
    fn default() -> Self {
        Self { width: 800, fps: 12 }
    }
}

/// The place in the table of colours that means "as before".
const TRANSPARENT: u8 = u8::MAX;

/// What is drawn, and for how many hundredths of a second it stays.
struct Part {
    patch: Patch,
    delay: u32,
}

/// The film as a GIF that plays again and again. `Look::Auto` is light: a GIF has one palette.
///
/// # Errors
/// When a picture cannot be drawn: our mistake.
pub fn gif(film: &Film<'_>, look: Look, pixels: Pixels) -> Result<Vec<u8>, Problem> {
    let size = size(film, pixels.width);
    let parts = parts(film, look, size, pixels.fps)?;
    let mut counts = Counts::default();
    for part in &parts {
        counts.add(part.patch.pixels.iter().copied().filter(|it| *it != AS_BEFORE));
    }
    let palette = Palette::of(counts);
    let narrow = |it: u32| u16::try_from(it).map_err(|_| broken("it is too large"));
    let mut file = Vec::new();
    let (width, height) = (narrow(size.0)?, narrow(size.1)?);
    write(&mut file, (width, height), parts, palette).map_err(broken)?;
    Ok(file)
}

fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::broken(format!("a moving picture is no GIF: {error}"))
}

/// The size of the picture in pixels.
pub fn size(film: &Film<'_>, width: u32) -> (u32, u32) {
    let (film_width, film_height) = film.size();
    // Of the size of a screen; the cast saturates beyond.
    (width, (width as f32 * film_height / film_width).round().max(1.0) as u32)
}

/// All that is drawn. Pictures that are equal are one that stays longer.
fn parts(film: &Film<'_>, look: Look, size: (u32, u32), fps: u32) -> Result<Vec<Part>, Problem> {
    let interval = (100 / fps.max(1)).max(2);
    let total = film.duration_ms().div_ceil(10);
    let mut parts: Vec<Part> = Vec::new();
    let mut before: Option<(Vec<Piece>, Pixmap)> = None;
    let mut last = None;
    for at in (0..total).step_by(interval as usize) {
        let delay = interval.min(total - at);
        let moment = film.moment(at * 10);
        let pieces = (last.replace(moment) != Some(moment))
            .then(|| film.picture(moment, look.paint()))
            .filter(|pieces| before.as_ref().is_none_or(|it| it.0 != *pieces));
        let patch = match pieces {
            None => None,
            Some(pieces) => {
                let pixels = drawn(film, &pieces, look, size)?;
                let patch = before.as_ref().map_or_else(
                    || Some(Patch::whole(&pixels)),
                    |it| Patch::between(&it.1, &pixels),
                );
                before = Some((pieces, pixels));
                patch
            }
        };
        match (patch, parts.last_mut()) {
            (Some(patch), _) => parts.push(Part { patch, delay }),
            (None, Some(last)) => last.delay += delay,
            (None, None) => {}
        }
    }
    Ok(parts)
}

/// A picture in pixels.
pub fn drawn(
    film: &Film<'_>,
    pieces: &[Piece],
    look: Look,
    size: (u32, u32),
) -> Result<Pixmap, Problem> {
    let (width, height) = film.size();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"Inter\">"
    );
    push_ground(&mut svg, film, look);
    pieces.iter().for_each(|it| it.push(&mut svg));
    svg.push_str("</svg>");
    pixmap(&svg, size)
}

fn write(
    file: &mut Vec<u8>,
    (width, height): (u16, u16),
    parts: Vec<Part>,
    mut palette: Palette,
) -> Result<(), gif::EncodingError> {
    let mut colours = palette.bytes();
    colours.resize(3 * (usize::from(TRANSPARENT) + 1), 0);
    let mut encoder = Encoder::new(file, width, height, &colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    for Part { patch, delay } in parts {
        let place = |colour: &Colour| match *colour {
            AS_BEFORE => TRANSPARENT,
            colour => palette.nearest(colour),
        };
        let buffer: Vec<u8> = patch.pixels.iter().map(place).collect();
        // A patch is within the picture, whose size is known to fit.
        let narrow = |it: usize| u16::try_from(it).unwrap_or(u16::MAX);
        encoder.write_frame(&Frame {
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: narrow(patch.left),
            top: narrow(patch.top),
            width: narrow(patch.width),
            height: narrow(patch.height),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
    }
    Ok(())
}
