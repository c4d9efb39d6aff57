//! The last step of a character, as lines to draw.
//!
//! In: a crowd after a step. Out: lines in world space. Nothing here is asked for by a step.

use crate::base::input_error::InputError;
use crate::character::model::profile::EachOther;
use crate::crowd::crowd::Crowd;
use crate::crowd::events::event::EventKind;
use crate::crowd::id::CharacterId;
use crate::crowd::queries::character_hit::{CharacterFilter, CharacterOverlap};
use alloc::vec::Vec;
use glam::Vec3;

/// A line to draw, world space, metres, rounded to `f32`.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, DebugLine, DebugLineKind, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
/// crowd.watch_contacts(person)?;
/// crowd.step(&world, 1.0 / 60.0)?;
///
/// let mut lines = Vec::new();
/// crowd.debug_lines(person, &mut lines)?;
/// let ground = lines.iter().find(|line| line.kind == DebugLineKind::Ground).expect("it stands");
/// assert!(ground.from.y.abs() < 0.01 && (ground.to - ground.from).normalize() == Vec3::Y);
/// assert!(lines.iter().any(|line| line.kind == DebugLineKind::Contact));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("gizmo", "debug draw"))]
#[non_exhaustive]
pub struct DebugLine {
    /// Start of the debug line, world space, metres.
    pub from: Vec3,
    /// End of the debug line, world space, metres.
    pub to: Vec3,
    /// Kind of the debug line: what the line shows.
    pub kind: DebugLineKind,
}

/// The kinds of a [`DebugLine`]; an engine gives each a colour.
///
/// ```
/// use sweep8::DebugLineKind;
///
/// let color = |kind: DebugLineKind| if kind == DebugLineKind::Ground { "green" } else { "white" };
/// assert_eq!(color(DebugLineKind::Step), "white");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DebugLineKind {
    /// Line from the character's centre before the last step to its centre after the step.
    Way,
    /// Line along the normal of the character's ground, steep ground included, from the touched point.
    Ground,
    /// Line along the normal of a contact, from the touched point; for characters whose contacts are
    /// [watched](Crowd::watch_contacts), and for all while [events](Crowd::record_events) of contacts are recorded.
    Contact,
    /// Vertical line along a climbed stair step, up to the feet; only if [events](Crowd::record_events) of steps are recorded.
    Step,
    /// Line from the character's centre to the centre of another character near it to which it responds.
    Neighbour,
}

impl Crowd {
    /// Adds the lines of one character to `lines`: its way in the last step, its ground, contacts, steps, and neighbours. Normals
    /// are as long as its smallest radius.
    ///
    /// World space, metres. For development: neighbours are asked for as [`overlap_all`](Crowd::overlap_all) does.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd; nothing is added.
    pub fn debug_lines(&self, id: CharacterId, lines: &mut Vec<DebugLine>) -> Result<(), InputError> {
        let (state, profile) = (self.state(id)?, self.profile(id)?);
        let length = profile.shape().radii().min_element();
        let mut add = |from: Vec3, to: Vec3, kind: DebugLineKind| lines.push(DebugLine { from, to, kind });
        let (before, now) = (self.previous_position(id)?.to_dvec3(), state.position.to_dvec3());
        if before != now {
            add(before.as_vec3(), now.as_vec3(), DebugLineKind::Way);
        }
        if let Some(normal) = state.ground().normal() {
            add(state.ground_point, state.ground_point + normal * length, DebugLineKind::Ground);
        }
        for touched in self.contacts(id)? {
            let (point, normal) = (touched.contact.point, touched.contact.normal);
            add(point, point + normal * length, DebugLineKind::Contact);
        }
        for event in self.events().iter().filter(|event| event.character == id) {
            if let EventKind::Stepped { height } = event.kind {
                let up = self.input(id)?.up();
                let feet = state.feet(profile, up).to_vec3();
                add(feet - up * height, feet, DebugLineKind::Step);
            }
        }
        self.each_near(id, length, |other| add(now.as_vec3(), other, DebugLineKind::Neighbour))
    }

    /// Calls `near` for the centre of each character within `reach` metres to which this one responds, in the order of their indices.
    fn each_near(&self, id: CharacterId, reach: f32, mut near: impl FnMut(Vec3)) -> Result<(), InputError> {
        let meets = |id| self.profile(id).map(|profile| profile.settings().each_other != EachOther::Ignore);
        if !meets(id)? {
            return Ok(());
        }
        let (state, profile) = (self.state(id)?, self.profile(id)?);
        let mut found: Vec<CharacterOverlap> = Vec::new();
        let grown = state.body(profile).grown(reach);
        self.overlap_all(grown, state.position, CharacterFilter::from(id), &mut found)?;
        for other in found {
            if meets(other.id)? {
                near(self.position(other.id)?.to_vec3());
            }
        }
        Ok(())
    }
}
