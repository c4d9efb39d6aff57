//! Steps the character, and compares the result with a world in which each sheet near it is solid or a sensor.

use super::case::{Case, Sheet};
use super::stand::{Stand, allowed, nearest, stand};
use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::prisms::half_spine;
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Backend, CharacterState, InstanceKind, MoveMemory, Shape, SlideOutcome, SlideSettings, SlideStatus, World,
};
use sweep8_scalar_ref::brute_force::{Triangle, segment_crosses};

const STEPS: usize = 10;

/// Growth of the ellipsoid to its hull, as a fraction of the skin, as the kernel documents.
const HULL: f64 = 0.875;

/// Rounding of a displacement by a sheet, per unit of its length.
const ROUNDING: f32 = 1e-5;

/// Upper bound of the ratio of a character's motion in a step to its desired motion and that of the sheets.
const FARTHEST: f64 = 4.0;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(mut case) = Case::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    case.check_slide()?;
    for step in 0..STEPS {
        let start = case.state;
        let before: Vec<Vec<Triangle>> = case.sheets.iter().map(|sheet| sheet.in_world().collect()).collect();
        if !case.set_targets() {
            return Ok(Outcome::Held);
        }
        let after: Vec<Vec<Triangle>> = case.sheets.iter().map(|sheet| sheet.in_world().collect()).collect();
        let world = case.world.clone();
        if step % 4 == 0 {
            case.check_ways(step, &world)?;
        }
        let moved = {
            let step = case.world.begin_step(case.seconds).expect("a time step");
            step.move_character(&case.profile, &mut case.state, &case.input)
        };
        let Ok(out) = moved else { return Ok(Outcome::Held) };
        case.judge(step, &start, &out, [&before, &after], world)?;
    }
    Ok(Outcome::Held)
}

/// Hull of a character in a step, from which sheets are judged: radii (metres), half of the spine (radii), rotation to body space, centre.
struct Hull {
    radii: DVec3,
    half: DVec3,
    back: glam::DQuat,
    center: DVec3,
    /// Maximum distance that the character's hull moves in the step, radii.
    reach: f64,
}

impl Hull {
    fn new(shape: &Shape, orientation: Quat, center: DVec3, reach: f64, skin: f32) -> Self {
        let radii = shape.radii().as_dvec3() + HULL * f64::from(skin);
        let back = orientation.as_dquat().normalize().conjugate();
        Self { radii, half: half_spine(shape) / radii, back, center, reach: reach / radii.min_element() }
    }

    fn seen(&self, triangle: &Triangle) -> Triangle {
        triangle.map(|v| self.back * (v - self.center) / self.radii)
    }

    /// Returns true if the hull, at the start of the step, surely overlaps none of the triangles.
    fn is_clear(&self, triangles: &[Triangle]) -> bool {
        triangles.iter().map(|triangle| self.seen(triangle)).all(|seen| {
            // Nothing farther than its motion can touch it.
            self.distance(&seen) > 1.0 + allowed(&seen, self.half)
        })
    }

    fn stand(&self, sheet: &[Triangle]) -> Option<Stand> {
        let seen: Vec<Triangle> = sheet.iter().map(|triangle| self.seen(triangle)).collect();
        stand(&seen, self.half, self.reach)
    }

    /// Returns the distance of the hull's spine from a triangle in body space, radii.
    fn distance(&self, seen: &Triangle) -> f64 {
        nearest(seen, self.half).length()
    }
}

/// Returns the kind of each sheet for a character: solid if the character is on its front, a sensor if the character goes through,
/// one-sided if the sheet is far. `None` if rounding may decide.
fn kinds(stands: &[Option<Stand>]) -> Option<Vec<InstanceKind>> {
    let kind = |stand: &Option<Stand>| match stand {
        Some(Stand::Front) => Some(InstanceKind::Solid),
        Some(Stand::Through) => Some(InstanceKind::Sensor),
        Some(Stand::Far) => Some(InstanceKind::OneSided),
        None => None,
    };
    stands.iter().map(kind).collect()
}

fn with_kinds(mut world: World, sheets: &[Sheet], kinds: &[InstanceKind]) -> World {
    for (sheet, kind) in sheets.iter().zip(kinds) {
        world.set_kind(sheet.id, *kind).expect("it is there");
    }
    world
}

