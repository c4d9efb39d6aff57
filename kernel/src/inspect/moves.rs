//! A slide of two passes without velocities, and internal data of crowds and memories.

use crate::base::input_error::{InputError, check_move};
use crate::base::saved_bytes::seal;
use crate::bvh::bytes::seal::seal_cooked;
use crate::character::model::outcome::SlideOutcome;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::slide_settings::{SlideRules, SlideSettings};
use crate::character::slide::passes::{Passes, RestsOnEdge};
use crate::character::slide::slide::{Slide, SlideTask};
use crate::crowd::crowd::Crowd;
use crate::crowd::crowd_step::CrowdStep;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::query::thread_memory::{call_memory, renew};
use crate::shape::swept_ellipsoid::Shape;
use crate::world::filter::Filter;
use crate::world::instance_id::InstanceId;
use crate::world::world::World;
use glam::Vec3;

/// Number of characters at rest in a crowd, which the next step does not move under the conditions of the last step.
#[must_use]
pub fn count_at_rest(crowd: &Crowd) -> usize {
    crowd.count_at_rest()
}

/// Number of characters at rest in a step of a crowd that has begun, and of which no job has run: the step does not move them.
#[must_use]
pub fn count_left_out(step: &CrowdStep) -> usize {
    step.count_at_rest()
}

/// Whether any step has ever moved the instance; a character without room may overlap such an instance.
#[must_use]
pub fn has_moved(world: &World, id: InstanceId) -> bool {
    world.instances.get(id.index() as u32).is_some_and(|instance| instance.has_moved)
}

/// Contents of a character profile as numbers, in the form in which saves store them.
#[must_use]
pub fn profile_words(profile: &CharacterProfile) -> [u32; 18] {
    profile.bits()
}

/// The profile with these numbers.
///
/// # Errors
/// [`InputError`] names the first number that is out of its range.
pub fn profile_of_words(words: [u32; 18]) -> Result<CharacterProfile, InputError> {
    CharacterProfile::of_bits(words)
}

/// Replaces the checksum of a saved crowd by the correct one, so that a fuzz target reaches the code behind the checksum's check.
pub fn seal_save(bytes: &mut [u8]) {
    seal(bytes);
}

/// Replaces the hash of a cooked mesh by the correct one, so that tests and a fuzz target reach the code behind the hash's check.
pub fn seal_cooked_mesh(bytes: &mut [u8]) {
    seal_cooked(bytes);
}

/// Settings of a slide by a desired displacement and then by a fall, see [`slide_and_fall`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoPasses {
    /// Gap that the slide keeps to surfaces, metres, see [`SlideSettings::skin`].
    pub skin: f32,
    /// Maximum number of sweeps in each of the slide's two passes, see [`SlideSettings::max_iterations`].
    pub max_iterations: u32,
    /// Sides of triangles that block the slide, see [`SlideSettings::sides`].
    pub sides: Sides,
    /// Displacement of the slide's second pass, the fall, world space, metres. Up is the opposite direction.
    pub gravity: Vec3,
    /// Cosine of the angle of the steepest slope that a character can stand on.
    pub slope_cosine: f32,
}

impl Default for TwoPasses {
    fn default() -> Self {
        let SlideSettings { skin, max_iterations, sides, .. } = SlideSettings::default();
        Self { skin, max_iterations, sides, gravity: Vec3::ZERO, slope_cosine: 0.642_787_6 }
    }
}

/// The two passes of a character's move, a desired displacement and a fall, given as displacements instead of velocities.
///
/// # Panics
/// If the input is out of range.
#[must_use]
pub fn slide_and_fall(
    world: &World,
    shape: impl Into<Shape>,
    position: impl Into<Position>,
    desired: Vec3,
    settings: &TwoPasses,
) -> SlideOutcome {
    let &TwoPasses { skin, max_iterations, sides, gravity, slope_cosine } = settings;
    let mut position = position.into();
    let slide = SlideSettings { skin, max_iterations, sides, ..SlideSettings::default() };
    let checked = position.check().and_then(|()| check_move(desired)).and_then(|()| check_move(gravity));
    checked.and_then(|()| slide.check()).expect("input in range");
    let up = (-gravity).normalize_or_zero();
    let mut outcome = SlideOutcome::NOTHING;
    let about = Slide {
        instances: world.solids(Filter::ALL_LAYERS),
        shape: shape.into(),
        position: &mut position,
        before: Vec3::ZERO,
        passes: &Passes {
            displacements: [desired, gravity],
            velocities: [Vec3::ZERO; 2],
            began: Vec3::ZERO,
            leaving: None,
            lands: false,
            hovers: false,
            max_fall_speed: f32::MAX,
            up,
            floor: None,
            rests_on_floor: false,
            edge: RestsOnEdge::No,
            frame: None,
        },
        neighbourhood: None,
        rules: &SlideRules::new(&slide, slope_cosine),
        block_cache: None,
        observer: &mut outcome,
        scratch: &mut call_memory(),
    };
    let end = world.lanes.run(SlideTask { about });
    outcome.end_at(position, &end);
    outcome
}

/// Replaces the working memory of this thread and of the thread pool by new memory; [`blocks_swept`] is 0 again.
pub fn renew_memory() {
    renew();
}

/// Number of blocks of eight triangles that sweeps on this thread have tested so far, including those of slides.
#[must_use]
pub fn blocks_swept() -> u64 {
    call_memory().blocks_swept.get()
}
