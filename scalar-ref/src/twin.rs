//! The kernel's sweep for one triangle in plain `f32`: the same operations in the same order, so that the kernel must
//! agree bit for bit.
//!
//! In: a triangle and a motion in ellipsoid space. Out: what one lane of the kernel's block answers. It is no
//! independent reference of the geometry (that is [`exact`](crate::exact)) but of the lanes: a mask, a blend or a
//! backend that is wrong shows here.
//!
//! To be read beside `prepare.rs` and `sweep.rs` of the kernel: same names, same statements. A predicate is a `bool`, a
//! blend an `if`; a blend is not a branch, so that both sides are computed where the kernel computes both.

use glam::Vec3;

/// Approach per unit of motion and coordinate that is rounding: as in the kernel.
const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Rounding of a squared distance at closest approach: as in the kernel.
const OUTLINE_ROUNDING: f32 = 1.2e-7;

/// A triangle with what every test needs of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prepared {
    /// Corners, ellipsoid space.
    pub corners: [Vec3; 3],
    /// Unit normal, zero for a triangle too thin to have one.
    pub normal: Vec3,
    /// `1 / |edge|²` of the edges 0-1, 1-2, 2-0; zero for an edge without length.
    pub inverse_square: [f32; 3],
}

/// What the sweep found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Fraction of first contact, at most the limit.
    pub fraction: Option<f32>,
    /// Squared distance at the start, where it is below 1.
    pub start_square: Option<f32>,
    /// Whether what is touched is the face; meaningful with a fraction or a squared distance.
    pub face: bool,
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

fn scale(v: Vec3, factor: f32) -> Vec3 {
    Vec3::new(v.x * factor, v.y * factor, v.z * factor)
}

fn one_norm(v: Vec3) -> f32 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

fn select<T>(mask: bool, a: T, b: T) -> T {
    if mask { a } else { b }
}

fn min(a: f32, b: f32) -> f32 {
    select(a < b, a, b)
}

fn max(a: f32, b: f32) -> f32 {
    select(a > b, a, b)
}

/// Computes normal and inverse squared edge lengths.
#[must_use]
pub fn prepare(corners: [Vec3; 3]) -> Prepared {
    let [v0, v1, v2] = corners;
    let (e0, e1, e2) = (v1 - v0, v2 - v1, v0 - v2);
    let (l0, l1, l2) = (dot(e0, e0), dot(e1, e1), dot(e2, e2));

    let second = l1 > l0;
    let (longest, square) = (select(second, e1, e0), select(second, l1, l0));
    let third = l2 > square;
    let (longest, square) = (select(third, e2, longest), select(third, l2, square));

    let scale_by = 1.0 / square.sqrt();
    let axis = scale(longest, scale_by);
    let normal = cross(scale(e0, scale_by), scale(e1, scale_by));
    let normal = normal - scale(axis, dot(normal, axis));
    let normal_square = dot(normal, normal);
    let thick = normal_square > 0.0;
    let normal = scale(normal, 1.0 / normal_square.sqrt());

    Prepared {
        corners,
        normal: select(thick, normal, Vec3::ZERO),
        inverse_square: [l0, l1, l2].map(|length_square| select(length_square > 0.0, 1.0 / length_square, 0.0)),
    }
}

