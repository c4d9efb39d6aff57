//! Bounding spheres against planes and triangles: Suter, "Building a 3D Portal Engine 12: Collision Detection", March
//! 1999.
//!
//! In: a mesh (its vertices and its centre), where it is and where it would be in the next frame, triangles; world
//! space. Out: whether it collides, and where it is put back to, from which sliding follows by itself.
//!
//! 1. *Sphere*: the radius is the mean distance of the vertices from the centre ([`bounding_radius`]).
//! 2. *Plane*: formula 3, `n·v - D` for a unit `n`, is the distance of `v`, with the side as its sign ([`Plane`]).
//! 3. *Collision with the infinite plane*: the sign differs between the two places, or the new one is nearer than the
//!    radius.
//! 4. *Triangle*: three planes through its edges, perpendicular to it, turned so that the third corner is on the
//!    positive side. The sphere collides if its centre, at the new place, is on the inner side of all three.
//! 5. *Response*: back along the normal by the radius minus the distance. The rest of the motion runs along the wall.
//! 6. *Bodies*: one large sphere finds the triangles, and small ones (head, torso, legs) are tested against those.
//!
//! The flaws, all kept, each with a test of its name in `tests/suter.rs`:
//! - the mean distance does not bound: what is farther out than the mean sticks out, and finer parts pull the mean to
//!   them;
//! - formula 1 has `|v|` in its denominator and is no distance; formula 3 does not follow from it, but is right;
//! - a sphere beside the triangle feels neither its edges nor its corners, however deep they are in it;
//! - only the new place is judged: an oblique way through the triangle that ends beside it is missed, a way round it
//!   that ends behind it is a collision;
//! - the distance in step 5 has a sign: a body that comes from behind is thrown to the front;
//! - triangles push one after the other, and none is asked again: in a sharp corner the last one wins;
//! - the large sphere hides from the small ones what it does not touch itself.
//!
//! The formulas are pictures that were lost. `|v||n|` and the minus sign are in the text about them: a divide by zero
//! at the origin, two roots, "three muls, two additions and one substraction". The worked example has the normal `(-1,
//! -1, 0)` and `D = 2`, prints the unit normal as `(0.7071, 0.7071, 0)` and starts at `(1, 1, 0)` or `(1, 1, 1)`; with
//! the *printed* unit normal, D as it stands and the minus, all its statements hold (-0.586, 3.657, -0.303). The start
//! does not matter, as the normal has no z. With the sign of the normal kept they hold for `n·v + D` only, and with D
//! divided by `|n|` as well, which is what the plane `-x - y + 2 = 0` needs, the start lies in the plane: the example
//! takes `|D|` for a distance, not for the constant of an equation with a longer normal. The text's faster variant,
//! storing the distances that culling of back faces found, changes no result and is left out.

use crate::brute_force::Triangle;
use crate::classics::classic::{Stop, plane_normal};
use glam::DVec3;

/// Infinite plane of all `v` with `normal·v = d`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Normal of the plane: of any length for formula 1, of length 1 for formula 3.
    pub normal: DVec3,
    /// Distance of the plane from the origin along its unit normal, metres; negative if the origin is in front.
    pub d: f64,
}

impl Plane {
    /// Makes the plane through `point` with the unit vector along `normal`; NaN for a zero normal.
    #[must_use]
    pub fn through(point: DVec3, normal: DVec3) -> Self {
        let normal = normal.normalize();
        Self { normal, d: normal.dot(point) }
    }

    /// Makes the plane of a triangle, with the normal on its counter-clockwise side; NaN for a triangle without area.
    #[must_use]
    pub fn of(triangle: &Triangle) -> Self {
        Self::through(triangle[0], plane_normal(triangle))
    }

    /// Formula 2 applied: the normal divided by its length. Flaw: `d` stays, which moves the plane if it was no
    /// distance.
    #[must_use]
    pub fn with_unit_normal(&self) -> Self {
        Self { normal: self.normal / self.normal.length(), d: self.d }
    }

    /// Formula 1, said to be the distance of `v`. Flaw: it is divided by the length of `v` too, and infinite at the
    /// origin.
    #[must_use]
    pub fn formula_1(&self, v: DVec3) -> f64 {
        (self.normal.dot(v) - self.d) / (v.length() * self.normal.length())
    }

    /// Formula 3: signed distance of `v` from the plane, metres, negative behind it; requires a normal of length 1.
    #[must_use]
    pub fn formula_3(&self, v: DVec3) -> f64 {
        self.normal.dot(v) - self.d
    }
}

/// Evidence that a sphere's motion collided with an infinite plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneCollision {
    /// The sphere's centre moved from one side of the plane to the other.
    ChangedSide,
    /// The sphere's centre stayed on its side of the plane, but its new distance is less than the radius.
    WithinRadius,
}

/// A sphere of a body, relative to the centre of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Vector from the centre of the body to the centre of the sphere, metres.
    pub offset: DVec3,
    /// Radius of the sphere, metres.
    pub radius: f64,
}

/// A body that consists of several spheres.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Sphere around the body's entire mesh: if it touches nothing, `parts` are not tested.
    pub whole: Sphere,
    /// Spheres around the parts of the body's mesh.
    pub parts: Vec<Sphere>,
}

