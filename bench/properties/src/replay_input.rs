//! A recording replays and the file of a move repeats it; other bytes are refused or safe to use.
//!
//! In: some characters among difficult triangles and their inputs, then changes of the bytes of files.
//!
//! 1. The run is recorded. Its recording is read back as the same bytes, and replayed with the same hashes.
//! 2. A move is cut out of it. Alone it gives the same bits on every backend, also if its surroundings move in the
//!    step.
//! 3. Bytes that were changed, cut off or added are refused with an error.
//! 4. The same with a corrected checksum: refused with an error, or accepted and written as the same bytes from then
//!    on; then replayed, or refused with an error; all characters stay finite.
//! 5. The case's own bytes are such a file or are refused with an error.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::Soup;
use glam::Vec3;
use std::fmt::{Debug, Display};
use sweep8::{Backend, Crowd, EachOther, MoveMode, Placement};
use sweep8_bench::levels::Level;
use sweep8_bench::replaying::file::seal;
use sweep8_bench::replaying::one_move::Move;
use sweep8_bench::replaying::recorder::{About, Recorder};
use sweep8_bench::replaying::recording::Recording;
use sweep8_bench::replaying::replay::{cut, replay_here};
use sweep8_bench::walking::settings::Settings;
use sweep8_bench::walking::stage::{Ground, Stage};
use sweep8_bench::walking::walkers::Manner;

const TRIANGLES: usize = 20;

/// Maximum number of characters of a test case's run.
const CHARACTERS: u8 = 4;
/// Maximum number of frames of a test case's run.
const FRAMES: u8 = 6;
/// Maximum number of changes to the bytes of a test case's recording.
const CHANGES: u8 = 6;

/// Maximum number of moves up to which a changed recording is replayed.
const MOST_MOVES: u64 = 500;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let characters = 1 + reader.byte() % CHARACTERS;
    let frames = 1 + reader.byte() % FRAMES;
    let desired: Vec<Vec3> = (0..frames * characters).map(|_| reader.vector(1e-3, 4.0)).collect();
    let (place, slides) = ([reader.byte(), reader.byte()], reader.flag());
    let target = reader.vector(1e-3, 0.5);
    let changes: Vec<([u8; 2], f32)> =
        (0..reader.byte() % CHANGES).map(|_| ([reader.byte(), reader.byte()], reader.raw())).collect();
    let Some(soup) = Soup::read(&mut reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    let level = level_of(&soup.triangles);
    let settings = Settings {
        characters: characters.into(),
        frames: frames.into(),
        hz: 60,
        threads: 1,
        seed: 0,
        shape: soup.shape.into(),
        speed: 4.0,
        manner: Manner::Turning,
        mode: if slides { MoveMode::Slide } else { MoveMode::Walk },
        // A move that is cut out has no other characters.
        each_other: EachOther::Ignore,
        verify_every: 1,
        backend: Backend::best(),
    };
    let recording = recorded(&level, &settings, soup.center, &desired);
    let file = recording.to_bytes();
    let read = named(Recording::from_bytes(&file, &settings))?;
    demand(read.to_bytes() == file, || format!("the recording does not come back: {recording:?}"))?;
    let replayed = named(replay_here((&level).into(), &read, &|_| ()))?;
    demand(replayed.is_same(), || format!("{replayed:?} for {recording:?}"))?;

    let place = (1 + u64::from(place[0] % frames), usize::from(place[1] % characters));
    let moves = named(cut((&level).into(), &read, &[place]))?;
    let alone = moves.first().ok_or_else(|| Finding("no move was cut out".to_owned()))?;
    same_on_all(alone)?;
    let moving = moving(alone, target);
    if let Some(moving) = &moving {
        same_on_all(moving)?;
    }
    let one = moving.as_ref().unwrap_or(alone).to_bytes();
    for &(place, value) in &changes {
        for whole in [&file, &one] {
            let mut changed = change(whole, place, value);
            if changed == *whole {
                continue;
            }
            let refused = [Recording::from_bytes(&changed, &settings).is_err(), Move::from_bytes(&changed).is_err()];
            demand(refused == [true, true], || format!("{refused:?} for bytes changed at {place:?} to {value}"))?;
            seal(&mut changed);
            usable(&changed, &level, &settings)?;
        }
    }
    usable(bytes, &level, &settings)?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a recorded run and changes of its bytes.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(number).byte(number / 3 + 3);
    let (characters, frames) = (1 + number % CHARACTERS, 1 + (number / 3 + 3) % FRAMES);
    for index in 0..characters * frames {
        writer.vector(displacement * (f32::from(index % 7) - 3.0) * 0.5);
    }
    writer.byte(number / 2).byte(number).byte(number / 4).vector(displacement * 0.05).byte(5);
    for change in 0..5_u8 {
        writer.byte(number).byte(change * 50 + number % 50).number(f32::from_bits(0x3f80_0000 + u32::from(change)));
    }
    Soup::write(&mut writer, shape, center, displacement, 0, triangles);
    writer.finish()
}

