//! A crowd restores from its bytes; other bytes are refused or safe to use.
//!
//! In: some characters and changes of them, then changes of the bytes of a save.
//!
//! 1. The crowd is saved in the middle of a walk. Restored into another crowd it is saved as the same bytes, and both walk on
//!    with the same hash and the same report.
//! 2. Restoring bytes that were changed, cut off or added fails with an error and leaves the crowd as it was.
//! 3. The same with a corrected checksum, so that later checks are reached: an accepted crowd is saved as the same
//!    bytes, its codes are valid, and it can be stepped and stays finite.
//! 4. The case's own bytes are refused, which changes nothing, or are the save of the crowd that they restore.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{Soup, world_of};
use glam::Vec3;
use sweep8::inspect::seal_save;
use sweep8::{CharacterProfile, CharacterSettings, Crowd, CrowdSettings, Ground, Shape, World};

const TRIANGLES: usize = 20;

/// Maximum number of changes to the crowd before a test case saves it.
const DEEDS: u8 = 24;
/// Maximum number of changes to the saved bytes in a test case.
const CHANGES: u8 = 6;

/// Number of frames that the crowd steps before it is saved, and again after the save.
const FRAMES: usize = 4;

const FRAME: f32 = 1.0 / 60.0;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let deeds: Vec<(u8, Vec3)> =
        (0..reader.byte() % DEEDS).map(|_| (reader.byte(), reader.vector(1e-3, 4.0))).collect();
    let changes: Vec<([u8; 2], f32)> =
        (0..reader.byte() % CHANGES).map(|_| ([reader.byte(), reader.byte()], reader.raw())).collect();
    let Some(soup) = Soup::read(&mut reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    let (world, shape) = (world_of(&soup.triangles), reader.spine(soup.shape));
    let mut crowd = Crowd::new(CrowdSettings { sort_every: 2, ..CrowdSettings::default() }).expect("in range");
    for &deed in &deeds {
        act(&mut crowd, &world, (shape, soup.center), deed);
    }
    steps(&mut crowd, &world);

    let mut save = Vec::new();
    crowd.save_into(&mut save);
    let mut other = Crowd::default();
    let restored = other.restore(&save);
    demand(restored.is_ok() && saved(&other) == save, || format!("the crowd does not come back: {restored:?}"))?;
    let (mut on, mut off) = (crowd.clone(), other.clone());
    for frame in 0..FRAMES {
        let [a, b] = [&mut on, &mut off].map(|crowd| (crowd.step(&world, FRAME), crowd.state_hash()));
        demand(a == b, || format!("frame {frame} after restoring: {b:?}, not {a:?}"))?;
    }

    let before = (saved(&other), other.state_hash());
    for &(place, value) in &changes {
        let (mut changed, place) = (save.clone(), usize::from(u16::from_le_bytes(place)) * save.len() / 65_536);
        match value.to_bits() % 8 {
            0 => changed.truncate(place),
            1 => changed.extend(value.to_le_bytes()),
            // Codes and flags have a byte each.
            2..5 => changed[place] = value.to_le_bytes()[1],
            _ => {
                let at = place & !3;
                let end = (at + 4).min(changed.len());
                changed[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            }
        }
        if changed == save {
            continue;
        }
        let refused = other.restore(&changed);
        let stays = refused.is_err() && (saved(&other), other.state_hash()) == before;
        demand(stays, || format!("{refused:?} for a save that was changed at {place} to {value}"))?;
        seal_save(&mut changed);
        let mut sealed = Crowd::default();
        let empty = saved(&sealed);
        if sealed.restore(&changed).is_err() {
            demand(saved(&sealed) == empty, || format!("refused, and changed, at {place} to {value}"))?;
            continue;
        }
        demand(saved(&sealed) == changed, || format!("accepted, but not the same bytes: {place}, {value}"))?;
        for id in sealed.ids() {
            let state = sealed.state(id).expect("in the crowd");
            // An unknown code reads as the first one.
            let is_known = (state.ground() == Ground::Air) == (state.ground_code == 0)
                && state.status() as u8 == state.status_code;
            demand(is_known, || format!("accepted with codes that mean nothing, at {place} to {value}: {state:?}"))?;
        }
        steps(&mut sealed, &world);
        let is_finite =
            sealed.ids().all(|id| sealed.position(id).is_ok_and(|position| position.to_dvec3().is_finite()));
        demand(is_finite, || format!("not finite after a change at {place} to {value}"))?;
    }
    let is_restored = other.restore(bytes).is_ok();
    let fits = if is_restored { saved(&other) == bytes } else { (saved(&other), other.state_hash()) == before };
    demand(fits, || format!("the bytes of the case: restored {is_restored}, and another crowd"))?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a crowd that is saved and restored as bytes.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(12);
    for deed in 0..12_u8 {
        writer.byte(deed.wrapping_mul(7).wrapping_add(number)).vector(displacement * (f32::from(deed) - 5.0) * 0.1);
    }
    writer.byte(5);
    for change in 0..5_u8 {
        writer.byte(number).byte(change * 50 + number % 50).number(f32::from_bits(0x3f80_0000 + u32::from(change)));
    }
    Soup::write(&mut writer, shape, center, displacement, 0, triangles);
    writer.byte(number);
    writer.finish()
}

/// Applies one change (kind, vector) to a test's crowd; a refused change has no effect.
fn act(crowd: &mut Crowd, world: &World, (shape, center): (Shape, Vec3), (kind, vector): (u8, Vec3)) {
    let ids: Vec<_> = crowd.ids().collect();
    let Some(&id) = ids.get(usize::from(kind / 8) % ids.len().max(1)) else {
        _ = crowd.spawn(&CharacterProfile::of_shape(shape), center + vector);
        return;
    };
    let other = CharacterSettings { shape, skin: 0.02, ground_damping: 1.0, ..CharacterSettings::default() };
    let other = CharacterProfile::new(&other).expect("settings in range");
    // A refused change has no effect.
    _ = match kind % 8 {
        0 | 1 => crowd.spawn(&CharacterProfile::of_shape(shape), center + vector).map(drop),
        2 => crowd.despawn(id),
        3 => crowd.add_impulse(id, vector),
        4 => crowd.jump(id, vector.length()),
        5 => crowd.set_profile(world, id, &other),
        6 => crowd.watch_contacts(id),
        _ => crowd.set_desired_velocity(id, vector).and_then(|()| crowd.step(world, FRAME).map(drop)),
    };
}

fn steps(crowd: &mut Crowd, world: &World) {
    for _ in 0..FRAMES {
        crowd.step(world, FRAME).expect("a time step");
    }
}

fn saved(crowd: &Crowd) -> Vec<u8> {
    let mut bytes = Vec::new();
    crowd.save_into(&mut bytes);
    bytes
}
