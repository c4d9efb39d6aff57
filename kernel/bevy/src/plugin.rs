//! The plugin, and the order of its systems.

use crate::character::{Character, CharacterGroup, CharacterInput, CharacterOutput};
use crate::collider::{Collider, ColliderKind, ColliderLayers};
use crate::contacts::CharacterContacts;
use crate::event::{StepEvents, trigger_events};
use crate::interpolation::{
    NoTransformInterpolation, TransformInterpolation, draw_transforms, record_transforms, restore_transforms,
};
use crate::mesh_source::{CookedMeshes, forget_changed_meshes};
use crate::prepare_characters::{self, add_characters, update_characters};
use crate::prepare_colliders::{self, add_colliders, change_colliders, move_colliders, queue_released};
use crate::queue::Queue;
use crate::refusal::{CharacterError, ColliderError, Refusals};
use crate::simulation::{Gravity, Sweep8};
use crate::step::step;
use crate::writeback::{collect_crowd_events, tell_refused_moves, write_characters};
use bevy_app::{App, FixedFirst, FixedLast, FixedPostUpdate, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::prelude::*;

/// Order of the plugin's systems in `FixedPostUpdate`, with the names of Avian's `PhysicsSystems`. The step uses what
/// you set in `FixedUpdate` or in any earlier schedule.
///
/// ```
/// use bevy_app::{App, FixedPostUpdate};
/// use bevy_ecs::prelude::*;
/// use bevy_sweep8::prelude::*;
///
/// fn count_standing(characters: Query<&CharacterOutput>) {
///     println!("{} stand", characters.iter().filter(|output| output.is_grounded()).count());
/// }
/// App::new().add_systems(FixedPostUpdate, count_standing.in_set(Sweep8Systems::Last));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sweep8Systems {
    /// Empty system set before all other sets of the plugin, for your systems.
    First,
    /// Copies new, removed, moved and changed entities to the library, with their transforms at this time.
    Prepare,
    /// Moves colliders and characters in the library by one step.
    StepSimulation,
    /// Copies the results of a step back to components: transforms and [`CharacterOutput`]; then triggers events.
    Writeback,
    /// Empty system set after all other sets of the plugin, for your systems.
    Last,
}

/// Moves characters in fixed steps. Needs `TimePlugin`; also `TransformPlugin` and mesh assets if the app uses them.
/// `DefaultPlugins` has all of them.
///
/// ```
/// use bevy_app::{App, TaskPoolPlugin};
/// use bevy_math::Vec3;
/// use bevy_sweep8::prelude::*;
/// use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
/// use bevy_transform::components::Transform;
///
/// let mut app = App::new();
/// app.add_plugins((TaskPoolPlugin::default(), TimePlugin, Sweep8Plugin))
///     .insert_resource(Time::<Fixed>::from_hz(60.0))
///     .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
/// app.world_mut().spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 20.0)), Transform::from_xyz(0.0, -0.5, 0.0)));
/// let person = Character::default();
/// let place = Transform::from_translation(person.standing_on(Vec3::ZERO, Vec3::Y));
/// let walker = app.world_mut().spawn((person, CharacterInput::walk(Vec3::X * 1.5), place)).id();
/// while app.world().resource::<Sweep8>().steps() < 60 {
///     app.update();
/// }
/// let walker = app.world().entity(walker);
/// assert!(walker.get::<CharacterOutput>().is_some_and(CharacterOutput::is_grounded));
/// assert!((walker.get::<Transform>().expect("it is somewhere").translation.x - 1.5).abs() < 0.03);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep8Plugin;

impl Plugin for Sweep8Plugin {
    fn build(&self, app: &mut App) {
        use Sweep8Systems::{First, Last, Prepare, StepSimulation, Writeback};

        app.init_resource::<Sweep8>()
            .init_resource::<Gravity>()
            .init_resource::<CookedMeshes>()
            .init_resource::<StepEvents>()
            .init_resource::<Refusals<ColliderError>>()
            .init_resource::<Refusals<CharacterError>>()
            .register_type::<Character>()
            .register_type::<CharacterContacts>()
            .register_type::<CharacterGroup>()
            .register_type::<CharacterInput>()
            .register_type::<CharacterOutput>()
            .register_type::<Collider>()
            .register_type::<ColliderKind>()
            .register_type::<ColliderLayers>()
            .register_type::<Gravity>()
            .register_type::<NoTransformInterpolation>()
            .register_type::<TransformInterpolation>();
        queue_those_there(app.world_mut());
        app.add_observer(queue_released);
        app.configure_sets(FixedPostUpdate, (First, Prepare, StepSimulation, Writeback, Last).chain());
        app.add_systems(FixedFirst, restore_transforms)
            .add_systems(
                FixedPostUpdate,
                (
                    prepare_colliders::remove_gone,
                    prepare_characters::remove_gone,
                    forget_changed_meshes,
                    add_colliders,
                    move_colliders,
                    change_colliders,
                    add_characters,
                    update_characters,
                )
                    .chain()
                    .in_set(Prepare),
            )
            .add_systems(FixedPostUpdate, step.in_set(StepSimulation))
            .add_systems(
                FixedPostUpdate,
                (write_characters, collect_crowd_events, trigger_events, tell_refused_moves).chain().in_set(Writeback),
            )
            .add_systems(FixedLast, record_transforms)
            .add_systems(RunFixedMainLoop, draw_transforms.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop));
    }
}

/// Queues the entities that were spawned before the plugin was added, for which no hook ran. Sorts them by index, which
/// is the order of spawning as long as no entity was despawned. `Entity` orders itself by bits, in which an index is
/// stored inverted.
fn queue_those_there(world: &mut World) {
    let mut queue = Queue::default();
    queue.characters.extend(world.query_filtered::<Entity, With<Character>>().iter(world));
    queue.colliders.extend(world.query_filtered::<Entity, With<Collider>>().iter(world));
    queue.characters.sort_unstable_by_key(|entity| entity.index_u32());
    queue.colliders.sort_unstable_by_key(|entity| entity.index_u32());
    world.insert_resource(queue);
}
