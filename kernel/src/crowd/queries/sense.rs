//! Rays from every character of a crowd, against the world and the other characters, in one call.
//!
//! In: directions along the axes of the bodies. Out: for each ray the nearer of the first triangle and the first character. The entries
//! of ids are split in halves until a run has few rays, so that all threads have work and nothing is allocated. A ray looks for
//! characters only as far as the triangle that it hits.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_distance, check_length, check_vector, checked_direction};
use crate::base::threads::join;
use crate::base::tolerance::MAX_COORDINATE;
use crate::character::model::state::CharacterState;
use crate::crowd::crowd::Crowd;
use crate::crowd::id::{CharacterId, Entry, TAKEN};
use crate::crowd::queries::character_hit::CharacterFilter;
use crate::crowd::queries::character_search::Around;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::narrow::ray::RayStep;
use crate::query::ray::unit_along;
use crate::query::ray_group::GROUP_SIZE;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::simd::Chosen;
use crate::world::filter::Filter;
use crate::world::instance_id::InstanceId;
use crate::world::world::World;
use core::mem::take;
use glam::Vec3;

/// Number of rays that a thread takes at a time: so many that taking them costs nothing beside casting them.
const RUN: usize = 64;

/// The rays that each character of a crowd casts in a call of [`Crowd::sense`].
///
/// Directions and offset are along the axes of each body: the world's axes, turned by the orientation of the character. An upright
/// character has the world's axes.
///
/// Fields may be added in a minor version: begin with [`SenseRays::new`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Filter, SenseRays, Sides};
///
/// let around = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
/// let fronts = Filter::from(Sides::Front);
/// let from_eyes = SenseRays { offset: Vec3::Y * 0.7, filter: fronts, ..SenseRays::new(&around, 20.0) };
/// assert_eq!((from_eyes.directions.len(), from_eyes.layers), (4, Filter::ALL_LAYERS));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenseRays<'a> {
    /// Directions of the rays, body axes, of any length but 0: either those that all characters share, or those of the first
    /// character, then those of the second, and so on, in the order of [`Crowd::ids`].
    pub directions: &'a [Vec3],
    /// Length of the rays, metres, 0 or more; it may be infinite.
    pub distance: f32,
    /// Vector from the centre of a character to the origin of its rays, body axes, metres. Default: zero.
    pub offset: Vec3,
    /// Filter that selects which sides, layers and kinds of instances of the world the rays consider. Default:
    /// [`Filter::default`].
    pub filter: Filter,
    /// The layers of characters that count, a bit each: a ray considers a character of the same [group](CharacterState::group) that
    /// [is in](Crowd::set_layers) one of them. Default: all. With 0 the rays consider the world only.
    pub layers: u32,
}

impl<'a> SenseRays<'a> {
    /// Makes rays from the centres, which consider both sides of triangles, all layers of instances and characters, and no sensors.
    #[must_use]
    pub fn new(directions: &'a [Vec3], distance: f32) -> Self {
        Self { directions, distance, offset: Vec3::ZERO, filter: Filter::default(), layers: Filter::ALL_LAYERS }
    }
}

/// The answer to one ray of a call of [`Crowd::sense`]; the default is that of a ray that hits nothing.
///
/// ```
/// use sweep8::{Sensed, SensedThing};
///
/// let free = Sensed::default();
/// assert_eq!((free.distance, free.thing), (f32::INFINITY, SensedThing::Nothing));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sensed {
    /// Distance from the ray's origin to the hit, metres; infinite if the ray hits nothing, 0 if it starts in the body of another
    /// character.
    pub distance: f32,
    /// The first thing that the ray hits.
    pub thing: SensedThing,
}

/// The first thing that a ray of [`Crowd::sense`] hits.
///
/// ```
/// use sweep8::SensedThing;
///
/// let is_free = |thing: SensedThing| thing == SensedThing::Nothing;
/// assert!(is_free(SensedThing::default()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SensedThing {
    /// The ray hits nothing.
    #[default]
    Nothing,
    /// The ray hits a triangle, given by its instance and its index in the mesh.
    Triangle(InstanceId, u32),
    /// The ray hits the body of a character.
    Character(CharacterId),
}

const _: () = assert!(size_of::<Sensed>() <= 20);

impl Default for Sensed {
    fn default() -> Self {
        Self { distance: f32::INFINITY, thing: SensedThing::Nothing }
    }
}

