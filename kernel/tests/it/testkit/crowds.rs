//! Crowds and profiles in one line, for tests that are about something else.

use glam::Vec3;
use sweep8::{
    CharacterEvent, CharacterId, CharacterProfile, CharacterSettings, Crowd, CrowdSettings, Ellipsoid, EventKind,
};

/// The default profile with these radii.
pub(crate) fn profile_of(radii: Vec3) -> CharacterProfile {
    CharacterProfile::of_shape(Ellipsoid::new(radii).unwrap())
}

/// The profile of settings that are good.
pub(crate) fn checked(settings: CharacterSettings) -> CharacterProfile {
    CharacterProfile::new(&settings).unwrap()
}

/// A crowd with the default settings.
pub(crate) fn new_crowd() -> Crowd {
    Crowd::new(CrowdSettings::default()).unwrap()
}

/// A crowd with that gravity, m/s².
pub(crate) fn crowd_under(gravity: Vec3) -> Crowd {
    Crowd::new(CrowdSettings { gravity, ..CrowdSettings::default() }).unwrap()
}

/// A crowd of one.
pub(crate) fn alone(profile: &CharacterProfile, position: Vec3) -> (Crowd, CharacterId) {
    let mut crowd = new_crowd();
    let id = crowd.spawn(profile, position).unwrap();
    (crowd, id)
}

/// Events with the index of each character: those of slices and of a crowd name characters by other ids.
pub(crate) fn by_place(events: &[CharacterEvent]) -> Vec<(usize, EventKind)> {
    events.iter().map(|event| (event.character.index(), event.kind)).collect()
}
