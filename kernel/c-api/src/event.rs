//! Events of the characters of a crowd in its last step, and contacts of those that are watched.

use crate::crowd::{ask, change, s8_crowd};
use crate::error::{Error, guard, s8_code};
use crate::outcome::s8_contact;
use crate::pointer::{array_out, given, list};
use crate::types::{s8_character_id, s8_instance_id, s8_vec3};
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use sweep8::{CharacterContact, CharacterEvent, EventKind, EventMask};

/// The kind of an event: what happened to a character in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_event_kind {
    /// A kind of event that has no name in this version.
    S8_EVENT_OTHER = 0,
    /// The character touches a surface that it did not touch in the step before.
    S8_EVENT_CONTACT_BEGAN = 1,
    /// The character touches a surface in this step and in the one before.
    S8_EVENT_CONTACT_KEPT = 2,
    /// The character touched a surface in the step before, and not in this one.
    S8_EVENT_CONTACT_ENDED = 3,
    /// The character came onto ground that holds it.
    S8_EVENT_GROUND_ENTERED = 4,
    /// The character left ground that held it.
    S8_EVENT_GROUND_LEFT = 5,
    /// The character climbed stair steps.
    S8_EVENT_STEPPED = 6,
    /// The character entered a sensor.
    S8_EVENT_SENSOR_ENTERED = 7,
    /// The character left a sensor.
    S8_EVENT_SENSOR_LEFT = 8,
    /// An instance that moves pushed the character.
    S8_EVENT_PUSHED = 9,
    /// An instance that moves crushed the character.
    S8_EVENT_CRUSHED = 10,
}

/// The kinds of events that a step records: one, or several joined by `|`. A bit keeps its meaning in later versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum s8_event_mask {
    /// Record no events.
    S8_EVENTS_NONE = 0,
    /// Record `S8_EVENT_CONTACT_BEGAN`: one for each newly touched surface.
    S8_EVENTS_CONTACTS_BEGUN = 1,
    /// Record `S8_EVENT_CONTACT_KEPT`: one for each touched surface and step.
    S8_EVENTS_CONTACTS_KEPT = 2,
    /// Record `S8_EVENT_CONTACT_ENDED`: one for each surface that is no longer touched.
    S8_EVENTS_CONTACTS_ENDED = 4,
    /// Record all events of contacts: begun, kept and ended.
    S8_EVENTS_CONTACTS = 7,
    /// Record `S8_EVENT_GROUND_ENTERED` and `S8_EVENT_GROUND_LEFT`. With these alone characters at rest stay at rest.
    S8_EVENTS_GROUND = 8,
    /// Record `S8_EVENT_STEPPED`: one for each character and step in which it climbed.
    S8_EVENTS_STEPS = 16,
    /// Record `S8_EVENT_SENSOR_ENTERED` and `S8_EVENT_SENSOR_LEFT`.
    S8_EVENTS_SENSORS = 32,
    /// `S8_EVENT_PUSHED`: one for each pushing instance and step.
    S8_EVENTS_PUSHES = 64,
    /// `S8_EVENT_CRUSHED`: one for each step in which the character is crushed.
    S8_EVENTS_CRUSHES = 128,
    /// All events but `S8_EVENTS_CONTACTS_KEPT`: what differs from the step before.
    S8_EVENTS_NEWS = 253,
    /// All events that this version knows.
    S8_EVENTS_ALL = 255,
}

