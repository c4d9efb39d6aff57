//! Families with a few triangles for each sweep, each built around one difficulty.
//!
//! In: random numbers. Out: a [`Soup`]: triangles and a motion among them.
//!
//! If a distance matters, the triangles are laid out in ellipsoid space, in which the ellipsoid is a unit sphere and
//! touches at a distance of one. Multiplied by the radii they are a soup in world space: planes stay planes, and planes
//! along two axes stay exact.

use super::draw::{direction, point_of, range, scale, sign, turn, vector};
use super::sweep::Sweep;
use crate::random::Random;
use glam::{DQuat, DVec3, Vec3, Vec3Swizzles};
use std::f64::consts::TAU;
use sweep8::{Ellipsoid, Mesh, World};
use sweep8_scalar_ref::brute_force::{Triangle, closest_point};

/// Radii of the sweeping ellipsoids: a ball and a standing person, metres.
pub(super) const SHAPES: [Vec3; 2] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4)];

/// Radii of a tall, thin ellipsoid that sweeps onto slopes, metres.
const TALL: Vec3 = Vec3::new(0.25, 1.2, 0.25);

/// Number of loose triangles of a generated soup.
const TRIANGLES: usize = 8;

/// A few generated triangles and an ellipsoid that sweeps between them; world space, metres.
pub(super) struct Soup {
    shape: Ellipsoid,
    center: Vec3,
    displacement: Vec3,
    triangles: Vec<[Vec3; 3]>,
}

/// A named generator of random soups (a few triangles and a sweep).
#[derive(Clone, Copy, Debug)]
pub(super) struct SoupFamily {
    pub(super) name: &'static str,
    /// True if the soup's ellipsoid always overlaps a triangle at the start; false if it never does.
    pub(super) starts_inside: bool,
    pub(super) make: fn(&mut Random) -> Soup,
}

/// Every family of generated soups, in the order of the tables.
pub(super) const ALL: [SoupFamily; 7] = [
    SoupFamily { name: "random", starts_inside: false, make: random_triangles },
    SoupFamily { name: "loose-needles", starts_inside: false, make: loose_needles },
    SoupFamily { name: "low-steps", starts_inside: false, make: low_step },
    SoupFamily { name: "embedded", starts_inside: true, make: embedded },
    SoupFamily { name: "sheet-edge", starts_inside: false, make: towards_a_sheets_edge },
    SoupFamily { name: "sheet-face", starts_inside: false, make: along_a_sheets_face },
    SoupFamily { name: "tall-on-slope", starts_inside: false, make: tall_on_a_slope },
];

impl Soup {
    /// Creates a soup with coordinates rounded to `f32`, without the triangles that rounding made degenerate.
    fn new(radii: Vec3, center: DVec3, displacement: DVec3, triangles: &[Triangle]) -> Self {
        let rounded = triangles.iter().map(|triangle| triangle.map(DVec3::as_vec3));
        Self {
            shape: Ellipsoid::new(radii).expect("the radii of all families are constants"),
            center: center.as_vec3(),
            displacement: displacement.as_vec3(),
            triangles: rounded.filter(has_area).collect(),
        }
    }

    /// Creates a soup from ellipsoid space: scales centre, displacement and triangles by `radii` into world space.
    fn scaled(radii: Vec3, center: DVec3, displacement: DVec3, triangles: &[Triangle]) -> Self {
        let scale = radii.as_dvec3();
        let triangles: Vec<Triangle> = triangles.iter().map(|triangle| triangle.map(|v| v * scale)).collect();
        Self::new(radii, center * scale, displacement * scale, &triangles)
    }

    pub(super) fn sweep(&self) -> Sweep {
        let triangles = self.triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3));
        Sweep::new(self.shape, self.center, self.displacement, triangles)
    }

    pub(super) fn world(&self) -> World {
        let positions: Vec<Vec3> = self.triangles.iter().flatten().copied().collect();
        let triangles: Vec<[u32; 3]> =
            (0..self.triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        World::from_mesh(Mesh::new(&positions, &triangles).expect("soups lie near the origin"))
    }
}

fn has_area(triangle: &[Vec3; 3]) -> bool {
    let [a, b, c] = triangle.map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}

fn any_shape(random: &mut Random) -> Vec3 {
    SHAPES[random.below(SHAPES.len())]
}

/// Splits a quad with corners in order around it into two triangles.
fn quad([a, b, c, d]: [DVec3; 4]) -> [Triangle; 2] {
    [[a, b, c], [a, c, d]]
}

