//! Profiles, states and inputs as words, the same on machines of either byte order.
//!
//! In: the plain data of a move. Out: words of 32 bits, and back; and the fields in which two states differ.

use crate::replaying::fields::{Reader, Writer};
use crate::replaying::file::{FileError, Kind};
use std::fmt;
use std::mem::offset_of;
use sweep8::inspect::{profile_of_words, profile_words};
use sweep8::{CharacterProfile, CharacterState, MoveInput};

/// Number of 32-bit words of a character state.
pub(super) const STATE: usize = size_of::<CharacterState>() / 4;
/// Number of 32-bit words of a character's input.
pub(super) const INPUT: usize = size_of::<MoveInput>() / 4;

/// Index of the 32-bit word of a character state that packs ground code, status code and ground material.
const CODES: usize = offset_of!(CharacterState, ground_code) / 4;

/// Fields of a character state: name, and index of the field's first 32-bit word.
const FIELDS: [(&str, usize); 14] = [
    ("position", 0),
    ("velocity", offset_of!(CharacterState, velocity) / 4),
    ("ground_normal", offset_of!(CharacterState, ground_normal) / 4),
    ("orientation", offset_of!(CharacterState, orientation) / 4),
    ("ground_point", offset_of!(CharacterState, ground_point) / 4),
    ("ground_surface", offset_of!(CharacterState, ground_surface) / 4),
    ("last_safe_position", offset_of!(CharacterState, last_safe_position) / 4),
    ("profile", offset_of!(CharacterState, profile) / 4),
    ("key", offset_of!(CharacterState, key) / 4),
    ("ground_code, status_code or ground_material", CODES),
    ("fall_speed", offset_of!(CharacterState, fall_speed) / 4),
    ("user_data", offset_of!(CharacterState, user_data) / 4),
    ("group", offset_of!(CharacterState, group) / 4),
    ("", STATE),
];

/// A field in which two character states have different bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the field of the character state.
    pub field: &'static str,
    /// 32-bit words of the field in the expected state, then in the actual state.
    pub words: [Vec<u32>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [expected, found] = &self.words;
        write!(f, "{} is {found:08x?}, must be {expected:08x?}", self.field)
    }
}

/// Lists the fields in which the character state `found` differs from the character state `expected`.
#[must_use]
pub fn differences(expected: &CharacterState, found: &CharacterState) -> Vec<Difference> {
    let [expected, found] = [expected, found].map(words_of);
    let fields = FIELDS.windows(2).map(|two| (two[0].0, two[0].1..two[1].1));
    let differing = fields.filter(|(_, words)| expected[words.clone()] != found[words.clone()]);
    let told = differing
        .map(|(field, words)| Difference { field, words: [&expected, &found].map(|all| all[words.clone()].to_vec()) });
    told.collect()
}

/// Converts a character state to 32-bit words that are the same on machines of either byte order.
pub(super) fn words_of(state: &CharacterState) -> [u32; STATE] {
    let mut words: [u32; STATE] = bytemuck::cast(*state);
    let [low, high] = state.ground_material.to_le_bytes();
    words[CODES] = u32::from_le_bytes([state.ground_code, state.status_code, low, high]);
    words
}

/// Converts 32-bit words from [`words_of`] to a character state; any words are valid.
pub(super) fn state_of(words: [u32; STATE]) -> CharacterState {
    let [ground_code, status_code, low, high] = words[CODES].to_le_bytes();
    let ground_material = u16::from_le_bytes([low, high]);
    CharacterState { ground_code, status_code, ground_material, ..bytemuck::cast(words) }
}

/// Converts a character's input to 32-bit words.
pub(super) fn words_of_input(input: &MoveInput) -> [u32; INPUT] {
    bytemuck::cast(*input)
}

/// Converts 32-bit words from [`words_of_input`] to a character's input; any words are valid.
pub(super) fn input_of(words: [u32; INPUT]) -> MoveInput {
    bytemuck::cast(words)
}

pub(super) fn write_profile(writer: &mut Writer, profile: &CharacterProfile) {
    writer.words(&profile_words(profile));
}

pub(super) fn read_profile(reader: &mut Reader<'_>, kind: Kind) -> Result<CharacterProfile, FileError> {
    let words = reader.words().ok_or(FileError::Value { what: "profile", kind: kind.name() })?;
    Ok(profile_of_words(words)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use sweep8::{CharacterSettings, EachOther, MoveMode, Sides};

    #[test]
    fn a_state_comes_back_from_its_words_and_a_field_that_differs_is_named() {
        let words: [u32; STATE] = std::array::from_fn(|word| 0x3f80_0000 + word as u32);
        let state = state_of(words);
        assert_eq!(words_of(&state), words);
        assert_eq!(u32::from(state.ground_material), words[CODES] >> 16);
        assert_eq!(differences(&state, &state), []);
        for word in 0..STATE {
            let mut other = words;
            other[word] ^= 1;
            let differing = differences(&state, &state_of(other));
            let first = FIELDS.iter().rev().find(|(_, first)| *first <= word).expect("the first is at 0");
            assert_eq!(differing.len(), 1, "word {word}");
            assert_eq!(differing[0].field, first.0, "word {word}");
        }
        let moved = CharacterState { velocity: Vec3::X, fall_speed: 1.0, ..state };
        assert_eq!(
            differences(&state, &moved).iter().map(|one| one.field).collect::<Vec<_>>(),
            ["velocity", "fall_speed"]
        );
    }

    #[test]
    fn a_profile_comes_back_and_one_out_of_its_range_is_refused_by_name() {
        let settings = CharacterSettings {
            sides: Sides::Front,
            mode: MoveMode::Slide,
            layers: 5,
            snap_distance: 0.25,
            keeps_ground_velocity: false,
            keeps_ground_frame: true,
            keeps_push_velocity: true,
            each_other: EachOther::Soft,
            mass: 7.5,
            ..CharacterSettings::default()
        };
        let profile = CharacterProfile::new(&settings).expect("in range");
        let mut writer = Writer::default();
        write_profile(&mut writer, &profile);
        assert_eq!(read_profile(&mut Reader(&writer.0), Kind::Move), Ok(profile));
        let mut bad = writer.0.clone();
        bad[12..16].copy_from_slice(&(-1.0_f32).to_le_bytes());
        let error = read_profile(&mut Reader(&bad), Kind::Move).expect_err("a negative skin").to_string();
        assert!(error.contains("`skin` is -1"), "{error}");
        bad.truncate(bad.len() - 1);
        assert!(matches!(read_profile(&mut Reader(&bad), Kind::Move), Err(FileError::Value { what: "profile", .. })));
        bad = writer.0.clone();
        bad[43] = 0xFF;
        let error = read_profile(&mut Reader(&bad), Kind::Move).expect_err("a code that there is not").to_string();
        assert!(error.contains("code"), "{error}");
    }
}
