//! From a lane and a fraction to a contact: point, normal, depth.
//!
//! In: the triangle's corners in ellipsoid space, the motion, the fraction. Out: the contact in the world.
//! 1. The centre at the fraction, and the point of the triangle closest to it: face, or minimum over the clamped edges
//!    ("the last outside edge" is wrong for 2.9 % of obtuse cases).
//! 2. The normal is the line between the two, back in the world `n / r`.
//!
//! Of a shape with a spine the spine is in the place of the centre: see [`spine_contact`].
//!
//! A sweep has one contact, so this is scalar and in `f64`: the normal then has no error of its own, even at a triangle of 100 m.

use crate::base::tolerance::CONTACT_ROUNDING;
use crate::base::triangle_point::{closest_point, closest_weighted, front, towards};
use crate::base::triangle_spine::{SpineContact, spine_contact};
use crate::bvh::corner_order::CornerOrder;
use crate::frame::capsule_space::CapsuleSpace;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::narrow::lane::Lane;
use crate::narrow::mover::ShapeSpace;
use crate::query::face::Face;
use crate::shape::axis::Axis;
use crate::world::instance_id::InstanceId;
use glam::{DVec3, Vec3, Vec3A};

/// Contact of a shape with a triangle, in the ellipsoid space of the shape, in which the shape is a unit sphere or a capsule of radius 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// Touched point of the triangle, relative to the centre of ellipsoid space.
    pub(crate) point: DVec3,
    /// Unit vector from the touched point of the triangle towards the sphere's centre, ellipsoid space.
    pub(crate) normal: DVec3,
    /// `1 -` distance of the sphere's centre from the triangle, ellipsoid space: positive if they overlap.
    pub(crate) depth: f64,
    /// Barycentric weights of the touched point, in the order in which the tree stores the triangle's corners.
    weights: DVec3,
    /// Whether the touched point lies inside all edges of the triangle.
    is_inside: bool,
    /// Front normal of the triangle, of any length, ellipsoid space.
    front: DVec3,
    /// Height of the sphere's centre above the triangle's plane, times the length of `front`, ellipsoid space.
    height: f64,
}

impl Contact {
    /// Computes the contact of a unit sphere at `center` with the triangle of `lane`, ellipsoid space.
    #[inline(always)]
    pub(crate) fn of(center: DVec3, lane: &Lane) -> Self {
        let corners = lane.corners.map(Vec3A::as_dvec3);
        let (point, weights, is_inside) = closest_weighted(center, corners);
        let apart = center - point;
        let distance = apart.length();
        let (from_first, front) = (center - corners[0], front(corners));
        let normal =
            if distance > CONTACT_ROUNDING { apart / distance } else { towards(from_first, front).normalize() };
        Self { point, normal, depth: 1.0 - distance, weights, is_inside, front, height: front.dot(from_first) }
    }

    /// Computes the contact of a capsule of radius 1 at `center` with the triangle of `lane`, ellipsoid space. `spine`: from the centre
    /// to an end of the spine; not zero. The depth of a capsule whose spine crosses the triangle is more than 1.
    pub(crate) fn of_capsule(center: DVec3, spine: DVec3, lane: &Lane) -> Self {
        let corners = lane.corners.map(Vec3A::as_dvec3);
        let SpineContact { point, weights, normal, distance, is_inside } = spine_contact(center, spine, corners);
        let front = front(corners);
        Self { point, normal, depth: 1.0 - distance, weights, is_inside, front, height: front.dot(center - corners[0]) }
    }

    /// Computes the contact of a unit sphere with `lane` after `fraction` of a straight motion from the origin, ellipsoid space.
    #[inline(always)]
    pub(crate) fn on_way(displacement: Vec3, fraction: f32, lane: &Lane) -> Self {
        Self::of(displacement.as_dvec3() * f64::from(fraction), lane)
    }

    /// Contact normal from the triangle towards the shape, world space, unit length.
    pub(crate) fn world_normal(&self, space: &Space) -> Vec3 {
        world_normal(self.normal, space.radii)
    }

