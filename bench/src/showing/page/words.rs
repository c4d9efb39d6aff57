//! Findings in words: a title and a sentence each.

use crate::exploring::finding::{Finding, Kind};

/// A fall to the next floor as low as this is told as a step that is too high, metres.
const HIGH_STEP: f32 = 1.0;

/// Title of a finding.
pub(super) fn title(finding: &Finding) -> String {
    let Finding { kind, area, length, .. } = *finding;
    let down = finding.fall.map_or(String::new(), |fall| format!(", {} down", range(fall)));
    match kind {
        Kind::OpenBorder => format!("Open border, {length:.0} m long"),
        Kind::Pit if area == 0.0 => "Trap, smaller than a body".to_owned(),
        Kind::Pit => {
            let deep = finding.fall.map_or(String::new(), |[_, most]| format!(", {most:.1} m deep"));
            format!("Pit of {}{deep}", square(area))
        }
        Kind::OneWayDrop => format!("One-way drop, {length:.0} m wide{down}"),
        Kind::UnreachedFloor => format!("Floor that nobody reaches, {}", square(area)),
        Kind::Above => format!(
            "Above: {}{}",
            square(area),
            finding.fall.map_or(String::new(), |[least, _]| format!(", {least:.1} m up"))
        ),
        Kind::Outside => format!("Outside: {}", square(area)),
    }
}

/// What a finding means, with the step height of the characters, metres.
pub(super) fn text(finding: &Finding, step_height: f32) -> String {
    let border = if finding.has_border { " One can walk off the level from here." } else { "" };
    let [least, most] = finding.fall.unwrap_or_default();
    let sentence = match finding.kind {
        Kind::OpenBorder => return "Characters walk off the level here, and fall out of it.".to_owned(),
        Kind::Pit if most > step_height => "Characters fall in, and no way leads back to a start.".to_owned(),
        Kind::Pit => "Characters get in, and no way leads back to a start.".to_owned(),
        Kind::OneWayDrop => {
            let way_back = finding.way_back.unwrap_or_default();
            format!("Characters get down here, but not up: the way back is {way_back:.0} m long.")
        }
        Kind::UnreachedFloor => "No way leads here from a start, and none from here to one.".to_owned(),
        Kind::Above if least > step_height && least <= HIGH_STEP => {
            format!("No way leads here: a step of {least:.2} m is higher than characters climb ({step_height} m).")
        }
        Kind::Above => "No way leads up here; one only gets down.".to_owned(),
        Kind::Outside => "No way leads here from a start: it lies outside of the walls of the level.".to_owned(),
    };
    sentence + border
}

fn square(area: f64) -> String {
    if area < 10.0 { format!("{area:.1} m²") } else { format!("{area:.0} m²") }
}

fn range([least, most]: [f32; 2]) -> String {
    if most - least < 0.1 { format!("{most:.1} m") } else { format!("{least:.1} to {most:.1} m") }
}

/// What a fault of the run means.
pub(super) fn of_fault(what: &str) -> &'static str {
    match what {
        "stuck" => "A character made no way for two seconds, although one was free.",
        "frozen" => "A character did not move for a quarter of a second, although its way was free.",
        "flicker" => "A character lost its ground for a moment, although the floor went on.",
        "fell through" => "A character's path crossed a triangle.",
        "penetrating" => "A character overlapped a triangle.",
        "overlapping" => "Two characters overlapped.",
        "left the level" => "A character left the level, and was put back to its start. It last stood here.",
        _ => "A number of a character is not finite.",
    }
}
