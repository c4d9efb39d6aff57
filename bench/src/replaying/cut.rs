//! Cuts one move out of a run, with only the triangles that it can reach.
//!
//! In: the instances of a world before and after a step; the characters with their states, inputs and results of the
//! step. Out: a [`Move`] that gives the same bits alone.
//!
//! 1. The reach of the move is estimated from speeds, steps and movers, with room to spare.
//! 2. The move keeps the triangles whose bounds during the step meet the box of that size around the character, and the
//!    ground that the states name. It also keeps the characters within twice that distance plus both bodies, because
//!    they move, too.
//! 3. The move is made in this small world. If the bits differ, the box was too small and is doubled.
//! 4. Of the other characters the move keeps the nearest ones, as many as the same bits need.
//! 5. With too many triangles, or if no box is large enough, the move refers to the level.

use crate::levels::parts::map_of;
use crate::replaying::move_instance::MoveInstance;
use crate::replaying::one_move::{MOST_TRIANGLES, Move, MoveError};
use crate::replaying::plain::Difference;
use crate::walking::stage::Ground;
use glam::{DAffine3, DVec3, Vec3};
use sweep8::{Backend, CharacterState, InstanceId, InstanceKind, Placement, Surface, World};
use thiserror::Error;

/// Part of a move's reach that is added to the size of the box around the move.
const SPARE_PART: f64 = 0.25;
/// Length that is added to the size of the box around a move, metres.
const SPARE: f64 = 0.05;

/// Maximum number of times that the box around a move is doubled until it contains all that the move meets.
const DOUBLINGS: u32 = 4;

/// Error: a move cannot be cut out of a recorded run into a file of its own.
#[derive(Debug, Error)]
pub enum CutError {
    /// Error: the kernel refuses the move when it is repeated alone.
    #[error("the move {frame}:{character} cannot be repeated alone: {cause}")]
    Refused {
        /// Frame of the move in the run, from 1.
        frame: u64,
        /// Index of the character that moves.
        character: u32,
        /// Reason why the move cannot be repeated.
        cause: MoveError,
    },
    /// Error: repeated alone on the whole level, the move has another result than in the crowd's run.
    #[error("the move {frame}:{character} has other bits alone than in the crowd: {}", listed(differences))]
    Differs {
        /// Frame of the move in the run, from 1.
        frame: u64,
        /// Index of the character that moves.
        character: u32,
        /// Fields of the character's state after the move that differ.
        differences: Vec<Difference>,
    },
}

fn listed(differences: &[Difference]) -> String {
    differences.iter().map(Difference::to_string).collect::<Vec<_>>().join("; ")
}

/// All instances of a world during one step, with placements before and after the step.
pub(super) struct Moment(Vec<(InstanceId, Seen)>);

/// Data of one instance of a world during a step: kind, layers, and placements before and after the step.
#[derive(Clone, Copy)]
struct Seen {
    kind: InstanceKind,
    layers: u32,
    has_moved: bool,
    placement: Placement,
    target: Option<Placement>,
}

impl Moment {
    /// Records all instances of the world before a step; `has_moved` tells whether an earlier step has moved an instance.
    pub(super) fn before(world: &World, has_moved: impl Fn(InstanceId) -> bool) -> Self {
        let seen = |id| {
            let (kind, layers, placement) = (world.kind(id).ok()?, world.layers(id).ok()?, world.placement(id).ok()?);
            Some((id, Seen { kind, layers, has_moved: has_moved(id), placement, target: None }))
        };
        Self(world.instances().filter_map(seen).collect())
    }

    /// Records the placements of all instances after the step.
    pub(super) fn end(&mut self, world: &World) {
        for (id, seen) in &mut self.0 {
            seen.target = world.placement(*id).ok().filter(|after| *after != seen.placement);
        }
    }
}

/// Completes the move `alone`, which has no instances, with the instances and the `others` that its result depends on.
pub(super) fn cut_out(
    ground: Ground,
    moment: &Moment,
    others: &[CharacterState],
    alone: Move,
) -> Result<Move, CutError> {
    let (frame, character) = (alone.origin.frame, alone.origin.character);
    let reach = reach(&alone);
    let half = |doubling: u32| DVec3::splat(reach * f64::from(1_u32 << doubling));
    for doubling in 0..=DOUBLINGS {
        let instances = reached(ground, moment, &alone, half(doubling));
        let cut = Move { instances, others: near(others, &alone, half(doubling)), ..alone.clone() };
        if cut.triangle_count() > MOST_TRIANGLES {
            break;
        }
        if is_same_alone(&cut) {
            return Ok(with_few_others(cut));
        }
    }
    let all = moment.0.iter().map(|(id, seen)| seen.instance(*id, Vec::new()));
    let others = near(others, &alone, half(DOUBLINGS));
    let whole = Move { instances: all.collect(), others, is_whole: true, ..alone };
    let differences = whole.differences(Some(ground), Backend::best()).map_err(|cause| CutError::Refused {
        frame,
        character,
        cause,
    })?;
    if differences.is_empty() { Ok(whole) } else { Err(CutError::Differs { frame, character, differences }) }
}

