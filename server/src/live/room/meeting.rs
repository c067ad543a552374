//! Who is in a room, in all processes, and whether somebody sits at its desk.

use std::time::Duration;

use tokio::time::Instant;

use super::open::OpenRoom;
use super::presence::Counts;
use super::rooms::Rooms;
use super::tab::TabId;

/// How soon after a meeting the next one may be.
const PACE: Duration = Duration::from_millis(250);
/// Other processes are asked at least this often while somebody is here.
const MEET: Duration = Duration::from_secs(2);
/// A desk that is away for less is being loaded again.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a process knows of who is in a room.
pub struct Meeting {
    counts: Counts,
    met: Instant,
    /// Which state of those who are here was told to the others last.
    told: u64,
    is_anybody: bool,
    /// Since when nobody sits at the desk.
    absent: Option<Instant>,
    is_led: bool,
}

impl Meeting {
    /// Nobody has come yet.
    pub fn new() -> Self {
        let met = Instant::now() - MEET;
        Self {
            counts: Counts::default(),
            met,
            told: 0,
            is_anybody: false,
            absent: None,
            is_led: false,
        }
    }

    /// Tells other processes who is here, and hears who is there, if it is time. `tab` drives.
    pub async fn meet(&mut self, rooms: &Rooms, open: &OpenRoom, tab: Option<&TabId>) {
        if self.due(open).is_some_and(|it| it <= Instant::now()) {
            let (here, n) = {
                let present = open.present();
                (present.counts(), present.n_changes())
            };
            (self.met, self.told) = (Instant::now(), n);
            self.is_anybody = here != Counts::default();
            let said = here.to_text();
            let all = rooms.talk().presence(&open.session, rooms.process(), said).await;
            // When the others cannot be heard, those who are here are counted.
            self.counts = all.map_or(here, |all| Counts::sum(&all));
        }
        let sits = |tab| self.counts.tabs.contains(tab);
        if self.counts.remotes > 0 || tab.is_some_and(sits) {
            (self.absent, self.is_led) = (None, true);
        } else {
            let since = *self.absent.get_or_insert_with(Instant::now);
            self.is_led &= since.elapsed() < PATIENCE;
        }
    }

    /// When to meet next, if at all.
    pub fn due(&self, open: &OpenRoom) -> Option<Instant> {
        let has_news = open.present().n_changes() != self.told;
        let pace = if has_news { PACE } else { MEET };
        (has_news || self.is_anybody).then_some(self.met + pace)
    }

    /// When the desk counts as left; `None` while somebody sits there, or nobody has for long.
    pub fn leaves(&self) -> Option<Instant> {
        self.absent.filter(|_| self.is_led).map(|since| since + PATIENCE)
    }

    /// Who is there.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether somebody sits at the desk, or did a moment ago.
    pub const fn is_led(&self) -> bool {
        self.is_led
    }
}
