//! Motions through a world: the sweep of an ellipsoid, that of a body, the slide.

use super::World;
use crate::answer::{BodyHit, Hit};
use crate::body::{Body, BodyPart};
use crate::contact::Contact;
use crate::ellipsoid::Ellipsoid;
use crate::lanes::{Lanes, Task};
use crate::motion::Motion;
use crate::nearest::{Lane, Nearest};
use crate::outcome::SlideOutcome;
use crate::refusal::{Refusal, check_center, check_displacement, check_move};
use crate::scratch::Scratch;
use crate::settings::SlideSettings;
use crate::sides::Sides;
use crate::slide::Slide;
use crate::space::{Place, Space};
use crate::sweep::{Rule, Start};
use crate::tree::Tree;
use crate::tree_sweep::{TreeSweep, is_near};
use crate::witness::SlideEnd;
use glam::{Vec3, Vec3A};

impl World {
    /// The nearest hit of `shape` moved from `center` by `displacement`, two-sided; `None` where the way is free.
    ///
    /// World space, metres. The fraction is exact to rounding for every triangle, edge and corner. An ellipsoid that
    /// overlaps a triangle at the start hits at fraction 0 with `overlap > 0`, whichever way it goes; of several the
    /// deepest is reported. A displacement of less than 1.1e-19 radii is none. Input that
    /// [`try_sweep`](World::try_sweep) would refuse hits nothing.
    ///
    /// Source: Nettle 2000 and Fauerby 2000 for the method, with every edge and corner tested (see
    /// `docs/architecture.md`).
    #[doc(alias = "shape cast")]
    #[inline]
    #[must_use]
    pub fn sweep(&self, shape: &Ellipsoid, center: Vec3, displacement: Vec3, scratch: &mut Scratch) -> Option<Hit> {
        if check_center(center).and_then(|()| check_displacement(displacement)).is_err() {
            return None;
        }
        let mut hit = None;
        self.first_hit(&mut Wanted::new(shape, center, displacement, Sides::Both, 1.0, scratch, &mut hit));
        hit
    }

    /// As [`sweep`](World::sweep), telling refused input from a free way, and with a choice of sides.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Refusal, Scratch, Sides, World};
    ///
    /// let world = World::from_mesh(Mesh::new(&[], &[])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
    /// let refused = world.try_sweep(&ball, nowhere, Vec3::X, Sides::Both, &mut Scratch::new());
    /// assert_eq!(refused, Err(Refusal::CenterNotFinite));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with centre or displacement.
    #[inline]
    pub fn try_sweep(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<Hit>, Refusal> {
        check_center(center)?;
        check_displacement(displacement)?;
        let mut hit = None;
        self.first_hit(&mut Wanted::new(shape, center, displacement, sides, 1.0, scratch, &mut hit));
        Ok(hit)
    }

    /// The nearest hit of all parts of `body`, whose centre moves from `center` by `displacement`.
    ///
    /// World space, metres; each part as in [`sweep`](World::sweep). The parts keep their places to each other, and the
    /// one that touches first is named.
    ///
    /// Source: Suter 1999 for several shapes in one body. See [`Body`] for an example.
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with centre or displacement, for the body or one of its parts.
    pub fn sweep_body(
        &self,
        body: &Body,
        center: Vec3,
        displacement: Vec3,
        sides: Sides,
        scratch: &mut Scratch,
    ) -> Result<Option<BodyHit>, Refusal> {
        check_center(center)?;
        check_displacement(displacement)?;
        for part in body.parts() {
            check_center(center + part.offset)?;
        }
        let mut first: Option<BodyHit> = None;
        for (part, BodyPart { shape, offset }) in body.parts().iter().enumerate() {
            let before = first.map_or(1.0, |first| first.hit.fraction);
            let (center, mut hit) = (center + *offset, None);
            self.first_hit(&mut Wanted::new(shape, center, displacement, sides, before, scratch, &mut hit));
            let nearer = |hit: &Hit, first: &Hit| {
                hit.fraction < first.fraction || (hit.fraction == first.fraction && hit.overlap > first.overlap)
            };
            first = match (hit, first) {
                (Some(hit), Some(first)) if !nearer(&hit, &first.hit) => Some(first),
                (Some(hit), _) => Some(BodyHit { part, hit }),
                (None, first) => first,
            };
        }
        Ok(first)
    }

    /// The nearest hit of checked input, written where it is wanted. A function that answers nothing ends in a jump to the entry
    /// of the backend.
    #[inline(never)]
    fn first_hit(&self, wanted: &mut Wanted) {
        let tree = &self.tree;
        if is_near(wanted.displacement, wanted.radii) {
            self.lanes.run(FirstHit::<true> { tree, wanted });
        } else {
            self.lanes.run(FirstHit::<false> { tree, wanted });
        }
    }

    /// Moves `shape` from `center` by `displacement` and gravity, sliding along what is in the way.
    ///
    /// World space, metres. A move that starts clear ends clear, with the skin between ellipsoid and surfaces; its path
    /// crosses no triangle and is not longer than displacement and gravity together. Refused input moves nothing and is
    /// [named](crate::SlideStatus::Refused). See [`SlideSettings`] for ranges.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Scratch, SlideSettings, SlideStatus, World};
    ///
    /// // A wall across x = 2, and a ball that runs into it at an angle.
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let wish = Vec3::new(3.0, 0.0, 1.0);
    /// let out = world.slide(&ball, Vec3::ZERO, wish, &SlideSettings::default(), &mut Scratch::new());
    ///
    /// assert_eq!(out.status, SlideStatus::Slid);
    /// assert_eq!(out.contacts()[0].triangle, 0);
    /// assert!((out.center.x - 1.49).abs() < 1e-4, "the skin of 1 cm is kept");
    /// assert!((out.center.z - 1.0).abs() < 1e-4, "the way along the wall is free");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn slide(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
    ) -> SlideOutcome {
        let mut outcome = SlideOutcome::NOTHING;
        self.slide_to(shape, center, displacement, settings, scratch, &mut outcome);
        outcome
    }

