//! Which part of a picture of pixels differs from the one before.

use std::ops::Range;

use resvg::tiny_skia::Pixmap;

use super::palette::Colour;

/// Stands for a pixel that is as it was.
pub const AS_BEFORE: Colour = Colour::MAX;

/// A part of a picture with upright sides.
pub struct Patch {
    /// The column where it begins.
    pub left: usize,
    /// The row where it begins.
    pub top: usize,
    /// How wide it is.
    pub width: usize,
    /// How high it is.
    pub height: usize,
    /// Its pixels, row by row, with [`AS_BEFORE`] where nothing differs.
    pub pixels: Vec<Colour>,
}

/// Four bytes, as the drawing library has them.
type Pixel = [u8; 4];

impl Patch {
    /// The whole picture.
    pub fn whole(picture: &Pixmap) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let pixels = pixels(picture).iter().map(|it| colour(*it)).collect();
        Self { left: 0, top: 0, width, height, pixels }
    }

    /// The smallest part that holds all that differs; `None` when nothing does. Both pictures are
    /// of one size.
    pub fn between(before: &Pixmap, after: &Pixmap) -> Option<Self> {
        let width = after.width() as usize;
        let rows = || pixels(before).chunks_exact(width).zip(pixels(after).chunks_exact(width));
        let rows_off = rows().enumerate().filter(|(_, (old, new))| old != new);
        let (mut columns, mut lines): (Option<Range<usize>>, Option<Range<usize>>) = (None, None);
        for (y, (old, new)) in rows_off {
            let is_off = |x: &usize| old[*x] != new[*x];
            let (first, last) = ((0..width).find(is_off)?, (0..width).rfind(is_off)?);
            columns = Some(
                columns.map_or(first..last + 1, |it| it.start.min(first)..it.end.max(last + 1)),
            );
            lines = Some(lines.map_or(y, |it| it.start)..y + 1);
        }
        let (columns, lines) = (columns?, lines?);
        let pixel = |(old, new): (&Pixel, &Pixel)| {
            if old == new { AS_BEFORE } else { colour(*new) }
        };
        let mut pixels = Vec::with_capacity(columns.len() * lines.len());
        for (old, new) in rows().skip(lines.start).take(lines.len()) {
            pixels.extend(old[columns.clone()].iter().zip(&new[columns.clone()]).map(pixel));
        }
        let (width, height) = (columns.len(), lines.len());
        Some(Self { left: columns.start, top: lines.start, width, height, pixels })
    }
}

/// The pixels of a picture that nothing shines through.
fn pixels(picture: &Pixmap) -> &[Pixel] {
    picture.data().as_chunks().0
}

const fn colour([red, green, blue, _]: Pixel) -> Colour {
    Colour::from_be_bytes([0, red, green, blue])
}