    /// Distance along the world normal by which the shape must move to be clear of the triangle, metres; 0 without an overlap.
    pub(crate) fn world_depth(&self, space: &Space) -> f32 {
        (self.depth.max(0.0) / (self.normal / space.radii.as_dvec3()).length()) as f32
    }

    /// Touched point of the triangle, world space, metres.
    pub(crate) fn world_point(&self, space: &Space) -> Vec3 {
        place_of(self.point, space.position, space.radii).as_vec3()
    }

    /// Normal, weights and side of the touched triangle; without a plane it has the contact normal. `radii`: of the shape, metres.
    #[inline(always)]
    pub(crate) fn world_face(&self, radii: Vec3, order: CornerOrder) -> Face {
        let (is_front, has_plane) = (self.height >= 0.0, self.front.length_squared() > 0.0);
        // On the face the contact normal is the face normal, and already computed.
        let normal = if self.is_inside || !has_plane {
            let normal = world_normal(self.normal, radii);
            if is_front { normal } else { -normal }
        } else {
            world_normal(self.front, radii)
        };
        Face { normal, barycentric: order.in_mesh(self.weights), is_front }
    }
}

/// An ellipsoid space in which contacts of its shape are measured.
pub(crate) trait ContactSpace: ShapeSpace {
    /// The contact of the shape, its centre at `center`, with the triangle of `lane`; ellipsoid space.
    fn contact(&self, center: DVec3, lane: &Lane) -> Contact;
}

impl ContactSpace for Space {
    #[inline(always)]
    fn contact(&self, center: DVec3, lane: &Lane) -> Contact {
        Contact::of(center, lane)
    }
}

impl ContactSpace for CapsuleSpace {
    fn contact(&self, center: DVec3, lane: &Lane) -> Contact {
        Contact::of_capsule(center, self.spine(), lane)
    }
}

/// A sphere or capsule that touches a triangle at a fraction of a motion, ellipsoid space, and the map of that space to the world: a
/// surface to slide along.
///
/// `Vec3A`, not `Vec3`: see [`SweepInput`](crate::query::sweep::world_sweep).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch<'a> {
    pub(crate) start: Vec3A,
    pub(crate) displacement: Vec3A,
    pub(crate) corners: [Vec3A; 3],
    /// High part of the position of ellipsoid space's centre, see [`Position`].
    pub(crate) high: Vec3A,
    /// Low part of the position. Three numbers, not four: with the spine behind them a touch is no larger than without.
    pub(crate) low: Vec3,
    pub(crate) radii: Vec3A,
    /// Orientation of the ellipsoid; `None` if its axes are those of the world.
    pub(crate) turn: Option<&'a Turn>,
    pub(crate) fraction: f32,
    pub(crate) instance: InstanceId,
    pub(crate) triangle: u32,
    /// Whether the contact is on the triangle's face, not on an edge or corner.
    pub(crate) is_face: bool,
    /// Half the length of the spine, ellipsoid space, and its axis; 0 for an ellipsoid.
    pub(crate) half: f32,
    pub(crate) axis: Axis,
}

