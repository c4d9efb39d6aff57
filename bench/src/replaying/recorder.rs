//! Records the run of a crowd.
//!
//! In: the crowd before and after each of its steps. Out: a [`Recording`], which contains only the changes that callers
//! make between two steps.

use crate::replaying::changes::Change;
use crate::replaying::fields::Writer;
use crate::replaying::plain::{words_of, words_of_input};
use crate::replaying::recording::{Block, HASH_EVERY, Recording};
use crate::walking::settings::Settings;
use sweep8::inspect::has_moved;
use sweep8::{CharacterState, Crowd, MoveInput, World};

/// Description of a run that is to be recorded: level, settings, and number of earlier frames.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// Text that names the scene or file of the level, and hash of the level's triangles.
    pub level: (String, u64),
    /// Settings of the recorded walk.
    pub settings: &'a Settings,
    /// Number of frames walked before the recording begins.
    pub first: u64,
}

/// Recorder of the run of a crowd that has one profile and neither gains nor loses characters.
pub struct Recorder {
    /// State and input of each character after the last step, to find changes that the program makes before the next one.
    each: Vec<(CharacterState, MoveInput)>,
    writer: Writer,
    recording: Recording,
}

impl Recorder {
    /// Begins a recording; `world` and `crowd` are as they are before the first step.
    #[must_use]
    pub fn new(about: About, world: &World, crowd: &Crowd) -> Self {
        let About { level: (level, level_hash), settings, first } = about;
        let moved = world.instances().filter(|&id| has_moved(world, id));
        let placed = moved.filter_map(|id| Some((id.index() as u32, world.placement(id).ok()?)));
        let each: Vec<_> = all(crowd).collect();
        let recording = Recording {
            level,
            level_hash,
            settings: settings.clone(),
            first,
            profile: settings.profile(),
            moved: placed.collect(),
            starts: each.clone(),
            blocks: Vec::new(),
            hashes: Vec::new(),
        };
        Self { each, writer: Writer::default(), recording }
    }

    /// Records the changes of states and inputs that the program made since the last step; call before each step.
    pub fn before(&mut self, crowd: &Crowd) {
        let (mut states, mut inputs) = (Vec::new(), Vec::new());
        for (index, ((state, input), now)) in self.each.iter().zip(all(crowd)).enumerate() {
            states.extend(Change::between(index, &words_of(state), &words_of(&now.0)));
            inputs.extend(Change::between(index, &words_of_input(input), &words_of_input(&now.1)));
        }
        Block { states, inputs }.write(&mut self.writer);
    }

    /// Takes note of all states after step `frame` of the run, from 1; records the state hash every [`HASH_EVERY`] frames.
    pub fn after(&mut self, crowd: &Crowd, frame: u64) {
        self.each.clear();
        self.each.extend(all(crowd));
        if frame.is_multiple_of(HASH_EVERY) {
            self.recording.hashes.push(crowd.state_hash());
        }
    }

    /// Records the changes that the program made after the last step, and returns the finished recording.
    #[must_use]
    pub fn finish(mut self, crowd: &Crowd) -> Recording {
        self.before(crowd);
        self.recording.hashes.push(crowd.state_hash());
        Recording { blocks: self.writer.0, ..self.recording }
    }
}

/// Iterates over the states and inputs of all characters, in the order of character indices.
fn all(crowd: &Crowd) -> impl Iterator<Item = (CharacterState, MoveInput)> + '_ {
    crowd.ids().filter_map(|id| Some((*crowd.state(id).ok()?, *crowd.input(id).ok()?)))
}
