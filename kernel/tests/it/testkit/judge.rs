//! Judging one sweep in `f64`, over all triangles and without a tree, from the very `f32` numbers that the kernel got.
//!
//! Whether a fraction is right is told by the distance at it, which stays well-conditioned where the fraction itself
//! does not. Contacts are not unique where a sphere rolls over an edge, so that point and normal are tested for what a
//! contact is: the point lies on the triangle, the normal leads from it to the centre, and no corner lies beyond the
//! plane between them.

use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Hit};
use sweep8_scalar_ref::brute_force::{Triangle, distance, least_distance_along};

/// Error allowed in a distance of ellipsoid space, as part of one and the largest coordinate: about 84 units in the
/// last place.
pub(crate) const TOLERANCE: f64 = 1e-5;

/// An ellipsoid and its way, world space; the numbers that the kernel gets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) radii: Vec3,
    pub(crate) center: Vec3,
    pub(crate) displacement: Vec3,
}

impl Way {
    /// The triangle in ellipsoid space.
    pub(crate) fn local(&self, triangle: &[Vec3; 3]) -> Triangle {
        triangle.map(|v| (v.as_dvec3() - self.center.as_dvec3()) / self.radii.as_dvec3())
    }

    /// The displacement in ellipsoid space.
    fn moved(&self) -> DVec3 {
        self.displacement.as_dvec3() / self.radii.as_dvec3()
    }

    pub(crate) fn shape(&self) -> Ellipsoid {
        Ellipsoid::new(self.radii).unwrap()
    }
}

/// The counts and the worst error of what was judged so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) sweeps: u32,
    pub(crate) misses: u32,
    /// Hits after the start.
    pub(crate) later: u32,
    pub(crate) overlaps: u32,
    pub(crate) wrong: u32,
    /// The first complaint.
    pub(crate) first: Option<String>,
    /// Largest error of a distance, at a contact or of one that came too late or not at all, as part of what is
    /// allowed.
    pub(crate) worst: f64,
    /// The case that had it.
    pub(crate) worst_case: String,
}

impl Tally {
    pub(crate) fn complain(&mut self, what: impl FnOnce() -> String) {
        self.wrong += 1;
        self.first.get_or_insert_with(what);
    }

    /// Takes in the error of a distance, as part of what is allowed.
    pub(crate) fn measure(&mut self, error: f64, case: impl FnOnce() -> String) {
        if error > self.worst {
            self.worst = error;
            self.worst_case = case();
        }
    }

    /// Prints the figures and fails if anything was wrong.
    pub(crate) fn settle(&self, name: &str) {
        println!(
            "{name}: {} sweeps, {} misses, {} hits on the way, {} overlaps, worst error {:.3} of the tolerance",
            self.sweeps, self.misses, self.later, self.overlaps, self.worst
        );
        assert!(self.wrong == 0, "{name}: {} wrong of {}, the first: {:?}", self.wrong, self.sweeps, self.first);
        println!("    worst: {}", self.worst_case);
    }
}

/// The tolerance for a triangle in ellipsoid space and a motion.
pub(crate) fn tolerance(triangle: &Triangle, displacement: DVec3) -> f64 {
    let extent = |v: &DVec3| v.abs().max_element();
    TOLERANCE * (1.0 + triangle.iter().map(extent).fold(extent(&displacement), f64::max))
}

/// Whether a sphere of 1.1 moved along the displacement is far from a sphere around the triangle.
fn out_of_reach(triangle: &Triangle, displacement: DVec3) -> bool {
    let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    let around = triangle.iter().map(|v| v.distance(middle)).fold(0.0, f64::max);
    let along = (middle.dot(displacement) / displacement.length_squared().max(1e-300)).clamp(0.0, 1.0);
    middle.distance(displacement * along) > 1.1 + around + 2.0 * tolerance(triangle, displacement)
}