impl Crowd {
    /// Casts the same number of rays from every character, against the world and against the other characters of its group.
    ///
    /// `answers` has the rays of the first character, then those of the second, and so on, in the order of [`ids`](Crowd::ids): for
    /// `n` characters with `k` rays each it has `n * k` elements. [`SenseRays::directions`] has `k` elements that all share, or `n * k`.
    ///
    /// The ray of a character starts at [`position`](Crowd::position) plus the turned offset, in world space, and passes the
    /// character's own body. Its answer is the nearer of [`World::ray`] and [`Crowd::ray`] for this ray, bit for bit; at equal
    /// distances it is the triangle. A body that is turned turns the offset and, after it is scaled to unit length, the direction; both are
    /// computed in `f64` and rounded to `f32`.
    ///
    /// On the current rayon pool (feature `rayon`, on by default), with the same bits on any number of threads. Allocates nothing once
    /// warm. (Called from outside of a pool, rayon itself allocates a little to hand the work over.)
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, SenseRays, Sensed, SensedThing, World};
    ///
    /// let wall = [Vec3::new(8.0, -9.0, -9.0), Vec3::new(8.0, -9.0, 9.0), Vec3::new(8.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = CharacterProfile::default();
    /// let [left, right] = [0.0, 5.0].map(|x| crowd.spawn(&person, Vec3::X * x));
    /// let (left, right) = (left?, right?);
    ///
    /// let directions = [Vec3::X, Vec3::NEG_X, Vec3::Y];
    /// let mut answers = vec![Sensed::default(); crowd.len() * directions.len()];
    /// crowd.sense(&world, &SenseRays::new(&directions, 50.0), &mut answers)?;
    /// let [of_left, of_right] = [&answers[..3], &answers[3..]];
    /// assert_eq!(of_left[0].thing, SensedThing::Character(right));
    /// assert!((of_left[0].distance - 4.6).abs() < 1e-6);
    /// assert!(matches!(of_right[0].thing, SensedThing::Triangle(_, 0)) && of_right[0].distance == 3.0);
    /// assert_eq!(of_right[1].thing, SensedThing::Character(left));
    /// assert_eq!(of_right[2], Sensed::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names the slice whose length is wrong, a direction without length, the distance or the offset that is out of its
    /// range, or an origin out of the range of positions; no answer is written.
    #[doc(alias("raycast", "lidar", "perception"))]
    pub fn sense(&self, world: &World, rays: &SenseRays<'_>, answers: &mut [Sensed]) -> Result<(), InputError> {
        let &SenseRays { directions, distance, offset, .. } = rays;
        let (characters, rays_of_one) = (self.len(), answers.len().checked_div(self.len()).unwrap_or(0));
        if rays_of_one * characters != answers.len() || answers.is_empty() {
            check_length(Field::Answers, answers.len(), characters.saturating_mul(directions.len()))?;
        } else if directions.len() != answers.len() {
            check_length(Field::Directions, directions.len(), rays_of_one)?;
        }
        check_distance(distance)?;
        check_vector(Field::Offset, offset, MAX_COORDINATE)?;
        directions.iter().try_for_each(|&direction| checked_direction(direction).map(|_| ()))?;
        self.batch.columns.states.iter().try_for_each(|state| Eye::new(state, offset).map(|_| ()))?;
        if answers.is_empty() {
            return Ok(());
        }
        if rays.layers != 0 {
            // Makes the trees on this thread, before many ask for them.
            self.batch.trees(self.profiles.list());
        }
        let sensing = Sensing { crowd: self, chosen: Chosen::best(), world, rays, rays_of_one };
        sensing.cast_all(&self.ids.entries, directions, answers);
        Ok(())
    }
}

/// Where the rays of one character start, and how its body is turned.
struct Eye {
    origin: Position,
    /// Map from body axes to world axes; `None` for an upright body.
    turn: Option<Turn>,
}

impl Eye {
    /// Makes the eye of a character at a checked offset from its centre; an error if it is out of the range of positions.
    fn new(state: &CharacterState, offset: Vec3) -> Result<Self, InputError> {
        let turn = state.is_turned().then(|| state.turn());
        let offset = turn.map_or(offset, |turn| turn.world_displacement(offset));
        Ok(Self { origin: (state.position + offset).checked()?, turn })
    }

    /// Step of a ray along a checked direction in body axes: the unit vector, world space.
    fn step(&self, direction: Vec3) -> RayStep {
        let way = unit_along(direction);
        // The unit vector, as a direction of any length could leave the range of `f32`.
        RayStep::new(self.turn.as_ref().map_or(way, |turn| unit_along(turn.world_displacement(way.as_vec3()))))
    }
}

