//! Steps the character, and judges every step in `f64`.

use super::case::{Case, Part, pose};
use super::truth::Body;
use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::prisms::half_spine;
use glam::{DQuat, DVec3};
use sweep8::{
    Backend, CharacterState, ContactFilter, ContactView, Field, Ground, MoveMemory, SlideContact, SlideOutcome,
    SlideStatus, World, WorldStep,
};
use sweep8_scalar_ref::brute_force::{closest_point, segment_crosses};
use sweep8_scalar_ref::rigid_motion::{Pose, Swept, gap};

const STEPS: usize = 4;
const FRAME: f32 = 1.0 / 60.0;

/// Growth of the body's radii in the overlap test before and after a step, as a fraction of the skin.
const HULL: f64 = 0.875;

/// Tolerance of a distance between body and triangle, per unit of the largest distance that enters it.
const TOLERANCE: f64 = 1e-5;

/// Selects test instances of a moving world: the static first one, or all others.
#[derive(Clone, Copy)]
enum Which {
    Still,
    Moving,
}

impl Which {
    const BOTH: [Self; 2] = [Self::Still, Self::Moving];
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(mut case) = Case::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    for step in 0..STEPS {
        let before: Vec<Pose> = case.parts.iter().map(|part| pose(&part.placement)).collect();
        let held = Which::BOTH.map(|which| case.is_clear(&before, which, HULL));
        let start = case.state;
        if !case.set_targets() {
            return Ok(Outcome::Skipped);
        }
        let others = case.on_other_ways();
        let moved = {
            let mut world = std::mem::take(&mut case.world);
            let (verdict, mut state) = (|contact: &ContactView| case.verdict(contact), case.state);
            let step = case.step(&mut world, &verdict).expect("a time step");
            let moved = step.move_character(&case.profile, &mut state, &case.input);
            drop(step);
            (case.world, case.state) = (world, state);
            moved
        };
        for (way, other) in others {
            let same = other.as_ref().is_some_and(|other| bytemuck::bytes_of(other) == bytemuck::bytes_of(&case.state));
            demand(same, || case.finding(step, &format!("{other:?} {way}")))?;
        }
        let out = match moved {
            Ok(out) => out,
            Err(error) => {
                demand(matches!(error.field(), Field::Turn | Field::Move), || case.finding(step, &error.to_string()))?;
                let same = bytemuck::bytes_of(&start) == bytemuck::bytes_of(&case.state);
                demand(same, || case.finding(step, "refused, and moved"))?;
                return Ok(Outcome::Held);
            }
        };
        let after: Vec<Pose> = case.parts.iter().map(|part| pose(&part.placement)).collect();
        case.judge(step, &start, &out, held, [&before, &after])?;
    }
    Ok(Outcome::Held)
}

impl Case {
    fn center(&self) -> DVec3 {
        self.state.position.to_dvec3()
    }

    /// Begins a step of the world, with the contact filter if the filter ignores any triangle.
    fn step<'a>(&self, world: &'a mut World, verdict: ContactFilter<'a>) -> Option<WorldStep<'a>> {
        let step = world.begin_step(FRAME).ok()?;
        Some(if self.has_verdicts() { step.filtered(verdict) } else { step })
    }

    /// Returns the character's rotation from world space to body space.
    fn back(&self) -> DQuat {
        self.state.orientation.as_dquat().normalize().conjugate()
    }

    /// Rotates an instance's pose from world space to body space about the point `from`.
    fn seen(&self, pose: &Pose, from: DVec3) -> Pose {
        let back = self.back();
        let translation = from + back * (pose.translation - from);
        Pose { translation, rotation: back * pose.rotation, scale: pose.scale }
    }

    /// Returns true if the body, grown by the fraction `by` of the skin, overlaps no selected instance at its pose.
    fn is_clear(&self, poses: &[Pose], which: Which, by: f64) -> bool {
        let radii = self.profile.shape().radii().as_dvec3() + by * f64::from(self.profile.settings().skin);
        let body = Swept { radii, half: half_spine(&self.profile.shape()) };
        let (parts, poses) = match which {
            Which::Still => (&self.parts[..1], &poses[..1]),
            Which::Moving => (&self.parts[1..], &poses[1..]),
        };
        parts.iter().zip(poses).all(|(part, pose)| {
            let far = part.triangles.iter().flatten().map(|v| (pose.point(*v) - self.center()).length());
            let allowed = TOLERANCE * (1.0 + far.fold(0.0, f64::max) / radii.min_element());
            let apart = gap(&part.triangles, &self.seen(pose, self.center()), self.center(), body);
            if by > 0.0 { apart > allowed } else { apart > -allowed }
        })
    }

