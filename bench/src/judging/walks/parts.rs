//! Parts of worlds: sheets, blocks, walls, stairs; metres, +y up.

use glam::{DQuat, DVec3, Vec3};
use sweep8_scalar_ref::testkit::level::box_of;

/// Half the extent of a part.
pub(super) const FAR: f64 = 15.0;

/// Triangles before they are rounded to `f32`.
pub(super) type Part = Vec<[DVec3; 3]>;

pub(super) fn quad(corner: DVec3, along: DVec3, across: DVec3) -> Part {
    let [b, c, d] = [corner + along, corner + along + across, corner + across];
    vec![[corner, b, c], [corner, c, d]]
}

pub(super) fn floor(height: f64) -> Part {
    quad(DVec3::new(-FAR, height, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * 2.0 * FAR)
}

/// A sheet along z over points of (x, y), from the least x to the greatest.
pub(super) fn profile(points: &[(f64, f64)]) -> Part {
    let sheet = |ends: &[(f64, f64)]| {
        let [from, to] = [ends[0], ends[1]].map(|(x, y)| DVec3::new(x, y, -FAR));
        quad(from, DVec3::Z * 2.0 * FAR, to - from)
    };
    points.windows(2).flat_map(sheet).collect()
}

/// A box on `middle`, turned about up.
pub(super) fn block(middle: DVec3, half: DVec3, degrees: f64) -> Part {
    box_of(middle, half, DQuat::from_rotation_y(degrees.to_radians()))
}

/// A wall along x at `z`, through y = `height`, that leans by an angle from level, degrees: more than 90 over whoever is at less z.
pub(super) fn wall(degrees: f64, z: f64, height: f64) -> Part {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let up = DVec3::new(0.0, sine, cosine);
    quad(DVec3::new(-FAR, height, z) - up * 8.0, DVec3::X * 2.0 * FAR, up * 16.0)
}

/// Points of stairs from x = 0 on, with floors before and behind them.
pub(super) fn stairs(count: u32, rise: f64, tread: f64) -> Vec<(f64, f64)> {
    let mut points = vec![(-FAR, 0.0), (0.0, 0.0)];
    for number in 0..count {
        let (x, y) = (f64::from(number) * tread, f64::from(number + 1) * rise);
        points.extend([(x, y), (x + tread, y)]);
    }
    points.push((FAR, f64::from(count) * rise));
    points
}

/// Rounds parts to the triangles that the kernel gets.
pub(super) fn rounded(parts: &[Part]) -> Vec<[Vec3; 3]> {
    parts.iter().flatten().map(|triangle| triangle.map(DVec3::as_vec3)).collect()
}