/// Judges a hit or a miss of the whole level. `level` is in the order of ids; degenerate triangles have no surface.
pub(crate) fn judge(level: &[[Vec3; 3]], way: &Way, hit: Option<&Hit>, tally: &mut Tally) {
    tally.sweeps += 1;
    let path = way.moved() * hit.map_or(1.0, |h| f64::from(h.fraction));
    let starts_inside = hit.is_some_and(|h| h.overlap > 0.0);
    let mut deepest = f64::INFINITY;
    for (id, triangle) in level.iter().enumerate() {
        let local = way.local(triangle);
        if out_of_reach(&local, path) || is_degenerate(triangle) {
            continue;
        }
        let allowed = tolerance(&local, way.moved());
        let least = if starts_inside {
            deepest = deepest.min(distance(DVec3::ZERO, &local) + allowed);
            continue;
        } else {
            least_distance_along(DVec3::ZERO, path, &local)
        };
        tally.measure((1.0 - least) / allowed, || format!("too late or missed, {way:?}, {hit:?}, {triangle:?}"));
        if least < 1.0 - allowed {
            tally.complain(|| {
                let kind = if hit.is_some() { "too late" } else { "missed" };
                format!(
                    "{kind}: triangle {id} comes as near as {least} ({} of the tolerance), {way:?}, {hit:?}, {triangle:?}",
                    (1.0 - least) / allowed
                )
            });
        }
    }
    let Some(hit) = hit else {
        tally.misses += 1;
        return;
    };
    let triangle = &level[hit.triangle as usize];
    let local = way.local(triangle);
    let allowed = tolerance(&local, way.moved());
    let apart = distance(path, &local);
    if starts_inside {
        tally.overlaps += 1;
        if hit.fraction != 0.0 || apart > 1.0 + allowed || apart > deepest {
            tally.complain(|| format!("no overlap, or not the deepest: {apart} of {deepest}, {way:?}, {hit:?}"));
        }
    } else {
        tally.later += 1;
        let error = (apart - 1.0).abs() / allowed;
        tally.measure(error, || format!("at the contact, {way:?}, {hit:?}, {triangle:?}"));
        if error > 1.0 || !(0.0..=1.0).contains(&hit.fraction) || hit.overlap != 0.0 {
            tally.complain(|| {
                format!("{apart} apart at the contact ({error} of the tolerance), {way:?}, {hit:?}, {triangle:?}")
            });
        }
    }
    if let Some(complaint) = judge_contact(way, &hit.into(), &local, path, apart) {
        tally.complain(|| format!("{complaint}, {way:?}, {hit:?}, {triangle:?}"));
    }
}

/// The judged part of a contact: the touched point, the normal, and the depth.
pub(crate) struct Contact {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) overlap: f32,
}

impl From<&Hit> for Contact {
    fn from(&Hit { point, normal, overlap, .. }: &Hit) -> Self {
        Self { point, normal, overlap }
    }
}

/// Point, normal and depth of a hit at `path`, where the triangle is `apart`.
pub(crate) fn judge_contact(way: &Way, hit: &Contact, local: &Triangle, path: DVec3, apart: f64) -> Option<String> {
    let radii = way.radii.as_dvec3();
    let allowed = tolerance(local, way.moved());
    let toward = (hit.normal.as_dvec3() * radii).normalize();
    let point = (hit.point.as_dvec3() - way.center.as_dvec3()) / radii;
    // The point is given as an f32 of the world: half its last place.
    let rounded = (hit.point.as_dvec3() * 6e-8 / radii).abs().max_element();
    let off = distance(point, local);
    if off > allowed + 2.0 * rounded {
        return Some(format!("the point is {off} off the triangle"));
    }
    let led = (path - toward * apart).distance(point);
    if led > 2.0 * allowed + 2.0 * rounded {
        return Some(format!("the normal leads {led} past the point"));
    }
    let size = local.iter().map(|v| v.distance(path)).fold(1.0, f64::max);
    let beyond = local.iter().map(|v| (*v - (path - toward * apart)).dot(toward) * apart).fold(0.0, f64::max);
    if beyond > 2.0 * allowed * size {
        return Some(format!("a corner lies {beyond} beyond the contact plane"));
    }
    let deep = (1.0 - apart).max(0.0) / (toward / radii).length();
    let off = (deep - f64::from(hit.overlap)).abs();
    let allowed_depth = 2.0 * allowed * radii.max_element();
    (hit.overlap > 0.0 && off > allowed_depth).then(|| format!("overlap {} and not {deep}", hit.overlap))
}

/// No area at all: such triangles are counted by the world and touched by nobody.
pub(crate) fn is_degenerate(triangle: &[Vec3; 3]) -> bool {
    let [a, b, c] = triangle.map(Vec3::as_dvec3);
    (b - a).cross(c - a) == DVec3::ZERO
}
