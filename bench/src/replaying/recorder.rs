//! Records the run of a crowd.
//!
//! In: the crowd before and after each of its steps. Out: a [`Recording`]. The recorder leaves out all that a step itself does, and
//! keeps only changes between two steps, by any caller.

use crate::replaying::changes::Change;
use crate::replaying::fields::Writer;
use crate::replaying::plain::{words_of, words_of_input};
use crate::replaying::recording::{Block, HASH_EVERY, Recording};
use crate::walking::settings::Settings;
use sweep8::inspect::has_moved;
use sweep8::{CharacterState, Crowd, MoveInput, World};

/// Description of a run.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// Words that name the level, and its hash.
    pub level: (String, u64),
    /// How it is walked.
    pub settings: &'a Settings,
    /// Frames that were walked before.
    pub first: u64,
}

/// Sees a crowd walk. Everybody is in it from beginning to end, of one profile.
pub struct Recorder {
    /// As they were after the last step.
    each: Vec<(CharacterState, MoveInput)>,
    writer: Writer,
    recording: Recording,
}

impl Recorder {
    /// Begins, before the first step.
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

    /// Before a step: writes down what has changed since the last.
    pub fn before(&mut self, crowd: &Crowd) {
        let (mut states, mut inputs) = (Vec::new(), Vec::new());
        for (index, ((state, input), now)) in self.each.iter().zip(all(crowd)).enumerate() {
            states.extend(Change::between(index, &words_of(state), &words_of(&now.0)));
            inputs.extend(Change::between(index, &words_of_input(input), &words_of_input(&now.1)));
        }
        Block { states, inputs }.write(&mut self.writer);
    }

    /// After step number `frame` of the run; the first is 1.
    pub fn after(&mut self, crowd: &Crowd, frame: u64) {
        self.each.clear();
        self.each.extend(all(crowd));
        if frame.is_multiple_of(HASH_EVERY) {
            self.recording.hashes.push(crowd.state_hash());
        }
    }

    /// Ends, after what was done after the last step.
    #[must_use]
    pub fn finish(mut self, crowd: &Crowd) -> Recording {
        self.before(crowd);
        self.recording.hashes.push(crowd.state_hash());
        Recording { blocks: self.writer.0, ..self.recording }
    }
}

/// Everybody, in the order of indices.
fn all(crowd: &Crowd) -> impl Iterator<Item = (CharacterState, MoveInput)> + '_ {
    crowd.ids().filter_map(|id| Some((*crowd.state(id).ok()?, *crowd.input(id).ok()?)))
}
