//! The same characters moved in every way that there is, and held against each other after every step.
//!
//! In: profiles, states, and in each step the inputs. Out: an assertion where a state, a report or a count differs.
//! `World::move_character` moves them one by one and is what all others are held against: `World::move_characters` on
//! one, two and three threads, with a memory that is new, never sorted, sorted often, or was used for others in between,
//! and in a shuffled order; and a `Crowd`.

use glam::{DVec3, Vec3};
use sweep8::limits::MAX_DISPLACEMENT;
use sweep8::{
    CharacterId, CharacterProfile, CharacterState, Crowd, CrowdSettings, Ground, MoveInput, MoveMemory, SlideStatus,
    StepReport, World,
};

pub(crate) const FRAME: f32 = 1.0 / 60.0;

/// Free, slid, blocked, out of iterations, overlapping, refused, standing, depenetrated, contacts.
pub(crate) type Counts = [u64; 9];

/// One company of characters a way to move.
pub(crate) struct Movers {
    profiles: Vec<CharacterProfile>,
    alone: Vec<CharacterState>,
    slices: Vec<Slices>,
    crowd: Crowd,
    ids: Vec<CharacterId>,
}

impl Movers {
    /// A character at each place; profiles take turns.
    pub(crate) fn new(profiles: &[CharacterProfile], places: impl IntoIterator<Item = DVec3>) -> Self {
        let new_state = |(index, place): (usize, DVec3)| CharacterState {
            profile: (index % profiles.len()) as u32,
            key: index as u32,
            user_data: [index as u32, 7],
            ..CharacterState::new(place)
        };
        let alone: Vec<_> = places.into_iter().enumerate().map(new_state).collect();
        let mut crowd = Crowd::new(CrowdSettings { sort_every: 5, ..CrowdSettings::default() }).unwrap();
        // The crowd's table has another order, and its indices are one more.
        let unused = crowd.spawn(profiles.last().unwrap(), Vec3::ZERO).unwrap();
        let spawn = |state: &CharacterState| crowd.spawn(&profiles[state.profile as usize], state.position).unwrap();
        let ids: Vec<_> = alone.iter().map(spawn).collect();
        crowd.despawn(unused).unwrap();
        for (&id, own) in ids.iter().zip(&alone) {
            let state = CharacterState { user_data: own.user_data, ..*crowd.state(id).unwrap() };
            crowd.set_state(id, &state).unwrap();
        }
        let slices = Slices::all(&alone);
        Self { profiles: profiles.to_vec(), alone, slices, crowd, ids }
    }

    /// Puts characters elsewhere, moves all by one frame, and holds the results against each other. `order` is the
    /// shuffled one. Only who desires [`MAX_DISPLACEMENT`] along x may be refused.
    pub(crate) fn step(
        &mut self,
        world: &World,
        inputs: &[MoveInput],
        teleports: &[(usize, DVec3)],
        order: &[usize],
        case: &str,
    ) -> Counts {
        put(&mut self.alone, teleports);
        let expected = self.one_by_one(world, inputs);
        let mut reports = Vec::new();
        for slices in &mut self.slices {
            put(&mut slices.states, teleports);
            let report = slices.step(world, &self.profiles, inputs, order);
            let case = format!("{case}, {}", slices.name);
            assert_eq!(counts(&report), expected, "{case}");
            assert!(bytes(&slices.states) == bytes(&self.alone), "{case}: other bits");
            if !slices.is_shuffled {
                reports.push(report);
            }
        }
        assert!(reports.windows(2).all(|two| two[0] == two[1]), "{case}: {reports:?}");

        for &(index, place) in teleports {
            self.crowd.teleport(self.ids[index], place).unwrap();
        }
        self.crowd.set_inputs(inputs).unwrap();
        let report = self.crowd.step(world, FRAME).unwrap();
        assert_eq!(counts(&report), expected, "{case}, crowd");
        let first = reports[0].first_refused;
        assert_eq!(report.first_refused.character(), first.character().map(|place| self.ids[place.index()]));
        assert_eq!(report.first_refused.error(), first.error());
        for (&id, own) in self.ids.iter().zip(&self.alone) {
            let state = self.crowd.state(id).unwrap();
            assert_eq!(self.crowd.profile(id), Ok(&self.profiles[own.profile as usize]));
            let state = CharacterState { profile: own.profile, key: own.key, ..*state };
            assert!(bytes(&[state]) == bytes(&[*own]), "{case}, crowd: {state:?}, alone {own:?}");
        }
        expected
    }

