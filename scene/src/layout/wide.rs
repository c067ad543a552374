//! 960 by 600 and more: two rows of four cells, face to face across the glass.

use super::{Layout, Places, SizeClass, Sizes, Way, Ways};
use crate::geometry::{Rect, point, rect};
use crate::shape::Anchor::{Middle, Start};

const ROW_HEIGHT: f32 = 28.0;
const ROW_STEP: f32 = 34.0;

pub(super) fn layout(n_rows: usize) -> Layout {
    let band = if n_rows == 0 { 0.0 } else { n_rows as f32 * ROW_STEP + 4.0 };
    Layout {
        class: SizeClass::Wide,
        width: 1200.0,
        height: 470.0 + band,
        places: places(n_rows, band),
        sizes: sizes(),
    }
}

fn places(n_rows: usize, band: f32) -> Places {
    Places {
        machine: rect(14.0, 44.0, 684.0, 410.0 + band),
        cluster: rect(726.0, 44.0, 460.0, 410.0 + band),
        machine_title: point(28.0, 30.0),
        cluster_title: point(742.0, 30.0),
        glass: rect(694.0, 8.0, 36.0, 456.0 + band),
        glass_is_upright: true,
        cordon: (point(30.0, 51.0), point(682.0, 51.0)),
        cordon_name: (point(684.0, 30.0), 250.0),
        manifests: rect(34.0, 66.0, 226.0, 366.0),
        kubelet: rect(344.0, 66.0, 326.0, 130.0),
        container: rect(344.0, 274.0, 326.0, 158.0),
        waiting_name: (point(672.0, 262.0), 140.0),
        api_server: rect(750.0, 66.0, 226.0, 130.0),
        mirror: rect(750.0, 274.0, 226.0, 158.0),
        you: rect(1004.0, 66.0, 166.0, 130.0),
        drain: Some(rect(1004.0, 274.0, 166.0, 158.0)),
        ways: ways(),
        tie: point(712.0, 353.0),
        tie_reach: 38.0,
        ring: (point(614.0, 124.0), 31.0),
        rows: (0..n_rows).map(row).collect(),
        rows_are_merged: false,
        rows_title: point(52.0, 470.0),
        others_title: Some(point(1004.0, 470.0)),
    }
}

const fn ways() -> Ways {
    Ways {
        read: Way::named(
            point(262.0, 130.0),
            point(341.0, 130.0),
            point(299.0, 121.0),
            Middle,
            72.0,
        ),
        cri: Way::named(
            point(507.0, 198.0),
            point(507.0, 271.0),
            point(518.0, 232.0),
            Start,
            140.0,
        ),
        write: Way::named(
            point(672.0, 112.0),
            point(747.0, 112.0),
            point(710.0, 97.0),
            Middle,
            78.0,
        ),
        watch: Way::named(
            point(748.0, 158.0),
            point(673.0, 158.0),
            point(710.0, 177.0),
            Middle,
            78.0,
        ),
        command: Way::named(
            point(1002.0, 131.0),
            point(979.0, 131.0),
            point(990.0, 116.0),
            Middle,
            0.0,
        ),
        store: Way::named(
            point(863.0, 198.0),
            point(863.0, 271.0),
            point(874.0, 232.0),
            Start,
            120.0,
        ),
    }
}

fn row(n: usize) -> (Rect, Rect) {
    let y = 450.0 + n as f32 * ROW_STEP;
    (rect(344.0, y, 326.0, ROW_HEIGHT), rect(750.0, y, 226.0, ROW_HEIGHT))
}

const fn sizes() -> Sizes {
    Sizes {
        title: 18.0,
        name: 19.0,
        strong: 14.0,
        body: 13.0,
        small: 12.5,
        clock: 26.0,
        tie: 19.0,
        pad: 20.0,
        arrow: 1.0,
        radius: 14.0,
        kubelet: [34.0, 62.0, 82.0, 110.0],
        api_server: [34.0, 62.0, 84.0, 108.0],
        container: [40.0, 128.0],
        state: (39.0, true),
        chips: (60.0, 30.0),
        mirror: [34.0, 60.0, 0.0, 86.0, 110.0, 141.0],
        you: [28.0, 52.0, 70.0, 96.0],
        drain: [25.0, 34.0, 36.0, 40.0],
        manifests: [27.0, 46.0, 82.0, 98.0],
        sheets_are_level: false,
        sublabels: true,
        is_terse: false,
        least: 11.5,
        side_titles: true,
    }
}
