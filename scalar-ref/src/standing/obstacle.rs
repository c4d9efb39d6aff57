//! The heights at which one triangle blocks a hull above a place.
//!
//! In: a triangle, scaled by the hull's radii, so that the hull is a unit sphere; a scaled place. Out: the lowest and the highest
//! height of a touching sphere, and what it touches at the highest.
//!
//! The sum of triangle and sphere is convex: a vertical line meets it in one interval, both ends of which touch a vertex, an edge or
//! the face. Each candidate touches the triangle, so the extremes of all candidates are the ends, and rounding between two features
//! loses none of them.

use crate::brute_force::Triangle;
use glam::{DVec2, DVec3};

/// Square of the level part of a unit edge below which the edge is vertical: its vertices touch instead.
const VERTICAL_EDGE: f64 = 1e-12;

/// Part along up of a unit normal below which a face is vertical: its edges touch instead.
const VERTICAL_FACE: f64 = 1e-9;

/// Part of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A corner, 0 to 2.
    Vertex(u8),
    /// The edge that begins at this corner.
    Edge(u8),
    /// The interior.
    Face,
}

/// A triangle in the space in which the hull is a unit sphere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    corners: Triangle,
    /// Unit vector and length of each edge; no length: no edge.
    edges: [(DVec3, f64); 3],
    /// Unit normal; zero if the triangle has no area.
    normal: DVec3,
    /// Level box of the places that the triangle can block.
    pub(super) least: DVec2,
    pub(super) most: DVec2,
}

/// The interval of heights that a triangle blocks, scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocked {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Point that the sphere at `high` touches.
    pub(super) point: DVec3,
    pub(super) feature: Feature,
}

/// The level part of a vector: x and z.
pub(super) fn level(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

impl Obstacle {
    pub(super) fn new(triangle: &Triangle, radii: DVec3) -> Self {
        let corners = triangle.map(|v| v / radii);
        let [a, b, c] = corners;
        let edges = [b - a, c - b, a - c].map(|along| {
            let length = along.length();
            (along.try_normalize().unwrap_or(DVec3::ZERO), length)
        });
        let normal = (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::ZERO);
        let [least, most] = [a.min(b).min(c) - 1.0, a.max(b).max(c) + 1.0].map(level);
        Self { corners, edges, normal, least, most }
    }

    /// The interval of heights that the triangle blocks at a place; `None` if it blocks none.
    pub(super) fn blocked(&self, place: DVec2) -> Option<Blocked> {
        if place.cmplt(self.least).any() || place.cmpgt(self.most).any() {
            return None;
        }
        let mut all: Option<Blocked> = None;
        let mut add = |height: f64, point: DVec3, feature: Feature| {
            let blocked = all.get_or_insert(Blocked { low: height, high: height, point, feature });
            blocked.low = blocked.low.min(height);
            if height > blocked.high {
                (blocked.high, blocked.point, blocked.feature) = (height, point, feature);
            }
        };
        for (number, corner) in (0..).zip(self.corners) {
            let room = 1.0 - place.distance_squared(level(corner));
            if room >= 0.0 {
                for height in [-room.sqrt(), room.sqrt()] {
                    add(corner.y + height, corner, Feature::Vertex(number));
                }
            }
        }
        for (number, (corner, (along, length))) in (0..).zip(self.corners.iter().zip(self.edges)) {
            let upright = 1.0 - along.y * along.y;
            if length == 0.0 || upright < VERTICAL_EDGE {
                continue;
            }
            let beside = place - level(*corner);
            let ahead = beside.dot(level(along));
            let root = ahead * ahead * along.y * along.y - upright * (beside.length_squared() - ahead * ahead - 1.0);
            if root < 0.0 {
                continue;
            }
            for root in [-root.sqrt(), root.sqrt()] {
                let height = (ahead * along.y + root) / upright;
                let way = ahead + height * along.y;
                if (0.0..=length).contains(&way) {
                    add(corner.y + height, corner + along * way, Feature::Edge(number));
                }
            }
        }
        if self.normal.y.abs() >= VERTICAL_FACE {
            let beside = place - level(self.corners[0]);
            for side in [-1.0, 1.0] {
                let height = (side - self.normal.x * beside.x - self.normal.z * beside.y) / self.normal.y;
                let center = DVec3::new(place.x, self.corners[0].y + height, place.y);
                let foot = center - self.normal * side;
                if self.holds(foot) {
                    add(center.y, foot, Feature::Face);
                }
            }
        }
        all
    }

    /// Height of the face above a scaled place, scaled; `None` if the face is upright or elsewhere.
    pub(super) fn height_at(&self, place: DVec2) -> Option<f64> {
        if self.normal.y.abs() < VERTICAL_FACE {
            return None;
        }
        let beside = place - level(self.corners[0]);
        let height = -(self.normal.x * beside.x + self.normal.z * beside.y) / self.normal.y;
        let point = DVec3::new(place.x, self.corners[0].y + height, place.y);
        self.holds(point).then_some(point.y)
    }

    /// The unit normal of the side that faces up, of the triangle as it is in the world.
    pub(super) fn upward(&self, radii: DVec3) -> DVec3 {
        let normal = (self.normal / radii).normalize_or_zero();
        if normal.y < 0.0 { -normal } else { normal }
    }

    /// A corner, scaled.
    pub(super) fn corner(&self, number: u8) -> DVec3 {
        self.corners[usize::from(number)]
    }

    /// Whether a point of the plane is in the triangle.
    fn holds(&self, point: DVec3) -> bool {
        let edges = self.corners.iter().zip(self.edges);
        edges.into_iter().all(|(corner, (along, _))| along.cross(point - corner).dot(self.normal) >= 0.0)
    }
}