    /// Moves one after the other; the report is counted from the outcomes.
    fn one_by_one(&mut self, world: &World, inputs: &[MoveInput]) -> Counts {
        let mut counts = [0; 9];
        for (state, input) in self.alone.iter_mut().zip(inputs) {
            let (before, profile) = (*state, &self.profiles[state.profile as usize]);
            let Ok(out) = world.move_character(profile, state, input, FRAME) else {
                assert_eq!(bytes(&[before]), bytes(&[*state]), "who is refused keeps its state");
                counts[5] += 1;
                continue;
            };
            let kind = [
                SlideStatus::Free,
                SlideStatus::Slid,
                SlideStatus::Blocked,
                SlideStatus::OutOfIterations,
                SlideStatus::Overlapping,
            ];
            counts[kind.iter().position(|&kind| kind == out.status).unwrap()] += 1;
            counts[6] += u64::from(matches!(out.ground, Ground::Floor(_) | Ground::HeldBySteep(_)));
            counts[7] += u64::from(out.depenetrated_by > 0.0);
            counts[8] += out.contacts().len() as u64;
            assert_eq!((out.position, out.status, out.ground), (state.position, state.status(), state.ground()));
        }
        counts
    }
}

fn put(states: &mut [CharacterState], teleports: &[(usize, DVec3)]) {
    for &(index, place) in teleports {
        let CharacterState { profile, key, user_data, .. } = states[index];
        states[index] = CharacterState { profile, key, user_data, ..CharacterState::new(place) };
    }
}

fn bytes(states: &[CharacterState]) -> &[u8] {
    bytemuck::cast_slice(states)
}

fn counts(report: &StepReport) -> Counts {
    let &StepReport { free, slid, blocked, out_of_iterations, overlapping, refused, standing, .. } = report;
    [free, slid, blocked, out_of_iterations, overlapping, refused, standing, report.depenetrated, report.contacts]
}

/// Slices with a memory, which a caller may keep in another order.
struct Slices {
    name: String,
    states: Vec<CharacterState>,
    memory: MoveMemory,
    /// Whether a new memory is made, or one that moved others in between, in each frame.
    is_forgetful: bool,
    is_disturbed: bool,
    /// Whether the caller shuffles.
    is_shuffled: bool,
    #[cfg(feature = "rayon")]
    pool: rayon::ThreadPool,
}

impl Slices {
    fn all(states: &[CharacterState]) -> Vec<Self> {
        let kinds = [
            ("new memory", 16, 2, [true, false, false]),
            ("never sorted", 0, 1, [false; 3]),
            ("sorted every step", 1, 2, [false; 3]),
            ("sorted every 7 steps", 7, 3, [false; 3]),
            ("others in between", 16, 2, [false, true, false]),
            ("shuffled", 16, 2, [false, false, true]),
        ];
        kinds
            .map(|(name, sort_every, threads, [is_forgetful, is_disturbed, is_shuffled])| Self {
                name: format!("{name}, {threads} threads"),
                states: states.to_vec(),
                memory: MoveMemory::new().with_sort_every(sort_every),
                is_forgetful,
                is_disturbed,
                is_shuffled,
                #[cfg(feature = "rayon")]
                pool: rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap(),
            })
            .into()
    }

    fn step(
        &mut self,
        world: &World,
        profiles: &[CharacterProfile],
        inputs: &[MoveInput],
        shuffled: &[usize],
    ) -> StepReport {
        if self.is_forgetful {
            self.memory = MoveMemory::new();
        }
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        if self.is_shuffled {
            order.copy_from_slice(shuffled);
        }
        let mut states: Vec<CharacterState> = order.iter().map(|&index| self.states[index]).collect();
        let inputs: Vec<MoveInput> = order.iter().map(|&index| inputs[index]).collect();
        let memory = &mut self.memory;
        let mut others = states.clone();
        others.rotate_left(17 % states.len());
        let is_disturbed = self.is_disturbed;
        let step = || {
            if is_disturbed {
                world.move_characters(profiles, &mut others, &inputs, 0.01, memory).unwrap();
            }
            world.move_characters(profiles, &mut states, &inputs, FRAME, memory).unwrap()
        };
        #[cfg(feature = "rayon")]
        let report = self.pool.install(step);
        #[cfg(not(feature = "rayon"))]
        let report = {
            let mut step = step;
            step()
        };
        for (&index, state) in order.iter().zip(&states) {
            self.states[index] = *state;
        }
        let first = report.first_refused.character().map(CharacterId::index);
        assert_eq!(first.is_some(), report.refused > 0);
        assert!(first.is_none_or(|place| inputs[place].desired_velocity.x == MAX_DISPLACEMENT), "{first:?}");
        report
    }
}
