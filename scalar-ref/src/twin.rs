//! The kernel's sweep for one triangle in plain `f32`: the same operations in the same order, so that the kernel must
//! agree bit for bit.
//!
//! In: a triangle and a motion in ellipsoid space. Out: what one lane of the kernel's block answers; of eight triangles,
//! what all lanes answer, as one that touches a face ends the way of the others. It is no
//! independent reference of the geometry (that is [`exact`](crate::exact)) but of the lanes: a mask, a blend or a
//! backend that is wrong shows here.
//!
//! To be read beside `prepare.rs`, `sweep.rs`, `outline.rs`, `closest.rs` and `ray.rs` of the kernel: same names, same
//! statements. A predicate is a `bool`, a blend an `if`; a blend is not a branch, so that both sides are computed where the
//! kernel computes both.

use glam::Vec3;

/// Approach per unit of motion and coordinate that is rounding: as in the kernel.
const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Rounding of what tells that a sphere passes by a triangle: as in the kernel.
const BESIDE_ROUNDING: f32 = 7.7e-6;

/// Bound of the rounding by which a contact can win against one before it: as in the kernel.
const SEAM_WINDOW: f32 = 1e-3;

/// Rounding of a squared distance at closest approach: as in the kernel.
const OUTLINE_ROUNDING: f32 = 1.2e-7;

/// Rounding of the vector to a closest point, per unit of coordinate: as in the kernel.
const OUT_ROUNDING: f32 = 4.8e-7;

/// Rounding of a place along a ray: as in the kernel.
const REACH_ROUNDING: f32 = 1e-5;

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

/// What counts as a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// An overlap at the start is a contact only where the motion goes deeper.
    pub approach_only: bool,
    /// A triangle whose back the centre is on does not count.
    pub front_only: bool,
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

/// The motion of the unit sphere, with what all triangles share.
struct Motion {
    start: Vec3,
    /// The displacement.
    d: Vec3,
    /// Unit vector along it, zero where there is none.
    u: Vec3,
    length: f32,
    inverse_length: f32,
}

impl Motion {
    fn new(start: Vec3, displacement: Vec3) -> Self {
        let square = dot(displacement, displacement);
        let moves = square >= f32::MIN_POSITIVE;
        let (d, length) = (select(moves, displacement, Vec3::ZERO), select(moves, square.sqrt(), 0.0));
        let inverse_length = if length > 0.0 { 1.0 / length } else { 0.0 };
        Self { start, d, u: d * inverse_length, length, inverse_length }
    }
}

/// Where the sphere is above a triangle that its motion reaches.
struct Course {
    /// From the corners to the centre.
    m: [Vec3; 3],
    e: [Vec3; 3],
    /// Of the centre above the plane, and its change over the motion.
    height: f32,
    rate: f32,
    cuts: bool,
    inside: [f32; 3],
    /// Where the sphere touches the plane, and whether that is the face.
    touch: f32,
    face: bool,
}

impl Course {
    /// None where the sphere stays more than a radius away from the plane.
    fn of(triangle: &Prepared, motion: &Motion, rule: Rule) -> Option<Self> {
        let v = triangle.corners;
        let (m, n, d) = (v.map(|corner| motion.start - corner), triangle.normal, motion.d);

        // Plane.
        let signed = dot(n, m[0]);
        let below = signed < 0.0;
        let height = signed.abs();
        let along = dot(n, d);
        let rate = select(below, -along, along);
        let felt = signed >= select(rule.front_only, 0.0, f32::NEG_INFINITY);
        let cuts = felt && height < 1.0;
        let reached = cuts || (felt && height + rate < 1.0);
        if !reached {
            return None;
        }

        // Face.
        let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];
        let inward = e.map(|edge| cross(n, edge));
        let inside = [dot(inward[0], m[0]), dot(inward[1], m[1]), dot(inward[2], m[2])];
        let touch = (height - 1.0) / -rate;
        let mut face = !cuts && rate < 0.0;
        for k in 0..3 {
            face = face && inside[k] + dot(inward[k], d) * touch > 0.0;
        }
        Some(Self { m, e, height, rate, cuts, inside, touch, face })
    }
}

