//! 480 to 639: the same places, with names and what counts most, in type that can be read.

use super::{Layout, Places, SizeClass, Sizes, Way, Ways};
use crate::geometry::{point, rect};

pub(super) fn layout() -> Layout {
    Layout {
        class: SizeClass::Small,
        width: 480.0,
        height: 208.0,
        places: places(),
        sizes: sizes(),
    }
}

fn places() -> Places {
    Places {
        machine: rect(2.0, 4.0, 254.0, 200.0),
        cluster: rect(276.0, 4.0, 202.0, 200.0),
        machine_title: point(0.0, 0.0),
        cluster_title: point(0.0, 0.0),
        glass: rect(254.0, 2.0, 24.0, 204.0),
        glass_is_upright: true,
        cordon: (point(14.0, 7.5), point(246.0, 7.5)),
        cordon_name: (point(0.0, 0.0), 0.0),
        manifests: rect(9.0, 12.0, 90.0, 184.0),
        kubelet: rect(122.0, 12.0, 120.0, 76.0),
        container: rect(122.0, 112.0, 120.0, 84.0),
        waiting_name: (point(0.0, 0.0), 0.0),
        api_server: rect(290.0, 12.0, 96.0, 76.0),
        mirror: rect(290.0, 112.0, 96.0, 84.0),
        you: rect(402.0, 12.0, 70.0, 76.0),
        drain: Some(rect(402.0, 112.0, 70.0, 84.0)),
        ways: ways(),
        tie: point(266.0, 154.0),
        tie_reach: 23.0,
        ring: (point(226.0, 28.0), 8.0),
        rows: Vec::new(),
        rows_are_merged: false,
        rows_title: point(0.0, 0.0),
        others_title: None,
    }
}

const fn ways() -> Ways {
    Ways {
        read: Way::nameless(point(100.0, 50.0), point(120.0, 50.0)),
        cri: Way::nameless(point(182.0, 89.0), point(182.0, 110.0)),
        write: Way::nameless(point(243.0, 36.0), point(288.0, 36.0)),
        watch: Way::nameless(point(289.0, 68.0), point(244.0, 68.0)),
        command: Way::nameless(point(401.0, 50.0), point(388.0, 50.0)),
        store: Way::nameless(point(338.0, 89.0), point(338.0, 110.0)),
    }
}

const fn sizes() -> Sizes {
    Sizes {
        title: 13.5,
        name: 13.5,
        strong: 12.0,
        body: 12.0,
        small: 12.0,
        clock: 17.0,
        tie: 15.0,
        pad: 9.0,
        arrow: 0.62,
        radius: 9.0,
        kubelet: [21.0, 41.0, 0.0, 63.0],
        api_server: [21.0, 42.0, 62.0, 0.0],
        container: [22.0, 70.0],
        state: (44.0, false),
        chips: (0.0, 0.0),
        mirror: [22.0, 44.0, 0.0, 66.0, 0.0, 0.0],
        you: [19.0, 41.0, 0.0, 62.0],
        drain: [19.0, 25.0, 17.0, 19.0],
        manifests: [0.0, 9.0, 48.0, 55.0],
        sheets_are_level: false,
        sublabels: false,
        is_terse: true,
        least: 12.0,
        side_titles: false,
    }
}
