//! One move of one character, with everything that repeats it alone.
//!
//! In: the result of [`cut`](super::cut). Out: bytes of a file of a few kB; from bytes the move, or a [`FileError`];
//! and the repeated move with the same bits, or the fields of the state that differ.
//!
//! A move is a function of profile, state, input, time step, world, and the states of other characters that it may
//! meet. The world is a table of instances with triangles within reach, with only these triangles, in mesh space and
//! with their ids; each has its placement, its target, its kind, and whether it has moved before. Instances and
//! triangles keep their order, so that ties are decided as before; both are renumbered for the kernel, and the state is
//! converted. A move that can reach more than [`MOST_TRIANGLES`] has all instances and no triangles: it needs the level
//! whose hash it has.

use crate::replaying::fields::{Reader, Writer};
use crate::replaying::file::{FileError, Kind, closed, opened};
use crate::replaying::move_instance::{INSTANCE, MoveInstance};
use crate::replaying::numbering::Numbering;
use crate::replaying::plain::{
    Difference, STATE, differences, input_of, read_profile, state_of, words_of, words_of_input, write_profile,
};
use crate::walking::stage::Ground;
use sweep8::{
    Backend, BackendError, CharacterId, CharacterProfile, CharacterState, CookedMesh, InputError, MeshError, MoveInput,
    MoveMemory, World,
};
use thiserror::Error;

/// Maximum number of triangles in the file of a move; a move that reaches more refers to its level.
pub const MOST_TRIANGLES: usize = 10_000;

/// Description of where a move was recorded, for a human reader: level, frame and character.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Text that names the scene or file of the level of the move.
    pub level: String,
    /// [Hash of the triangles](Ground::hash) of the level of the move.
    pub level_hash: u64,
    /// Frame of the run in which the move was made, from 1.
    pub frame: u64,
    /// Index of the character that moves.
    pub character: u32,
}

/// One move of one character, with all that is needed to repeat it.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Where the move was recorded: level, frame and character.
    pub origin: Origin,
    /// Profile of the character that moves.
    pub profile: CharacterProfile,
    /// State of the character before the move.
    pub state: CharacterState,
    /// Input of the character for the move.
    pub input: MoveInput,
    /// Other characters within reach, before the step: only position, orientation and key of each state are set.
    pub others: Vec<CharacterState>,
    /// Time step of the move, seconds.
    pub seconds: f32,
    /// Instances within reach of the move, or all instances of the level, in the order of instance indices.
    pub instances: Vec<MoveInstance>,
    /// True if `instances` are all instances of the level, without triangles, so that the level is needed to repeat the move.
    pub is_whole: bool,
    /// Recorded state of the character after the move.
    pub after: CharacterState,
}

