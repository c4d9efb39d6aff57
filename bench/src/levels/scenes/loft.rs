//! Closed solids with curved faces: rings of points, joined from the bottom to the top.
//!
//! In: profiles and outlines in metres, the wanted length of an edge, a [`Frame`] that places the solid. Out: triangles
//! that face outwards and close the solid without T-junctions.
//!
//! 1. A ring goes round its axis from x towards z. Two rings that follow each other have the same number of points, or
//!    one has twice as many as the other, so that edges keep their length where a solid narrows.
//! 2. The first and the last ring are closed by a cap: rings of half as many points each time, and a fan at last.
//! 3. Angles are parts of a turn, and [`circle`] uses nothing but sums, products and quotients in `f64`: the bits are
//!    the same on every platform.

use std::f64::consts::FRAC_PI_2;

use glam::Vec3;

use super::builder::{Builder, between, pieces};

/// Number of terms of the two series in [`circle`]: an eighth of a turn to the power of 16, by the factorial of it, is far below
/// the rounding of `f64`.
const TERMS: u32 = 8;

/// Minimum number of points of a ring around a solid of revolution.
const FEWEST: usize = 8;

/// Maximum number of points of an end cap's ring that is not halved again towards the middle.
const INNERMOST: usize = 12;

/// Returns cosine and sine of `part` of a full turn, the same on every machine: Taylor series about the nearest quarter.
#[must_use]
pub fn circle(part: f64) -> [f32; 2] {
    let quarter = (part * 4.0).round();
    let angle = (part * 4.0 - quarter) * FRAC_PI_2;
    let square = angle * angle;
    let (mut cos, mut sin) = (1.0, 1.0);
    for term in (1..=TERMS).rev() {
        let n = 2.0 * f64::from(term);
        cos = 1.0 - cos * square / (n * (n - 1.0));
        sin = 1.0 - sin * square / (n * (n + 1.0));
    }
    sin *= angle;
    let [x, y] = match quarter.rem_euclid(4.0) as u8 {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    };
    [x as f32, y as f32]
}

/// Position and orientation of a solid in a level: origin and three orthonormal axes, right-handed.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    origin: Vec3,
    axes: [Vec3; 3],
}

impl Frame {
    /// Creates an upright frame at `origin`, rotated about y by `part` of a full turn that takes the x axis towards z.
    #[must_use]
    pub fn upright(origin: Vec3, part: f64) -> Self {
        let [cos, sin] = circle(part);
        Self { origin, axes: [Vec3::new(cos, 0.0, sin), Vec3::Y, Vec3::new(-sin, 0.0, cos)] }
    }

    /// Returns the world position of the point `(x, y, z)` of this frame, metres.
    #[must_use]
    pub fn at(&self, x: f32, y: f32, z: f32) -> Vec3 {
        self.origin + self.axes[0] * x + self.axes[1] * y + self.axes[2] * z
    }

    /// Returns a frame with the same axes whose origin is the point `(x, y, z)` of this frame, metres.
    #[must_use]
    pub fn moved(&self, x: f32, y: f32, z: f32) -> Self {
        Self { origin: self.at(x, y, z), ..*self }
    }

    /// Returns a frame with the same origin, rotated about its own y axis by `part` of a full turn.
    #[must_use]
    pub fn turned(&self, part: f64) -> Self {
        let ([cos, sin], [x, y, z]) = (circle(part), self.axes);
        Self { axes: [x * cos + z * sin, y, z * cos - x * sin], ..*self }
    }

    /// Returns a frame whose x, y and z are this frame's y, z and x axes: a solid that stands along y lies along this
    /// frame's z.
    #[must_use]
    pub fn lying(&self) -> Self {
        let [x, y, z] = self.axes;
        Self { axes: [y, z, x], ..*self }
    }
}

/// A convex outline around the y axis: points and outward unit vectors, each with x and z.
#[derive(Clone, Debug)]
pub struct Outline {
    points: Vec<[f32; 2]>,
    outwards: Vec<[f32; 2]>,
}

