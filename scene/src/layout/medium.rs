//! 640 to 959: the wide composition on a smaller canvas, so that type keeps its size.

use super::{Layout, Places, SizeClass, Sizes, Way, Ways};
use crate::geometry::{Rect, point, rect};
use crate::shape::Anchor::{Middle, Start};

const ROW_STEP: f32 = 30.0;

pub(super) fn layout(n_rows: usize) -> Layout {
    let band = if n_rows == 0 { 0.0 } else { n_rows as f32 * ROW_STEP + 4.0 };
    Layout {
        class: SizeClass::Medium,
        width: 800.0,
        height: 360.0 + band,
        places: places(n_rows, band),
        sizes: sizes(),
    }
}

fn places(n_rows: usize, band: f32) -> Places {
    Places {
        machine: rect(8.0, 34.0, 444.0, 318.0 + band),
        cluster: rect(476.0, 34.0, 316.0, 318.0 + band),
        machine_title: point(20.0, 23.0),
        cluster_title: point(488.0, 23.0),
        glass: rect(448.0, 6.0, 32.0, 348.0 + band),
        glass_is_upright: true,
        cordon: (point(22.0, 40.0), point(440.0, 40.0)),
        cordon_name: (point(440.0, 23.0), 150.0),
        manifests: rect(20.0, 48.0, 150.0, 290.0),
        kubelet: rect(214.0, 48.0, 216.0, 112.0),
        container: rect(214.0, 212.0, 216.0, 126.0),
        waiting_name: (point(430.0, 205.0), 98.0),
        api_server: rect(498.0, 48.0, 146.0, 112.0),
        mirror: rect(498.0, 212.0, 146.0, 126.0),
        you: rect(668.0, 48.0, 116.0, 112.0),
        drain: Some(rect(668.0, 212.0, 116.0, 126.0)),
        ways: ways(),
        tie: point(464.0, 275.0),
        tie_reach: 32.0,
        ring: (point(398.0, 82.0), 18.0),
        rows: (0..n_rows).map(row).collect(),
        rows_are_merged: false,
        rows_title: point(30.0, 370.0),
        others_title: Some(point(668.0, 370.0)),
    }
}

const fn ways() -> Ways {
    Ways {
        read: Way::named(
            point(172.0, 100.0),
            point(211.0, 100.0),
            point(191.0, 90.0),
            Middle,
            40.0,
        ),
        cri: Way::named(point(322.0, 162.0), point(322.0, 209.0), point(332.0, 184.0), Start, 94.0),
        write: Way::named(point(432.0, 92.0), point(495.0, 92.0), point(464.0, 79.0), Middle, 64.0),
        watch: Way::named(
            point(496.0, 130.0),
            point(433.0, 130.0),
            point(464.0, 147.0),
            Middle,
            62.0,
        ),
        command: Way::named(
            point(666.0, 104.0),
            point(647.0, 104.0),
            point(656.0, 92.0),
            Middle,
            0.0,
        ),
        store: Way::named(
            point(571.0, 162.0),
            point(571.0, 209.0),
            point(580.0, 184.0),
            Start,
            60.0,
        ),
    }
}

fn row(n: usize) -> (Rect, Rect) {
    let y = 352.0 + n as f32 * ROW_STEP;
    (rect(214.0, y, 216.0, 25.0), rect(498.0, y, 146.0, 25.0))
}

const fn sizes() -> Sizes {
    Sizes {
        title: 15.0,
        name: 15.5,
        strong: 12.5,
        body: 12.0,
        small: 12.0,
        clock: 21.0,
        tie: 17.0,
        pad: 13.0,
        arrow: 0.85,
        radius: 11.0,
        kubelet: [26.0, 50.0, 69.0, 96.0],
        api_server: [26.0, 50.0, 70.0, 94.0],
        container: [30.0, 108.0],
        state: (29.5, true),
        chips: (46.0, 26.0),
        mirror: [26.0, 46.0, 63.0, 83.0, 100.0, 116.0],
        you: [21.0, 42.0, 58.0, 82.0],
        drain: [20.0, 27.0, 30.0, 32.0],
        manifests: [22.0, 36.0, 66.0, 78.0],
        sheets_are_level: false,
        sublabels: false,
        is_terse: false,
        least: 10.5,
        side_titles: true,
    }
}
