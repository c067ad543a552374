//! The only source of chance: a generator fixed by algorithm, seeded by the caller.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use trace::{RuntimeId, Uid};

/// A span of milliseconds, both ends included.
#[derive(Clone, Copy, Debug)]
pub struct Range(pub u64, pub u64);

/// Draws delays and ids.
#[derive(Clone, Debug)]
pub struct Dice {
    rng: ChaCha8Rng,
}

impl Dice {
    /// The same seed gives the same draws, on every machine.
    pub fn new(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// A delay in the range.
    pub fn delay(&mut self, Range(low, high): Range) -> u64 {
        low + self.rng.next_u64() % (high - low + 1)
    }

    /// `period` times 1 to `1 + percent/100` (`apimachinery/pkg/util/wait` `Jitter`).
    pub fn jitter(&mut self, period: u64, percent: u64) -> u64 {
        self.delay(Range(period, period + period * percent / 100))
    }

    /// A random UUID, as the API server gives to objects.
    pub fn uuid(&mut self) -> Uid {
        let (high, low) = (self.rng.next_u64(), self.rng.next_u64());
        // Version 4, variant 1 (RFC 9562).
        let high = (high & !0xf000) | 0x4000;
        let low = (low & !(0b11 << 62)) | (0b10 << 62);
        Uid::from(format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        ))
    }

    /// 64 hex digits, as containerd gives to containers and sandboxes.
    pub fn runtime_id(&mut self) -> RuntimeId {
        let words = [(); 4].map(|()| self.rng.next_u64());
        RuntimeId::from(words.iter().map(|it| format!("{it:016x}")).collect::<String>())
    }

    /// Five letters and digits, as the API server appends to a `generateName`
    /// (`apiserver/pkg/storage/names/generate.go`).
    pub fn name_suffix(&mut self) -> String {
        const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
        (0..5)
            .map(|_| {
                let n = self.rng.next_u64() % LETTERS.len() as u64;
                char::from(LETTERS[usize::try_from(n).expect("below 27")])
            })
            .collect()
    }
}
