//! What must not change a walk does not change it: a mirror, a turn about up, a wall that leans by 0.01°, half the time step, another
//! speed, split faces, things that nobody touches; and the way back leads back.
//!
//! In: a family of worlds, the seed of a walk in it ([`walks`](sweep8_bench::judging::walks)), and whether a capsule walks. Walks at a
//! branch are skipped: within a millimetre or a hundredth of a degree of them another one parts from them. So are promises in the families
//! in which they have limits.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome};
use sweep8_bench::judging::walks::{FAMILIES, NUMBERS, PROMISES, Verdict, drawn};

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    if reader.is_empty() {
        return Ok(Outcome::Skipped);
    }
    let family = &FAMILIES[usize::from(reader.byte()) % FAMILIES.len()];
    let number = reader.raw().to_bits() as usize % NUMBERS;
    let walk = drawn(family, number);
    let walk = if reader.byte() % 2 == 1 { walk.clone().by_capsule().unwrap_or(walk) } else { walk };
    let mut outcome = Outcome::Skipped;
    for promise in PROMISES.iter().filter(|promise| !promise.limits.contains(&family.name)) {
        match promise.verdict(&walk) {
            Verdict::Kept => outcome = Outcome::Held,
            Verdict::LeftOut | Verdict::AtBranch => {}
            Verdict::Broken(text) => {
                return Err(Finding(format!("{}, walk {number}: {}: {text}; {walk:?}", family.name, promise.name)));
            }
        }
    }
    Ok(outcome)
}

/// Encodes a walk.
pub(crate) fn encode(family: u8, number: u32) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(family).number(f32::from_bits(number)).byte(family / 2);
    writer.finish()
}