/// Checked arguments that all rays of a call share.
#[derive(Clone, Copy)]
struct Sensing<'a> {
    crowd: &'a Crowd,
    /// Backend of the search for characters.
    chosen: Chosen,
    world: &'a World,
    rays: &'a SenseRays<'a>,
    /// Number of rays of one character.
    rays_of_one: usize,
}

impl Sensing<'_> {
    /// Answers the rays of the characters in a range of id entries. `directions` are those that all share, or as many as `answers`.
    fn cast_all(self, entries: &[Entry], directions: &[Vec3], answers: &mut [Sensed]) {
        if answers.len() <= RUN.max(self.rays_of_one) {
            self.cast_run(entries, directions, answers);
            return;
        }
        let (entries, other_entries) = entries.split_at(entries.len() / 2);
        let count = entries.iter().filter(|entry| entry.kind == TAKEN).count() * self.rays_of_one;
        let (answers, other_answers) = answers.split_at_mut(count);
        let is_shared = directions.len() == self.rays_of_one;
        let (directions, other_directions) =
            if is_shared { (directions, directions) } else { directions.split_at(count) };
        join(
            || self.cast_all(entries, directions, answers),
            || self.cast_all(other_entries, other_directions, other_answers),
        );
    }

    /// Answers the rays of a few characters, one after the other.
    fn cast_run(self, entries: &[Entry], directions: &[Vec3], answers: &mut [Sensed]) {
        let scratch = &mut *call_memory();
        let Self { crowd, chosen, rays: &SenseRays { distance, offset, layers, .. }, rays_of_one, .. } = self;
        let columns = &crowd.batch.columns;
        let slots = entries.iter().filter(|entry| entry.kind == TAKEN).map(|entry| entry.slot as usize);
        // Upright characters have the same steps along shared directions.
        let mut steps = take(&mut scratch.shared_steps);
        steps.clear();
        if directions.len() == rays_of_one {
            steps.extend(directions.iter().map(|&direction| RayStep::new(unit_along(direction))));
        }
        // They begin anew with each character.
        let mut directions = directions.iter().cycle();
        for (slot, answers) in slots.zip(answers.chunks_exact_mut(rays_of_one)) {
            // Every eye was checked before the first answer.
            let Ok(eye) = Eye::new(&columns.states[slot], offset) else { continue };
            let skip = Some(crowd.ids.id(columns.indices[slot]));
            let group = Some(columns.states[slot].group);
            let others = if layers == 0 { None } else { crowd.asked_for(CharacterFilter { layers, skip, group }) };
            let others = others.map(|others| others.around(chosen, eye.origin, distance, rays_of_one));
            let shared = if eye.turn.is_none() { steps.as_slice() } else { &[] };
            let of_world = self.world.farthest_from(eye.origin);
            for (part, answers) in answers.chunks_mut(GROUP_SIZE).enumerate() {
                let mut of_part = [RayStep::ALONG_X; GROUP_SIZE];
                for (place, (step, &direction)) in of_part[..answers.len()].iter_mut().zip(&mut directions).enumerate()
                {
                    let shared = shared.get(part * GROUP_SIZE + place);
                    *step = shared.copied().unwrap_or_else(|| eye.step(direction));
                }
                self.cast(eye.origin, &of_part[..answers.len()], of_world, others.as_ref(), answers, scratch);
            }
        }
        scratch.shared_steps = steps;
    }

    /// Answers up to [`GROUP_SIZE`] rays of one character. `of_world` is the distance to the farthest of the world; `None` in an empty
    /// world.
    #[inline(always)]
    fn cast(
        &self,
        origin: Position,
        steps: &[RayStep],
        of_world: Option<f32>,
        others: Option<&Around<'_>>,
        answers: &mut [Sensed],
        scratch: &mut Scratch,
    ) {
        let &SenseRays { distance, filter, .. } = self.rays;
        let mut hits = [None; GROUP_SIZE];
        let hits = &mut hits[..steps.len()];
        if let Some(farthest) = of_world {
            self.world.first_triangles(origin, steps, distance.min(farthest), filter, hits, scratch);
        }
        for ((step, hit), answer) in steps.iter().zip(hits).zip(answers) {
            *answer = Sensed::default();
            if let Some((distance, instance, triangle)) = *hit {
                *answer = Sensed { distance, thing: SensedThing::Triangle(instance, triangle) };
            }
            let reach = distance.min(answer.distance);
            let met = others.and_then(|others| others.on_ray(step.exact, reach));
            if let Some(met) = met
                && met.distance() < answer.distance
            {
                *answer = Sensed { distance: met.distance(), thing: SensedThing::Character(met.id) };
            }
        }
    }
}