/// Error: a recorded move cannot be repeated.
#[derive(Debug, Error)]
pub enum MoveError {
    /// Error: the move needs its level, which is not given or has changed.
    #[error("it needs its level, and the given level has changed since the move was recorded")]
    Level,
    /// Error: the kernel refuses the triangles of the move.
    #[error("its triangles are refused: {0}")]
    Mesh(#[from] MeshError),
    /// Error: a number of the move is out of range.
    #[error("a number in it is out of range: {0}")]
    Input(#[from] InputError),
    /// Error: the file of the move lacks the triangle that carries the character, or the instance that crushed it.
    #[error("its state names a triangle or an instance that it does not have")]
    NotThere,
    /// Error: this processor does not support the SIMD backend.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

impl Move {
    /// Returns the number of triangles in the file of the move; 0 for a [whole](Self::is_whole) move.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.instances.iter().map(|instance| instance.triangles.len()).sum()
    }

    /// Repeats the move; returns the state after the move. A [whole](Self::is_whole) move needs `level`.
    ///
    /// # Errors
    /// [`MoveError`] names the mismatch.
    pub fn run(&self, level: Option<Ground>, backend: Backend) -> Result<CharacterState, MoveError> {
        let numbering = (!self.is_whole).then(|| Numbering::new(&self.instances));
        let mut world = self.world(level)?.with_backend(backend)?;
        let mut state = self.state;
        if let Some(numbering) = &numbering {
            state = numbering.inwards(&state).ok_or(MoveError::NotThere)?;
        }
        let ids: Vec<_> = world.instances().collect();
        let each = || ids.iter().zip(&self.instances);
        for (&id, instance) in each().filter(|(_, instance)| instance.has_moved) {
            world.move_to(id, instance.placement)?;
        }
        // An empty step tells the world that they have moved.
        drop(world.begin_step(self.seconds)?);
        for (&id, instance) in each() {
            if let Some(target) = instance.target {
                world.move_to(id, target)?;
            }
        }
        let step = world.begin_step(self.seconds)?;
        // The order of keys decides ties between characters. The results of the others do not count.
        let mut states = vec![state];
        states.extend(&self.others);
        let mut inputs = vec![MoveInput::WEIGHTLESS; states.len()];
        inputs[0] = self.input;
        let report = step.move_characters(&[self.profile], &mut states, &inputs, &mut MoveMemory::new())?;
        let first = report.first_refused;
        if let (Some(0), Some(error)) = (first.character().map(CharacterId::index), first.error()) {
            return Err(error.into());
        }
        let state = states[0];
        match &numbering {
            Some(numbering) => numbering.outwards(&state).ok_or(MoveError::NotThere),
            None => Ok(state),
        }
    }

    /// Repeats the move; returns the fields in which the result differs from the recorded state.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn differences(&self, level: Option<Ground>, backend: Backend) -> Result<Vec<Difference>, MoveError> {
        Ok(differences(&self.after, &self.run(level, backend)?))
    }

    /// Builds the world in which the move is repeated, from the instances of the move or from its level.
    fn world(&self, level: Option<Ground>) -> Result<World, MoveError> {
        let mut world = World::new();
        let meshes: Vec<CookedMesh> = if self.is_whole {
            let level = level.filter(|level| level.hash() == self.origin.level_hash).ok_or(MoveError::Level)?;
            let meshes = meshes_of(level)?;
            if meshes.len() != self.instances.len() {
                return Err(MoveError::Level);
            }
            meshes
        } else {
            self.instances.iter().map(MoveInstance::cook).collect::<Result<_, _>>()?
        };
        for (instance, mesh) in self.instances.iter().zip(&meshes) {
            let id = world.add(mesh, instance.placement)?;
            world.set_layers(id, instance.layers)?;
            world.set_kind(id, instance.kind)?;
        }
        Ok(world)
    }

    /// Encodes the move as the bytes of a replay file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { origin, profile, state, input, others, seconds, instances, is_whole, after } = self;
        let mut writer = Writer::default();
        writer.text(&origin.level);
        writer.long(origin.level_hash);
        writer.number(origin.frame);
        writer.number(origin.character.into());
        write_profile(&mut writer, profile);
        writer.words(&words_of(state));
        writer.words(&words_of_input(input));
        writer.floats(&[*seconds]);
        writer.words(&words_of(after));
        writer.number(others.len() as u64);
        for other in others {
            writer.words(&words_of(other));
        }
        writer.byte(u8::from(*is_whole));
        writer.number(instances.len() as u64);
        for instance in instances {
            instance.write(&mut writer);
        }
        closed(Kind::Move, &writer.0)
    }

    /// Reads a move from the bytes of a file. Memory is in proportion to the bytes.
    ///
    /// # Errors
    /// [`FileError`] names the fault. The kernel checks its part when the move is repeated.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let mut reader = opened(Kind::Move, bytes)?;
        let reader = &mut reader;
        let none = |what| move || FileError::Value { what, kind: Kind::Move.name() };
        let origin = read_origin(reader).ok_or_else(none("level, frame and character"))?;
        let profile = read_profile(reader, Kind::Move)?;
        let state = reader.words().map(state_of).ok_or_else(none("states"))?;
        let input = reader.words().map(input_of).ok_or_else(none("input"))?;
        let [seconds] = reader.floats().ok_or_else(none("time step"))?;
        let after = reader.words().map(state_of).ok_or_else(none("states"))?;
        let count = reader.count(4 * STATE).ok_or_else(none("others"))?;
        let others: Option<Vec<_>> = (0..count).map(|_| reader.words().map(state_of)).collect();
        let others = others.ok_or_else(none("others"))?;
        let is_whole = reader.byte().filter(|byte| *byte <= 1).ok_or_else(none("instances"))? == 1;
        let count = reader.count(INSTANCE).ok_or_else(none("instances"))?;
        let instances: Option<Vec<_>> = (0..count).map(|_| MoveInstance::read(reader)).collect();
        let instances = instances.filter(|all| reader.0.is_empty() && all.is_sorted_by(|a, b| a.index < b.index));
        let instances = instances.ok_or_else(none("instances"))?;
        Ok(Self { origin, profile, state, input, others, seconds, instances, is_whole, after })
    }
}

fn read_origin(reader: &mut Reader<'_>) -> Option<Origin> {
    Some(Origin {
        level: reader.text()?,
        level_hash: reader.long()?,
        frame: reader.number()?,
        character: reader.index()?,
    })
}

/// Cooks the mesh of each instance of a level, in the order of instances.
fn meshes_of(level: Ground) -> Result<Vec<CookedMesh>, MeshError> {
    match level {
        Ground::Still(level) => Ok(vec![level.cook()?]),
        Ground::Parts(parts) => {
            let meshes = crate::walking::machinery::cook(parts)?;
            Ok(parts.parts.iter().map(|part| meshes[part.mesh].clone()).collect())
        }
    }
}
