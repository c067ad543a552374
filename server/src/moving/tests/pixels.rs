//! A GIF, decoded again.

use ::gif::{ColorOutput, DecodeOptions, Decoder, Repeat};

use super::super::gif::{drawn, size};
use super::*;

const SMALL: Pixels = Pixels { width: 240, fps: 4 };

fn decoder(file: &[u8]) -> Decoder<&[u8]> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    options.read_info(file).expect("a GIF")
}

/// What is to be seen at its end, and the delays of its frames, in hundredths of a second.
fn played(file: &[u8]) -> (Vec<u8>, Vec<u32>) {
    let mut decoder = decoder(file);
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let (mut canvas, mut delays) = (vec![0; width * height * 4], Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        delays.push(u32::from(frame.delay));
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (n, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|it| it.1[3] > 0) {
            let (x, y) = (n % usize::from(frame.width), n / usize::from(frame.width));
            let at = ((top + y) * width + left + x) * 4;
            canvas[at..at + 4].copy_from_slice(pixel);
        }
    }
    (canvas, delays)
}

#[test]
fn a_gif_lasts_as_long_as_the_step_and_ends_with_its_last_picture() {
    let (case, _) = &CASES[1];
    let film = case.film();
    let file = gif(&film, case.look, SMALL).expect("a GIF");
    let (width, height) = size(&film, SMALL.width);
    let decoder = decoder(&file);
    assert_eq!((u32::from(decoder.width()), u32::from(decoder.height())), (width, height));
    assert_eq!(decoder.repeat(), Repeat::Infinite);

    let (canvas, delays) = played(&file);
    assert_eq!(delays.iter().sum::<u32>(), film.duration_ms().div_ceil(10));
    let longest = film.duration_ms() / 1000 * SMALL.fps;
    assert!((10..longest as usize).contains(&delays.len()), "{} frames", delays.len());
    assert!(delays.iter().all(|it| *it >= 2) && delays.iter().any(|it| *it >= 60));

    // With few colours, most levels are right and the others are near.
    let last = film.picture(film.moment(film.duration_ms()), case.look.paint());
    let wanted = drawn(&film, &last, case.look, (width, height)).expect("a picture");
    let off = || canvas.iter().zip(wanted.data()).map(|(one, other)| one.abs_diff(*other));
    assert_eq!(canvas.len(), wanted.data().len());
    assert!(off().all(|it| it <= 12), "off by {:?}", off().max());
    assert!(off().filter(|it| *it > 0).count() * 10 < canvas.len());
}