/// Sweeps the unit sphere from `start` by `displacement` against eight triangles, contacts up to `limit` (a fraction,
/// inclusive). Where a face is touched, what comes behind it and cannot win by rounding need not be found.
#[must_use]
pub fn sweep_eight(triangles: &[Prepared; 8], start: Vec3, displacement: Vec3, limit: f32, rule: Rule) -> [Found; 8] {
    let motion = Motion::new(start, displacement);
    let courses = triangles.iter().filter_map(|triangle| Course::of(triangle, &motion, rule));
    let least = courses.filter(|course| course.face).map(|course| course.touch).fold(f32::INFINITY, min);
    triangles.each_ref().map(|triangle| {
        let m = triangle.corners.map(|corner| start - corner);
        let size = one_norm(m[0]) + one_norm(m[1]) + one_norm(m[2]);
        let rounding = BESIDE_ROUNDING * (size + (1.0 + one_norm(motion.d)));
        let behind = min(rounding, SEAM_WINDOW) * motion.inverse_length;
        sweep(triangle, start, displacement, min(least + behind, limit), rule)
    })
}

/// Sweeps the unit sphere from `start` by `displacement` against one triangle, contacts up to `limit` (a fraction,
/// inclusive).
#[must_use]
pub fn sweep(triangle: &Prepared, start: Vec3, displacement: Vec3, limit: f32, rule: Rule) -> Found {
    const NONE: Found = Found { fraction: None, start_square: None, face: false };
    let motion = Motion::new(start, displacement);
    let Some(Course { m, e, height, rate, cuts, inside, touch, face }) = Course::of(triangle, &motion, rule) else {
        return NONE;
    };
    let Motion { d, u, length, inverse_length, .. } = motion;

    let mut fraction = select(face, touch, f32::INFINITY);
    let mut open = !face;
    let mut on_face = face;
    let mut start_square = None;

    // Start.
    if cuts {
        let over_face = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
        let (edge_square, _) = nearest_on_edges(triangle, &m, &e);
        let square = select(over_face, height * height, edge_square);
        if square < 1.0 {
            start_square = Some(square);
            on_face = on_face || over_face;
            let (to_edges, to_edges_rounding) = approach_to_edges(triangle, &m, &e, d);
            let approach = select(over_face, rate, to_edges);
            let beyond_length = select(over_face, 0.0, to_edges_rounding);
            let rounding = APPROACH_ROUNDING * (length + beyond_length);
            let deeper = !rule.approach_only || approach < -rounding;
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

fn nearest_on_edges(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3]) -> (f32, Vec3) {
    let mut square = f32::INFINITY;
    let mut apart = Vec3::ZERO;
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        let foot = min(max(dot(m[k], e[k]) * inverse_square, 0.0), 1.0);
        let from_foot = m[k] - scale(e[k], foot);
        let foot_square = dot(from_foot, from_foot);
        let nearer = foot_square < square;
        square = select(nearer, foot_square, square);
        apart = select(nearer, from_foot, apart);
    }
    (square, apart)
}

fn approach_to_edges(triangle: &Prepared, m: &[Vec3; 3], e: &[Vec3; 3], d: Vec3) -> (f32, f32) {
    let mut square = f32::INFINITY;
    let (mut approach, mut rounding) = (0.0, 0.0);
    for k in 0..3 {
        let inverse_square = triangle.inverse_square[k];
        let foot = dot(m[k], e[k]) * inverse_square;
        let (before, beyond) = (foot <= 0.0, foot >= 1.0);
        let from_foot = select(before, m[k], select(beyond, m[(k + 1) % 3], m[k] - scale(e[k], foot)));
        let foot_square = dot(from_foot, from_foot);
        let d_across = d - scale(e[k], dot(d, e[k]) * inverse_square);
        let ends = before || beyond;
        let d_closing = select(ends, d, d_across);
        let nearer = foot_square < square;
        let spread = select(ends, 1.0, one_norm(m[k]));
        square = select(nearer, foot_square, square);
        approach = select(nearer, dot(from_foot, d_closing), approach);
        rounding = select(nearer, one_norm(d_closing) * spread, rounding);
    }
    (approach, rounding)
}

/// The point of a triangle closest to a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Squared distance.
    pub square: f32,
    /// From the closest point to the centre.
    pub apart: Vec3,
    /// Whether the closest point is inside the face.
    pub over_face: bool,
    /// Whether there is a face, and the centre so near to its outline that `apart` points anywhere.
    pub on_outline: bool,
    /// Distance from the face's plane.
    pub height: f32,
    /// The face's normal on the centre's side; of a triangle too thin for one, a direction across it.
    pub facing: Vec3,
    /// Whether the side that the centre is on counts.
    pub felt: bool,
}