const _: () = {
    use s8_event_mask as mask;
    assert!(mask::S8_EVENTS_CONTACTS_BEGUN as u32 == EventMask::CONTACTS_BEGUN.bits());
    assert!(mask::S8_EVENTS_CONTACTS_KEPT as u32 == EventMask::CONTACTS_KEPT.bits());
    assert!(mask::S8_EVENTS_CONTACTS_ENDED as u32 == EventMask::CONTACTS_ENDED.bits());
    assert!(mask::S8_EVENTS_CONTACTS as u32 == EventMask::CONTACTS.bits());
    assert!(mask::S8_EVENTS_GROUND as u32 == EventMask::GROUND.bits());
    assert!(mask::S8_EVENTS_STEPS as u32 == EventMask::STEPS.bits());
    assert!(mask::S8_EVENTS_SENSORS as u32 == EventMask::SENSORS.bits());
    assert!(mask::S8_EVENTS_PUSHES as u32 == EventMask::PUSHES.bits());
    assert!(mask::S8_EVENTS_CRUSHES as u32 == EventMask::CRUSHES.bits());
    assert!(mask::S8_EVENTS_NEWS as u32 == EventMask::NEWS.bits());
    assert!(mask::S8_EVENTS_ALL as u32 == EventMask::ALL.bits());
};

pub(crate) fn mask_of(bits: u32) -> Result<EventMask, Error> {
    EventMask::from_bits(bits).ok_or(Error::Code { field: "mask", value: bits, range: "bits of s8_event_mask" })
}

/// An event that happened to a character in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_event {
    /// The character of the event; for an array of characters an id whose index is its place there.
    pub character: s8_character_id,
    /// The kind of the event: one of `s8_event_kind`.
    pub kind: u32,
    /// The instance that was touched, that pushed or crushed, or the sensor; otherwise 0. It may have been removed since.
    pub instance: s8_instance_id,
    /// Index of the touched triangle in its mesh, for an event of a contact; otherwise 0.
    pub triangle: u32,
    /// The height by which stair steps raised the character, metres, for `S8_EVENT_STEPPED`; otherwise 0.
    pub height: f32,
    /// Velocity of the surface that pushed the character, at the touched point, world space, m/s; otherwise 0.
    pub velocity: s8_vec3,
}

/// A surface that a character touched in the last step.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable)]
#[repr(C)]
pub struct s8_character_contact {
    /// The character that touched the surface; for an array of characters an id whose index is its place there.
    pub character: s8_character_id,
    /// The index of this contact among those of the character in the last step.
    pub number: u32,
    /// The touched surface, with the point and the normal of the contact.
    pub contact: s8_contact,
    /// Unit normal of the touched triangle's front, world space.
    pub face_normal: s8_vec3,
    /// The touched point as weights of the touched triangle's corners, in the order of the mesh.
    pub barycentric: s8_vec3,
    /// Velocity of the touched surface at the point of the contact, world space, m/s; zero if the surface lies still.
    pub surface_velocity: s8_vec3,
    /// The velocity that the character would have at the end of the step if nothing were in its way, world space,
    /// m/s. The part of it, less `surface_velocity`, against the contact's normal, times the mass, is the impulse of its push.
    pub free_velocity: s8_vec3,
    /// The mass of the character that touched the surface, kg.
    pub mass: f32,
    /// Whether the character's centre is on the front side of the touched triangle: 1 or 0.
    pub is_front: u32,
}

impl From<&CharacterEvent> for s8_event {
    fn from(event: &CharacterEvent) -> Self {
        use s8_event_kind as kind;
        let (kind, instance, triangle, height) = match event.kind {
            EventKind::ContactBegan { instance, triangle } => {
                (kind::S8_EVENT_CONTACT_BEGAN, instance.into(), triangle, 0.0)
            }
            EventKind::ContactKept { instance, triangle } => {
                (kind::S8_EVENT_CONTACT_KEPT, instance.into(), triangle, 0.0)
            }
            EventKind::ContactEnded { instance, triangle } => {
                (kind::S8_EVENT_CONTACT_ENDED, instance.into(), triangle, 0.0)
            }
            EventKind::GroundEntered => (kind::S8_EVENT_GROUND_ENTERED, s8_instance_id::default(), 0, 0.0),
            EventKind::GroundLeft => (kind::S8_EVENT_GROUND_LEFT, s8_instance_id::default(), 0, 0.0),
            EventKind::Stepped { height } => (kind::S8_EVENT_STEPPED, s8_instance_id::default(), 0, height),
            EventKind::SensorEntered { instance } => (kind::S8_EVENT_SENSOR_ENTERED, instance.into(), 0, 0.0),
            EventKind::SensorLeft { instance } => (kind::S8_EVENT_SENSOR_LEFT, instance.into(), 0, 0.0),
            EventKind::Pushed { instance, .. } => (kind::S8_EVENT_PUSHED, instance.into(), 0, 0.0),
            EventKind::Crushed { instance } => (kind::S8_EVENT_CRUSHED, instance.into(), 0, 0.0),
            _ => (kind::S8_EVENT_OTHER, s8_instance_id::default(), 0, 0.0),
        };
        let velocity = match event.kind {
            EventKind::Pushed { velocity, .. } => velocity.into(),
            _ => s8_vec3::default(),
        };
        Self { character: event.character.into(), kind: kind as u32, instance, triangle, height, velocity }
    }
}

