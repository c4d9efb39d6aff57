//! Who is near: eight boxes at a time, then capsule by capsule.
//!
//! In: [cells](super::neighbour_cells), and a character that is about to move. Out: its
//! [neighbourhood](crate::character::neighbourhood). Nothing of it depends on where others have moved in the same step.

use crate::character::body_capsule::BodyCapsule;
use crate::character::move_input::MoveInput;
use crate::character::neighbourhood::{Neighbourhood, Ways, least_share};
use crate::character::profile::CharacterProfile;
use crate::character::state::CharacterState;
use crate::crowd::neighbour_cells::{NeighbourCells, middle};
use crate::simd::{Lanes, WIDTH, lanes_of, task};

/// Who looks for others.
#[derive(Clone, Copy)]
pub(super) struct Seeker<'a> {
    pub(super) profile: &'a CharacterProfile,
    pub(super) state: &'a CharacterState,
    pub(super) input: &'a MoveInput,
    pub(super) seconds: f32,
    pub(super) index: u32,
}

task! {
    /// One [`find_near`].
    FindNear<'a> {
        cells: &'a NeighbourCells,
        seeker: Seeker<'a>,
        neighbourhood: &'a mut Neighbourhood,
    } = find_near => f32
}

/// Finds those that may bound the move of a character; how far beside it they are at most, metres.
#[inline(always)]
fn find_near<L: Lanes>(lanes: L, cells: &NeighbourCells, seeker: Seeker, neighbourhood: &mut Neighbourhood) -> f32 {
    let Seeker { profile, state, input, seconds, index } = seeker;
    neighbourhood.clear();
    let capsule = BodyCapsule::of(profile, state, index);
    let ways = Ways::of(profile, state, input, seconds);
    let reach = ways.reach(least_share(capsule.mass, cells.heaviest()));
    let center = middle(state.position);
    let (runs, half) = cells.around(center, capsule.extents() + reach);
    let [center, half] = [lanes.splat3(center), lanes.splat3(half)];
    for run in runs {
        for block in run.start / WIDTH..run.end.div_ceil(WIDTH) {
            let boxes = cells.boxes(block);
            let (centers, halves) = (lanes.load3(&boxes.centers), lanes.load3(&boxes.halves));
            let apart = centers - center;
            let meets = lanes.le(lanes.abs(apart.x), halves.x + half.x)
                & lanes.le(lanes.abs(apart.y), halves.y + half.y)
                & lanes.le(lanes.abs(apart.z), halves.z + half.z);
            let first = block * WIDTH;
            let after = (0xFF_u32 << run.start.saturating_sub(first).min(WIDTH)) & 0xFF;
            let before = 0xFF_u32 >> (first + WIDTH).saturating_sub(run.end).min(WIDTH);
            for lane in lanes_of(lanes.bits(meets) & after & before) {
                neighbourhood.add(&capsule, cells.capsule(first + lane), &ways);
            }
        }
    }
    neighbourhood.finish(&capsule, &ways, seconds);
    reach.max_element()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::test_random::TestRandom;
    use crate::character::each_other::EachOther;
    use crate::character::profile::CharacterSettings;
    use crate::crowd::columns::{Columns, Slot};
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use glam::{DVec3, Vec3};

    fn profiles() -> Vec<CharacterProfile> {
        let of = |radii: Vec3, each_other, mass| {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            let settings = CharacterSettings { shape, each_other, mass, ..CharacterSettings::default() };
            CharacterProfile::new(&settings).expect("in range")
        };
        vec![
            of(Vec3::new(0.4, 0.9, 0.4), EachOther::Solid, 80.0),
            of(Vec3::splat(0.5), EachOther::Soft, 20.0),
            of(Vec3::new(0.2, 0.3, 0.2), EachOther::Solid, 5.0),
            of(Vec3::new(6.0, 2.0, 3.0), EachOther::Solid, 5_000.0),
            of(Vec3::splat(0.4), EachOther::Ignore, 80.0),
        ]
    }

    /// Some hundred at random places about a point, most of them persons, in any order.
    fn columns(random: &mut TestRandom, count: u32, half: Vec3, about: DVec3) -> Columns {
        let mut columns = Columns::default();
        for number in 0..count {
            let key = number * 77 % count;
            let at = about + (Vec3::from(random.vector()) * half).as_dvec3();
            let profile = if key % 50 == 49 { 3 } else { [0, 0, 1, 2, 4][key as usize % 5] };
            let velocity = Vec3::from(random.vector()) * if key % 40 == 1 { 60.0 } else { 4.0 };
            let state = CharacterState { velocity, profile, key, ..CharacterState::new(at) };
            columns.push(Slot::new(key, state, MoveInput::EARTH));
        }
        columns
    }

    #[test]
    fn in_cells_those_are_found_whom_a_look_at_everybody_finds() {
        let mut random = TestRandom(6);
        let profiles = profiles();
        let (mut bounds, mut pushed) = (0, 0);
        for case in 0..40 {
            let about = [DVec3::ZERO, DVec3::new(-3_000.0, 20.0, 4_100.0), DVec3::new(1.6e7, 0.0, -9e6)][case % 3];
            let half = [Vec3::new(12.0, 1.0, 12.0), Vec3::splat(5.0), Vec3::new(60.0, 30.0, 2.0)][case / 3 % 3];
            let columns = columns(&mut random, [150, 400][case % 2], half, about);
            let mut cells = NeighbourCells::default();
            cells.build(&columns, &profiles);
            assert!(!cells.is_overfull(), "case {case}");
            for (slot, state) in columns.states.iter().enumerate() {
                let (profile, index) = (&profiles[state.profile as usize], columns.indices[slot]);
                let seeker = Seeker { profile, state, input: &columns.inputs[slot], seconds: 1.0 / 60.0, index };
                let (capsule, ways) =
                    (BodyCapsule::of(profile, state, index), Ways::of(profile, state, seeker.input, seeker.seconds));
                let mut expected = Neighbourhood::default();
                for (other, state) in columns.states.iter().enumerate() {
                    let profile = &profiles[state.profile as usize];
                    if profile.meets_others() {
                        expected.add(&capsule, &BodyCapsule::of(profile, state, columns.indices[other]), &ways);
                    }
                }
                expected.finish(&capsule, &ways, seeker.seconds);
                for backend in Backend::available().filter(|_| profile.meets_others()) {
                    let mut found = Neighbourhood::default();
                    let task = FindNear { cells: &cells, seeker, neighbourhood: &mut found };
                    Chosen::new(backend).expect("it is available").run(task);
                    let all = |of: &Neighbourhood| {
                        format!("{:?} {} {:?}", of.bounds(), of.push, (of.is_crowded, of.overlaps, of.is_seen))
                    };
                    assert_eq!(all(&found), all(&expected), "case {case}, {backend}: {state:?}");
                    bounds += found.bounds().len();
                    pushed += usize::from(found.push != Vec3::ZERO);
                }
            }
        }
        assert!(bounds > 5_000 && pushed > 1_000, "{bounds} bounds, {pushed} pushed");
    }

    #[test]
    fn of_many_on_one_spot_each_looks_at_so_many_as_a_cell_shows() {
        let profiles = profiles();
        let mut columns = Columns::default();
        for key in 0..10_000 {
            let state = CharacterState { key, ..CharacterState::new(Vec3::new(0.3, 0.9, 0.3)) };
            columns.push(Slot::new(key, state, MoveInput::EARTH));
        }
        let mut cells = NeighbourCells::default();
        cells.build(&columns, &profiles);
        let (runs, _) = cells.around(Vec3::new(0.3, 0.9, 0.3), Vec3::ONE);
        assert_eq!(runs.map(|run| run.len()).sum::<usize>(), crate::base::tolerance::MAX_IN_CELL);
        assert!(cells.is_overfull());
    }
}
