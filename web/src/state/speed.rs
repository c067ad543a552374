//! How fast display time passes.

use super::Way;

/// A speed, in quarters of real time, one of [`Speed::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(u8);

impl Speed {
    /// As time itself.
    pub const ONE: Self = Self(4);

    /// Every speed there is, slowest first.
    pub const ALL: [Self; 7] = [Self(1), Self(2), Self(3), Self::ONE, Self(6), Self(8), Self(16)];

    /// The speed that was once written down as quarters.
    #[must_use]
    pub fn from_quarters(quarters: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.0 == quarters)
    }

    /// It, to be written down.
    #[must_use]
    pub const fn quarters(self) -> u8 {
        self.0
    }

    /// Milliseconds of display time in one of real time.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / 4.0
    }

    /// One faster or slower; the ends stay.
    #[must_use]
    pub fn step(self, way: Way) -> Self {
        let n = self.position();
        match way {
            Way::Forward => Self::ALL[(n + 1).min(Self::ALL.len() - 1)],
            Way::Back => Self::ALL[n.saturating_sub(1)],
        }
    }

    /// One faster, and after the fastest the slowest.
    #[must_use]
    pub fn next_round(self) -> Self {
        Self::ALL[(self.position() + 1) % Self::ALL.len()]
    }

    /// `0.25`, `1`, `1.5`, with `point` between whole and part.
    #[must_use]
    pub fn text(self, point: &str) -> String {
        let whole = self.0 / 4;
        let part = match self.0 % 4 {
            1 => "25",
            2 => "5",
            3 => "75",
            _ => return whole.to_string(),
        };
        format!("{whole}{point}{part}")
    }

    fn position(self) -> usize {
        Self::ALL.iter().position(|it| *it == self).unwrap_or(3)
    }
}