impl Outline {
    /// Creates a rectangle with these half sides and corners rounded by `corner`. Corners have edges of about `edge`, sides
    /// of about `side`.
    #[must_use]
    pub fn rectangle(half: [f32; 2], corner: f32, edge: f32, side: f32) -> Self {
        // Multiples of 4 and 8 let a cap halve its rings four times.
        let arc = 4 * pieces(corner * FRAC_PI_2 as f32, 4.0 * edge);
        let mut outline = Self { points: Vec::new(), outwards: Vec::new() };
        for quarter in 0..4 {
            let centre = |quarter: usize, axis: usize| {
                let is_low = if axis == 0 { quarter == 1 || quarter == 2 } else { quarter >= 2 };
                (half[axis] - corner) * if is_low { -1.0 } else { 1.0 }
            };
            let [x, z] = [0, 1].map(|axis| centre(quarter, axis));
            for step in 0..=arc {
                let [cos, sin] = circle((quarter as f64 + step as f64 / arc as f64) / 4.0);
                outline.points.push([x + corner * cos, z + corner * sin]);
                outline.outwards.push([cos, sin]);
            }
            let ([from_x, from_z], outwards) =
                (outline.points[outline.points.len() - 1], circle((quarter + 1) as f64 / 4.0));
            let next = (quarter + 1) % 4;
            let to = [0, 1].map(|axis| centre(next, axis) + corner * outwards[axis]);
            let (from, to) = (Vec3::new(from_x, 0.0, from_z), Vec3::new(to[0], 0.0, to[1]));
            let count = 8 * pieces(from.distance(to), 8.0 * side);
            for step in 1..count {
                let point = between(from, to, step as f32 / count as f32);
                outline.points.push([point.x, point.z]);
                outline.outwards.push(outwards);
            }
        }
        outline
    }

    /// Returns the outline as a ring of world points at height `y` of the frame, drawn in by `inset`, metres.
    fn ring(&self, frame: &Frame, inset: f32, y: f32) -> Vec<Vec3> {
        let place = |(p, n): (&[f32; 2], &[f32; 2])| frame.at(p[0] - n[0] * inset, y, p[1] - n[1] * inset);
        self.points.iter().zip(&self.outwards).map(place).collect()
    }
}

/// Returns a smooth curve through `points` (radius, height) in pieces of about `edge` metres: Catmull and Rom 1974.
#[must_use]
pub fn spline(points: &[[f32; 2]], edge: f32) -> Vec<[f32; 2]> {
    let mut profile = vec![points[0]];
    for span in 0..points.len() - 1 {
        let [before, from, to, behind] = [span.saturating_sub(1), span, span + 1, (span + 2).min(points.len() - 1)]
            .map(|index| Vec3::new(points[index][0], points[index][1], 0.0));
        let count = pieces(from.distance(to), edge);
        for step in 1..=count {
            let t = step as f32 / count as f32;
            let cubic = (from - to) * 3.0 + behind - before;
            let square = before * 2.0 - from * 5.0 + to * 4.0 - behind;
            let point = if step == count { to } else { from + (to - before + (square + cubic * t) * t) * (0.5 * t) };
            profile.push([point.x, point.y]);
        }
    }
    profile
}

/// Adds a solid turned about the y axis of `frame`. The profile is a list of radius and height from the bottom to the
/// top, seen from outside; rings have edges of about `edge`. Radii other than the first and the last are above 0.
pub fn turned(builder: &mut Builder, frame: &Frame, profile: &[[f32; 2]], edge: f32) {
    let mut rings: Vec<Vec<Vec3>> = Vec::new();
    for &[radius, y] in profile {
        let mut count = FEWEST;
        // To the next power of two by ratio, not by difference.
        while count as f32 * edge * std::f32::consts::SQRT_2 < radius * std::f32::consts::TAU {
            count *= 2;
        }
        if let Some(last) = rings.last().filter(|last| last.len() > 1) {
            count = count.clamp((last.len() / 2).max(FEWEST), last.len() * 2);
        }
        let point = |index: usize| {
            let [cos, sin] = circle(index as f64 / count as f64);
            frame.at(radius * cos, y, radius * sin)
        };
        rings.push(if radius == 0.0 { vec![frame.at(0.0, y, 0.0)] } else { (0..count).map(point).collect() });
    }
    closed(builder, rings);
}

