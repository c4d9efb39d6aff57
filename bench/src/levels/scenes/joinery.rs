//! Furniture of curved parts in fine triangles: one generator for each kind of part, all with measures.
//!
//! In: a [`Frame`] on the ground that the piece stands on, measures in metres, the length of an edge. Out: closed
//! solids. Where two parts join, one reaches [`SUNK`] into the other, like glued parts.
//!
//! Parts with double curvature have edges of about `edge` in both directions. Straight stretches have longer rows, and
//! plane faces are coarse in the middle, as in the export of a modeller.

use glam::Vec3;

use super::builder::{Builder, between, pieces};
use super::loft::{Frame, Outline, bar, circle, prism, spline, turned};

/// Depth by which a part of a piece of furniture reaches into the part that carries it, metres.
const SUNK: f32 = 0.005;

/// Height of a table's top above the floor, metres.
const TABLE: f32 = 0.75;
/// Height of a chair's seat above the floor, metres.
const SEAT: f32 = 0.45;
/// Height of a bookshelf, metres.
const SHELF: f32 = 1.8;

/// Thickness of the furniture's boards, metres; their borders are half rounds.
const BOARD: f32 = 0.024;

/// Length of a quad on straight parts of furniture, as a multiple of the edge length of curved parts.
const STRETCHED: f32 = 4.0;
/// Length of a quad on slightly bent bars of furniture, as a multiple of the edge length of curved parts.
const BENT: f32 = 2.0;
/// Length of a quad on straight borders of boards and books, as a multiple of the edge length of curved parts.
const BORDER: f32 = 8.0;

/// Profile of a turned leg of a table or chair: radius as a fraction of the maximum, height as a fraction of the total.
const LEG: [[f32; 2]; 10] = [
    [0.62, 0.45],
    [0.85, 0.48],
    [0.55, 0.52],
    [0.5, 0.55],
    [0.95, 0.63],
    [1.0, 0.68],
    [0.6, 0.75],
    [0.55, 0.77],
    [0.85, 0.8],
    [0.65, 0.83],
];

/// Profile of a round table's pedestal: radius and height of each point, metres.
const PEDESTAL: [[f32; 2]; 10] = [
    [0.12, -SUNK],
    [0.115, 0.02],
    [0.07, 0.05],
    [0.04, 0.12],
    [0.05, 0.28],
    [0.065, 0.38],
    [0.035, 0.52],
    [0.05, 0.6],
    [0.06, 0.66],
    [0.12, TABLE - BOARD + SUNK],
];

/// Profile of a bowl of radius 1 from its foot over the rim to the middle of the inside: radius and height of each point.
const BOWL: [[f32; 2]; 10] = [
    [0.4, -0.02],
    [0.45, 0.03],
    [0.75, 0.2],
    [0.92, 0.45],
    [1.0, 0.72],
    [0.97, 0.74],
    [0.88, 0.46],
    [0.7, 0.24],
    [0.35, 0.1],
    [0.0, 0.08],
];

fn leg(builder: &mut Builder, frame: &Frame, radius: f32, height: f32, edge: f32) {
    let scaled = LEG.map(|[r, y]| [r * radius, y * height]);
    let straight = |from: [f32; 2], to: [f32; 2]| {
        let rows = pieces(to[1] - from[1], STRETCHED * edge);
        (0..=rows).map(move |k| {
            let p = between(Vec3::new(from[0], from[1], 0.0), Vec3::new(to[0], to[1], 0.0), k as f32 / rows as f32);
            [p.x, p.y]
        })
    };
    let (first, last) = (scaled[0], scaled[scaled.len() - 1]);
    let foot = straight([0.5 * radius, -SUNK], first);
    let head = straight(last, [0.9 * radius, height + SUNK]);
    let middle = spline(&scaled, edge);
    let profile: Vec<_> = foot.chain(middle.into_iter().skip(1)).chain(head.skip(1)).collect();
    turned(builder, frame, &profile, edge);
}

/// Adds a board with half-round borders and rounded corners; its lower face is at the height of the frame's origin.
fn board(builder: &mut Builder, frame: &Frame, half: [f32; 2], corner: f32, edge: f32) {
    let outline = Outline::rectangle(half, corner, edge, BORDER * edge);
    prism(builder, frame, &outline, BOARD, 0.5 * BOARD, [edge; 2]);
}

/// Adds a table of half size `half` (metres) on four turned legs; curved parts have triangle edges of about `edge`.
pub(super) fn table(builder: &mut Builder, frame: &Frame, half: [f32; 2], edge: f32) {
    board(builder, &frame.moved(0.0, TABLE - BOARD, 0.0), half, 0.05, edge);
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let place = frame.moved(x * (half[0] - 0.09), 0.0, z * (half[1] - 0.09));
        leg(builder, &place, 0.021, TABLE - BOARD, edge);
    }
}