fn level_of(triangles: &[[Vec3; 3]]) -> Level {
    let indices = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Level { positions: triangles.as_flattened().to_vec(), triangles: indices, ..Level::new("case") }
}

/// Walks a crowd in a level, each character with its `desired` velocity of each frame, and records the run.
fn recorded(level: &Level, settings: &Settings, center: Vec3, desired: &[Vec3]) -> Recording {
    let ground = Ground::from(level);
    let stage = Stage::new(ground, settings.backend).expect("positions in range");
    let mut crowd = Crowd::default();
    for character in 0..settings.characters {
        let start = center + Vec3::Y * (3.0 * settings.shape.radii().y * character as f32);
        crowd.spawn(&settings.profile(), start).expect("in range");
    }
    let about = About { level: ("scene case".to_owned(), ground.hash()), settings, first: 0 };
    let mut recorder = Recorder::new(about, &stage.world, &crowd);
    let ids: Vec<_> = crowd.ids().collect();
    for (frame, desired) in (1..).zip(desired.chunks(settings.characters)) {
        for (&id, &desired) in ids.iter().zip(desired) {
            crowd.set_desired_velocity(id, desired).expect("in range");
        }
        recorder.before(&crowd);
        crowd.step(&stage.world, settings.seconds()).expect("a time step");
        recorder.after(&crowd, frame);
    }
    recorder.finish(&crowd)
}

/// Returns the move `alone` with surroundings that move by `target`; `None` if the kernel refuses the target.
fn moving(alone: &Move, target: Vec3) -> Option<Move> {
    let mut moving = alone.clone();
    for instance in &mut moving.instances {
        let Placement { translation, .. } = instance.placement;
        instance.target = Some(Placement::at(translation + target.as_dvec3()));
        instance.has_moved = true;
    }
    moving.after = moving.run(None, Backend::best()).ok()?;
    Some(moving)
}

/// Checks that a recorded move restores from its bytes and gives the same bits on every backend.
fn same_on_all(one: &Move) -> Result<(), Finding> {
    let read = named(Move::from_bytes(&one.to_bytes()))?;
    demand(read == *one, || format!("the move does not come back: {one:?}"))?;
    for backend in Backend::available() {
        let differences = named(read.differences(None, backend))?;
        demand(differences.is_empty(), || format!("{differences:?} on {backend} for {one:?}"))?;
    }
    Ok(())
}

/// Checks that changed bytes are either refused with an error or safe to use as a recording.
fn usable(bytes: &[u8], level: &Level, here: &Settings) -> Result<(), Finding> {
    match Recording::from_bytes(bytes, here) {
        Err(error) => one_line(&error)?,
        Ok(recording) => {
            let again = recording.to_bytes();
            let read = named(Recording::from_bytes(&again, here))?;
            demand(read.to_bytes() == again, || format!("written as other bytes: {recording:?}"))?;
            if recording.frames() * recording.starts.len() as u64 <= MOST_MOVES
                && let Err(error) = replay_here(level.into(), &recording, &|_| ())
            {
                one_line(&error)?;
            }
        }
    }
    match Move::from_bytes(bytes) {
        Err(error) => one_line(&error)?,
        Ok(one) => {
            let again = one.to_bytes();
            let read = named(Move::from_bytes(&again))?;
            demand(read.to_bytes() == again, || format!("written as other bytes: {one:?}"))?;
            match one.run(Some(level.into()), Backend::best()) {
                Err(error) => one_line(&error)?,
                Ok(state) => demand(state.position.to_dvec3().is_finite(), || format!("not finite: {one:?}"))?,
            }
        }
    }
    Ok(())
}

fn change(bytes: &[u8], place: [u8; 2], value: f32) -> Vec<u8> {
    let (mut changed, place) = (bytes.to_vec(), usize::from(u16::from_le_bytes(place)) * bytes.len() / 65_536);
    match value.to_bits() % 8 {
        0 => changed.truncate(place),
        1 => changed.extend(value.to_le_bytes()),
        // Codes, masks and small numbers have a byte each.
        2..5 => changed[place] = value.to_le_bytes()[1],
        _ => {
            let end = (place + 4).min(changed.len());
            changed[place..end].copy_from_slice(&value.to_le_bytes()[..end - place]);
        }
    }
    changed
}

fn named<T, E: Display + Debug>(result: Result<T, E>) -> Result<T, Finding> {
    result.map_err(|error| Finding(format!("refused: {error}: {error:?}")))
}

fn one_line(error: &dyn Display) -> Result<(), Finding> {
    let text = error.to_string();
    demand(!text.is_empty() && text.lines().count() == 1, || format!("not one line: {text:?}"))
}