/// Returns the maximum distance from the character's centre at which the move can touch a static instance, metres.
fn reach(alone: &Move) -> f64 {
    let (settings, input, seconds) = (alone.profile.settings(), &alone.input, f64::from(alone.seconds));
    let length = |v: Vec3| f64::from(v.length());
    let speed = length(alone.state.velocity)
        + length(input.desired_velocity)
        + length(input.impulse)
        + f64::from(input.jump_speed)
        + length(input.gravity) * seconds;
    let steps = f64::from(settings.step_height + settings.snap_distance);
    let hull = f64::from(settings.shape.half_extents().max_element() + 2.0 * settings.skin);
    (hull + steps + speed * seconds) * (1.0 + SPARE_PART) + SPARE
}

/// Returns true if the cut move, repeated in a world of only its own triangles, ends in the recorded state, bit for bit.
fn is_same_alone(cut: &Move) -> bool {
    cut.differences(None, Backend::best()).is_ok_and(|differences| differences.is_empty())
}

/// Removes other characters from a cut move, except as many of the nearest as are needed for the same result bits.
fn with_few_others(mut cut: Move) -> Move {
    let (mut least, mut most) = (0, cut.others.len());
    while least < most {
        let middle = usize::midpoint(least, most);
        let few = Move { others: cut.others[..middle].to_vec(), ..cut.clone() };
        if is_same_alone(&few) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    cut.others.truncate(most);
    cut
}

/// Lists the other characters that can interact with a move in a box of half extents `half` (metres), nearest first.
fn near(others: &[CharacterState], alone: &Move, half: DVec3) -> Vec<CharacterState> {
    let widest = f64::from(alone.profile.settings().shape.half_extents().max_element());
    let (center, beside) = (alone.state.position.to_dvec3(), 2.0 * (half + widest));
    let is_near = |other: &&CharacterState| (other.position.to_dvec3() - center).abs().cmple(beside).all();
    let mut near: Vec<_> = others.iter().filter(is_near).copied().collect();
    near.sort_by(|one, other| {
        let [one, other] = [one, other].map(|other| other.position.to_dvec3().distance_squared(center));
        one.total_cmp(&other)
    });
    near
}

/// Lists the instances with triangles in the box of half extents `half` (metres) around the character or named in its states.
fn reached(ground: Ground, moment: &Moment, alone: &Move, half: DVec3) -> Vec<MoveInstance> {
    let center = alone.state.position.to_dvec3();
    let around = [center - half, center + half];
    let named = |id: InstanceId, triangle: u32| {
        [&alone.state, &alone.after].into_iter().any(|state| names(state, id.index(), triangle))
    };
    let mut instances = Vec::new();
    for (index, (id, seen)) in moment.0.iter().enumerate() {
        let level = match ground {
            Ground::Still(level) => level,
            Ground::Parts(parts) => &parts.meshes[parts.parts[index].mesh],
        };
        let from = map_of(&seen.placement);
        let to = seen.target.as_ref().map(map_of);
        let is_reached =
            |triangle: u32, corners: &[Vec3; 3]| named(*id, triangle) || is_met(corners, &from, to.as_ref(), around);
        let triangles = (0..).zip(level.each_triangle()).filter(|(triangle, corners)| is_reached(*triangle, corners));
        let triangles: Vec<_> = triangles.collect();
        let crushes = [&alone.state, &alone.after].into_iter().any(|state| state.crushed_by() == Some(*id));
        if crushes || !triangles.is_empty() {
            instances.push(seen.instance(*id, triangles));
        }
    }
    instances
}

/// Returns true if a character's state names triangle `triangle` of instance `index` as its ground.
fn names(state: &CharacterState, index: usize, triangle: u32) -> bool {
    let Surface { instance: [instance, _], triangle: named } = state.ground_surface;
    named == triangle && instance as usize == index
}

/// Returns true if a triangle on its way from placement `from` to placement `to` can meet the world-space box `[low, high]`.
fn is_met(corners: &[Vec3; 3], from: &DAffine3, to: Option<&DAffine3>, [low, high]: [DVec3; 2]) -> bool {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    // The path of a turning corner leaves the straight line between its ends by less than that line's length.
    let mut beside = 0.0_f64;
    for corner in corners.map(Vec3::as_dvec3) {
        let start = from.transform_point3(corner);
        let end = to.map_or(start, |to| to.transform_point3(corner));
        (least, most) = (least.min(start).min(end), most.max(start).max(end));
        beside = beside.max(start.distance(end));
    }
    // A triangle that pushes the character moves it by as much.
    let grown = 2.0 * beside;
    (least - grown).cmple(high).all() && (most + grown).cmpge(low).all()
}

impl Seen {
    fn instance(&self, id: InstanceId, triangles: Vec<(u32, [Vec3; 3])>) -> MoveInstance {
        let &Self { kind, layers, has_moved, placement, target } = self;
        MoveInstance { index: id.index() as u32, kind, layers, has_moved, placement, target, triangles }
    }
}