/// Adds a round table on a pedestal; curved parts have triangle edges of about `edge` metres.
pub(super) fn round_table(builder: &mut Builder, frame: &Frame, radius: f32, edge: f32) {
    let half = 0.5 * BOARD;
    let rows = pieces(half * std::f32::consts::PI, edge);
    let border = (0..=rows).map(|k| {
        let [cos, sin] = circle(0.5 * k as f64 / rows as f64 - 0.25);
        [radius - half + half * cos, half * sin]
    });
    turned(builder, &frame.moved(0.0, TABLE - half, 0.0), &border.collect::<Vec<_>>(), edge);
    turned(builder, frame, &spline(&PEDESTAL, 1.4 * edge), 1.4 * edge);
}

/// Adds a chair that faces the frame's z: four turned legs, a seat, and a bent back of two posts, three bars and a rail.
pub(super) fn chair(builder: &mut Builder, frame: &Frame, edge: f32) {
    let (half, back) = (0.21, 0.17);
    board(builder, &frame.moved(0.0, SEAT - BOARD, 0.0), [half; 2], 0.06, edge);
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        leg(builder, &frame.moved(x * 0.16, 0.0, z * 0.16), 0.018, SEAT - BOARD, edge);
    }
    let across = frame.at(1.0, 0.0, 0.0) - frame.at(0.0, 0.0, 0.0);
    let upright = |x: f32, bow: f32| -> Vec<Vec3> {
        let rows = pieces(0.5, BENT * edge);
        let at = |k: usize| {
            let t = k as f32 / rows as f32;
            frame.at(x, SEAT - SUNK + 0.5 * t, -back - (0.1 + bow) * t * t)
        };
        (0..=rows).map(at).collect()
    };
    for (x, bow, radius, count) in [
        (-0.18, 0.0, 0.014, 24),
        (0.18, 0.0, 0.014, 24),
        (-0.09, 0.03, 0.007, 12),
        (0.0, 0.04, 0.007, 12),
        (0.09, 0.03, 0.007, 12),
    ] {
        bar(builder, &upright(x, bow), across, radius, count);
    }
    // The rail is bowed as the bars end: 4 cm in the middle.
    let pieces = pieces(0.44, BENT * edge);
    let rail = (0..=pieces).map(|k| {
        let s = 2.0 * k as f32 / pieces as f32 - 1.0;
        frame.at(0.22 * s, SEAT + 0.49, -back - 0.14 + 0.04 * s * s)
    });
    bar(builder, &rail.collect::<Vec<_>>(), Vec3::Y, 0.02, 36);
}

/// Adds a bookshelf of a width (metres) that is open to the frame's z; returns the heights of its four boards, metres.
pub(super) fn shelf(builder: &mut Builder, frame: &Frame, width: f32, edge: f32) -> [f32; 4] {
    let (half, depth) = (0.5 * width, 0.14);
    let corner = 0.02;
    for x in [-half - BOARD, half] {
        let side = frame.moved(x, 0.5 * SHELF - SUNK, 0.0).lying().lying();
        board(builder, &side, [depth, 0.5 * SHELF], corner, edge);
    }
    let back = frame.moved(0.0, 0.5 * SHELF - SUNK, -depth).lying();
    board(builder, &back, [0.5 * SHELF - 0.02, half + SUNK], corner, edge);
    let heights = [0, 1, 2, 3].map(|board| 0.06 + 0.56 * board as f32);
    for height in heights {
        board(builder, &frame.moved(0.0, height - BOARD, 0.0), [half + SUNK, depth - 0.01], corner, edge);
    }
    heights
}

/// Adds a closed book that stands upright at the frame's origin, its rounded back towards the frame's z.
pub(super) fn book(builder: &mut Builder, frame: &Frame, [width, height, depth]: [f32; 3], edge: f32) {
    let outline = Outline::rectangle([0.5 * width, 0.5 * depth], 0.4 * width, edge, BORDER * edge);
    prism(builder, &frame.moved(0.0, -0.001, 0.0), &outline, height, 0.003, [edge, BORDER * edge]);
}

/// Adds a bowl with its foot at the frame's origin; radius and triangle edge length in metres.
pub(super) fn bowl(builder: &mut Builder, frame: &Frame, radius: f32, edge: f32) {
    turned(builder, frame, &spline(&BOWL.map(|[r, y]| [r * radius, y * radius]), edge), edge);
}

/// Adds a ball that lies on the floor at the frame's origin.
pub(super) fn ball(builder: &mut Builder, frame: &Frame, radius: f32, edge: f32) {
    let rows = pieces(radius * std::f32::consts::PI, edge);
    let profile = (0..=rows).map(|k| {
        let [cos, sin] = circle(0.5 * k as f64 / rows as f64 - 0.25);
        [radius * cos, radius * (1.0 + sin) - SUNK.min(0.1 * radius)]
    });
    turned(builder, frame, &profile.collect::<Vec<_>>(), edge);
}
