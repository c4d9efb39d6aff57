//! Velocities along surfaces that move.
//!
//! In: the clip planes of a pass, each with the velocity of its surface relative to the frame of the move. Out: the velocity that leads
//! into none of them, relative to it: `n · (v - w) >= 0` for a normal `n` and a surface velocity `w`. Of all these the one nearest to the
//! velocity before, less friction. A surface at rest has `w = 0`: then these are the [clip planes](crate::character::slide::clip_planes). A
//! surface that [turns a velocity back](crate::character::slide::rebound) demands that it leads off by the rebound: `n · (v - w) >= n · r`.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::half_spaces::HalfSpaces;
use crate::character::slide::clip_plane::Kind;
use crate::character::slide::clip_planes::{ClipPlanes, SurfaceVelocities};
use glam::{DVec3, Vec3};

/// Rounding of the velocity of a surface, per unit: of two points of one mesh that moves straight.
const SAME_VELOCITY: f32 = 4.0 * f32::EPSILON;

impl ClipPlanes {
    /// Sets the velocity of the surfaces that are added next, relative to the frame of the move, m/s.
    pub(super) fn next_moves(&mut self, velocity: Vec3) {
        if velocity != Vec3::ZERO || self.velocities.is_some() {
            self.velocities.get_or_insert(SurfaceVelocities::ZERO).next = velocity;
        }
    }

    /// Sets the rebound of the surface that is added next, relative to it, m/s.
    #[inline(always)]
    pub(super) fn next_rebounds(&mut self, rebound: Vec3) {
        if rebound != Vec3::ZERO {
            self.velocities.get_or_insert(SurfaceVelocities::ZERO).next_rebound = rebound;
        }
    }

    /// Velocity of the surface that is added next, relative to the frame of the move, m/s.
    pub(super) fn next_velocity(&self) -> Vec3 {
        self.velocities.as_ref().map_or(Vec3::ZERO, |velocities| velocities.next)
    }

    /// Whether a surface turns the velocity back.
    pub(super) fn have_rebounds(&self) -> bool {
        let rebounds = self.velocities.as_ref().map_or(&[][..], |velocities| &velocities.rebounds[..self.met().len()]);
        rebounds.iter().any(|&rebound| rebound != Vec3::ZERO)
    }

    /// Whether a plane is that of a surface that moves relative to the frame of the move, or turns the velocity back.
    #[inline(always)]
    pub(super) fn are_moving(&self) -> bool {
        self.velocities.is_some()
    }

    /// Velocity of all surfaces, m/s, if they move alike.
    pub(super) fn common_velocity(&self) -> Option<Vec3> {
        let (first, others) = self.velocities.as_ref()?.of_planes[..self.met().len()].split_first()?;
        let is_same = |other: &Vec3| first.distance(*other) <= SAME_VELOCITY * first.length().max(other.length());
        others.iter().all(is_same).then_some(*first)
    }

    /// A velocity after surfaces have turned it back, m/s, no faster relative to them than `fastest`, relative to the frame of the move: a
    /// corner that is left along one surface gives no speed. Surfaces that do not move alike do.
    pub(super) fn turned_back(&self, velocity: Vec3, fastest: [Vec3; 2]) -> Vec3 {
        let Some(common) = self.common_velocity().filter(|_| self.met().len() > 1) else { return velocity };
        let relative = velocity - common;
        let [square, most] = [
            relative.length_squared(),
            fastest.map(|fast| (fast - common).length_squared()).into_iter().fold(0.0, f32::max),
        ];
        if square > most { common + relative * (most / square).root() } else { velocity }
    }

    /// The velocity nearest to a given one that leads into no surface, relative to it, and off each by its rebound, m/s. With an up the
    /// velocity is level and stays so, and floors do not count. Unless `gives_velocity`, surfaces that come nearer count as if they were at
    /// rest. Where one of them pushes, others do not hold the character.
    pub(super) fn along_movers(&self, velocity: Vec3, level: Option<Vec3>, gives_velocity: bool) -> Vec3 {
        let (exact, up) = (velocity.as_dvec3(), level.map(Vec3::as_dvec3));
        let SurfaceVelocities { of_planes, rebounds, .. } = self.velocities.unwrap_or(SurfaceVelocities::ZERO);
        let mut spaces = HalfSpaces::new();
        let (mut friction, mut rubbing, mut is_pushed) = (0.0, DVec3::ZERO, false);
        for ((plane, surface), rebound) in self.met().iter().zip(of_planes).zip(rebounds) {
            let [normal, surface, rebound] = [plane.normal, surface, rebound].map(Vec3::as_dvec3);
            let mut away = normal.dot(surface);
            if !gives_velocity {
                away = away.min(0.0);
            }
            let across = match up {
                Some(_) if plane.kind == Kind::Floor => continue,
                Some(up) => normal - up * normal.dot(up),
                None => normal,
            };
            let sine = across.length();
            if sine == 0.0 {
                continue;
            }
            is_pushed |= away > 0.0;
            let behind = (away + normal.dot(rebound) - across.dot(exact)) / sine;
            if behind > 0.0 && plane.friction > friction {
                (friction, rubbing) = (plane.friction, surface + rebound);
            }
            spaces.add(across / sine, behind);
        }
        for bound in self.bounds().iter().filter(|_| !is_pushed) {
            let normal = bound.normal.as_dvec3();
            spaces.add(normal, -f64::from(bound.gives) - normal.dot(exact));
        }
        let change = spaces.nearest().unwrap_or_else(|| spaces.least_behind().0);
        let relative = exact + change - rubbing;
        let length = relative.length();
        let kept = if length > 0.0 { (1.0 - f64::from(friction) * change.length() / length).max(0.0) } else { 1.0 };
        let along = (relative * kept + rubbing).as_vec3();
        level.map_or(along, |up| along - up * along.dot(up))
    }
}
