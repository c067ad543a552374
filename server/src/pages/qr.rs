//! An address as a square that phones read.

use std::fmt::Write as _;

use fast_qr::{ECL, QRBuilder};

/// The empty rim that readers need, in modules (ISO/IEC 18004, 9.1).
const RIM: usize = 4;

/// The square as SVG to stand in a page, in the colour of the text around it. `None` for what is
/// too long.
#[must_use]
pub fn qr(address: &str) -> Option<String> {
    let code = QRBuilder::new(address).ecl(ECL::M).build().ok()?;
    let side = code.size + 2 * RIM;
    let mut path = String::new();
    for y in 0..code.size {
        let mut x = 0;
        for run in code[y].chunk_by(|a, b| a.value() == b.value()) {
            if run.first().is_some_and(|it| it.value()) {
                let n = run.len();
                // Writing into a text cannot fail.
                let _ = write!(path, "M{} {}h{n}v1h-{n}z", x + RIM, y + RIM);
            }
            x += run.len();
        }
    }
    let label = escaped(address);
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"{label}\" \
         shape-rendering=\"crispEdges\"><path fill=\"currentColor\" d=\"{path}\"/></svg>"
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_square_with_three_corners() {
        let svg = qr("https://pods.example/watch/7KD3QF").unwrap();
        // 29 modules and the rim: the smallest that holds so many letters.
        assert!(svg.contains("viewBox=\"0 0 37 37\""), "{svg:.90}");
        for corner in ["M4 4h7v1h-7z", "M26 4h7v1h-7z", "M4 26h7v1h-7z"] {
            assert!(svg.contains(corner), "{corner}");
        }
        assert!(svg.contains("aria-label=\"https://pods.example/watch/7KD3QF\""));
    }

    #[test]
    fn what_is_too_long_is_no_square() {
        assert_eq!(qr(&"x".repeat(5_000)), None);
        assert!(qr("\"<&").unwrap().contains("&quot;&lt;&amp;"));
    }
}