/// Radius of the bounding sphere about `center`: the mean distance of the vertices; NaN for no vertices.
///
/// Flaw: it does not bound, unless all of them are equally far away.
#[must_use]
pub fn bounding_radius(vertices: &[DVec3], center: DVec3) -> f64 {
    vertices.iter().map(|v| v.distance(center)).sum::<f64>() / vertices.len() as f64
}

/// Does a sphere that goes from `from` to `to` collide with an infinite plane? A centre in the plane counts as in
/// front.
#[must_use]
pub fn plane_collision(plane: &Plane, from: DVec3, to: DVec3, radius: f64) -> Option<PlaneCollision> {
    let (before, after) = (plane.formula_3(from), plane.formula_3(to));
    if (before < 0.0) == (after < 0.0) {
        (after.abs() < radius).then_some(PlaneCollision::WithinRadius)
    } else {
        Some(PlaneCollision::ChangedSide)
    }
}

/// The planes through the edges, perpendicular to the triangle, with the triangle on their positive sides.
///
/// `normal` is the triangle's, towards either side: which way an edge's plane faces is decided by the third corner.
#[must_use]
pub fn edge_planes(triangle: &Triangle, normal: DVec3) -> [Plane; 3] {
    let [a, b, c] = *triangle;
    [[a, b, c], [b, c, a], [c, a, b]].map(|[start, end, third]| {
        let plane = Plane::through(start, normal.cross(end - start));
        if plane.formula_3(third) < 0.0 { Plane { normal: -plane.normal, d: -plane.d } } else { plane }
    })
}

/// Does a sphere that goes from `from` to `to` collide with the triangle? Never with one that has no area.
///
/// Flaws: the edges are asked about the centre only, and at the new place only.
#[must_use]
pub fn triangle_collision(triangle: &Triangle, from: DVec3, to: DVec3, radius: f64) -> Option<PlaneCollision> {
    let plane = Plane::of(triangle);
    let collision = plane_collision(&plane, from, to, radius)?;
    let inside = edge_planes(triangle, plane.normal).iter().all(|plane| plane.formula_3(to) >= 0.0);
    inside.then_some(collision)
}

/// The vector that puts a sphere at `to` right against the front of the plane.
///
/// Flaw: to the front wherever it came from, and also where it is in front and far away, having come from behind.
#[must_use]
pub fn push_back(plane: &Plane, to: DVec3, radius: f64) -> DVec3 {
    let back = radius - plane.formula_3(to);
    plane.normal * (back / plane.normal.length())
}

/// Final centre of a sphere that moves from `from` to `to`: pushed back by each triangle that it collides with, in their
/// order.
#[must_use]
pub fn move_sphere(triangles: &[Triangle], radius: f64, from: DVec3, to: DVec3) -> DVec3 {
    pushes(triangles, radius, from, to).last().map_or(to, |(_, center)| center)
}

/// Final centre of a body that moves from `from` to `to`: each part pushes the whole body, triangle by triangle.
///
/// Flaw: a triangle that the large sphere does not collide with is skipped, though a part may stick into it.
#[must_use]
pub fn move_body(triangles: &[Triangle], body: &Body, from: DVec3, to: DVec3) -> DVec3 {
    let mut center = to;
    for triangle in triangles {
        let collides = |sphere: &Sphere, at: DVec3| {
            triangle_collision(triangle, from + sphere.offset, at + sphere.offset, sphere.radius).is_some()
        };
        if !collides(&body.whole, center) {
            continue;
        }
        for part in &body.parts {
            if collides(part, center) {
                center += push_back(&Plane::of(triangle), center + part.offset, part.radius);
            }
        }
    }
    center
}

/// Where this method stops an ellipsoid at `center`, moved by `displacement`; world space, metres. `None`: nothing
/// collides.
///
/// The ellipsoid is the sphere of a mesh whose vertices are the six ends of its axes: the mean of its radii. The
/// triangle, the point and the normal are those of the first collision, the centre is where all pushes leave it.
#[must_use]
pub fn sweep(triangles: &[Triangle], radii: DVec3, center: DVec3, displacement: DVec3) -> Option<Stop> {
    let ends = DVec3::AXES.map(|axis| [axis * radii, -axis * radii]);
    let radius = bounding_radius(ends.as_flattened(), DVec3::ZERO);
    let mut stops = pushes(triangles, radius, center, center + displacement);
    let (triangle, first) = stops.next()?;
    let normal = Plane::of(&triangles[triangle]).normal;
    let last = stops.last().map_or(first, |(_, center)| center);
    Some(Stop { triangle, center: last, point: first - normal * radius, normal })
}

/// Collisions of a sphere that moves, in the order of the triangles: index of the triangle, and centre after the push out of it.
fn pushes(triangles: &[Triangle], radius: f64, from: DVec3, to: DVec3) -> impl Iterator<Item = (usize, DVec3)> {
    triangles
        .iter()
        .enumerate()
        .scan(to, move |at, (index, triangle)| {
            let collides = triangle_collision(triangle, from, *at, radius).is_some();
            if collides {
                *at += push_back(&Plane::of(triangle), *at, radius);
            }
            Some(collides.then_some((index, *at)))
        })
        .flatten()
}