    /// Returns the character's states after the next step, computed by a batch and on each backend, with the name of each way.
    fn on_other_ways(&self) -> Vec<(&'static str, Option<CharacterState>)> {
        let mut ways = vec![("in a batch", self.world.clone())];
        for backend in Backend::available() {
            ways.push((backend.name(), self.world.clone().with_backend(backend).expect("it is available")));
        }
        let verdict = |contact: &ContactView| self.verdict(contact);
        let moved = |mut world: World| {
            let mut states = [self.state];
            let step = self.step(&mut world, &verdict)?;
            step.move_characters(&[self.profile], &mut states, &[self.input], &mut MoveMemory::new()).ok()?;
            Some(states[0])
        };
        ways.into_iter().map(|(way, world)| (way, moved(world))).collect()
    }

    fn judge(
        &self,
        step: usize,
        start: &CharacterState,
        out: &SlideOutcome,
        [of_still, of_moving]: [bool; 2],
        [before, after]: [&[Pose]; 2],
    ) -> Result<(), Finding> {
        demand(self.center().is_finite(), || self.finding(step, "nowhere"))?;
        let ignored = out.contacts().iter().find(|contact| !self.stops(contact));
        demand(ignored.is_none(), || {
            self.finding(step, &format!("touches a sensor or ignored triangle: {ignored:?}"))
        })?;
        let is_crushed = out.status == SlideStatus::Crushed;
        let names_a_mover = self.parts[1..].iter().any(|part| out.crushed_by == Some(part.id));
        demand(is_crushed == names_a_mover, || self.finding(step, &format!("crushed by {:?}", out.crushed_by)))?;
        if !of_still {
            return Ok(());
        }
        let told = format!("{:?} by {}, carried by {}", out.status, out.travel, out.carried_by);
        let now = |which| self.is_clear(after, which, 0.0);
        demand(now(Which::Still), || self.finding(step, &format!("{told}: overlaps a static part")))?;
        if of_moving {
            let touched = self.judge_touch(start, out, [before, after]);
            demand(touched.is_ok(), || self.finding(step, &touched.unwrap_err()))?;
        }
        if !of_moving || matches!(out.status, SlideStatus::Crushed | SlideStatus::Overlapping) {
            return Ok(());
        }
        if out.status != SlideStatus::OutOfIterations {
            demand(now(Which::Moving), || self.finding(step, &format!("{told}: overlaps a mover")))?;
        }
        for ((part, before), after) in self.parts.iter().zip(before).zip(after) {
            let from = after.point(before.back(start.position.to_dvec3()));
            let crossed = self.crossed(part, after, from, out);
            demand(!crossed, || self.finding(step, &format!("{told}: through {:?} from {from}", part.id)))?;
        }
        Ok(())
    }

    /// Returns true if the contact's triangle may stop a character.
    fn stops(&self, contact: &SlideContact) -> bool {
        self.parts.iter().any(|part| part.id == contact.instance && part.has(contact.triangle))
    }

    /// Checks that the parts that touch a character push the character, that no other parts do, and that ground that moves straight
    /// carries the character exactly. A character that moves with a mover in the air is pushed as that mover carries it. In the air no push
    /// is due if the body that goes its own way in a straight line is not touched, or if its own motion met anything: its path bends there,
    /// or it met the mover. A path that may bend with a mover that turns is not judged.
    fn judge_touch(
        &self,
        start: &CharacterState,
        out: &SlideOutcome,
        [before, after]: [&[Pose]; 2],
    ) -> Result<(), String> {
        let ground = self.ground_that_moves(start);
        let carried = match ground.map(|ground| &self.parts[ground]) {
            None => DVec3::ZERO,
            Some(part) if part.turns() => return Ok(()),
            Some(part) => part.way(),
        };
        let (radii, skin) = (self.profile.shape().radii().as_dvec3(), f64::from(self.profile.settings().skin));
        let center = start.position.to_dvec3();
        let half = half_spine(&self.profile.shape());
        let body = Body { center, radii, half, skin, carried: self.back() * carried };
        let [before, after] =
            [before, after].map(|poses| poses.iter().map(|pose| self.seen(pose, center)).collect::<Vec<_>>());
        // The first part is static, so it touches only a character that is carried.
        let others = (0..self.parts.len()).filter(|&part| Some(part) != ground && (part > 0 || ground.is_some()));
        let others = others.map(|part| (&self.parts[part], [&before[part], &after[part]]));
        let touched = body.is_touched_by(others.clone(), TOLERANCE);
        let aside = out.carried_by.as_dvec3() - carried;
        let is_named = matches!(out.status, SlideStatus::Crushed | SlideStatus::OutOfIterations);
        if touched == Some(true) && aside == DVec3::ZERO && !is_named {
            // In the air its own motion may make room, or meet the mover as what carries it.
            let is_in_air = !start.ground().is_grounded();
            // What its own motion met bent its path, or was a mover.
            let is_met = !out.contacts().is_empty();
            let on_its_way = Body { carried: self.back() * out.travel.as_dvec3(), ..body };
            let is_straight =
                self.moves_with(start, &body, [&before, &after]).all(|(mover, _)| !self.parts[mover].turns());
            let is_due = is_straight && !is_met && on_its_way.is_touched_by(others, TOLERANCE) == Some(true);
            if !is_in_air || is_due {
                return Err("touched, and not pushed".into());
            }
        }
        let rounding = if ground.is_some() { TOLERANCE * (1.0 + start.position.to_dvec3().length()) } else { 0.0 };
        let is_pushed = aside.length() > rounding || out.status == SlideStatus::Crushed;
        if touched == Some(false) && is_pushed && !self.may_be_met_with_a_mover(start, &body, [&before, &after]) {
            return Err(format!("{:?}, by {} from where {carried} leads, and not touched", out.status, out.carried_by));
        }
        Ok(())
    }