/// Adds an upright prism over an outline, from height 0 to `height`, its upper and lower border rounded by `round` in
/// pieces of about `edge` and its sides in rows of about `row`.
pub fn prism(builder: &mut Builder, frame: &Frame, outline: &Outline, height: f32, round: f32, [edge, row]: [f32; 2]) {
    let arc = pieces(round * FRAC_PI_2 as f32, edge);
    let rows = pieces(height - 2.0 * round, row);
    let mut rings = Vec::new();
    for step in 0..=arc {
        let [cos, sin] = circle(0.25 * step as f64 / arc as f64);
        rings.push(outline.ring(frame, round * (1.0 - sin), round * (1.0 - cos)));
    }
    let straight = height - 2.0 * round;
    if straight > 0.0 {
        rings.extend((1..rows).map(|k| outline.ring(frame, 0.0, round + straight * (k as f32 / rows as f32))));
    }
    for step in 0..=arc {
        let [cos, sin] = circle(0.25 * step as f64 / arc as f64);
        if step > 0 || straight > 0.0 {
            rings.push(outline.ring(frame, round * (1.0 - cos), height - round * (1.0 - sin)));
        }
    }
    closed(builder, rings);
}

/// Adds a round bar along `path`, which lies in a plane with the normal `across`; each ring of the bar has `count` points.
pub fn bar(builder: &mut Builder, path: &[Vec3], across: Vec3, radius: f32, count: usize) {
    let last = path.len() - 1;
    let ring = |at: usize| -> Vec<Vec3> {
        let along = (path[(at + 1).min(last)] - path[at.saturating_sub(1)]).normalize();
        let outwards = along.cross(across);
        let point = |index: usize| {
            let [cos, sin] = circle(index as f64 / count as f64);
            path[at] + (outwards * cos + across * sin) * radius
        };
        (0..count).map(point).collect()
    };
    closed(builder, (0..=last).map(ring).collect());
}

/// Adds the surface of a solid from its rings of points from bottom to top, with caps at both ends.
fn closed(builder: &mut Builder, rings: Vec<Vec<Vec3>>) {
    let [mut bottom, top] = [&rings[0], &rings[rings.len() - 1]].map(|ring| cap(ring));
    bottom.reverse();
    let all: Vec<Vec<Vec3>> = bottom.into_iter().chain(rings).chain(top).collect();
    for pair in all.windows(2) {
        join(builder, &pair[0], &pair[1]);
    }
}

/// Returns the rings of the cap over a solid's end ring, from the first inner ring to the middle.
fn cap(end: &[Vec3]) -> Vec<Vec<Vec3>> {
    let mut rings: Vec<Vec<Vec3>> = Vec::new();
    if end.len() == 1 {
        return rings;
    }
    let middle = end.iter().sum::<Vec3>() / end.len() as f32;
    let (mut ring, mut scale) = (end.to_vec(), 1.0);
    // The distance of rings is that of their points.
    while ring.len() > INNERMOST && ring.len().is_multiple_of(2) {
        let gap = std::f32::consts::TAU / ring.len() as f32;
        let smaller = (scale - gap).max(0.5 * scale);
        ring = ring.iter().step_by(2).map(|&point| middle + (point - middle) * (smaller / scale)).collect();
        scale = smaller;
        rings.push(ring.clone());
    }
    rings.push(vec![middle]);
    rings
}

/// Adds triangles between two rings, fronts outwards; their point counts are equal, differ by a factor of two, or one is 1.
fn join(builder: &mut Builder, lower: &[Vec3], upper: &[Vec3]) {
    let (below, above) = (lower.len(), upper.len());
    let low = |index: usize| lower[index % below];
    let high = |index: usize| upper[index % above];
    if above == 1 {
        (0..below).for_each(|i| builder.triangle(low(i), upper[0], low(i + 1)));
    } else if below == 1 {
        (0..above).for_each(|i| builder.triangle(lower[0], high(i), high(i + 1)));
    } else if below == above {
        for i in 0..below {
            let [a, b, c, d] = [low(i), high(i), high(i + 1), low(i + 1)];
            builder.quad(if i % 2 == 0 { [a, b, c, d] } else { [b, c, d, a] });
        }
    } else if below == 2 * above {
        for i in 0..above {
            builder.triangle(low(2 * i), high(i), low(2 * i + 1));
            builder.triangle(low(2 * i + 1), high(i), high(i + 1));
            builder.triangle(low(2 * i + 1), high(i + 1), low(2 * i + 2));
        }
    } else {
        assert_eq!(above, 2 * below, "rings that follow each other have as many points or twice as many");
        for i in 0..below {
            builder.triangle(low(i), high(2 * i), high(2 * i + 1));
            builder.triangle(low(i), high(2 * i + 1), low(i + 1));
            builder.triangle(low(i + 1), high(2 * i + 1), high(2 * i + 2));
        }
    }
}