/// Finds the point of a triangle closest to `center`.
#[must_use]
pub fn closest(triangle: &Prepared, center: Vec3, front_only: bool) -> Closest {
    let v = triangle.corners;
    let m = v.map(|corner| center - corner);
    let n = triangle.normal;
    let e = [v[1] - v[0], v[2] - v[1], v[0] - v[2]];

    let signed = dot(n, m[0]);
    let below = signed < 0.0;
    let thick = dot(n, n) > 0.0;
    let facing = select(thick, select(below, -n, n), across(&e));
    let inside = [0, 1, 2].map(|k| dot(cross(n, e[k]), m[k]));
    let over_face = inside[0] > 0.0 && inside[1] > 0.0 && inside[2] > 0.0;
    let (edge_square, from_edge) = nearest_on_edges(triangle, &m, &e);
    let spread = one_norm(m[0]) + one_norm(m[1]) + one_norm(m[2]);
    let rounding = OUT_ROUNDING * (1.0 + spread);
    let on_outline = thick && edge_square < rounding;
    Closest {
        square: select(over_face, signed * signed, edge_square),
        apart: select(over_face, scale(n, signed), from_edge),
        over_face,
        on_outline,
        height: signed.abs(),
        facing,
        felt: signed >= select(front_only, 0.0, f32::NEG_INFINITY),
    }
}

fn across(e: &[Vec3; 3]) -> Vec3 {
    let second = dot(e[1], e[1]) > dot(e[0], e[0]);
    let longest = select(second, e[1], e[0]);
    let third = dot(e[2], e[2]) > dot(longest, longest);
    let longest = select(third, e[2], longest);
    let along_x = longest.x.abs() > longest.z.abs();
    let in_xy = Vec3::new(-longest.y, longest.x, 0.0);
    let in_yz = Vec3::new(0.0, -longest.z, longest.y);
    let across = select(along_x, in_xy, in_yz);
    let square = dot(across, across);
    select(square > 0.0, scale(across, 1.0 / square.sqrt()), Vec3::Y)
}

/// What separates the unit sphere from a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// How far out, metres along the normal.
    pub depth: f32,
    /// The way out, unit length, world space.
    pub normal: Vec3,
}

/// What separates the unit sphere from a triangle whose closest point is known; `None` where they do not overlap.
#[must_use]
pub fn separate(found: &Closest, inverse_radii: Vec3) -> Option<Separation> {
    let distance = found.square.sqrt();
    let away = scale(found.apart, 1.0 / distance);
    let by_face = found.over_face || found.on_outline || found.square < f32::MIN_POSITIVE;
    let out = select(by_face, found.facing, away);
    let normal = out * inverse_radii;
    let length = dot(normal, normal).sqrt();
    let overlap = found.felt && found.square < 1.0;
    overlap.then(|| Separation {
        depth: (1.0 - select(by_face, found.height, distance)) / length,
        normal: scale(normal, 1.0 / length),
    })
}

/// Whether a ray from `origin` along `step`, which is not zero, passes a triangle that reaches into `0..=limit` steps.
#[must_use]
pub fn ray(corners: [Vec3; 3], origin: Vec3, step: Vec3, limit: f32, front_only: bool) -> bool {
    let size = step.abs();
    let z = select(size.x >= size.y && size.x >= size.z, 0, select(size.y >= size.z, 1, 2));
    let (next, last) = ((z + 1) % 3, (z + 2) % 3);
    let (x, y) = select(step[z] < 0.0, (last, next), (next, last));
    let shear = [step[x] / step[z], step[y] / step[z]];
    let inverse_step = 1.0 / step[z];

    let [a, b, c] = corners.map(|corner| {
        let along = corner[z] - origin[z];
        Vec3::new(corner[x] - origin[x] - shear[0] * along, corner[y] - origin[y] - shear[1] * along, along)
    });
    let areas = [c.x * b.y - c.y * b.x, a.x * c.y - a.y * c.x, b.x * a.y - b.y * a.x];
    let front = areas[0] >= 0.0 && areas[1] >= 0.0 && areas[2] >= 0.0;
    let back = areas[0] <= 0.0 && areas[1] <= 0.0 && areas[2] <= 0.0;
    let inside = front || (back && !front_only);
    let inside = inside && !(front && back);
    let at = [a, b, c].map(|corner| corner.z * inverse_step);
    let first = min(min(at[0], at[1]), at[2]);
    let last = max(max(at[0], at[1]), at[2]);
    inside && last >= 0.0 && first <= limit * (1.0 + REACH_ROUNDING)
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
        let ahead_square = -closing * closest;
        let is_ahead = closing < 0.0 && ahead_square > rounding * rounding;
        let hit = is_ahead && depth_square >= -rounding && on_segment && touch < fraction;
        fraction = select(hit, touch, fraction);
    }
    fraction
}