    /// The same, written where it is wanted: an outcome is a kilobyte, and would be copied on the way out.
    #[inline(never)]
    fn slide_to(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
        outcome: &mut SlideOutcome,
    ) {
        let checked = check_center(center).and_then(|()| check_move(displacement)).and_then(|()| settings.check());
        if let Err(refusal) = checked {
            return outcome.end_at(center, &SlideEnd::refused(refusal));
        }
        let (tree, shape, wish, mut place) = (&self.tree, *shape, displacement, Place::new(center));
        let slide =
            Slide { tree, shape, place: &mut place, wish, settings, vicinity: None, witness: &mut *outcome, scratch };
        let end = self.lanes.run(slide);
        outcome.end_at(place.center, &end);
    }
}

/// What is asked of one sweep; checked.
///
/// Its vectors are those of four. Three numbers that were just written one by one cannot be read two at a time before
/// they have left the processor's queue of writes, and a sweep would wait for the end of the one before it; of four that
/// were written together any part can be read at once. For the same reason the functions above are inlined, and hand
/// over nothing else.
struct Wanted<'a> {
    radii: Vec3A,
    center: Vec3A,
    displacement: Vec3A,
    sides: Sides,
    /// A contact behind this fraction need not be found.
    before: f32,
    scratch: &'a mut Scratch,
    /// None before the sweep.
    hit: &'a mut Option<Hit>,
}

impl<'a> Wanted<'a> {
    #[inline]
    fn new(
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        sides: Sides,
        before: f32,
        scratch: &'a mut Scratch,
        hit: &'a mut Option<Hit>,
    ) -> Self {
        let (radii, center, displacement) = (shape.radii().into(), center.into(), displacement.into());
        Self { radii, center, displacement, sides, before, scratch, hit }
    }

    /// Ellipsoid space about the start.
    #[inline(always)]
    fn space(&self) -> Space {
        let Self { radii, center, .. } = *self;
        Space { place: Place::new(center.into()), radii: radii.into(), inverse_radii: radii.recip().into() }
    }
}

/// One sweep, and what is told of it. `IS_NEAR`: see [`TreeSweep`].
///
/// Two references and no more, so that they are handed over in registers: a task of three is written to memory and read again.
struct FirstHit<'a, 's, const IS_NEAR: bool> {
    tree: &'a Tree,
    wanted: &'a mut Wanted<'s>,
}

impl<const IS_NEAR: bool> Task for FirstHit<'_, '_, IS_NEAR> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { tree, wanted } = self;
        let &mut Wanted { displacement, sides, before, .. } = wanted;
        let rule = Rule { start: Start::Contact, sides };
        let (space, displacement) = (wanted.space(), displacement.into());
        let scratch = &mut *wanted.scratch;
        let sweep = TreeSweep::<IS_NEAR> { tree, space: &space, displacement, rule, before, scratch };
        let nearest = sweep.run(lanes);
        let Some(lane) = nearest.found else { return };
        let Nearest { fraction, least_square, .. } = nearest;
        lanes.apart(Told { tree, wanted, lane: &lane, fraction, least_square });
    }
}

/// What is told of a contact; many sweeps find none.
struct Told<'a, 's> {
    tree: &'a Tree,
    wanted: &'a mut Wanted<'s>,
    lane: &'a Lane,
    fraction: f32,
    /// Squared distance of the nearest triangle at the start, 1 where none overlaps.
    least_square: f32,
}

impl Task for Told<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Self { tree, wanted, lane, fraction, least_square } = self;
        let space = wanted.space();
        let way = Motion::new(Vec3::ZERO, space.displacement(wanted.displacement.into()));
        let contact = Contact::of(way.at(fraction), lane);
        let overlaps = least_square < 1.0;
        *wanted.hit = Some(Hit {
            fraction,
            point: contact.world_point(&space),
            normal: contact.world_normal(&space),
            triangle: lane.triangle,
            // An overlap found by the squared distance is one, also where the root rounds it to nothing.
            overlap: if overlaps { contact.world_depth(&space).max(f32::MIN_POSITIVE) } else { 0.0 },
            material: tree.materials.of(lane.triangle),
        });
    }
}