impl From<&CharacterContact> for s8_character_contact {
    fn from(contact: &CharacterContact) -> Self {
        let &CharacterContact {
            character,
            number,
            contact,
            face_normal,
            barycentric,
            is_front,
            surface_velocity,
            free_velocity,
            mass,
            ..
        } = contact;
        let [face_normal, barycentric] = [face_normal, barycentric].map(Into::into);
        let [surface_velocity, free_velocity] = [surface_velocity, free_velocity].map(Into::into);
        let (character, number, is_front) = (character.into(), u32::from(number), u32::from(is_front));
        Self {
            character,
            number,
            contact: (&contact).into(),
            face_normal,
            barycentric,
            surface_velocity,
            free_velocity,
            mass,
            is_front,
        }
    }
}

/// Sets which events are recorded from the next step on: bits of `s8_event_mask`. Others cost nothing. What was recorded
/// before is forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_record_events(crowd: Option<&mut s8_crowd>, mask: u32) -> s8_code {
    change(crowd, |crowd| {
        crowd.record_events(mask_of(mask)?);
        Ok(())
    })
}

/// The number of recorded events of a crowd's last step; 0 for NULL, and while a step of the crowd is open.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_event_count(crowd: Option<&s8_crowd>) -> usize {
    crowd.and_then(|crowd| crowd.get().ok()).map_or(0, |crowd| crowd.events().len())
}

/// Copies the events of the last step, ordered by character, the same on any number of threads. `count` receives how
/// many there are; at most `capacity` of them are written to `events`, which may be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_events(
    crowd: Option<&s8_crowd>,
    events: *mut s8_event,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        let crowd = given(crowd, "crowd")?.get()?;
        // SAFETY: the caller promises room for so many.
        let (out, count) = (unsafe { array_out(events, capacity, "events") }?, given(count, "count")?);
        count.write(list(out, crowd.events().iter().map(Into::into)));
        Ok(())
    })
}

/// Turns the recording of a character's contacts on or off, from the next step on.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_watch_contacts(crowd: Option<&mut s8_crowd>, id: s8_character_id, on: bool) -> s8_code {
    change(crowd, |crowd| {
        let id = id.into();
        Ok(if on { crowd.watch_contacts(id) } else { crowd.unwatch_contacts(id) }?)
    })
}

/// Copies the contacts of a character in the last step, in the order of touching; none unless it is watched or contact
/// events are recorded. `count` receives how many there are; at most `capacity` of them are written to `contacts`, which may
/// be NULL where `capacity` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_copy_contacts(
    crowd: Option<&s8_crowd>,
    id: s8_character_id,
    contacts: *mut s8_character_contact,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    ask(crowd, count, "count", |crowd| {
        // SAFETY: the caller promises room for so many.
        let out = unsafe { array_out(contacts, capacity, "contacts") }?;
        Ok(list(out, crowd.contacts(id.into())?.iter().map(Into::into)))
    })
}