/// Sweeps the unit sphere from `start` by `displacement` against one triangle, contacts up to `limit` (a fraction,
/// inclusive).
///
/// `approach_only`: an overlap at the start is a contact only where the motion goes deeper.
#[must_use]
pub fn sweep(triangle: &Prepared, start: Vec3, displacement: Vec3, limit: f32, approach_only: bool) -> Found {
    const NONE: Found = Found { fraction: None, start_square: None, face: false };
    let length = dot(displacement, displacement).sqrt();
    let inverse_length = if length > 0.0 { 1.0 / length } else { 0.0 };
    let u = displacement * inverse_length;
    let d = displacement;
    let v = triangle.corners;
    let m = v.map(|corner| start - corner);
    let n = triangle.normal;

    // Plane.
    let signed = dot(n, m[0]);
    let below = signed < 0.0;
    let height = signed.abs();
    let along = dot(n, d);
    let rate = select(below, -along, along);
    let cuts = height < 1.0;
    let reached = cuts || height + rate < 1.0;
    if !reached {
        return NONE;
    }

    // Face.
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
    let inward = e.map(|edge| cross(n, edge));
    let inside = [dot(inward[0], m[0]), dot(inward[1], m[1]), dot(inward[2], m[2])];
    let touch = (height - 1.0) / -rate;
    let mut face = reached && !cuts && rate < 0.0;
    for k in 0..3 {
        face = face && inside[k] + dot(inward[k], d) * touch > 0.0;
    }

    let mut fraction = select(face, touch, f32::INFINITY);
    let mut open = !face;
    let mut on_face = face;
    let mut start_square = None;

    // Start.
    if cuts {
        let over_face = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
        let (edge_square, edge_approach, spread) = nearest_on_edges(triangle, &m, &e, d);
        let square = select(over_face, height * height, edge_square);
        if square < 1.0 {
            start_square = Some(square);
            on_face = on_face || over_face;
            let approach = select(over_face, rate, edge_approach);
            let rounding = APPROACH_ROUNDING * length;
            let rounding = select(over_face, rounding, rounding * (1.0 + spread));
            let deeper = !approach_only || approach < -rounding;
            fraction = select(deeper, 0.0, fraction);
            open = false;
        }
    }

    if open {
        fraction = first_on_outline(triangle, &m, &e, d, u, inverse_length);
        let rounding = OUTLINE_ROUNDING * (1.0 + one_norm(d) + one_norm(m[0]));
        let on_plane = height + rate * fraction >= 1.0 - rounding;
        on_face = !cuts && on_plane;
    }
    Found { fraction: (fraction <= limit).then_some(fraction), start_square, face: on_face }
}

fn nearest_on_edges(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3], d: Vec3) -> (f32, f32, f32) {
    let mut square = f32::INFINITY;
    let mut approach = 0.0;
    let mut spread = 0.0;
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        let foot = min(max(dot(m[k], e[k]) * inverse_square, 0.0), 1.0);
        let from_foot = m[k] - scale(e[k], foot);
        let foot_square = dot(from_foot, from_foot);
        let nearer = foot_square < square;
        square = select(nearer, foot_square, square);
        approach = select(nearer, dot(from_foot, d), approach);
        spread += one_norm(m[k]);
    }
    (square, approach, spread)
}

fn first_on_outline(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3], d: Vec3, u: Vec3, inverse_length: f32) -> f32 {
    let motion_size = 1.0 + one_norm(d);
    let mut fraction = f32::INFINITY;
    for k in 0..3 {
        let rounding = OUTLINE_ROUNDING * (motion_size + one_norm(m[k]));

        // Vertex.
        let ahead = -dot(m[k], u);
        let across = m[k] + scale(u, ahead);
        let depth_square = 1.0 - dot(across, across);
        let half_chord = max(depth_square, 0.0).sqrt();
        let touch = max(ahead - half_chord, 0.0) * inverse_length;
        let hit = ahead > rounding && depth_square >= -rounding && touch < fraction;
        fraction = select(hit, touch, fraction);

        // Edge.
        let inverse_square = triangle.inverse_square[k];
        let foot = dot(m[k], e[k]) * inverse_square;
        let foot_rate = dot(d, e[k]) * inverse_square;
        let m_across = m[k] - scale(e[k], foot);
        let d_across = d - scale(e[k], foot_rate);
        let inverse = 1.0 / dot(d_across, d_across);
        let closing = dot(m_across, d_across);
        let closest = -closing * inverse;
        let miss = m_across + scale(d_across, closest);
        let depth_square = 1.0 - dot(miss, miss);
        let half_chord = (max(depth_square, 0.0) * inverse).sqrt();
        let touch = max(closest - half_chord, 0.0);
        let foot_then = foot + foot_rate * touch;
        let on_segment = (0.0..=1.0).contains(&foot_then);
        let hit = closing < 0.0 && depth_square >= -rounding && on_segment && touch < fraction;
        fraction = select(hit, touch, fraction);
    }
    fraction
}
