//! Characters as components: what one is, what it wants, what the last step did.

use crate::handle::CharacterHandle;
use crate::interpolation::TransformInterpolation;
use crate::queue::with_queue;
use crate::remote::{GroundReflect, SettingsReflect};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use sweep8::{CharacterSettings, Ground, MoveInput, SlideStatus};

/// A character: an entity with it is moved in every fixed step.
///
/// `Transform::translation` is the centre of the body. The plugin writes it; written by anybody else it is a teleport:
/// the character is there in the next step, in the air and without velocity. `Transform::rotation` is where the
/// character looks, and yours; ground that turns under it turns it. The body does not turn with it. `Transform::scale`
/// does not matter.
///
/// Other settings count from the next step on; with another shape the feet stay where they are. Where there is no room
/// for a larger one, as for who stands up under a low ceiling, [`CharacterRefused`](crate::CharacterRefused) says so,
/// and every step tries again.
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// // A human of 1.8 m; and one who others do not go through.
/// let human = Character::default();
/// let guard = Character::from(CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() });
/// assert_eq!(human.settings.shape, guard.settings.shape);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
#[require(Transform, CharacterInput, CharacterOutput, TransformInterpolation)]
#[component(on_add = character_added, on_remove = character_removed)]
pub struct Character {
    /// Shape, slopes, steps, layers, and what others are to it: the profile.
    #[reflect(remote = SettingsReflect)]
    pub settings: CharacterSettings,
}

impl From<CharacterSettings> for Character {
    fn from(settings: CharacterSettings) -> Self {
        Self { settings }
    }
}

fn character_added(world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    with_queue(world, |queue| queue.characters.push(entity));
}

fn character_removed(mut world: DeferredWorld, HookContext { entity, .. }: HookContext) {
    world.commands().entity(entity).try_remove::<CharacterHandle>();
}

/// The wishes of a character. Set them in any schedule: the next fixed step takes them.
///
/// ```
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
///
/// let mut input = CharacterInput::walk(Vec3::X * 2.0);
/// input.jump_speed = 4.0; // 0.8 m high
/// assert_eq!(input.gravity, None, "that of the resource");
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
pub struct CharacterInput {
    /// Where it desires to go, world space, m/s, until it is set again. While it walks, only the level part counts.
    pub desired_velocity: Vec3,
    /// If it stands in the coming step: it leaves the ground upward with at least this speed, m/s. A jump of speed `v`
    /// is `v²/2g` high. The step sets it to 0, also in the air.
    pub jump_speed: f32,
    /// Change of velocity in the coming step, world space, m/s: an explosion, a hit. The step sets it to 0.
    pub impulse: Vec3,
    /// Acceleration of gravity, world space, m/s²; `None` for that of [`Gravity`](crate::Gravity), zero where it flies,
    /// swims or climbs.
    pub gravity: Option<Vec3>,
    /// The direction that is up, unit length; zero: against gravity.
    pub up: Vec3,
}

impl CharacterInput {
    /// Walks with this velocity, world space, m/s.
    #[must_use]
    pub fn walk(desired_velocity: Vec3) -> Self {
        Self { desired_velocity, ..Self::default() }
    }

    /// As the library takes it.
    pub(crate) fn to_move(self, gravity: Vec3) -> MoveInput {
        let Self { desired_velocity, jump_speed, impulse, up, .. } = self;
        MoveInput { desired_velocity, jump_speed, gravity: self.gravity.unwrap_or(gravity), up, impulse }
    }

    /// Whether something of it acts in one step only.
    pub(crate) fn is_momentary(&self) -> bool {
        self.jump_speed != 0.0 || self.impulse != Vec3::ZERO
    }
}

/// The result of the last step for a character. The plugin writes it in
/// [`Sweep8Systems::Writeback`](crate::Sweep8Systems::Writeback).
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// let output = CharacterOutput::default();
/// assert!(!output.ground.is_grounded() && output.ground_collider.is_none());
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
pub struct CharacterOutput {
    /// The kind of ground that carries it, and its normal.
    #[reflect(remote = GroundReflect)]
    pub ground: Ground,
    /// Where the ground is touched, world space, metres; zero in the air.
    pub ground_point: Vec3,
    /// The collider that carries it.
    pub ground_collider: Option<Entity>,
    /// The [material](sweep8::Material) of the ground; 0 in the air, or where none was given.
    pub ground_material: u16,
    /// The velocity that persists, world space, m/s: of a fall, a jump, an impulse. The desired velocity comes on top
    /// of it.
    pub velocity: Vec3,
    /// The displacement in that step, world space, metres: walked, fallen, carried and pushed. Over the step's time it
    /// is the speed to animate with.
    pub displacement: Vec3,
    /// How the ground turned about up while it carried the character, which turned `Transform::rotation` with it: turn
    /// a camera of your own by it.
    pub turned_by: Quat,
    /// How the step ended.
    #[reflect(ignore)]
    pub status: SlideStatus,
    /// The collider that crushed it.
    pub crushed_by: Option<Entity>,
}

impl CharacterOutput {
    /// Whether it stands: on a floor, or held between steep surfaces.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.ground.is_grounded()
    }

    /// Whether something that moves crushed it.
    #[must_use]
    pub fn is_crushed(&self) -> bool {
        self.status == SlideStatus::Crushed
    }
}