/// Generates a soup of loose triangles of all sizes within 3 m, with a sweep to near a point of one triangle.
fn random_triangles(random: &mut Random) -> Soup {
    let triangles = [(); TRIANGLES].map(|()| {
        let (middle, half) = (vector(random, 2.0), scale(random, 0.05, 2.0));
        [(); 3].map(|()| middle + vector(random, half))
    });
    aimed(random, &triangles)
}

/// Generates a soup of needle triangles of 0.5 to 5 m whose height is 1e-2 to 1e-5 of their length.
fn loose_needles(random: &mut Random) -> Soup {
    let triangles = [(); TRIANGLES].map(|()| {
        let length = scale(random, 0.5, 5.0);
        let apex = DVec3::new(range(random, -0.1, 1.1), scale(random, 1e-5, 1e-2), 0.0) * length;
        let (turn, middle) = (turn(random), vector(random, 2.0));
        [DVec3::ZERO, DVec3::X * length, apex].map(|v| middle + turn * (v - DVec3::X * (0.5 * length)))
    });
    aimed(random, &triangles)
}

/// Generates a sweep towards a point of the first triangle, which ends short of the point, near it or past it.
fn aimed(random: &mut Random, triangles: &[Triangle]) -> Soup {
    let target = point_of(random, triangles[0]);
    let center = target + direction(random) * range(random, 0.4, 4.0);
    let displacement = (target + vector(random, 0.7) - center) * range(random, 0.2, 2.0);
    Soup::new(any_shape(random), center, displacement, triangles)
}

/// Generates a body slightly above a floor that approaches a step of 1 mm to 0.3 m, at an angle of 0.06 to 60 degrees to its
/// edge.
fn low_step(random: &mut Random) -> Soup {
    let shape = any_shape(random);
    let radii = shape.as_dvec3();
    let (height, half, deep) = (scale(random, 1e-3, 0.3), range(random, 0.5, 20.0), range(random, 1.0, 5.0));
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let floor = quad([at(-deep, 0.0, -half), at(-deep, 0.0, half), at(0.0, 0.0, half), at(0.0, 0.0, -half)]);
    let riser = quad([at(0.0, 0.0, -half), at(0.0, 0.0, half), at(0.0, height, half), at(0.0, height, -half)]);
    let tread = quad([at(0.0, height, -half), at(0.0, height, half), at(deep, height, half), at(deep, height, -half)]);

    let gap = scale(random, 1e-4, 1e-2);
    // Horizontal distance from the edge of the step to the centre at contact: below it they overlap.
    let under_the_centre = ((radii.y + gap - height) / radii.y).min(1.0);
    let reach = radii.x * (1.0 - under_the_centre * under_the_centre).sqrt();
    let (angle, length) = (scale(random, 1e-3, 1.05), scale(random, 0.05, 3.0));
    let before = angle.sin() * length * range(random, 0.01, 1.2);
    let center = at(-reach - before, radii.y + gap, range(random, -0.8, 0.8) * half);
    let displacement = at(angle.sin(), 0.0, sign(random) * angle.cos()) * length;

    let yaw = DQuat::from_rotation_y(range(random, 0.0, TAU));
    let triangles: Vec<Triangle> = [floor, riser, tread].concat().iter().map(|t| t.map(|v| yaw * v)).collect();
    Soup::new(shape, yaw * center, yaw * displacement, &triangles)
}

/// Generates a soup whose ellipsoid overlaps at the start and moves towards the triangle that it overlaps deepest.
fn embedded(random: &mut Random) -> Soup {
    let triangles = [(); TRIANGLES].map(|()| {
        let (middle, half) = (vector(random, 3.0), scale(random, 0.1, 4.0));
        [(); 3].map(|()| middle + vector(random, half))
    });
    let center = point_of(random, triangles[0]) + direction(random) * range(random, 0.02, 0.98);
    let apart = |triangle: &Triangle| closest_point(center, triangle) - center;
    let deepest = triangles.iter().map(apart).fold(DVec3::INFINITY, |x, y| if y.length() < x.length() { y } else { x });
    let inward = (deepest.normalize_or(DVec3::Y) + direction(random) * 0.9).normalize();
    Soup::scaled(any_shape(random), center, inward * scale(random, 0.05, 4.0), &triangles)
}

