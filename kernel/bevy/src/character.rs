//! Components of characters: settings, input, and the result of the last step.

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

/// Makes an entity a character, which moves in every fixed step.
///
/// `Transform::translation` is the centre of the body; [`standing_on`](Self::standing_on) computes it from a point of the
/// floor. The plugin writes it. A translation that you write is a teleport: the next step starts there, in the air and
/// without velocity. `Transform::rotation` is the direction in which the character looks; you set it, and turning ground
/// turns it. It does not turn the body. The plugin ignores `Transform::scale`.
///
/// Changed settings count from the next step on; a changed shape keeps the feet where they are. If there is no room for
/// a larger shape, as for a character that stands up under a low ceiling, the plugin triggers
/// [`CharacterRefused`](crate::CharacterRefused) and tries again in every step.
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// // A human of 1.8 m; and one that others do not go through.
/// let human = Character::default();
/// let guard = Character::from(CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() });
/// assert_eq!(human.settings.shape, guard.settings.shape);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
#[require(Transform, CharacterInput, CharacterOutput, TransformInterpolation)]
#[component(on_add = character_added, on_remove = character_removed)]
pub struct Character {
    /// Settings of the character's profile: shape, slopes, steps, layers and the response to other characters.
    #[reflect(remote = SettingsReflect)]
    pub settings: CharacterSettings,
}

/// The group that a character is in; 0 without this component. Characters of different groups neither block nor push nor see each
/// other: copies of a level are one world. May be added, changed and removed at any time, and counts from the next step on.
///
/// ```
/// use bevy_sweep8::prelude::*;
///
/// // The second of many copies of one game.
/// let agent = (Character::default(), CharacterGroup(1));
/// assert_ne!(agent.1, CharacterGroup::default());
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, PartialEq)]
pub struct CharacterGroup(pub u32);

impl Character {
    /// Returns the centre of a character that stands on a level floor at `floor`, world space, metres, for
    /// `Transform::translation`: its feet and its skin above that point along `up`, unit length. Writing it to an entity
    /// that moves already is a teleport.
    ///
    /// ```
    /// use bevy_math::Vec3;
    /// use bevy_sweep8::prelude::*;
    /// use bevy_transform::components::Transform;
    ///
    /// let person = Character::default();
    /// let place = Transform::from_translation(person.standing_on(Vec3::new(2.0, 1.5, 0.0), Vec3::Y));
    /// assert!((place.translation.y - 2.41).abs() < 1e-6);
    /// assert!((person.feet(place.translation, Vec3::Y).y - 1.51).abs() < 1e-6, "the skin is between feet and floor");
    /// ```
    #[must_use]
    pub fn standing_on(&self, floor: Vec3, up: Vec3) -> Vec3 {
        floor + up * (self.feet_below(up) + self.settings.skin)
    }

    /// Returns the lowest point of the body along `up`, unit length, of a character whose centre is at `center`; world
    /// space, metres.
    #[must_use]
    pub fn feet(&self, center: Vec3, up: Vec3) -> Vec3 {
        center - up * self.feet_below(up)
    }

    /// Returns the centre of a character whose feet are at `feet`, world space, metres; the inverse of
    /// [`feet`](Self::feet).
    #[must_use]
    pub fn with_feet_at(&self, feet: Vec3, up: Vec3) -> Vec3 {
        feet + up * self.feet_below(up)
    }

    fn feet_below(&self, up: Vec3) -> f32 {
        (self.settings.shape.radii() * up).length()
    }
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

/// The input of a character. Set it in any schedule; the next fixed step uses it.
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
    /// Desired velocity, world space, m/s; kept until it is set again. Its part along up counts only while gravity is zero.
    pub desired_velocity: Vec3,
    /// Jump speed, m/s: if the character is grounded in the coming step, it leaves the ground upward with at least this
    /// speed. A jump of speed `v` is `v²/2g` high. Every step sets it to 0, also in the air.
    pub jump_speed: f32,
    /// Change of the character's velocity in the coming step, world space, m/s: an explosion, a hit. The step resets it.
    pub impulse: Vec3,
    /// Acceleration of gravity, world space, m/s²; `None`: [`Gravity`](crate::Gravity). Zero for a character that
    /// flies, swims or climbs.
    pub gravity: Option<Vec3>,
    /// Up direction of the character, world space, unit length; a zero vector means opposite to gravity.
    pub up: Vec3,
}

impl CharacterInput {
    /// Returns a character input with this desired velocity, world space, m/s, and defaults for the rest.
    #[must_use]
    pub fn walk(desired_velocity: Vec3) -> Self {
        Self { desired_velocity, ..Self::default() }
    }

    /// Converts to the library's input type; `gravity`, world space, m/s², applies if the input has none of its own.
    pub(crate) fn to_move(self, gravity: Vec3) -> MoveInput {
        let Self { desired_velocity, jump_speed, impulse, up, .. } = self;
        MoveInput { desired_velocity, jump_speed, gravity: self.gravity.unwrap_or(gravity), up, impulse }
    }

    /// Returns true if the input has a part that acts in one step only and is then removed: a jump or an impulse.
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
    /// Ground that carries the character: its kind and its unit normal.
    #[reflect(remote = GroundReflect)]
    pub ground: Ground,
    /// Point at which the character touches the ground, world space, metres; zero in the air.
    pub ground_point: Vec3,
    /// Collider that carries the character; `None` in the air.
    pub ground_collider: Option<Entity>,
    /// Index of the ground's [material](sweep8::Material); 0 in the air, or without a material.
    pub ground_material: u16,
    /// Velocity of the character that persists, world space, m/s: falls, jumps, impulses; not the desired velocity.
    pub velocity: Vec3,
    /// The displacement of that step, world space, metres: walked, fallen, carried and pushed. Divided by the step's
    /// time it is the speed to animate with.
    pub displacement: Vec3,
    /// Rotation of the ground about up while it carried the character: that of the collider, and on top of that the one of its
    /// [material](sweep8::Material). `Transform::rotation` has turned by it. Turn your camera by it.
    pub turned_by: Quat,
    /// Status of the character's move at the end of the step: free, slid, blocked, crushed and so on.
    #[reflect(ignore)]
    pub status: SlideStatus,
    /// Collider that crushed the character in the step; `None` if none did.
    pub crushed_by: Option<Entity>,
}

impl CharacterOutput {
    /// Returns true if the character stands on a floor, or if steep surfaces hold the character.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.ground.is_grounded()
    }

    /// Returns true if a moving collider crushed the character in the step.
    #[must_use]
    pub fn is_crushed(&self) -> bool {
        self.status == SlideStatus::Crushed
    }
}
