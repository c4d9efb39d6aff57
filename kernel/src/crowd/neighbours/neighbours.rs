//! The others of a batch, from step to step: their places, and the ends of rest that they cause.
//!
//! In: the columns at the start of a step. Out: [cells](crate::crowd::neighbours::cells) for it, and nobody at rest who may notice a
//! change.
//!
//! Rest depends, beside what [`rest`](crate::crowd::rest) says, on the places of the characters nearby. A character ends its rest if one
//! that does not rest is near, or was near at the start of the last step, or if one was near that was changed otherwise since then
//! or is not there any more. The last move of the character at rest tells how near. A character that overlaps another, has more
//! neighbours than count, or is not seen by others does not rest; while anybody is not seen, nobody rests.
//!
//! [Heaps](crate::crowd::neighbours::heaps) are looked for where solid characters may overlap: unless none did when the last step
//! began, none was put elsewhere since then, and nothing in that step breaks the promise that clear ones stay clear.

use crate::base::spans::span;
use crate::character::model::profile::{CharacterProfile, EachOther};
use crate::character::model::state::CharacterState;
use crate::character::others::body_capsule::BodyCapsule;
use crate::crowd::columns::Columns;
use crate::crowd::neighbours::cells::{NeighbourCells, middle};
use crate::crowd::neighbours::heaps::Heaps;
use crate::crowd::report::Contribution;
use alloc::vec::Vec;
use glam::Vec3;

#[derive(Clone, Debug, Default)]
pub(crate) struct Neighbours {
    cells: NeighbourCells,
    /// Boxes around the characters that were changed, teleported or removed since the last step.
    departed: Vec<PlaceBox>,
    /// Boxes near which characters at rest wake in this step.
    waking: Vec<PlaceBox>,
    heaps: Heaps,
    /// Whether no two solid characters overlap, for sure.
    are_clear: bool,
}

/// Number of resting characters that can be moved in the time of one moving character's search for characters to wake.
const FEW: usize = 3;

/// Axis-aligned box around the capsules of one or more characters of a group, world space, metres.
#[derive(Clone, Copy, Debug)]
struct PlaceBox {
    group: u32,
    low: Vec3,
    high: Vec3,
}

impl PlaceBox {
    fn of(profile: &CharacterProfile, state: &CharacterState) -> Self {
        let (center, half) = (middle(state.position), BodyCapsule::of(profile, state, 0).extents());
        Self { group: state.group, low: center - half, high: center + half }
    }

    fn moved(self, way: Vec3) -> Self {
        Self { low: self.low.min(self.low + way), high: self.high.max(self.high + way), ..self }
    }
}

impl Neighbours {
    /// Notes the box around a character that is about to be changed, teleported or removed.
    #[inline(never)]
    pub(crate) fn departs(&mut self, profiles: &[CharacterProfile], state: &CharacterState) {
        if let Some(profile) = profiles.get(state.profile as usize).filter(|profile| profile.meets_others()) {
            self.departed.push(PlaceBox::of(profile, state));
        }
    }

    /// Forgets the characters that were changed, teleported or removed since the last step.
    pub(crate) fn forget(&mut self) {
        self.departed.clear();
        self.are_clear = false;
    }

    /// Sets whether solid characters are clear of each other, for sure.
    pub(crate) fn set_clear(&mut self, are_clear: bool) {
        self.are_clear = are_clear;
    }

    /// The cells of characters that [`prepare`](Self::prepare) has filled.
    pub(crate) fn cells(&self) -> &NeighbourCells {
        &self.cells
    }

    /// Wakes characters near others, fills the cells for a step of `seconds`, and looks for heaps; returns false if no moving character
    /// responds to others (cells not needed).
    pub(crate) fn prepare(&mut self, columns: &mut Columns, profiles: &[CharacterProfile], seconds: f32) -> bool {
        if !profiles.iter().any(CharacterProfile::meets_others) {
            self.departed.clear();
            return false;
        }
        span!(DEBUG, "neighbours");
        self.waking.clear();
        self.waking.append(&mut self.departed);
        let mut has_changed = !self.waking.is_empty();
        let mut resting = 0;
        let mut farthest: Option<f32> = None;
        for (contribution, reach) in columns.resting.iter().zip(&columns.reaches) {
            if contribution.is_some_and(|contribution| contribution != Contribution::REFUSED) {
                resting += 1;
                farthest = Some(farthest.map_or(*reach, |known| known.max(*reach)));
            }
        }
        for slot in 0..columns.len() {
            let state = &columns.states[slot];
            if columns.resting[slot].is_none()
                && let profile = &profiles[state.profile as usize]
                && profile.meets_others()
            {
                has_changed = true;
                if farthest.is_none() {
                    break;
                }
                let before = middle(columns.previous[slot]) - middle(state.position);
                self.waking.push(PlaceBox::of(profile, state).moved(before));
            }
        }
        if !has_changed {
            return false;
        }
        let was_overfull = self.cells.is_overfull();
        self.cells.build(columns, profiles);
        if let Some(farthest) = farthest {
            let are_few = resting * FEW <= self.waking.len();
            if are_few || was_overfull || self.cells.is_overfull() {
                let rests = columns.resting.iter_mut().filter(|resting| **resting != Some(Contribution::REFUSED));
                rests.for_each(|resting| *resting = None);
            } else {
                self.wake(columns, farthest);
            }
        }
        let is_solid = |profile: &CharacterProfile| profile.settings().each_other == EachOther::Solid;
        // Until the step has ended, nothing is sure.
        let were_clear = core::mem::replace(&mut self.are_clear, false);
        if !were_clear && profiles.iter().any(is_solid) {
            self.heaps.find(&mut self.cells, seconds, |slot| columns.resting[slot] = None);
        }
        true
    }

    /// Wakes the characters at rest near one of the waking boxes; `farthest` is the largest distance of any of them, metres.
    fn wake(&self, columns: &mut Columns, farthest: f32) {
        for place in &self.waking {
            let [center, half] = [(place.low + place.high) * 0.5, (place.high - place.low) * 0.5];
            // Of a group that its last character left nobody is there to wake.
            let Some(region) = self.cells.region(place.group) else { continue };
            let (runs, half) = self.cells.around(region, center, half + Vec3::splat(farthest));
            for place in runs.flatten() {
                let slot = self.cells.slot(place);
                if columns.resting[slot].is_none() {
                    continue;
                }
                let capsule = self.cells.capsule(place);
                let near = half - Vec3::splat(farthest - columns.reaches[slot]) + capsule.extents();
                if (middle(capsule.position) - center).abs().cmple(near).all() {
                    columns.resting[slot] = None;
                }
            }
        }
    }
}
