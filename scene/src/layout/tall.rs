//! A phone held upright: the same grid transposed, four rows of two cells. What the cluster
//! believes is above the glass, the machine below. Other Pods lie below both, two in a line, each
//! with its container in one chip: there is no room for them on either side.

use super::{Layout, Places, SizeClass, Sizes, Way, Ways};
use crate::geometry::{Rect, point, rect};
use crate::shape::Anchor::{Middle, Start};

const ROW_STEP: f32 = 29.0;

pub(super) fn layout(n_rows: usize) -> Layout {
    Layout {
        class: SizeClass::Tall,
        width: 366.0,
        height: 486.0 + n_rows.div_ceil(2) as f32 * ROW_STEP,
        places: places(n_rows),
        sizes: sizes(),
    }
}

fn places(n_rows: usize) -> Places {
    Places {
        cluster: rect(0.0, 0.0, 366.0, 214.0),
        machine: rect(0.0, 246.0, 366.0, 236.0),
        machine_title: point(0.0, 0.0),
        cluster_title: point(0.0, 0.0),
        glass: rect(0.0, 214.0, 366.0, 32.0),
        glass_is_upright: false,
        you: rect(12.0, 12.0, 342.0, 44.0),
        waiting_name: (point(354.0, 413.0), 150.0),
        api_server: rect(12.0, 80.0, 152.0, 118.0),
        mirror: rect(198.0, 80.0, 156.0, 118.0),
        kubelet: rect(12.0, 268.0, 152.0, 126.0),
        container: rect(198.0, 268.0, 156.0, 126.0),
        cordon: (point(14.0, 478.5), point(352.0, 478.5)),
        cordon_name: (point(344.0, 439.0), 120.0),
        manifests: rect(12.0, 420.0, 342.0, 54.0),
        drain: None,
        ways: ways(),
        tie: point(276.0, 230.0),
        tie_reach: 31.0,
        ring: (point(138.0, 298.0), 14.0),
        rows: (0..n_rows).map(row).collect(),
        rows_are_merged: true,
        rows_title: point(14.0, 506.0),
        others_title: None,
    }
}

const fn ways() -> Ways {
    Ways {
        read: Way::named(point(88.0, 419.0), point(88.0, 397.0), point(98.0, 412.0), Start, 90.0),
        cri: Way::named(
            point(165.0, 331.0),
            point(195.0, 331.0),
            point(180.0, 320.0),
            Middle,
            30.0,
        ),
        write: Way::named(point(60.0, 266.0), point(60.0, 201.0), point(74.0, 224.0), Start, 108.0),
        watch: Way::named(
            point(120.0, 200.0),
            point(120.0, 265.0),
            point(130.0, 250.0),
            Start,
            62.0,
        ),
        command: Way::named(point(88.0, 57.0), point(88.0, 77.0), point(98.0, 72.0), Start, 0.0),
        store: Way::named(
            point(165.0, 138.0),
            point(195.0, 138.0),
            point(180.0, 128.0),
            Middle,
            30.0,
        ),
    }
}

fn row(n: usize) -> (Rect, Rect) {
    let x = if n.is_multiple_of(2) { 12.0 } else { 188.0 };
    let at = rect(x, 490.0 + (n / 2) as f32 * ROW_STEP, 166.0, 24.0);
    (at, at)
}

const fn sizes() -> Sizes {
    Sizes {
        title: 15.5,
        name: 15.5,
        strong: 12.5,
        body: 12.0,
        small: 11.5,
        clock: 21.0,
        tie: 17.0,
        pad: 14.0,
        arrow: 0.85,
        radius: 12.0,
        kubelet: [28.0, 52.0, 71.0, 104.0],
        api_server: [28.0, 52.0, 74.0, 96.0],
        container: [29.0, 108.0],
        state: (50.0, false),
        chips: (60.0, 0.0),
        mirror: [27.0, 48.0, 65.0, 86.0, 105.0, 0.0],
        you: [0.0, 28.0, 0.0, 28.0],
        drain: [0.0, 0.0, 0.0, 0.0],
        manifests: [19.0, 26.0, 22.0, 170.0],
        sheets_are_level: true,
        sublabels: false,
        is_terse: false,
        least: 11.0,
        side_titles: false,
    }
}