    /// Returns the movers with which a character in the air may move, and their displacements at its place, metres: those relative to
    /// which it is slower than in the world, as a whole or across up, and the one down whose steep surface it slides.
    fn moves_with(
        &self,
        start: &CharacterState,
        body: &Body,
        [before, after]: [&[Pose]; 2],
    ) -> impl Iterator<Item = (usize, DVec3)> {
        let own = self.back() * start.velocity.as_dvec3() * f64::from(FRAME);
        let center = body.center;
        let carried = (1..self.parts.len()).map(move |mover| after[mover].point(before[mover].back(center)) - center);
        let surface = (start.ground() != Ground::Air).then_some(start.ground_surface.instance[0] as usize);
        let up = self.back() * self.input.up().as_dvec3();
        let speeds = move |way: DVec3| [way.length(), (way - up * way.dot(up)).length()];
        (1..).zip(carried).filter(move |&(mover, carried): &(usize, DVec3)| {
            let [relative, of_itself] = [own - carried, own].map(speeds);
            let is_slower = (0..2).any(|speed| relative[speed] < of_itself[speed] * (1.0 + TOLERANCE));
            is_slower || surface == Some(self.parts[mover].id.index())
        })
    }

    /// Returns false if a body in the air surely meets nothing where it [moves with](Self::moves_with) any mover: as somebody in a cabin,
    /// at which others come. Poses are those of [`Body`].
    fn may_be_met_with_a_mover(&self, start: &CharacterState, body: &Body, [before, after]: [&[Pose]; 2]) -> bool {
        !start.ground().is_grounded()
            && self.moves_with(start, body, [before, after]).any(|(mover, carried)| {
                let others = (0..self.parts.len()).filter(|&part| part != mover);
                let others = others.map(|part| (&self.parts[part], [&before[part], &after[part]]));
                let along = Body { carried, ..*body };
                self.parts[mover].turns() || along.is_touched_by(others, TOLERANCE) != Some(false)
            })
    }

    /// Returns the index in `parts` of the moving instance on which a character stands; `None` if there is none.
    fn ground_that_moves(&self, state: &CharacterState) -> Option<usize> {
        let [index, _] = state.ground_surface.instance;
        let is_ground = |part: &Part| state.ground().is_grounded() && part.id.index() == index as usize;
        (1..self.parts.len()).find(|&part| is_ground(&self.parts[part]))
    }

    /// Returns true if the centre went through a triangle, in the frame of its mesh: the straight line does, and so far
    /// from the rim that no path of possible length leads around it.
    fn crossed(&self, part: &Part, pose: &Pose, from: DVec3, out: &SlideOutcome) -> bool {
        let to = self.center();
        let longest = 2.0 * (to - from).length() + f64::from(out.path + out.carried_by.length());
        part.triangles.iter().any(|triangle| {
            let corners = triangle.map(|v| pose.point(v));
            let [a, b, c] = corners;
            let normal = (b - a).cross(c - a);
            let (above, below) = ((from - a).dot(normal), (to - a).dot(normal));
            let through = from.lerp(to, above / (above - below));
            let rim = [[a, b, b], [b, c, c], [c, a, a]].map(|edge| closest_point(through, &edge).distance(through));
            segment_crosses(from, to, &corners) && rim.into_iter().fold(f64::INFINITY, f64::min) > longest
        })
    }
}
