//! The search for characters nearby: eight segments at a time, then capsule by capsule.
//!
//! In: [cells](crate::crowd::neighbours::cells), and a character that is about to move. Out: its
//! [neighbourhood](crate::character::others::neighbourhood). Nothing of it depends on where others have moved in the same step.

use crate::base::tolerance::BOX_ROUNDING;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::others::body_capsule::BodyCapsule;
use crate::character::others::neighbourhood::{Neighbourhood, Ways, least_share};
use crate::crowd::neighbours::cells::{EightSegments, NeighbourCells, middle};
use crate::simd::{LaneVec, Lanes, WIDTH, lanes_of, task};
use glam::Vec3;

/// The character whose neighbours are searched.
#[derive(Clone, Copy)]
pub(crate) struct Seeker<'a> {
    pub(crate) profile: &'a CharacterProfile,
    pub(crate) state: &'a CharacterState,
    pub(crate) input: &'a MoveInput,
    pub(crate) seconds: f32,
    pub(crate) index: u32,
}

task! {
    /// Arguments of [`find_near`], to be run on a SIMD backend.
    FindNear<'a> {
        cells: &'a NeighbourCells,
        seeker: Seeker<'a>,
        neighbourhood: &'a mut Neighbourhood,
    } = find_near => f32
}

/// Finds the characters that may bound the move of `seeker`; returns the radius around it that was searched, metres.
#[inline(always)]
fn find_near<L: Lanes>(lanes: L, cells: &NeighbourCells, seeker: Seeker, neighbourhood: &mut Neighbourhood) -> f32 {
    let Seeker { profile, state, input, seconds, index } = seeker;
    neighbourhood.clear();
    let capsule = BodyCapsule::of(profile, state, index);
    let ways = Ways::of(profile, state, input, seconds);
    // Cells are made from all states of a step: every character that moves among others has a region.
    let Some(region) = cells.region(state.group) else { return 0.0 };
    let share = least_share(capsule.mass, region.heaviest);
    let reach = ways.reach(share);
    let center = middle(state.position);
    let (runs, half) = cells.around(region, center, capsule.extents() + reach);
    let seen = Seen::new(lanes, &capsule, &ways, share, (center, half));
    for run in runs {
        for block in run.start / WIDTH..run.end.div_ceil(WIDTH) {
            let first = block * WIDTH;
            let after = (0xFF_u32 << run.start.saturating_sub(first).min(WIDTH)) & 0xFF;
            let before = 0xFF_u32 >> (first + WIDTH).saturating_sub(run.end).min(WIDTH);
            let near = lanes.bits(seen.may_bound(lanes, cells.segments(block)));
            for lane in lanes_of(near & after & before) {
                neighbourhood.add(&capsule, cells.capsule(first + lane), &ways);
            }
        }
    }
    neighbourhood.finish(&capsule, &ways, seconds);
    reach.max_element()
}

/// The moving character in all lanes, for a test that excludes characters which cannot bound its move.
///
/// Another does if a share `s` of the gap is no more than the way of the move along the direction `n` between the segments: with the
/// shortest way `w` between these, both radii `r`, and ways of up to `l` across the second axis and `u` along it,
/// `s (|w| - r) |w| <= l |w across| + u |w along|`. Of two segments along the second axis both parts of `w` are known: they are those
/// between the boxes of the segments. Of others only `|w|` is known not to be less; then the longest way counts for both.
struct Seen<F> {
    center: LaneVec<F>,
    /// Half extents of the box in which neighbours are searched, metres.
    half: LaneVec<F>,
    /// Half extents of the axis segment of the moving character's capsule, metres.
    segment: LaneVec<F>,
    /// Bound on the rounding of centres and half extents in this test, metres.
    rounding: LaneVec<F>,
    radius: F,
    share: F,
    level: F,
    upright: F,
    longest: F,
    /// Bound on the rounding of the tested inequality, added to its right side.
    margin: F,
}

impl<F: Copy + core::ops::Add<Output = F> + core::ops::Sub<Output = F> + core::ops::Mul<Output = F>> Seen<F> {
    #[inline(always)]
    fn new<L: Lanes<Float = F>>(
        lanes: L,
        capsule: &BodyCapsule,
        ways: &Ways,
        share: f64,
        (center, half): (Vec3, Vec3),
    ) -> Self {
        let rounding = (center.abs() + half) * BOX_ROUNDING;
        let [level, upright, longest] = ways.about_second_axis();
        let segment = capsule.half.abs();
        Self {
            center: lanes.splat3(center),
            half: lanes.splat3(half),
            segment: lanes.splat3(segment),
            rounding: lanes.splat3(rounding),
            radius: lanes.splat(capsule.radius + capsule.touch_gap),
            share: lanes.splat(share as f32 * (1.0 - ROUNDING)),
            level: lanes.splat(if segment.x + segment.z == 0.0 { level } else { longest }),
            upright: lanes.splat(if segment.x + segment.z == 0.0 { upright } else { longest }),
            longest: lanes.splat(longest),
            margin: lanes.splat(2.0 * longest * (rounding.element_sum() + ROUNDING)),
        }
    }

