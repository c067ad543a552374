//! Numbers as SVG writes them, without the standard library's float formatting, which alone would
//! be a tenth of the page's code.

/// `value`, or the nearest of the two ends. The standard library's `clamp` can print its ends, and
/// so brings float formatting with it.
#[must_use]
pub fn between(value: f32, least: f32, most: f32) -> f32 {
    value.max(least).min(most)
}

/// The sine of an angle in turns, closer than a hundred-thousandth. Angles here are a few turns;
/// the standard library's sine has tables for all others.
#[must_use]
pub fn sine(turns: f32) -> f32 {
    let turn = turns - turns.round();
    let quarter = if turn.abs() > 0.25 { 0.5_f32.copysign(turn) - turn } else { turn };
    let x = quarter * std::f32::consts::TAU;
    let square = x * x;
    let series = 1.0 - square / 72.0;
    let series = 1.0 - square / 42.0 * series;
    let series = 1.0 - square / 20.0 * series;
    x * (1.0 - square / 6.0 * series)
}

/// The cosine of an angle in turns, as close as [`sine`].
#[must_use]
pub fn cosine(turns: f32) -> f32 {
    sine(turns + 0.25)
}

/// Appends `value` with at most one decimal, as `12`, `12.5` or `-0.4`.
pub fn push_tenths(text: &mut String, value: f32) {
    push_scaled(text, (value * 10.0).round(), 1);
}

/// Appends `value` with at most two decimals.
pub fn push_hundredths(text: &mut String, value: f32) {
    push_scaled(text, (value * 100.0).round(), 2);
}

/// `value` with at most one decimal.
#[must_use]
pub fn tenths(value: f32) -> String {
    let mut text = String::with_capacity(6);
    push_tenths(&mut text, value);
    text
}

/// `value` with at most two decimals.
#[must_use]
pub fn hundredths(value: f32) -> String {
    let mut text = String::with_capacity(6);
    push_hundredths(&mut text, value);
    text
}

/// Appends a whole number.
pub fn push_whole(text: &mut String, value: u64) {
    let mut digits = [0_u8; 20];
    let mut first = digits.len();
    let mut rest = value;
    loop {
        first -= 1;
        // A remainder of ten fits a digit.
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.extend(digits[first..].iter().map(|it| char::from(*it)));
}

/// A whole number as text.
#[must_use]
pub fn whole(value: u64) -> String {
    let mut text = String::with_capacity(6);
    push_whole(&mut text, value);
    text
}

fn push_scaled(text: &mut String, scaled: f32, decimals: u32) {
    // A canvas is a few thousand units wide; the cast saturates beyond.
    let scaled = scaled as i32;
    if scaled < 0 {
        text.push('-');
    }
    let scaled = scaled.unsigned_abs();
    let unit = 10_u32.pow(decimals);
    push_whole(text, u64::from(scaled / unit));
    let mut rest = scaled % unit;
    if rest == 0 {
        return;
    }
    text.push('.');
    let mut digit = unit / 10;
    while rest > 0 {
        text.push(char::from(b'0' + (rest / digit) as u8));
        rest %= digit;
        digit /= 10;
        if digit == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{cosine, hundredths, sine, tenths, whole};

    #[test]
    fn angles_are_as_the_standard_library_has_them() {
        for step in -300..=300_i16 {
            let turns = f32::from(step) / 100.0;
            let (sin, cos) = (f64::from(turns) * std::f64::consts::TAU).sin_cos();
            assert!((f64::from(sine(turns)) - sin).abs() < 1e-5, "sine of {turns} turns");
            assert!((f64::from(cosine(turns)) - cos).abs() < 1e-5, "cosine of {turns} turns");
        }
    }

    #[test]
    fn coordinates_have_no_needless_digits() {
        assert_eq!(tenths(12.0), "12");
        assert_eq!(tenths(12.46), "12.5");
        assert_eq!(tenths(-0.42), "-0.4");
        assert_eq!(tenths(0.0), "0");
        assert_eq!(tenths(-0.04), "0");
        assert_eq!(hundredths(0.05), "0.05");
        assert_eq!(hundredths(0.5), "0.5");
        assert_eq!(hundredths(1.0), "1");
        assert_eq!(whole(u64::MAX), "18446744073709551615");
    }
}
