//! Small worlds with +y up, and walks of the judge through them; metres.

use glam::{DQuat, DVec2, DVec3};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::standing::{Class, Domain, Limits, March, Marched, Places};
use sweep8_scalar_ref::testkit::level::box_of;

/// A person of 0.4 by 0.9 m and its skin of a centimetre.
pub(super) const PERSON: DVec3 = DVec3::new(0.41, 0.91, 0.41);

/// Half the extent of a world.
pub(super) const FAR: f64 = 40.0;

/// Length of an increment.
pub(super) const INCREMENT: f64 = 0.005;

/// Limits with slopes up to 50°.
pub(super) fn limits(step_height: f64, snap_distance: f64) -> Limits {
    Limits { slope_cosine: 50_f64.to_radians().cos(), step_height, snap_distance }
}

pub(super) fn quad(corner: DVec3, along: DVec3, across: DVec3) -> Vec<Triangle> {
    let [b, c, d] = [corner + along, corner + along + across, corner + across];
    vec![[corner, b, c], [corner, c, d]]
}

/// A level floor at a height.
pub(super) fn floor(height: f64) -> Vec<Triangle> {
    quad(DVec3::new(-FAR, height, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * 2.0 * FAR)
}

/// A sheet along z over these points of (x, y).
pub(super) fn profile(points: &[(f64, f64)]) -> Vec<Triangle> {
    let sheet = |ends: &[(f64, f64)]| {
        let [from, to] = [ends[0], ends[1]].map(|(x, y)| DVec3::new(x, y, -FAR));
        quad(from, DVec3::Z * 2.0 * FAR, to - from)
    };
    points.windows(2).flat_map(sheet).collect()
}

/// A box between two corners.
pub(super) fn block(least: DVec3, most: DVec3) -> Vec<Triangle> {
    box_of(0.5 * (least + most), 0.5 * (most - least), DQuat::IDENTITY)
}

/// A wall along x through z = `z`, that leans by an angle from level, degrees: below 90 it leans back from a walker at less z, above 90
/// over it. It goes through (0, `height`, `z`).
pub(super) fn wall(degrees: f64, z: f64, height: f64) -> Vec<Triangle> {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let up = DVec3::new(0.0, sine, cosine);
    quad(DVec3::new(-FAR, height, z) - up * 10.0, DVec3::X * 2.0 * FAR, up * 20.0)
}

/// Points of stairs with a floor before and after them; the first riser is at x = 0.
pub(super) fn stairs(count: u32, rise: f64, tread: f64) -> Vec<(f64, f64)> {
    let mut points = vec![(-FAR, 0.0), (0.0, 0.0)];
    for number in 0..count {
        let (x, y) = (f64::from(number) * tread, f64::from(number + 1) * rise);
        points.extend([(x, y), (x + tread, y)]);
    }
    points.push((FAR, f64::from(count) * rise));
    points
}

/// A place of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) place: DVec2,
    pub(super) low: f64,
    pub(super) class: Class,
}

/// Result of a walk.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    pub(super) steps: Vec<Step>,
    pub(super) falls: bool,
    /// Level unit normal's part along up of the contact at the end.
    pub(super) end_normal_y: f64,
}

impl Trail {
    pub(super) fn last(&self) -> Step {
        *self.steps.last().expect("it has its start")
    }

    /// Kinds of ground in order, each once as long as it lasts: `f`loor, `s`tep, steep `x`.
    pub(super) fn kinds(&self) -> String {
        let mut kinds: Vec<char> = self.steps.iter().map(|step| letter(&step.class)).collect();
        kinds.dedup();
        kinds.into_iter().collect()
    }

    pub(super) fn count(&self, kind: char) -> usize {
        self.steps.iter().filter(|step| letter(&step.class) == kind).count()
    }

    pub(super) fn carries(&self) -> bool {
        self.steps.iter().all(|step| step.class.carries())
    }

    /// Level way along a direction.
    pub(super) fn way(&self, direction: DVec2) -> f64 {
        (self.last().place - self.steps[0].place).dot(direction)
    }
}

fn letter(class: &Class) -> char {
    match class {
        Class::Floor => 'f',
        Class::Step { .. } => 's',
        Class::Steep => 'x',
        Class::Nothing => '-',
    }
}

/// A level direction at an angle to +x, degrees.
pub(super) fn heading(degrees: f64) -> DVec2 {
    DVec2::from_angle(degrees.to_radians())
}

/// A world, a hull and its limits.
pub(super) struct Scene {
    pub(super) places: Places,
    pub(super) limits: Limits,
}

impl Scene {
    pub(super) fn new(parts: &[Vec<Triangle>], radii: DVec3, limits: Limits) -> Self {
        Self { places: Places::new(&parts.concat(), radii), limits }
    }

    /// A person with steps and snaps of 0.4 m.
    pub(super) fn person(parts: &[Vec<Triangle>]) -> Self {
        Self::new(parts, PERSON, limits(0.4, 0.4))
    }

    pub(super) fn domain(&self) -> Domain<'_> {
        Domain::new(&self.places, self.limits)
    }

    /// Walks from a place with the feet at about a height, in one direction.
    pub(super) fn walk(&self, from: [f64; 2], feet: f64, direction: DVec2, length: f64) -> Trail {
        self.walk_by(from, feet, |_| direction, length, INCREMENT)
    }

    /// Walks along directions that depend on the place.
    pub(super) fn walk_by(
        &self,
        from: [f64; 2],
        feet: f64,
        direction: impl Fn(DVec2) -> DVec2,
        length: f64,
        increment: f64,
    ) -> Trail {
        let domain = self.domain();
        let height = feet + self.places.radii().y;
        let mut march = March::start(&domain, DVec2::from(from), height).expect("there is an interval");
        let class = domain.class(march.place, &march.interval, false);
        let mut steps = vec![Step { place: march.place, low: march.interval.low, class }];
        let mut falls = false;
        for _ in 0..(length / increment).round() as u32 {
            let result = march.step(&domain, direction(march.place) * increment);
            let class = domain.class(march.place, &march.interval, false);
            steps.push(Step { place: march.place, low: march.interval.low, class });
            falls = result == Marched::Falls;
            if falls {
                break;
            }
        }
        let end_normal_y = march.interval.contact.map_or(0.0, |contact| contact.normal.y);
        Trail { steps, falls, end_normal_y }
    }
}
