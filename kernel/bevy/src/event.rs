//! Events of a step: triggered for observers after the step, in the order of the characters' numbers. That is the order
//! of spawning as long as no character is despawned.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use sweep8::CharacterContact;

/// A character became grounded; also triggered after its first step.
///
/// ```
/// use bevy_app::App;
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::prelude::*;
///
/// App::new().add_observer(|landed: On<Landed>, mut commands: Commands| {
///     if landed.velocity.y < -12.0 {
///         commands.entity(landed.entity).despawn(); // too deep a fall
///     }
/// });
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Landed {
    /// Character that became grounded.
    pub entity: Entity,
    /// Velocity of the character before the step in which it landed, world space, m/s.
    pub velocity: Vec3,
}

/// A character left the ground: by a jump, or over an edge.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::LeftGround;
///
/// let mut world = World::new();
/// world.add_observer(|left: On<LeftGround>| println!("{} is in the air", left.entity));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftGround {
    /// Character that left the ground.
    pub entity: Entity,
}

/// A mover began to crush a character that had no room. Triggered again after a step in which nothing crushed the
/// character.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::Crushed;
///
/// let mut world = World::new();
/// world.add_observer(|crushed: On<Crushed>, mut commands: Commands| commands.entity(crushed.entity).despawn());
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crushed {
    /// Character that is crushed.
    pub entity: Entity,
    /// Collider that crushes the character; if several colliders do, the collider that was spawned first.
    pub collider: Option<Entity>,
}

/// A mover pushed a character in this step: it came at the character faster than that made room by itself. Triggered in
/// each step with a push, once for each mover.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::Pushed;
///
/// let mut world = World::new();
/// world.add_observer(|pushed: On<Pushed>| println!("{} is pushed at {} m/s", pushed.entity, pushed.velocity.length()));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Pushed {
    /// Character that is pushed.
    pub entity: Entity,
    /// Collider that pushes the character.
    pub collider: Entity,
    /// Velocity of the collider's surface at the touched point, world space, m/s.
    pub velocity: Vec3,
}

/// A character entered a sensor: it is inside at the end of this step. The target of the event is the sensor.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
///
/// let mut world = World::new();
/// let goal = world.spawn((Collider::cuboid(Vec3::ONE), ColliderKind::Sensor)).id();
/// world.entity_mut(goal).observe(|entered: On<SensorEntered>| println!("{} is there", entered.character));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEntered {
    /// Sensor that the character entered.
    #[event_target]
    pub sensor: Entity,
    /// Character that entered the sensor.
    pub character: Entity,
}

/// A character left a sensor, or the collider is no longer a sensor. The target of the event is the sensor, which may
/// have been despawned. A despawned character triggers no event.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::SensorLeft;
///
/// let mut world = World::new();
/// world.add_observer(|left: On<SensorLeft>| println!("{} is no longer in {}", left.character, left.sensor));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorLeft {
    /// Sensor that the character left.
    #[event_target]
    pub sensor: Entity,
    /// Character that left the sensor.
    pub character: Entity,
}

/// A character with [`CharacterContacts`](crate::CharacterContacts) touched a collider that it did not touch in the
/// step before.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::ContactStarted;
///
/// let mut world = World::new();
/// world.add_observer(|started: On<ContactStarted>| println!("at {}", started.details.contact.point));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct ContactStarted {
    /// Character that touches the collider.
    pub entity: Entity,
    /// Collider that the character touches.
    pub collider: Entity,
    /// First contact of the character with the collider in the step.
    pub details: CharacterContact,
}

/// A character with [`CharacterContacts`](crate::CharacterContacts) no longer touches a collider, which may have been
/// despawned.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::ContactEnded;
///
/// let mut world = World::new();
/// world.add_observer(|ended: On<ContactEnded>| println!("{} left {}", ended.entity, ended.collider));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEnded {
    /// Character that no longer touches the collider.
    pub entity: Entity,
    /// Collider that the character no longer touches.
    pub collider: Entity,
}

/// Events of one step, each with the index of its character in the crowd, sorted by that index when they are triggered.
#[derive(Resource, Debug, Default)]
pub(crate) struct StepEvents(pub(crate) Vec<(usize, StepEvent)>);

/// An event of a step. Events are sorted by the number of their character, and keep the order in which they were
/// listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StepEvent {
    ContactStarted(ContactStarted),
    ContactEnded(ContactEnded),
    Landed(Landed),
    LeftGround(LeftGround),
    Pushed(Pushed),
    Crushed(Crushed),
    SensorEntered(SensorEntered),
    SensorLeft(SensorLeft),
}

/// Triggers the events of characters that were collected in this step, and empties the list.
pub(crate) fn trigger_events(mut events: ResMut<StepEvents>, mut commands: Commands) {
    if events.0.is_empty() {
        return;
    }
    events.0.sort_by_key(|&(number, _)| number);
    for (_, event) in events.0.drain(..) {
        match event {
            StepEvent::ContactStarted(event) => commands.trigger(event),
            StepEvent::ContactEnded(event) => commands.trigger(event),
            StepEvent::Landed(event) => commands.trigger(event),
            StepEvent::LeftGround(event) => commands.trigger(event),
            StepEvent::Pushed(event) => commands.trigger(event),
            StepEvent::Crushed(event) => commands.trigger(event),
            StepEvent::SensorEntered(event) => commands.trigger(event),
            StepEvent::SensorLeft(event) => commands.trigger(event),
        }
    }
}