impl Case {
    /// Returns an upper bound of the character's motion in a step, metres.
    fn reach(&self, state: &CharacterState) -> f64 {
        let seconds = f64::from(self.seconds);
        let speed = self.input.desired_velocity.length() + state.velocity.length() + 10.0 * self.seconds;
        let way = self.sheets.iter().map(|sheet| sheet.way.length()).sum::<f64>();
        FARTHEST * (f64::from(speed) * seconds + way + 0.1)
    }

    /// Checks that a step gives the same state in a batch, on each backend, and in a world whose instance kinds were restored.
    fn check_ways(&self, step: usize, world: &World) -> Result<(), Finding> {
        let mut ways = vec![("in a batch", world.clone())];
        for backend in Backend::available() {
            ways.push((backend.name(), world.clone().with_backend(backend).expect("it is available")));
        }
        let mut saved = Vec::new();
        world.save_motion_into(&mut saved);
        let mut restored = with_kinds(world.clone(), &self.sheets, &[InstanceKind::Sensor, InstanceKind::Solid]);
        restored.restore_motion(&saved).expect("a save of this world");
        ways.push(("restored", restored));
        let moved = |mut world: World| {
            let mut states = [self.state];
            let step = world.begin_step(self.seconds).ok()?;
            step.move_characters(&[self.profile], &mut states, &[self.input], &mut MoveMemory::new()).ok()?;
            Some(states[0])
        };
        let alone = self.moved(world.clone(), &self.state).map(|(state, _)| state);
        for (way, world) in ways {
            let other = moved(world);
            demand(other.map(bits) == alone.map(bits), || {
                self.finding(step, &self.state, &format!("{other:?} {way}, {alone:?} alone"))
            })?;
        }
        Ok(())
    }

    /// Returns the displacement of a character before its own motion: the first waypoint if a mover pushes it, carries it, or is the frame
    /// of its motion in the air.
    fn carried(&self, start: &CharacterState, out: &SlideOutcome) -> Vec3 {
        let way = self.sheets[0].way.as_vec3();
        let first = self.first_in_air(start, out);
        first.filter(|first| first.distance(way) <= ROUNDING * way.length()).unwrap_or(out.carried_by)
    }

    /// Returns the first waypoint of a character in the air in a step in which a sheet moves: where a frame that something held up on the
    /// way has carried it, or where its own motion first stopped.
    fn first_in_air(&self, start: &CharacterState, out: &SlideOutcome) -> Option<Vec3> {
        let is_in_air = !start.ground().is_grounded() && self.sheets[0].way != DVec3::ZERO;
        out.waypoints().first().copied().filter(|_| is_in_air)
    }

    fn moved(&self, mut world: World, start: &CharacterState) -> Option<(CharacterState, SlideOutcome)> {
        let mut state = *start;
        let step = world.begin_step(self.seconds).ok()?;
        let out = step.move_character(&self.profile, &mut state, &self.input).ok()?;
        Some((state, out))
    }

    fn judge(
        &self,
        step: usize,
        start: &CharacterState,
        out: &SlideOutcome,
        [before, after]: [&[Vec<Triangle>]; 2],
        world: World,
    ) -> Result<(), Finding> {
        let center = start.position.to_dvec3();
        let there = center + self.carried(start, out).as_dvec3();
        let (shape, skin) = (self.profile.shape(), self.profile.settings().skin);
        // While it is carried and pushed, sheets count from its first place, afterwards from the new one: two come into question.
        let maybe = self.first_in_air(start, out).map_or(there, |first| center + first.as_dvec3());
        let hulls = [center, there, maybe].map(|at| Hull::new(&shape, start.orientation, at, self.reach(start), skin));
        let stands: Vec<Option<Stand>> = before
            .iter()
            .zip(after)
            .map(|(before, after)| {
                let first = hulls[0].stand(before);
                first.filter(|_| hulls[1..].iter().all(|hull| hull.stand(after) == first))
            })
            .collect();
        let Some(kinds) = kinds(&stands) else { return Ok(()) };
        let fronts =
            || stands.iter().enumerate().filter(|(_, stand)| **stand == Some(Stand::Front)).map(|(sheet, _)| sheet);
        let rides_through = self.sheets.iter().zip(&stands).any(|(sheet, stand)| {
            *stand != Some(Stand::Front) && start.ground_surface.instance[0] == sheet.id.index() as u32
        });
        let is_clear = hulls.iter().all(|hull| hull.is_clear(&self.solids))
            && fronts().all(|sheet| {
                hulls[0].is_clear(&before[sheet]) && hulls[1..].iter().all(|hull| hull.is_clear(&after[sheet]))
            });
        if !is_clear || (rides_through && self.sheets[0].way != DVec3::ZERO) {
            return Ok(());
        }
        let expected = self.moved(with_kinds(world, &self.sheets, &kinds), start);
        let is_same = expected.is_some_and(|(state, other)| bits(state) == bits(self.state) && other == *out);
        demand(is_same, || {
            self.finding(step, start, &format!("{stands:?}: {:?} {out:?}, expected {expected:?}", self.state))
        })?;
        for contact in out.contacts() {
            let sheet = self.sheets.iter().position(|sheet| sheet.id == contact.instance);
            let is_through = sheet.is_some_and(|sheet| stands[sheet] == Some(Stand::Through));
            demand(!is_through, || self.finding(step, start, &format!("goes through, and touches: {out:?}")))?;
        }
        for sheet in fronts() {
            self.judge_front(step, start, out, &after[sheet], there)?;
        }
        Ok(())
    }

