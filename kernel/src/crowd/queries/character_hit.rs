//! The filter of the queries of a crowd, and their results. World space, metres, throughout.

use crate::crowd::id::CharacterId;
use crate::world::filter::Filter;
use glam::Vec3;

/// Selects the characters that a query of a crowd considers. Every query also accepts a [`CharacterId`] instead: then all
/// but this one count.
///
/// Fields may be added in a minor version: end with `..CharacterFilter::default()`.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings};
///
/// const ENEMY: u32 = 1 << 1;
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let [shooter, friend, enemy] = [0.0, 3.0, 6.0].map(|x| crowd.spawn(&CharacterProfile::default(), Vec3::X * x));
/// let (shooter, friend, enemy) = (shooter?, friend?, enemy?);
/// crowd.set_layers(enemy, ENEMY)?;
///
/// let shot = |filter: CharacterFilter| crowd.ray(Vec3::ZERO, Vec3::X, 100.0, filter).map(|hit| hit.map(|hit| hit.id));
/// assert_eq!(shot(shooter.into())?, Some(friend));
/// assert_eq!(shot(CharacterFilter { layers: ENEMY, ..shooter.into() })?, Some(enemy));
/// assert_eq!(shot(CharacterFilter::default())?, Some(shooter), "it begins in him");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CharacterFilter {
    /// The layers that count, a bit each: a character is considered that [is in](crate::Crowd::set_layers) one of them.
    /// Default all.
    pub layers: u32,
    /// Id of a character that the query ignores, such as the one that shoots. The id of a removed or foreign character
    /// ignores none. Default: none.
    pub skip: Option<CharacterId>,
    /// The [group](crate::CharacterState::group) whose characters count; no query sees two. Default `None`: the group of the character
    /// that is skipped, 0 where none is.
    pub group: Option<u32>,
}

impl Default for CharacterFilter {
    fn default() -> Self {
        Self { layers: Filter::ALL_LAYERS, skip: None, group: None }
    }
}

impl From<CharacterId> for CharacterFilter {
    /// Makes a filter that excludes the character with this id from a query, and all that are not in its group.
    #[inline]
    fn from(id: CharacterId) -> Self {
        Self { skip: Some(id), ..Self::default() }
    }
}

/// First hit of a ray on the body of a character.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings};
///
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(5.0, 0.9, 0.0))?;
/// let (eye, way) = (Vec3::new(0.0, 1.5, 0.0), Vec3::X);
/// let hit = crowd.ray(eye, way, 100.0, CharacterFilter::default())?.expect("he is there");
/// assert_eq!(hit.id, person);
/// assert!(hit.from_center.y > 0.5, "the head");
/// assert!((hit.distance - 4.7).abs() < 0.02 && hit.normal.dot(way) < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterRayHit {
    /// Id of the character whose body the ray hits.
    pub id: CharacterId,
    /// Distance from the ray's origin to the hit point, metres; 0 if the ray starts inside the body.
    pub distance: f32,
    /// Point where the ray enters the body, world space, metres, rounded to `f32`; the origin if the ray starts inside.
    pub point: Vec3,
    /// Vector from the hit character's centre to `point`, world axes, metres: as precise far from the origin as near it.
    pub from_center: Vec3,
    /// Outward unit normal of the body at the hit point, world space; against the ray if the ray starts inside.
    pub normal: Vec3,
}

/// First contact of a sweep with the body of a character.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings, Ellipsoid};
///
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(5.0, 0.9, 0.0))?;
/// let (ball, from) = (Ellipsoid::ball(0.1)?, Vec3::new(0.0, 0.9, 0.0));
/// let hit = crowd.sweep(&ball, from, Vec3::X * 9.0, CharacterFilter::default())?.expect("he is there");
/// assert_eq!((hit.id, hit.normal, hit.overlap), (person, Vec3::NEG_X, 0.0));
/// assert!((hit.fraction - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterHit {
    /// Id of the character whose body the swept shape touches.
    pub id: CharacterId,
    /// Fraction of the sweep's displacement at the first contact, `0..=1`; 0 if shape and body overlap or touch at the start.
    #[doc(alias = "time of impact")]
    pub fraction: f32,
    /// The touched point of the character, rounded to `f32`; where the two overlap, the point of its body in the
    /// direction of the normal.
    pub point: Vec3,
    /// Vector from the touched character's centre to the contact point, world axes, metres: as precise far from the origin as near it.
    pub from_center: Vec3,
    /// Unit normal of the contact, world space, from the character towards the swept shape.
    pub normal: Vec3,
    /// Distance along `normal` by which the swept shape must move to be clear, metres; 0 unless it starts overlapping.
    pub overlap: f32,
}

/// A character whose body overlaps a shape.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings, Ellipsoid};
///
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let [near, _] = [1.0, 5.0].map(|x| crowd.spawn(&CharacterProfile::default(), Vec3::new(x, 0.9, 0.0)));
/// let (blast, center, mut hit) = (Ellipsoid::ball(2.0)?, Vec3::new(-1.0, 0.9, 0.0), Vec::new());
/// crowd.overlap_all(&blast, center, CharacterFilter::default(), &mut hit)?;
/// assert_eq!((hit.len(), hit[0].id), (1, near?));
/// assert!((hit[0].depth - 0.4).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterOverlap {
    /// Id of the character whose body the shape overlaps.
    pub id: CharacterId,
    /// Distance along `normal` by which the shape must move to be clear of the body, metres, more than 0: the distance to the
    /// tangent plane behind which the whole body lies.
    pub depth: f32,
    /// Unit normal of the overlap, world space, from the character towards the shape; +y if both centres coincide.
    pub normal: Vec3,
    /// Point of the body's surface in the direction of `normal`, world space, metres, rounded to `f32`.
    pub point: Vec3,
    /// Vector from the overlapped character's centre to `point`, world axes, metres.
    pub from_center: Vec3,
}
