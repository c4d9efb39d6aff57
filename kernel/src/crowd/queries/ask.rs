//! Queries about the characters of a crowd: ray, sweep, overlap; and the layers that the characters are in.
//!
//! In: where a ray or a shape goes, checked. Out: whose body is met, and where. The body of a character is the
//! shape of its profile.

use crate::base::input_error::{InputError, check_displacement, check_distance, checked_direction};
use crate::crowd::crowd::Crowd;
use crate::crowd::id::CharacterId;
use crate::crowd::queries::character_hit::{CharacterFilter, CharacterHit, CharacterOverlap, CharacterRayHit};
use crate::crowd::queries::character_search::{Characters, Met, OnWay, Overlapped, SearchOverlaps, SearchWay};
use crate::frame::position::Position;
use crate::shape::ellipsoid_pair::PairContact;
use crate::shape::oriented_shape::OrientedShape;
use crate::simd::Chosen;
use alloc::vec::Vec;
use glam::Vec3;

/// Queries about the bodies of characters at their current positions: shapes of profiles, with the orientations of states.
/// World space, metres; computed in `f64`, and rounded once.
///
/// The first query after a step, or after anybody was put elsewhere, changed, added or removed, makes an index over
/// all; queries then cost what is near. Other inputs, layers and watching leave it as it is. Queries may be asked from
/// many threads at a time, and allocate nothing once warm.
impl Crowd {
    /// The first character whose body a ray from `origin` along `direction` hits within `distance` metres.
    ///
    /// World space. `direction` may have any length that is not zero; `distance` may be infinite. A ray that begins in
    /// a body meets it at 0; of several bodies the one in which it is deepest is reported. Of several at the same distance the
    /// one with the lowest index is. [`World::ray`](crate::World::ray) says what is before it:
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, Sides, World};
    ///
    /// let wall = [Vec3::new(8.0, -9.0, -9.0), Vec3::new(8.0, -9.0, 9.0), Vec3::new(8.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = CharacterProfile::default();
    /// let [shooter, before, _behind] = [0.0, 5.0, 9.0].map(|x| crowd.spawn(&person, Vec3::X * x));
    /// let (eye, aim, shooter) = (Vec3::Y * 0.6, Vec3::X, shooter?);
    /// let reach = world.ray(eye, aim, 50.0, Sides::Both)?.map_or(50.0, |hit| hit.distance);
    /// assert_eq!(crowd.ray(eye, aim, reach, shooter)?.map(|hit| hit.id), Some(before?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with origin, distance or direction.
    #[doc(alias("hitscan", "raycast"))]
    pub fn ray(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<CharacterFilter>,
    ) -> Result<Option<CharacterRayHit>, InputError> {
        let origin = origin.into();
        let met = self.met_by_ray(origin, direction, distance, filter.into(), false)?;
        Ok(met.map(|Met { id, position, contact }| {
            if contact.depth > 0.0 {
                let from_center = (origin.to_dvec3() - position.to_dvec3()).as_vec3();
                let normal = -direction.as_dvec3().normalize().as_vec3();
                return CharacterRayHit { id, distance: 0.0, point: origin.high, from_center, normal };
            }
            CharacterRayHit {
                id,
                distance: contact.part as f32,
                point: (position.to_dvec3() + contact.point).as_vec3(),
                from_center: contact.point.as_vec3(),
                normal: contact.normal.as_vec3(),
            }
        }))
    }

    /// Whether a ray meets the body of any character: whether [`ray`](Crowd::ray) answers anything. It ends with the
    /// first one that it finds, which need not be the nearest.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with origin, distance or direction.
    pub fn ray_any(
        &self,
        origin: impl Into<Position>,
        direction: Vec3,
        distance: f32,
        filter: impl Into<CharacterFilter>,
    ) -> Result<bool, InputError> {
        Ok(self.met_by_ray(origin.into(), direction, distance, filter.into(), true)?.is_some())
    }

    /// The first character whose body `shape` meets when it moves from `center` by `displacement`; `None` where the way
    /// is free.
    ///
    /// World space, metres. A shape that overlaps a body at the start meets it at fraction 0 with `overlap > 0`,
    /// whichever way it goes; of several the deepest is reported. Of several at the same fraction the one with the lowest
    /// index is.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Ellipsoid};
    ///
    /// // A fist that goes half a metre ahead.
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let [boxer, other] = [0.0, 1.0].map(|x| crowd.spawn(&CharacterProfile::default(), Vec3::new(x, 0.9, 0.0)));
    /// let (fist, shoulder) = (Ellipsoid::ball(0.08)?, Vec3::new(0.3, 1.2, 0.0));
    /// let hit = crowd.sweep(&fist, shoulder, Vec3::X * 0.5, boxer?)?.expect("he stands there");
    /// assert!(hit.id == other? && hit.from_center.y > 0.2 && hit.normal.x < -0.9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with centre or displacement.
    #[doc(alias("melee", "shape cast"))]
    pub fn sweep(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<CharacterFilter>,
    ) -> Result<Option<CharacterHit>, InputError> {
        let met = self.met_by_sweep(shape.into(), center.into(), displacement, filter.into(), false)?;
        Ok(met.map(|Met { id, position, contact }| CharacterHit {
            id,
            fraction: contact.part as f32,
            point: (position.to_dvec3() + contact.point).as_vec3(),
            from_center: contact.point.as_vec3(),
            normal: contact.normal.as_vec3(),
            overlap: if contact.depth > 0.0 { depth(&contact) } else { 0.0 },
        }))
    }

    /// Whether `shape` meets the body of any character when it moves from `center` by `displacement`: whether
    /// [`sweep`](Crowd::sweep) answers anything.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with centre or displacement.
    pub fn sweep_any(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        displacement: Vec3,
        filter: impl Into<CharacterFilter>,
    ) -> Result<bool, InputError> {
        Ok(self.met_by_sweep(shape.into(), center.into(), displacement, filter.into(), true)?.is_some())
    }

    /// Whether `shape` at `center` overlaps the body of a character. Touching is not overlapping.
    ///
    /// World space, metres.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings, Ellipsoid};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn(&CharacterProfile::default(), Vec3::Y * 0.9)?;
    /// let (plate, all) = (Ellipsoid::new(Vec3::new(1.0, 0.1, 1.0))?, CharacterFilter::default());
    /// assert!(crowd.overlap(&plate, Vec3::ZERO, all)?);
    /// assert!(!crowd.overlap(&plate, Vec3::ZERO, person)?);
    /// crowd.teleport(person, Vec3::Y * 1.1)?;
    /// assert!(!crowd.overlap(&plate, Vec3::ZERO, all)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the centre.
    pub fn overlap(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        filter: impl Into<CharacterFilter>,
    ) -> Result<bool, InputError> {
        let mut is_any = false;
        self.each_overlapped(shape.into(), center.into(), filter.into(), |_| {
            is_any = true;
            true
        })?;
        Ok(is_any)
    }

    /// Every character whose body `shape` at `center` overlaps, in the order of their indices: they replace what is in
    /// `out`. Touching is not overlapping.
    ///
    /// World space, metres. See [`CharacterOverlap`] for an example.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the centre; `out` is then as it was.
    pub fn overlap_all(
        &self,
        shape: impl Into<OrientedShape>,
        center: impl Into<Position>,
        filter: impl Into<CharacterFilter>,
        out: &mut Vec<CharacterOverlap>,
    ) -> Result<(), InputError> {
        let (shape, center) = (shape.into(), center.into().checked()?);
        out.clear();
        self.each_overlapped(shape, center, filter.into(), |Met { id, position, contact }| {
            out.push(CharacterOverlap {
                id,
                depth: depth(&contact),
                normal: contact.normal.as_vec3(),
                point: (position.to_dvec3() + contact.point).as_vec3(),
                from_center: contact.point.as_vec3(),
            });
            false
        })?;
        out.sort_unstable_by_key(|overlap| overlap.id);
        Ok(())
    }

    /// The layers that a character is in, a bit each, for [filters](CharacterFilter) of queries; 1 at first.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn layers(&self, id: CharacterId) -> Result<u32, InputError> {
        self.ids.slot(id).map(|slot| self.batch.columns.layers[slot])
    }

    /// Sets the layers of a character, a bit each; in no layer no query hits it. Layers change no step.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn set_layers(&mut self, id: CharacterId, layers: u32) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        self.batch.keeping_index().columns.layers[slot] = layers;
        Ok(())
    }

    fn met_by_ray(
        &self,
        origin: Position,
        direction: Vec3,
        distance: f32,
        filter: CharacterFilter,
        is_any: bool,
    ) -> Result<Option<Met>, InputError> {
        let origin = origin.checked()?;
        check_distance(distance)?;
        let way = checked_direction(direction)?;
        let characters = self.asked_for(filter);
        Ok(characters.and_then(|characters| characters.on_ray(Chosen::best(), origin, way, distance, is_any)))
    }

    fn met_by_sweep(
        &self,
        shape: OrientedShape,
        center: Position,
        displacement: Vec3,
        filter: CharacterFilter,
        is_any: bool,
    ) -> Result<Option<Met>, InputError> {
        let origin = center.checked()?;
        check_displacement(displacement)?;
        let way = displacement.as_dvec3();
        Ok(self.asked_for(filter).and_then(|characters| {
            Chosen::best()
                .run(SearchWay { asked: OnWay { characters, shape: Some(shape), origin, way, most: 1.0, is_any } })
        }))
    }

    fn each_overlapped(
        &self,
        shape: OrientedShape,
        center: Position,
        filter: CharacterFilter,
        take: impl FnMut(Met) -> bool,
    ) -> Result<(), InputError> {
        let center = center.checked()?;
        if let Some(characters) = self.asked_for(filter) {
            Chosen::best().run(SearchOverlaps { asked: Overlapped { characters, shape, center, take } });
        }
        Ok(())
    }

    /// Data of the characters that a query with this filter is about; `None` if their group is empty.
    pub(super) fn asked_for(&self, filter: CharacterFilter) -> Option<Characters<'_>> {
        let Self { profiles, ids, batch, .. } = self;
        let columns = &batch.columns;
        let profiles = profiles.list();
        let of_skipped = || filter.skip.and_then(|id| ids.slot(id).ok()).map_or(0, |slot| columns.states[slot].group);
        let (boxes, members) = batch.trees(profiles).of(filter.group.unwrap_or_else(of_skipped))?;
        Some(Characters { boxes, members, columns, profiles, ids, filter })
    }
}

/// Depth of the overlap of two bodies as `f32`, metres; always positive, also if the `f64` depth is too small for an `f32`.
fn depth(contact: &PairContact) -> f32 {
    (contact.depth as f32).max(f32::MIN_POSITIVE)
}
