//! The move of a character with a body of any orientation.
//!
//! In and out: as of a [move along the axes](crate::character::step::character_move). A turned body moves in
//! [body space](crate::frame::turn), where it lies along the axes; only displacements, velocities and normals come back from
//! there, so that a character that does not move keeps every bit of its place.

use crate::base::input_error::{InputError, check_center};
use crate::character::model::ground::Ground;
use crate::character::model::move_input::MoveInput;
use crate::character::model::slide_end::{Ridden, SlideEnd};
use crate::character::model::state::CharacterState;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::step::character_move::{CharacterMove, end_in, move_along_axes};
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::query::contact::Touch;
use crate::simd::{Lanes, task};
use crate::world::solids::{Seeing, Solids};
use glam::{Quat, Vec3};

task! {
    /// Arguments of [`move_character`], to be run on a SIMD backend.
    pub(crate) struct MoveTask<'a, W: SlideObserver> {
        pub(crate) about: CharacterMove<'a, W>,
    }
    fn run<L>(lanes) -> Result<SlideEnd, InputError> {
        move_character(lanes, about)
    }
}

/// Moves a character of any orientation; on an error the state stays unchanged.
#[inline(always)]
pub(crate) fn move_character<L: Lanes, W: SlideObserver>(
    lanes: L,
    about: CharacterMove<W>,
) -> Result<SlideEnd, InputError> {
    if about.state.is_turned() {
        let CharacterMove { instances, profile, state, input, seconds, neighbourhood, block_cache, observer, scratch } =
            about;
        let observer = observer as _;
        let about =
            CharacterMove { instances, profile, state, input, seconds, neighbourhood, block_cache, observer, scratch };
        return lanes.call_outlined(TurnedMove { about });
    }
    move_along_axes(lanes, about)
}

task! {
    /// Arguments of [`move_turned`], to be run on a SIMD backend: a rare call, compiled once for all observers.
    struct TurnedMove<'a> {
        about: CharacterMove<'a, dyn SlideObserver + 'a>,
    }
    fn run<L>(lanes) -> Result<SlideEnd, InputError> {
        move_turned(lanes, about)
    }
}

/// Moves a character whose body axes differ from the world's, in its body space; on an error the state stays unchanged.
#[inline(always)]
fn move_turned<L: Lanes>(lanes: L, about: CharacterMove<dyn SlideObserver + '_>) -> Result<SlideEnd, InputError> {
    let CharacterMove { instances, profile, state, input, seconds, neighbourhood, block_cache, observer, scratch } =
        about;
    check_center(state.position.high)?;
    let turn = state.turn();
    let seeing = Seeing { turn: Some(turn), filter: instances.contact_filter() };
    let turn = &turn;
    let mut body = CharacterState {
        position: Position::new(Vec3::ZERO),
        orientation: Quat::IDENTITY,
        velocity: turn.body_displacement(state.velocity),
        ground_normal: turn.body_displacement(state.ground_normal),
        ground_point: turn.body_displacement(state.ground_point - state.position.high),
        ..*state
    };
    let input = &MoveInput {
        desired_velocity: turn.body_displacement(input.desired_velocity),
        gravity: turn.body_displacement(input.gravity),
        up: turn.body_displacement(input.up()),
        impulse: turn.body_displacement(input.impulse),
        ..*input
    };
    let neighbourhood = neighbourhood.map(|others| others.turned(turn));
    let about = CharacterMove {
        instances: instances.seen(&seeing),
        profile,
        state: &mut body,
        input,
        seconds,
        neighbourhood: neighbourhood.as_ref(),
        block_cache,
        observer: &mut TurnedObserver { turn, observer },
        scratch,
    };
    let end = in_world(move_along_axes(lanes, about)?, turn);
    state.position = state.position.moved(turn.world_displacement(body.position.to_dvec3().as_vec3()));
    state.velocity = turn.world_displacement(body.velocity);
    end_in(profile, state, &end);
    // In the air it may name a frame.
    state.ground_surface = body.ground_surface;
    Ok(end)
}

/// Converts the result of a character's slide from body space to world space.
fn in_world(end: SlideEnd, turn: &Turn) -> SlideEnd {
    let ground = match end.ground {
        Ground::Air => Ground::Air,
        Ground::Floor(normal) => Ground::Floor(turn.world_displacement(normal)),
        Ground::Steep(normal) => Ground::Steep(turn.world_displacement(normal)),
        Ground::HeldBySteep(normal) => Ground::HeldBySteep(turn.world_displacement(normal)),
    };
    SlideEnd {
        ground,
        touched_point: end.touched_point.map(|edge| turn.world_displacement(edge)),
        travel: turn.world_displacement(end.travel),
        velocities: end.velocities.map(|velocity| turn.world_displacement(velocity)),
        ridden: Ridden { moved: turn.world_displacement(end.ridden.moved), ..end.ridden },
        ..end
    }
}

/// Observer of a slide in body space that converts each event to world space and passes it to another observer.
struct TurnedObserver<'a> {
    turn: &'a Turn,
    observer: &'a mut (dyn SlideObserver + 'a),
}

impl SlideObserver for TurnedObserver<'_> {
    fn begins(&mut self) {
        self.observer.begins();
    }

    fn touches(&mut self, instances: Solids, touch: &Touch, normal: Vec3, material: u16) {
        self.observer.touches(instances, touch, self.turn.world_displacement(normal), material);
    }

    fn moves(&mut self, travel: Vec3, length: f32) {
        self.observer.moves(self.turn.world_displacement(travel), length);
    }

    fn steps(&mut self, height: f32) {
        self.observer.steps(height);
    }
}