    /// Checks that a step's path crosses no sheet in whose front it begins, and ends without overlapping such a sheet.
    fn judge_front(
        &self,
        step: usize,
        start: &CharacterState,
        out: &SlideOutcome,
        sheet: &[Triangle],
        there: DVec3,
    ) -> Result<(), Finding> {
        let center = start.position.to_dvec3();
        let own = out.waypoints().iter().map(|waypoint| center + waypoint.as_dvec3());
        // The first point is the place to which it was carried, or may have been.
        let is_carried = self.carried(start, out) != Vec3::ZERO;
        let path: Vec<DVec3> = if is_carried || self.first_in_air(start, out).is_none() {
            [there].into_iter().chain(own.skip(usize::from(is_carried))).collect()
        } else {
            own.collect()
        };
        let crossed =
            path.windows(2).any(|ends| sheet.iter().any(|corners| segment_crosses(ends[0], ends[1], corners)));
        demand(!crossed, || self.finding(step, start, &format!("through a front by {path:?}: {out:?}")))?;
        if matches!(out.status, SlideStatus::Crushed | SlideStatus::Overlapping) {
            return Ok(());
        }
        let body = Hull::new(&self.profile.shape(), start.orientation, self.state.position.to_dvec3(), 0.0, 0.0);
        let deepest = sheet
            .iter()
            .map(|triangle| body.seen(triangle))
            .find(|seen| body.distance(seen) < 1.0 - allowed(seen, body.half));
        demand(deepest.is_none(), || self.finding(step, start, &format!("in a front, {deepest:?}: {out:?}")))
    }

    /// Checks that a slide from the start passes through the same one-sided sheets as a character.
    fn check_slide(&self) -> Result<(), Finding> {
        let (shape, center) = (self.profile.shape(), self.state.position.to_vec3());
        let settings = SlideSettings::default();
        let displacement = self.input.desired_velocity * 0.3;
        let reach = FARTHEST * (f64::from(displacement.length()) + 0.1);
        let hull = Hull::new(&shape, Quat::IDENTITY, center.as_dvec3(), reach, settings.skin);
        let sheets: Vec<Vec<Triangle>> = self.sheets.iter().map(|sheet| sheet.in_world().collect()).collect();
        let stands: Vec<Option<Stand>> = sheets.iter().map(|sheet| hull.stand(sheet)).collect();
        let Some(kinds) = kinds(&stands) else { return Ok(()) };
        let fronts = sheets.iter().zip(&stands).filter(|(_, stand)| **stand == Some(Stand::Front));
        if !hull.is_clear(&self.solids) || !fronts.into_iter().all(|(sheet, _)| hull.is_clear(sheet)) {
            return Ok(());
        }
        let other = with_kinds(self.world.clone(), &self.sheets, &kinds);
        let [out, expected] = [&self.world, &other].map(|world| world.slide(&shape, center, displacement, &settings));
        demand(out == expected, || {
            self.finding(
                0,
                &self.state,
                &format!("a slide by {displacement}: {stands:?}, {out:?}, expected {expected:?}"),
            )
        })
    }
}

fn bits(state: CharacterState) -> [u64; 16] {
    bytemuck::cast(state)
}