    /// Mask of the lanes of `eight` whose capsules may bound the character's move; it may contain a few more.
    #[inline(always)]
    fn may_bound<L: Lanes<Float = F>>(&self, lanes: L, eight: &EightSegments) -> L::Mask {
        let zero = lanes.splat(0.0);
        let (centers, halves) = (lanes.load3(&eight.centers), lanes.load3(&eight.halves));
        let (apart, radii) = (centers - self.center, lanes.load(&eight.radii));
        let apart = LaneVec { x: lanes.abs(apart.x), y: lanes.abs(apart.y), z: lanes.abs(apart.z) };
        let between = apart - halves;
        let is_in = lanes.le(between.x - radii, self.half.x)
            & lanes.le(between.y - radii, self.half.y)
            & lanes.le(between.z - radii, self.half.z);
        let way = lanes.max3(between - self.segment - self.rounding, LaneVec { x: zero, y: zero, z: zero });
        let across = way.x * way.x + way.z * way.z;
        let length = lanes.sqrt(across + way.y * way.y);
        let is_turned = lanes.gt(halves.x + halves.z, zero);
        let level = lanes.select(is_turned, self.longest, self.level);
        let upright = lanes.select(is_turned, self.longest, self.upright);
        let room = self.share * (length - (radii + self.radius)) * length;
        is_in & lanes.le(room, level * lanes.sqrt(across) + upright * way.y + self.margin)
    }
}

/// Bound on the relative rounding of a few `f32` sums and products, by which the neighbour search increases its bounds.
const ROUNDING: f32 = 1e-5;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::model::profile::CharacterSettings;
    use crate::character::model::profile::EachOther;
    use crate::crowd::columns::{Columns, Slot};
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen};
    use alloc::format;
    use alloc::vec;
    use alloc::vec::Vec;
    use glam::{DVec3, Vec3};
    use sweep8_scalar_ref::random::Random;

    fn profiles() -> Vec<CharacterProfile> {
        let of = |radii: Vec3, each_other, mass| {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            let settings = CharacterSettings { shape: shape.into(), each_other, mass, ..CharacterSettings::default() };
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

    /// Columns with `count` random characters for a test, most of them of human size, around a point, unsorted.
    fn columns(random: &mut Random, count: u32, half: Vec3, about: DVec3) -> Columns {
        let mut columns = Columns::default();
        for number in 0..count {
            let key = number * 77 % count;
            let at = about + (Vec3::from(random.signed_vector()) * half).as_dvec3();
            let profile = if key % 50 == 49 { 3 } else { [0, 0, 1, 2, 4][key as usize % 5] };
            let velocity = Vec3::from(random.signed_vector()) * if key % 40 == 1 { 60.0 } else { 4.0 };
            let state = CharacterState { velocity, profile, key, ..CharacterState::new(at) };
            columns.push(Slot::new(key, state, MoveInput::EARTH));
        }
        columns
    }

    #[test]
    fn in_cells_those_are_found_whom_a_look_at_everybody_finds() {
        let mut random = Random(6);
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
        let (runs, _) = cells.around(cells.region_at(0), Vec3::new(0.3, 0.9, 0.3), Vec3::ONE);
        assert_eq!(runs.map(|run| run.len()).sum::<usize>(), crate::base::tolerance::MAX_IN_CELL);
        assert!(cells.is_overfull());
    }
    #[test]
    fn of_many_groups_in_one_place_each_is_looked_at_alone() {
        let profiles = profiles();
        let (mut columns, mut cells) = (Columns::default(), NeighbourCells::default());
        for key in 0..65_536 {
            let state = CharacterState { key, group: key % 4_096, ..CharacterState::new(Vec3::new(0.3, 0.9, 0.3)) };
            // A few are too large for a cell.
            let state = if key < 8_192 { CharacterState { profile: 3, ..state } } else { state };
            columns.push(Slot::new(key, state, MoveInput::EARTH));
        }
        cells.build(&columns, &profiles);
        assert!(!cells.is_overfull());
        // Near, and so far that everybody is looked at.
        for half in [Vec3::ONE, Vec3::splat(1e4)] {
            for group in 0..4_096 {
                let (runs, _) = cells.around(cells.region(group).expect("16 are in it"), Vec3::ZERO, half);
                let found: Vec<u32> = runs.flatten().map(|place| columns.states[cells.slot(place)].group).collect();
                assert_eq!(found, [group; 16], "{half}");
            }
        }
        assert!(cells.region(4_096).is_none());
    }
}