/// Draws a sheet of two triangles about the origin, and the rotation from its plane, z = 0, to another one: the identity in
/// half of the cases.
fn sheet(random: &mut Random) -> ([Triangle; 2], DQuat) {
    let [wide, high] = [(); 2].map(|()| range(random, 0.5, 6.0));
    let corners = [[-wide, -high], [wide, -high], [wide, high], [-wide, high]].map(|[x, y]| DVec3::new(x, y, 0.0));
    let turn = if random.below(2) == 0 { turn(random) } else { DQuat::IDENTITY };
    (quad(corners), turn)
}

/// Creates a soup from a sheet in the plane z = 0: permutes its axes at random (which does not round), then applies `turn`.
fn laid_out(random: &mut Random, sheet: [Triangle; 2], turn: DQuat, center: DVec3, displacement: DVec3) -> Soup {
    let exchange = random.below(3);
    let laid = |v: DVec3| match exchange {
        0 => turn * v,
        1 => turn * v.yzx(),
        _ => turn * v.zxy(),
    };
    Soup::scaled(any_shape(random), laid(center), laid(displacement), &sheet.map(|triangle| triangle.map(laid)))
}

/// Generates a sweep in the plane of a sheet, or parallel to it within a radius, towards an edge of the sheet from outside.
fn towards_a_sheets_edge(random: &mut Random) -> Soup {
    let (sheet, turn) = sheet(random);
    let corner = sheet[0][2];
    let target = DVec3::new(corner.x, range(random, -0.95, 0.95) * corner.y, 0.0);
    let outward = DVec3::new(1.0, range(random, -1.5, 1.5), 0.0).normalize();
    let center = target + outward * range(random, 1.0, 4.0);
    let displacement = (target - center) * range(random, 0.2, 2.0);
    let off = if random.below(2) == 0 { 0.0 } else { scale(random, 1e-6, 0.99) * sign(random) };
    laid_out(random, sheet, turn, center + DVec3::Z * off, displacement)
}

/// Generates a sweep along the face of a sheet at about the touching height, level or sinking by 1e-6 to 1e-2.
fn along_a_sheets_face(random: &mut Random) -> Soup {
    let (sheet, turn) = sheet(random);
    let angle = range(random, 0.0, TAU);
    let slope = if random.below(2) == 0 { 0.0 } else { -scale(random, 1e-6, 1e-2) };
    let displacement = DVec3::new(angle.cos(), angle.sin(), slope) * scale(random, 0.1, 6.0);
    let height = 1.0 + scale(random, 1e-7, 0.1) * sign(random);
    let half = random.below(sheet.len());
    let over = point_of(random, sheet[half]);
    let center = over + DVec3::Z * height - displacement * range(random, 0.0, 1.5);
    laid_out(random, sheet, turn, center, displacement)
}

/// Generates a tall body slightly above a rough slope of 15 to 75 degrees, which falls, walks into the slope, or moves in any
/// direction.
fn tall_on_a_slope(random: &mut Random) -> Soup {
    const PITCH: f64 = 1.5;
    let radii = TALL.as_dvec3();
    let steepness = range(random, 15.0, 75.0).to_radians();
    let turn = DQuat::from_rotation_y(range(random, 0.0, TAU)) * DQuat::from_rotation_z(steepness);
    let roughness = scale(random, 1e-4, 0.1);
    let points = [-PITCH, 0.0, PITCH]
        .map(|x| [-PITCH, 0.0, PITCH].map(|z| turn * (DVec3::new(x, 0.0, z) + vector(random, roughness))));
    let corners = |i: usize, j: usize| quad([points[i][j], points[i][j + 1], points[i + 1][j + 1], points[i + 1][j]]);
    let slope = [corners(0, 0), corners(0, 1), corners(1, 0), corners(1, 1)].concat();

    let normal = turn * DVec3::Y;
    // The ellipsoid touches a plane at r² n / |r n| from its centre.
    let touching = radii * radii * normal / (radii * normal).length();
    let below = random.below(slope.len());
    let gap = roughness + scale(random, 1e-4, 0.5);
    let center = point_of(random, slope[below]) + touching + normal * gap;
    let uphill = (turn * DVec3::X) * DVec3::new(1.0, 0.0, 1.0);
    let heading = match random.below(3) {
        0 => DVec3::NEG_Y,
        1 => uphill.normalize(),
        _ => direction(random),
    };
    Soup::new(TALL, center, heading * scale(random, 0.05, 2.0), &slope)
}