impl Touch<'_> {
    /// The unit normal of the surface, towards the sphere; along the axes of the ellipsoid.
    ///
    /// A face contact gives the face's normal: at the rim of a face the line to the centre leans by up to the root of a rounding,
    /// and a slide along the face must not take that lean for the surface. Nothing is normalized on the way to the world: roots and
    /// divisions wait for each other, and a slide waits for them.
    #[inline(always)]
    pub(crate) fn normal(&self) -> Vec3A {
        if self.has_spine() {
            return self.capsule_normal();
        }
        let across = if self.is_face { None } else { self.off_edges() };
        let normal = across.unwrap_or_else(|| {
            let corners = self.corners.map(Vec3A::as_dvec3);
            towards(self.center() - corners[0], front(corners))
        });
        world_normal(normal, self.radii.into()).into()
    }

    #[inline(always)]
    fn has_spine(&self) -> bool {
        self.half.to_bits() != 0
    }

    /// Vector from the centre to an end of the spine, ellipsoid space.
    fn spine(&self) -> DVec3 {
        (self.axis.unit() * self.half).as_dvec3()
    }

    /// The normal of a touch of a shape with a spine. If the spine crosses the plane of the face, the direction is that of the way out.
    #[inline(never)]
    fn capsule_normal(&self) -> Vec3A {
        let (corners, spine) = (self.corners.map(Vec3A::as_dvec3), self.spine());
        let (front, from_first) = (front(corners), self.center() - corners[0]);
        let height = front.dot(from_first);
        let is_beside = front.dot(spine).abs() < height.abs();
        let normal = if self.is_face && is_beside { towards(from_first, front) } else { self.of_spine().normal };
        world_normal(normal, self.radii.into()).into()
    }

    /// Contact of the spine with the triangle.
    #[inline(never)]
    fn of_spine(&self) -> SpineContact {
        spine_contact(self.center(), self.spine(), self.corners.map(Vec3A::as_dvec3))
    }

    /// Vector from the triangle's closest point to the sphere's centre, ellipsoid space; `None` if too short for a direction.
    #[inline(never)]
    fn off_edges(&self) -> Option<DVec3> {
        let center = self.center();
        let across = center - closest_point(center, self.corners.map(Vec3A::as_dvec3));
        (across.length_squared() > CONTACT_ROUNDING * CONTACT_ROUNDING).then_some(across)
    }

    /// Touched point of the triangle, world space, metres.
    pub(crate) fn point(&self) -> Vec3 {
        let point = self.point_along_axes();
        self.turn.map_or(point, |turn| turn.world_point(point)).as_vec3()
    }

    /// Touched point, along the axes of the ellipsoid, metres.
    pub(crate) fn point_along_axes(&self) -> DVec3 {
        if self.has_spine() {
            return self.capsule_point_along_axes();
        }
        self.place_of(closest_point(self.center(), self.corners.map(Vec3A::as_dvec3)))
    }

    #[inline(never)]
    fn capsule_point_along_axes(&self) -> DVec3 {
        self.place_of(self.of_spine().point)
    }

    /// A point of ellipsoid space along the axes of the ellipsoid, metres.
    #[inline(always)]
    fn place_of(&self, point: DVec3) -> DVec3 {
        let position = Position { high: self.high.into(), low: self.low };
        place_of(point, position, self.radii.into())
    }

    /// The same touch along the axes of the ellipsoid, without the map to the world.
    pub(crate) fn along_axes(&self) -> Touch<'static> {
        Touch { turn: None, ..*self }
    }

    /// Vector from the shape's centre to the touched point of the triangle, along the ellipsoid's axes, metres.
    pub(crate) fn point_off_center(&self) -> Vec3 {
        if self.has_spine() {
            return self.capsule_point_off_center();
        }
        let center = self.center();
        self.off_center(center, closest_point(center, self.corners.map(Vec3A::as_dvec3)))
    }

    /// Height above the touched point up to which the touched face goes on straight up, along the ellipsoid's axes, metres.
    pub(crate) fn face_rise(&self, up: Vec3) -> f32 {
        let (center, radii, up) = (self.center(), self.radii.as_dvec3(), up.as_dvec3());
        let [a, b, c] = self.corners.map(|corner| (corner.as_dvec3() - center) * radii);
        let (normal, point) = (front([a, b, c]), self.point_off_center().as_dvec3());
        // Steepest way up the face.
        let way = up * normal.length_squared() - normal * normal.dot(up);
        let mut part = f64::INFINITY;
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let inward = normal.cross(to - from);
            let closing = -inward.dot(way);
            if closing > 0.0 {
                part = part.min(inward.dot(point - from).max(0.0) / closing);
            }
        }
        // A level face has no way up.
        if part < f64::INFINITY { (way.dot(up) * part) as f32 } else { 0.0 }
    }

    #[inline(never)]
    fn capsule_point_off_center(&self) -> Vec3 {
        self.off_center(self.center(), self.of_spine().point)
    }

    #[inline(always)]
    fn off_center(&self, center: DVec3, point: DVec3) -> Vec3 {
        ((point - center) * self.radii.as_dvec3()).as_vec3()
    }

    /// The same touch with the map of its axes to the world.
    pub(crate) fn seen<'a>(&self, turn: Option<&'a Turn>) -> Touch<'a> {
        Touch { turn, ..*self }
    }

    /// Normal, barycentric weights and side of the touched triangle, world space.
    pub(crate) fn face(&self, order: CornerOrder) -> Face {
        if self.has_spine() {
            return self.capsule_face(order);
        }
        self.face_of(&Contact::of(self.center(), &self.lane()), order)
    }

    #[inline(never)]
    fn capsule_face(&self, order: CornerOrder) -> Face {
        self.face_of(&Contact::of_capsule(self.center(), self.spine(), &self.lane()), order)
    }

    #[inline(always)]
    fn face_of(&self, contact: &Contact, order: CornerOrder) -> Face {
        let face = contact.world_face(self.radii.into(), order);
        Face { normal: self.turn.map_or(face.normal, |turn| turn.world_displacement(face.normal)), ..face }
    }

    #[inline(always)]
    fn lane(&self) -> Lane {
        Lane { triangle: self.triangle, corners: self.corners, is_face: self.is_face }
    }

    /// Centre of the shape at the contact, ellipsoid space.
    #[inline(always)]
    fn center(&self) -> DVec3 {
        self.start.as_dvec3() + self.displacement.as_dvec3() * f64::from(self.fraction)
    }
}

