//! The server's clock, as far as this page can know it. Pure: it is told what was measured.
//!
//! A question that left the page at one moment and was answered at another was read by the server
//! somewhere in between, so the shorter the trip, the better its answer. A message that the server
//! sent by itself says less, but it says one thing for certain: it did not arrive before it left.

/// So many questions make a measurement.
pub const TRIPS: usize = 3;

/// A question to the server and its answer. The page's times are in milliseconds since it was
/// opened, the server's in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// When the question left, by the page's clock.
    pub sent: f64,
    /// When the answer arrived, by the page's clock.
    pub received: f64,
    /// What the server's clock said in between.
    pub server: f64,
}

/// How far the server's clock is ahead of the page's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ServerClock {
    ahead: Option<f64>,
    best: Option<Trip>,
    n_trips: usize,
}

impl ServerClock {
    /// Begins another measurement. What was measured before counts until it is complete: a page's
    /// clock drifts, but slowly.
    pub const fn measure_again(&mut self) {
        self.best = None;
        self.n_trips = 0;
    }

    /// Takes a trip; true when the measurement wants another one.
    pub fn trip(&mut self, trip: Trip) -> bool {
        self.n_trips += 1;
        if self.best.is_none_or(|it| trip.length() < it.length()) {
            self.best = Some(trip);
        }
        let is_complete = self.n_trips >= TRIPS;
        if let Some(best) = self.best
            && (is_complete || self.ahead.is_none())
        {
            self.ahead = Some(best.ahead());
        }
        !is_complete
    }

    /// A message that the server sent at `server` by its clock arrived at `received` by the page's.
    pub const fn heard(&mut self, server: f64, received: f64) {
        let at_least = server - received;
        self.ahead = Some(match self.ahead {
            Some(ahead) => ahead.max(at_least),
            None => at_least,
        });
    }

    /// What the server's clock says when the page's says `page`.
    #[must_use]
    pub fn server(&self, page: f64) -> f64 {
        page + self.ahead.unwrap_or(0.0)
    }

    /// Whether anything is known yet.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.ahead.is_some()
    }
}

impl Trip {
    const fn length(&self) -> f64 {
        self.received - self.sent
    }

    /// Nobody knows which way took longer, so the server's moment is taken to be the middle.
    const fn ahead(&self) -> f64 {
        self.server - (self.sent + self.received) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trips through a net of these delays, there and back, to a server that is 5000 ms ahead.
    #[track_caller]
    fn check(delays: &[(f64, f64)], wanted: f64) {
        let mut clock = ServerClock::default();
        for (n, (there, back)) in delays.iter().enumerate() {
            let sent = 1_000.0 * n as f64;
            let server = sent + there + 5_000.0;
            let wants_more = clock.trip(Trip { sent, received: sent + there + back, server });
            assert_eq!(wants_more, n + 1 < TRIPS);
        }
        assert_eq!(clock.server(0.0), wanted, "{delays:?}");
    }

    #[test]
    fn a_trip_with_equal_ways_tells_the_time() {
        check(&[(0.0, 0.0)], 5_000.0);
        check(&[(80.0, 80.0)], 5_000.0);
    }

    #[test]
    fn the_shortest_of_three_trips_counts() {
        check(&[(300.0, 20.0), (10.0, 12.0), (40.0, 400.0)], 4_999.0);
        check(&[(300.0, 20.0), (40.0, 400.0), (10.0, 12.0)], 4_999.0);
    }

    #[test]
    fn the_first_trip_counts_until_there_are_others() {
        check(&[(300.0, 20.0)], 5_140.0);
    }

    #[test]
    fn a_message_that_would_have_arrived_before_it_left_corrects_the_clock() {
        let mut clock = ServerClock::default();
        clock.heard(5_900.0, 1_000.0);
        assert_eq!(clock.server(0.0), 4_900.0, "the message was under way for 100 ms");
        clock.heard(6_990.0, 2_000.0);
        assert_eq!(clock.server(0.0), 4_990.0, "this one for 10 ms");
        clock.heard(7_500.0, 3_000.0);
        assert_eq!(clock.server(0.0), 4_990.0, "a slow one says nothing new");
    }

    #[test]
    fn a_new_measurement_counts_when_it_is_complete() {
        let mut clock = ServerClock::default();
        let trip = |server| Trip { sent: 0.0, received: 0.0, server };
        for _ in 0..TRIPS {
            clock.trip(trip(5_000.0));
        }
        clock.measure_again();
        clock.trip(trip(5_030.0));
        assert_eq!(clock.server(0.0), 5_000.0);
        clock.trip(trip(5_030.0));
        clock.trip(trip(5_030.0));
        assert_eq!(clock.server(0.0), 5_030.0);
    }
}
