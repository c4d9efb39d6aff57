//! Decodes a case by its kind, and encodes cases.

use super::{along, dash, lying, narrow, pressed, ramp, walk, wedge};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome};
use glam::Vec3;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    match reader.byte() % 8 {
        0 => walk::check(&mut reader),
        1 => dash::check(&mut reader),
        2 => narrow::check(&mut reader),
        3 => lying::check(&mut reader),
        4 => along::check(&mut reader),
        5 => ramp::check(&mut reader),
        6 => pressed::check(&mut reader),
        _ => wedge::check(&mut reader),
    }
}

/// Encodes a test case of a walk among loose triangles, forwards and backwards by `displacement`.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, mode: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(0);
    walk::write(&mut writer, shape, center, displacement, mode, triangles);
    writer.finish()
}

/// Returns test cases of all kinds of slides other than walks among loose triangles, several of each.
pub(crate) fn cases() -> Vec<Vec<u8>> {
    let kinds = [
        (1, 10, dash::write as fn(&mut Writer, u8)),
        (2, 10, narrow::write),
        (3, 10, lying::write),
        (4, 5, along::write),
        (5, 5, ramp::write),
        (6, 6, pressed::write),
        (7, 6, wedge::write),
    ];
    let case = |(kind, write): (u8, fn(&mut Writer, u8)), number| {
        let mut writer = Writer::default();
        writer.byte(kind);
        write(&mut writer, number);
        writer.finish()
    };
    let cases = |(kind, count, write)| (0..count).map(move |number| case((kind, write), number));
    kinds.into_iter().flat_map(cases).collect()
}