/// Maps a point from the ellipsoid space at `position` to a point along the ellipsoid's axes, metres.
fn place_of(point: DVec3, position: Position, radii: Vec3) -> DVec3 {
    let offset = point * radii.as_dvec3();
    position.high.as_dvec3() + position.low.as_dvec3() + offset
}

/// The unit normal in the world of a surface whose normal in ellipsoid space is `normal`, of any length: `n / r`, times the product
/// of the radii.
#[inline(always)]
fn world_normal(normal: DVec3, radii: Vec3) -> Vec3 {
    let radii = radii.as_dvec3();
    (normal * DVec3::new(radii.y * radii.z, radii.z * radii.x, radii.x * radii.y)).normalize().as_vec3()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ellipsoid::Ellipsoid;
    use sweep8_scalar_ref::brute_force;
    use sweep8_scalar_ref::random::Random;

    fn lane(corners: [Vec3A; 3], is_face: bool) -> Lane {
        Lane { triangle: 0, corners, is_face }
    }

    fn space(radii: Vec3) -> Space {
        Space::new(Ellipsoid::new(radii).expect("it is a shape"), Position::new(Vec3::new(3.0, -2.0, 1.0)))
    }

    #[test]
    fn the_touched_point_is_the_nearest_of_the_triangle_and_the_way_out_ends_in_touch() {
        let mut random = Random(1);
        let mut overlapping = 0;
        for radii in [Vec3::ONE, Vec3::new(0.4, 0.9, 0.3), Vec3::new(5.0, 0.1, 2.0)] {
            let space = space(radii);
            for _ in 0..2_000 {
                let corners = [(); 3].map(|()| random.signed_vector() * 2.0);
                let center = random.signed_vector().as_dvec3() * 1.5;
                let contact = Contact::of(center, &lane(corners, false));
                let triangle = corners.map(Vec3A::as_dvec3);
                let nearest = brute_force::closest_point(center, &triangle);
                assert!((contact.point - nearest).length() < 1e-12, "{} instead of {nearest}", contact.point);
                assert!((contact.depth - (1.0 - center.distance(nearest))).abs() < 1e-12);
                if contact.depth <= 0.0 {
                    assert_eq!(contact.world_depth(&space), 0.0);
                    continue;
                }
                overlapping += 1;
                // Moved out by the depth: the triangle lies behind the plane that touches the sphere.
                let out = contact.world_normal(&space).as_dvec3() * f64::from(contact.world_depth(&space));
                let moved = center + out / radii.as_dvec3();
                let beyond = (moved - contact.point).dot(contact.normal);
                assert!((beyond - 1.0).abs() < 1e-5, "{beyond} from {contact:?}, radii {radii}");
                assert!(brute_force::distance(moved, &triangle) > 1.0 - 1e-5);
                let world = (contact.world_point(&space) - space.position.high).as_dvec3() / radii.as_dvec3();
                assert!((world - contact.point).length() < 1e-4, "{world} is not {}", contact.point);
            }
        }
        assert!(overlapping > 1_000, "{overlapping}");
    }

    #[test]
    fn a_centre_in_a_triangle_leaves_it_across() {
        let corners = [Vec3A::new(-1.0, 0.0, -1.0), Vec3A::new(0.0, 0.0, 1.0), Vec3A::new(1.0, 0.0, -1.0)];
        let contact = Contact::of(DVec3::ZERO, &lane(corners, true));
        assert_eq!((contact.normal, contact.depth), (DVec3::Y, 1.0));
    }

    fn touch(corners: [Vec3A; 3], start: Vec3A, displacement: Vec3A, radii: Vec3, is_face: bool) -> Touch<'static> {
        let (high, low) = (Vec3A::ZERO, Vec3::ZERO);
        Touch {
            start,
            displacement,
            corners,
            high,
            low,
            radii: radii.into(),
            turn: None,
            fraction: 0.5,
            instance: InstanceId::default(),
            triangle: 0,
            is_face,
            half: 0.0,
            axis: Axis::Y,
        }
    }

    #[test]
    fn a_touched_face_goes_on_straight_up_to_its_edge_and_a_level_one_goes_nowhere() {
        let radii = Vec3::splat(0.4);
        // Walls whose tips are 1.6 m above the centre, upright and at 60°.
        for lean in [0.0, 0.577_350_26] {
            let tip = Vec3A::new(1.0 + 5.0 * lean, 4.0, 0.0);
            let wall = [Vec3A::new(1.0, -1.0, -50.0), Vec3A::new(1.0, -1.0, 50.0), tip];
            let touch = touch(wall, Vec3A::ZERO, Vec3A::ZERO, radii, true);
            let top = touch.point_off_center().y + touch.face_rise(Vec3::Y);
            assert!((top - 1.6).abs() < 1e-5, "lean {lean}: {top}");
        }
        let floor = [Vec3A::new(-9.0, -1.0, -9.0), Vec3A::new(0.0, -1.0, 9.0), Vec3A::new(9.0, -1.0, -9.0)];
        let touch = touch(floor, Vec3A::ZERO, Vec3A::ZERO, radii, true);
        assert_eq!(touch.face_rise(Vec3::Y), 0.0);
    }

    #[test]
    fn a_face_gives_its_own_normal_at_its_rim_and_an_edge_the_line_to_the_centre() {
        let radii = Vec3::new(0.5, 2.0, 0.5);
        let corners = [Vec3A::new(-1.0, 0.0, -1.0), Vec3A::new(0.0, 0.0, 1.0), Vec3A::new(1.0, 0.0, -1.0)];
        // The sphere touches the edge behind it, half a unit higher at the contact.
        let (start, displacement) = (Vec3A::new(0.0, 1.0, -1.5), Vec3A::new(0.0, -1.0, 0.0));
        assert_eq!(touch(corners, start, displacement, radii, true).normal(), Vec3A::Y);
        let expected = (Vec3A::new(0.0, 0.5, -0.5) / Vec3A::from(radii)).normalize();
        let normal = touch(corners, start, displacement, radii, false).normal();
        assert!((normal - expected).length() < 1e-6, "{normal} instead of {expected}");
    }
}
