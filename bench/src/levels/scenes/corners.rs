//! Places to get stuck in: corners between two walls, ceilings that come down to the floor, funnels.
//!
//! In: angles in degrees, sizes in metres. Out: surfaces with a place for the walker at one side; corners and funnels
//! are closed all round, the wedge is closed by `Builder::enclose`.

use glam::Vec3;

use super::builder::{Builder, pieces, trig};

/// Height of the walls of a scene of corners, metres.
const WALL: f32 = 3.0;

/// Builds two walls of `length` metres that meet at the origin at an angle of `degrees` (over 0, under 180), the floor between
/// them at y = 0, and a third wall across the open end. The corner opens along +x.
#[must_use]
pub fn v_corner(degrees: f32, length: f32) -> Builder {
    let mut builder = Builder::new("v-corner");
    let (sin, cos, _) = trig(degrees / 2.0);
    let n = pieces(length, 1.0);
    // Floor on a triangular grid: `i` along the wall at +z, `j` along the one at -z. Walls use the same points.
    let at = |i: usize, j: usize, y: f32| {
        let (s, t) = (i as f32 / n as f32 * length, j as f32 / n as f32 * length);
        Vec3::new((s + t) * cos, y, (s - t) * sin)
    };
    for i in 0..n {
        for j in 0..n - i {
            builder.triangle(at(i, j, 0.0), at(i + 1, j, 0.0), at(i, j + 1, 0.0));
            if i + j + 2 <= n {
                builder.triangle(at(i + 1, j, 0.0), at(i + 1, j + 1, 0.0), at(i, j + 1, 0.0));
            }
        }
    }
    for k in 0..n {
        // From `p` to `q`, the inside is on the right.
        let mut wall = |p: (usize, usize), q: (usize, usize)| {
            builder.quad([at(p.0, p.1, 0.0), at(q.0, q.1, 0.0), at(q.0, q.1, WALL), at(p.0, p.1, WALL)]);
        };
        wall((k + 1, 0), (k, 0));
        wall((0, k), (0, k + 1));
        wall((k, n - k), (k + 1, n - k - 1));
    }
    builder
}

/// Builds a square floor of `size` metres and a ceiling that rises by `degrees` from the floor at x = -`size` / 2.
#[must_use]
pub fn ceiling_wedge(degrees: f32, size: f32) -> Builder {
    let mut builder = Builder::new("wedge");
    let (half, n) = (size / 2.0, pieces(size, 1.0));
    builder.floor([-half, -half], [half, half], 0.0, n, n);
    let top = size * trig(degrees).2;
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    builder.patch([at(-half, 0.0, -half), at(half, top, -half), at(half, top, half), at(-half, 0.0, half)], n, n);
    builder
}

/// Builds a ring of `sides` steep slopes of `degrees` around a floor: `bottom` is the radius of the floor at y = 0, `top`
/// that of the upper edge, both to the corners. Behind the edge level ground goes on to the radius `outer`, where a
/// wall stands. With `bottom` 0 the slopes meet in a point.
#[must_use]
pub fn funnel(sides: usize, degrees: f32, bottom: f32, top: f32, outer: f32) -> Builder {
    let mut builder = Builder::new("funnel");
    // The slope is measured up the middle of a side, which is nearer to the axis than its corners.
    let height = (top - bottom) * trig(180.0 / sides as f32).1 * trig(degrees).2;
    let at = |side: usize, radius: f32, y: f32| {
        let (sin, cos, _) = trig(360.0 * (side % sides) as f32 / sides as f32);
        Vec3::new(radius * cos, y, radius * sin)
    };
    for side in 0..sides {
        // Seen from above, z down the page, corners go round clockwise; the front faces of the ground are up.
        let (a, b) = (side + 1, side);
        if bottom > 0.0 {
            builder.triangle(Vec3::ZERO, at(a, bottom, 0.0), at(b, bottom, 0.0));
            builder.quad([at(b, bottom, 0.0), at(a, bottom, 0.0), at(a, top, height), at(b, top, height)]);
        } else {
            builder.triangle(Vec3::ZERO, at(a, top, height), at(b, top, height));
        }
        builder.quad([at(b, top, height), at(a, top, height), at(a, outer, height), at(b, outer, height)]);
        let up = height + WALL;
        builder.quad([at(b, outer, height), at(a, outer, height), at(a, outer, up), at(b, outer, up)]);
    }
    builder
}
