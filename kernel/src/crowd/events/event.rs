//! Events of a character in a step.

use crate::crowd::id::CharacterId;
use crate::world::instance_id::InstanceId;
use core::cmp::Ordering;
use glam::Vec3;

/// An event of a character in the last step.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, EventKind, EventMask, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// crowd.record_events(EventMask::NEWS);
/// let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.0, 1.2, 0.0))?;
/// let mut told = Vec::new();
/// for _ in 0..60 {
///     crowd.step(&world, 1.0 / 60.0)?;
///     told.extend_from_slice(crowd.events());
/// }
/// assert!(told.iter().all(|event| event.character == person));
/// assert!(matches!(told[0].kind, EventKind::ContactBegan { triangle: 0, .. }));
/// assert_eq!((told[1].kind, told.len()), (EventKind::GroundEntered, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterEvent {
    /// Id of the character of the event; in a step of slices its [index](CharacterId::index) is that in the slice.
    pub character: CharacterId,
    /// Kind of the event, with its data.
    pub kind: EventKind,
}

/// The kinds of events of a character in a step. A surface is a triangle of an instance, as in a
/// [contact](crate::SlideContact); one that was touched several times in a step is reported once.
///
/// ```
/// use sweep8::EventKind;
///
/// let is_news = |kind: EventKind| !matches!(kind, EventKind::ContactKept { .. });
/// assert!(is_news(EventKind::GroundLeft) && is_news(EventKind::Stepped { height: 0.2 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[doc(alias("collision enter", "collision exit", "contact listener"))]
pub enum EventKind {
    /// The character touched a surface that it did not touch in the step before.
    ContactBegan {
        /// Id of the touched instance; the only one in a world of one mesh.
        instance: InstanceId,
        /// Index of the touched triangle in its mesh.
        triangle: u32,
    },
    /// The character touched a surface in this step and in the step before.
    ContactKept {
        /// Id of the instance that is still touched.
        instance: InstanceId,
        /// Index of the triangle, still touched, in its mesh.
        triangle: u32,
    },
    /// The character no longer touches a surface of the step before. The instance may have been removed since.
    ContactEnded {
        /// Id of the instance that the character no longer touches.
        instance: InstanceId,
        /// Index of the triangle, no longer touched, in its mesh.
        triangle: u32,
    },
    /// The character came onto ground that [carries](crate::Ground::is_grounded) it: a floor, or steep surfaces that hold it.
    GroundEntered,
    /// The character left the ground that carried it.
    GroundLeft,
    /// The character climbed one or more stair steps.
    Stepped {
        /// Height by which stair steps raised the character in this time step, metres; a stair may take several time steps.
        height: f32,
    },
    /// An instance that moves pushed the character: it came at the character faster than that made room by itself. A floor that carries
    /// it, or on which it lands, does not push it.
    #[doc(alias("knock-back", "hit by a door"))]
    Pushed {
        /// Id of the instance.
        instance: InstanceId,
        /// Velocity of its surface at the touched point, world space, m/s: the mean over the step.
        velocity: Vec3,
    },
    /// The character came into a [sensor](crate::InstanceKind::Sensor): it is in it at the end of this step, and was not at the end
    /// of the step before.
    #[doc(alias("trigger enter", "area entered"))]
    SensorEntered {
        /// Id of the sensor instance that the character entered.
        instance: InstanceId,
    },
    /// The character left a sensor, or the instance is no sensor any more. The instance may have been removed since.
    #[doc(alias("trigger exit", "area exited"))]
    SensorLeft {
        /// Id of the sensor instance that the character left.
        instance: InstanceId,
    },
    /// A moving instance crushes the character. Recorded in every step in which it does: see
    /// [`SlideStatus::Crushed`](crate::SlideStatus::Crushed).
    #[doc(alias("squashed", "squished"))]
    Crushed {
        /// Id of the instance.
        instance: InstanceId,
    },
}

impl CharacterEvent {
    /// Makes an event of the character at `index` of the slices; a crowd replaces its id later.
    #[inline]
    pub(crate) fn new(index: u32, kind: EventKind) -> Self {
        Self { character: CharacterId::of_place(index), kind }
    }

    /// Order of events in the list: by character, then contact events by surface, then all other events.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }

    fn key(&self) -> (usize, u8, InstanceId, u32) {
        let (rank, instance, triangle) = match self.kind {
            EventKind::ContactBegan { instance, triangle }
            | EventKind::ContactKept { instance, triangle }
            | EventKind::ContactEnded { instance, triangle } => (0, instance, triangle),
            EventKind::GroundEntered | EventKind::GroundLeft => (1, InstanceId::NONE, 0),
            EventKind::Stepped { .. } => (2, InstanceId::NONE, 0),
            EventKind::Pushed { instance, .. } => (3, instance, 0),
            EventKind::Crushed { instance } => (4, instance, 0),
            EventKind::SensorEntered { instance } | EventKind::SensorLeft { instance } => (5, instance, 0),
        };
        (self.character.index(), rank, instance, triangle)
    }
}
