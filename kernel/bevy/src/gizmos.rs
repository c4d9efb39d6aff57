//! Draws the last step of characters as lines.

use crate::simulation::Sweep8;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_color::palettes::basic;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use sweep8::{DebugLine, DebugLineKind};

/// Draws the [debug lines](sweep8::Crowd::debug_lines) of all characters: ways, grounds, contacts of watched
/// characters, steps, neighbours. Needs `GizmoPlugin`, which `DefaultPlugins` have. For development: it reads every
/// character in every frame.
///
/// ```
/// use bevy_app::App;
/// use bevy_asset::AssetPlugin;
/// use bevy_gizmos::GizmoPlugin;
/// use bevy_gizmos::config::GizmoConfigStore;
/// use bevy_sweep8::{Sweep8Gizmos, Sweep8GizmosPlugin, Sweep8Plugin};
///
/// let mut app = App::new();
/// app.add_plugins((AssetPlugin::default(), GizmoPlugin, Sweep8Plugin, Sweep8GizmosPlugin));
/// // Off, until a key turns it on.
/// let mut store = app.world_mut().resource_mut::<GizmoConfigStore>();
/// store.config_mut::<Sweep8Gizmos>().0.enabled = false;
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep8GizmosPlugin;

/// The gizmos of [`Sweep8GizmosPlugin`], and their colours. Their `GizmoConfig` switches them on and sets their width.
///
/// ```
/// use bevy_color::Color;
/// use bevy_sweep8::Sweep8Gizmos;
///
/// let quiet = Sweep8Gizmos { ways: Color::NONE, ..Sweep8Gizmos::default() };
/// assert_ne!(quiet.grounds, Color::NONE);
/// ```
#[derive(Clone, Copy, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Debug, Default)]
pub struct Sweep8Gizmos {
    /// Colour of lines from a character's centre before the last step to its centre after the step.
    pub ways: Color,
    /// Colour of lines along the normals of the ground that carries characters.
    pub grounds: Color,
    /// Colour of lines along the normals of characters' contacts.
    pub contacts: Color,
    /// Colour of lines up along the stair steps that characters climbed.
    pub steps: Color,
    /// Colour of lines from a character's centre to the centres of other characters near it.
    pub neighbours: Color,
}

impl Default for Sweep8Gizmos {
    fn default() -> Self {
        Self {
            ways: basic::WHITE.into(),
            grounds: basic::LIME.into(),
            contacts: basic::RED.into(),
            steps: basic::AQUA.into(),
            neighbours: basic::YELLOW.into(),
        }
    }
}

impl Plugin for Sweep8GizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<Sweep8Gizmos>().add_systems(PostUpdate, draw_characters.run_if(are_on));
    }
}

fn are_on(store: Res<GizmoConfigStore>) -> bool {
    store.config::<Sweep8Gizmos>().0.enabled
}

fn draw_characters(sweep8: Res<Sweep8>, mut gizmos: Gizmos<Sweep8Gizmos>, mut lines: Local<Vec<DebugLine>>) {
    lines.clear();
    for id in sweep8.crowd().ids() {
        // All ids that a crowd lists are valid.
        let _ = sweep8.crowd().debug_lines(id, &mut lines);
    }
    let &Sweep8Gizmos { ways, grounds, contacts, steps, neighbours } = gizmos.config_ext;
    for &DebugLine { from, to, kind, .. } in &*lines {
        let color = match kind {
            DebugLineKind::Way => ways,
            DebugLineKind::Ground => grounds,
            DebugLineKind::Contact => contacts,
            DebugLineKind::Step => steps,
            DebugLineKind::Neighbour => neighbours,
            // A kind of line that this version does not know.
            _ => Color::WHITE,
        };
        gizmos.line(from, to, color);
    }
}
