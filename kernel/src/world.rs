//! A triangle world that can be asked: the tree, its report, and the queries of one caller.

use crate::contact::Contact;
use crate::ellipsoid::Ellipsoid;
use crate::lanes::Portable;
use crate::long_sweep::long_sweep;
use crate::mesh::Mesh;
use crate::motion::Motion;
use crate::outcome::{Hit, SlideOutcome};
use crate::refusal::{Refusal, check_center, check_displacement};
use crate::scratch::Scratch;
use crate::settings::SlideSettings;
use crate::slide::slide;
use crate::space::{Place, Space};
use crate::sweep::Start;
use crate::tree::{self, Tree};
use glam::Vec3;

/// What became of a mesh when it was made into a world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldReport {
    /// Triangles of the mesh, degenerate ones included.
    pub triangles: usize,
    /// Triangles without area (exactly: corners that coincide or lie on a line). They are left out: they have no
    /// surface to touch.
    pub degenerate: usize,
    /// Copies of a triangle with a lower id: the same corners in the same turning order. They are left out: the lower id
    /// wins every tie.
    pub duplicates: usize,
    /// Blocks of up to eight triangles.
    pub blocks: usize,
    /// Nodes of the tree above them.
    pub nodes: usize,
    /// Memory of blocks and nodes, bytes.
    pub bytes: usize,
}

impl WorldReport {
    /// Memory for each triangle of the mesh, bytes; 0 for a mesh without triangles.
    #[must_use]
    pub fn bytes_per_triangle(&self) -> f64 {
        if self.triangles == 0 { 0.0 } else { self.bytes as f64 / self.triangles as f64 }
    }
}

/// Triangles that characters move through. Read-only once built: any number of threads may ask it at a time, each with
/// a [`Scratch`] of its own.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Scratch, World};
///
/// let corner = |x, z| Vec3::new(x, 0.0, z);
/// let floor = [corner(-5.0, -5.0), corner(-5.0, 5.0), corner(5.0, 5.0), corner(5.0, -5.0)];
/// let mesh = Mesh::new(&floor, &[[0, 1, 2], [0, 2, 3]])?;
/// let world = World::from_mesh(mesh);
/// let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4))?;
///
/// let fall = Vec3::new(0.0, -4.0, 0.0);
/// let hit = world.sweep(&person, Vec3::new(1.0, 2.9, 1.0), fall, &mut Scratch::new()).expect("there is a floor");
/// assert!((hit.fraction - 0.5).abs() < 1e-6);
/// assert_eq!(hit.normal, Vec3::Y);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct World {
    pub(crate) tree: Tree,
    report: WorldReport,
}

impl World {
    /// Builds the world of a mesh. Mesh space is world space.
    ///
    /// Triangles without area, and copies of others, are left out and counted in the [report](World::report). Takes time in proportion to the
    /// number of triangles, on the calling thread.
    #[must_use]
    pub fn from_mesh(mesh: Mesh) -> Self {
        let tree = tree::build(&mesh);
        let report = WorldReport {
            triangles: mesh.triangle_count(),
            degenerate: tree.degenerate,
            duplicates: tree.duplicates,
            blocks: tree.blocks.len(),
            nodes: tree.nodes.len(),
            bytes: size_of_val(&tree.nodes[..]) + size_of_val(&tree.blocks[..]),
        };
        // The blocks hold all that queries need; the mesh's own lists end here.
        drop(mesh);
        Self { tree, report }
    }

    /// What became of the mesh.
    #[must_use]
    pub fn report(&self) -> &WorldReport {
        &self.report
    }

    /// The smallest and the largest corner of the box around all triangles, world space, metres; `None` where there is
    /// no triangle.
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        tree::bounds(&self.tree)
    }

    /// The nearest hit of `shape` moved from `center` by `displacement`, two-sided; `None` where the way is free.
    ///
    /// World space, metres. The fraction is exact to rounding for every triangle, edge and corner. An ellipsoid that
    /// overlaps a triangle at the start hits at fraction 0 with `overlap > 0`, whichever way it goes; of several the
    /// deepest is reported. Input that [`try_sweep`](World::try_sweep) would refuse hits nothing.
    ///
    /// Source: Nettle 2000 and Fauerby 2000 for the method, with every edge and corner tested (see
    /// `docs/architecture.md`).
    #[doc(alias = "shape cast")]
    #[must_use]
    pub fn sweep(&self, shape: &Ellipsoid, center: Vec3, displacement: Vec3, scratch: &mut Scratch) -> Option<Hit> {
        self.try_sweep(shape, center, displacement, scratch).ok().flatten()
    }

    /// As [`sweep`](World::sweep), telling refused input from a free way.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Refusal, Scratch, World};
    ///
    /// let world = World::from_mesh(Mesh::new(&[], &[])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
    /// let refused = world.try_sweep(&ball, nowhere, Vec3::X, &mut Scratch::new());
    /// assert_eq!(refused, Err(Refusal::CenterNotFinite));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal`] names what is wrong with centre or displacement.
    pub fn try_sweep(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        scratch: &mut Scratch,
    ) -> Result<Option<Hit>, Refusal> {
        check_center(center)?;
        check_displacement(displacement)?;
        let space = Space::new(*shape, Place::new(center));
        let nearest = long_sweep(Portable, &self.tree, &space, displacement, Start::Contact, &mut scratch.stack);
        Ok(nearest.found.map(|lane| {
            let way = Motion::new(Vec3::ZERO, space.displacement(displacement));
            let contact = Contact::of(way.at(nearest.fraction), &lane);
            let overlaps = nearest.least_square < 1.0;
            Hit {
                fraction: nearest.fraction,
                point: contact.world_point(&space),
                normal: contact.world_normal(&space),
                triangle: lane.triangle,
                // An overlap found by the squared distance is one, also where the root rounds it to nothing.
                overlap: if overlaps { contact.world_depth(&space).max(f32::MIN_POSITIVE) } else { 0.0 },
            }
        }))
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
    #[must_use]
    pub fn slide(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
    ) -> SlideOutcome {
        let checked =
            check_center(center).and_then(|()| check_displacement(displacement)).and_then(|()| settings.check());
        if let Err(refusal) = checked {
            return SlideOutcome::refused(center, refusal);
        }
        slide(Portable, &self.tree, *shape, Place::new(center), displacement, settings, scratch).1
    }
}
