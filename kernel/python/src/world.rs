//! Meshes, and worlds of their instances.
//!
//! In: arrays of vertices and triangles, placements, rays and shapes. Out: handles of instances, and arrays of answers. A step or a query
//! shares the world; a change needs it alone, and is refused while another thread uses it.

use crate::arrays::{Any, Is, Whole, array, numbers, places, slice, vectors};
use crate::errors::{busy, refused, refused_row};
use crate::memory::map_file;
use crate::shapes::shape_of;
use crate::threads::on_threads;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{
    Filter, InputError, InstanceId, InstanceKind, OverlapQuery, Position, RayHit, RayQuery, Shape, Sides, SweepQuery,
};
use sweep8_levels::{Level, LevelError};

/// Triangles: `vertices` float32[n, 3] in metres, `triangles` uint32[m, 3], fronts counter-clockwise.
///
/// Raises `ValueError` that names the first vertex or triangle that is wrong, or an array of another shape or dtype.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone)]
pub(crate) struct Mesh {
    mesh: sweep8::Mesh,
}

#[pymethods]
impl Mesh {
    #[new]
    fn new(vertices: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let vertices = vectors("vertices", vertices, Any("n"))?;
        let triangles = numbers::<u32>("triangles", triangles, &[Any("m"), Is(3)])?;
        let triangles: Vec<[u32; 3]> = slice(&triangles)?.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        Ok(Self { mesh: sweep8::Mesh::new(&vertices, &triangles).map_err(refused)? })
    }

    /// A box about the origin: `half_extents` are three lengths, metres.
    #[staticmethod]
    fn cuboid(half_extents: [f32; 3]) -> PyResult<Self> {
        Ok(Self { mesh: sweep8::Mesh::cuboid(Vec3::from_array(half_extents)).map_err(refused)? })
    }

    /// The mesh made ready for queries, to be placed many times or written to a file.
    fn cook(&self, py: Python<'_>) -> CookedMesh {
        let mesh = self.mesh.clone();
        CookedMesh { mesh: py.detach(|| mesh.cook()) }
    }
}

/// A mesh that is ready for queries. Instances share its memory.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone)]
pub(crate) struct CookedMesh {
    mesh: sweep8::CookedMesh,
}

#[pymethods]
impl CookedMesh {
    /// The bytes of a cooked file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.mesh.to_bytes())
    }

    /// A mesh from the bytes of `to_bytes`. Raises `ValueError` if they were cut, changed, or are of another version.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Self> {
        Ok(Self { mesh: sweep8::CookedMesh::from_bytes(bytes).map_err(refused)? })
    }

    /// A mesh from a file that contains the bytes of `to_bytes`, which is mapped into memory. Raises `OSError` if it can't be read, else
    /// as `from_bytes`.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        let map = map_file(&path).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
        Ok(Self { mesh: sweep8::CookedMesh::from_shared(Arc::new(map)).map_err(refused)? })
    }

    /// Number of triangles.
    #[getter]
    fn triangle_count(&self) -> usize {
        self.mesh.triangles().count()
    }
}

/// Where an instance is: a vertex `v` of its mesh is at `translation + rotation * (scale * v)`. Metres; `rotation` is a quaternion
/// (x, y, z, w) of unit length.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone, Copy)]
pub(crate) struct Placement {
    placement: sweep8::Placement,
}

#[pymethods]
impl Placement {
    #[new]
    #[pyo3(signature = (translation = [0.0; 3], rotation = [0.0, 0.0, 0.0, 1.0], scale = [1.0; 3]))]
    fn new(translation: [f64; 3], rotation: [f32; 4], scale: [f32; 3]) -> PyResult<Self> {
        let placement = sweep8::Placement {
            translation: DVec3::from_array(translation),
            rotation: Quat::from_array(rotation),
            scale: Vec3::from_array(scale),
        };
        placement.check().map_err(refused)?;
        Ok(Self { placement })
    }

    /// Where the origin of the mesh is, metres.
    #[getter]
    fn translation(&self) -> [f64; 3] {
        self.placement.translation.to_array()
    }

    /// Rotation as a quaternion (x, y, z, w).
    #[getter]
    fn rotation(&self) -> [f32; 4] {
        self.placement.rotation.to_array()
    }

    /// Scale along each axis of the mesh.
    #[getter]
    fn scale(&self) -> [f32; 3] {
        self.placement.scale.to_array()
    }
}

/// A placement, or three numbers: the translation of one.
fn placement_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<sweep8::Placement> {
    let Some(value) = value else { return Ok(sweep8::Placement::IDENTITY) };
    if let Ok(placement) = value.cast::<Placement>() {
        return Ok(placement.get().placement);
    }
    let translation = numbers::<f64>("placement", value, &[Is(3)])?;
    let placement = sweep8::Placement::at(DVec3::from_slice(slice(&translation)?));
    placement.check().map_err(refused)?;
    Ok(placement)
}

/// A world and the ids of its instances.
struct Held {
    /// `None` while a step moves its instances.
    world: Option<Arc<sweep8::World>>,
    /// Ids of instances by their index.
    ids: Vec<Option<InstanceId>>,
    /// Whether an instance may have a target.
    has_targets: bool,
}

/// Instances of meshes, which share their triangles. Lengths in metres.
#[pyclass(frozen, module = "sweep8")]
pub(crate) struct World {
    held: Mutex<Held>,
}

/// The number that names an instance in Python.
pub(crate) fn handle_of(id: InstanceId) -> i64 {
    i64::from(id.generation()) << 32 | id.index() as i64
}

impl World {
    fn new_of(world: sweep8::World) -> Self {
        let mut ids = Vec::new();
        for id in world.instances() {
            ids.resize(id.index() + 1, None);
            ids[id.index()] = Some(id);
        }
        Self { held: Mutex::new(Held { world: Some(Arc::new(world)), ids, has_targets: false }) }
    }

    /// The world, to be read on any thread.
    pub(crate) fn shared(&self) -> PyResult<Arc<sweep8::World>> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.world.clone().ok_or_else(|| busy("the world"))
    }

    /// Whether an instance may have a target, so that a step needs the world alone.
    pub(crate) fn has_targets(&self) -> bool {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).has_targets
    }

    /// Takes the world out, so that no other thread uses it, until [`give_back`](Self::give_back).
    pub(crate) fn take(&self) -> PyResult<Arc<sweep8::World>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut world = held.world.take().ok_or_else(|| busy("the world"))?;
        if Arc::get_mut(&mut world).is_none() {
            held.world = Some(world);
            return Err(busy("the world"));
        }
        Ok(world)
    }

    pub(crate) fn give_back(&self, world: Arc<sweep8::World>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        (held.world, held.has_targets) = (Some(world), false);
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut sweep8::World, &mut Vec<Option<InstanceId>>) -> PyResult<T>,
    ) -> PyResult<T> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let Held { world, ids, .. } = &mut *held;
        let world = world.as_mut().and_then(Arc::get_mut).ok_or_else(|| busy("the world"))?;
        change(world, ids)
    }

    fn change_instance(
        &self,
        instance: Whole,
        change: impl FnOnce(&mut sweep8::World, InstanceId) -> Result<(), InputError>,
    ) -> PyResult<()> {
        self.change(|world, ids| change(world, id_of(ids, instance)?).map_err(refused))
    }
}

/// The id of an instance that Python names.
fn id_of(ids: &[Option<InstanceId>], instance: Whole) -> PyResult<InstanceId> {
    let instance: i64 = instance.within("instance", i64::MIN.into(), i64::MAX.into())?;
    let index = usize::try_from(instance & 0xFFFF_FFFF).unwrap_or(usize::MAX);
    let id = ids.get(index).copied().flatten().filter(|&id| handle_of(id) == instance);
    id.ok_or_else(|| PyValueError::new_err(format!("`instance` {instance} is not in this world")))
}

/// The filter of a query.
pub(crate) fn filter_of(layers: Whole, sides: &str) -> PyResult<Filter> {
    let sides = match sides {
        "both" => Sides::Both,
        "front" => Sides::Front,
        _ => return Err(PyValueError::new_err(format!("`sides` is {sides:?}, must be \"both\" or \"front\""))),
    };
    Ok(Filter { layers: layers.bits("layers")?, ..Filter::from(sides) })
}

#[pymethods]
impl World {
    #[new]
    fn new() -> Self {
        Self::new_of(sweep8::World::new())
    }

    /// Adds an instance of a mesh and returns its handle. `placement` is a `Placement` or a translation of three numbers.
    ///
    /// Raises `ValueError` if the placement is out of its range, `RuntimeError` while another thread uses the world.
    #[pyo3(signature = (mesh, placement = None))]
    fn add(&self, mesh: &Bound<'_, PyAny>, placement: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
        let placement = placement_of(placement)?;
        let mesh = if let Ok(mesh) = mesh.cast::<Mesh>() {
            mesh.get().cook(mesh.py()).mesh
        } else if let Ok(mesh) = mesh.cast::<CookedMesh>() {
            mesh.get().mesh.clone()
        } else {
            let name = mesh.get_type().name()?;
            return Err(PyValueError::new_err(format!("`mesh` is of type {name}, must be Mesh or CookedMesh")));
        };
        self.change(|world, ids| {
            let id = world.add(&mesh, placement).map_err(refused)?;
            ids.resize(ids.len().max(id.index() + 1), None);
            ids[id.index()] = Some(id);
            Ok(handle_of(id))
        })
    }

    /// Removes an instance.
    fn remove(&self, instance: Whole) -> PyResult<()> {
        self.change_instance(instance, |world, id| world.remove(id))
    }

    /// Puts an instance elsewhere at once: characters on it stay where they are.
    fn place(&self, instance: Whole, placement: &Bound<'_, PyAny>) -> PyResult<()> {
        let placement = placement_of(Some(placement))?;
        self.change_instance(instance, |world, id| world.place(id, placement))
    }

    /// Moves an instance in the next step, in which it carries and pushes characters.
    fn move_to(&self, instance: Whole, placement: &Bound<'_, PyAny>) -> PyResult<()> {
        let placement = placement_of(Some(placement))?;
        self.change_instance(instance, |world, id| world.move_to(id, placement))?;
        self.held.lock().unwrap_or_else(PoisonError::into_inner).has_targets = true;
        Ok(())
    }

    /// Sets the layers of an instance, a bit each; 1 at first. Characters meet those of their profile's `layers`.
    fn set_layers(&self, instance: Whole, layers: Whole) -> PyResult<()> {
        let layers = layers.bits("layers")?;
        self.change_instance(instance, |world, id| world.set_layers(id, layers))
    }

    /// Makes an instance "solid", "one_sided" (solid from its front) or a "sensor", which stops nobody.
    fn set_kind(&self, instance: Whole, kind: &str) -> PyResult<()> {
        let kind = match kind {
            "solid" => InstanceKind::Solid,
            "one_sided" => InstanceKind::OneSided,
            "sensor" => InstanceKind::Sensor,
            _ => {
                let text = format!("`kind` is {kind:?}, must be \"solid\", \"one_sided\" or \"sensor\"");
                return Err(PyValueError::new_err(text));
            }
        };
        self.change_instance(instance, |world, id| world.set_kind(id, kind))
    }

    /// Where an instance is.
    fn placement(&self, instance: Whole) -> PyResult<Placement> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let world = held.world.as_ref().ok_or_else(|| busy("the world"))?;
        Ok(Placement { placement: world.placement(id_of(&held.ids, instance)?).map_err(refused)? })
    }

    /// Handles of all instances.
    fn instances(&self) -> PyResult<Vec<i64>> {
        Ok(self.shared()?.instances().map(handle_of).collect())
    }

    /// Least and greatest corner of the box around everything, metres; `None` if it is empty.
    #[getter]
    fn bounds(&self) -> PyResult<Option<([f32; 3], [f32; 3])>> {
        Ok(self.shared()?.bounds().map(|(low, high)| (low.to_array(), high.to_array())))
    }

    /// All triangles in world space, float32[m, 3, 3]: to draw them.
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let world = self.shared()?;
        let mut all = Vec::new();
        for id in world.instances() {
            let (mesh, at) = (world.mesh(id).map_err(refused)?, world.placement(id).map_err(refused)?);
            let rotation = at.rotation.as_dquat();
            for (_, corners) in mesh.triangles() {
                for corner in corners {
                    let placed = at.translation + rotation * (at.scale * corner).as_dvec3();
                    all.extend(placed.as_vec3().to_array());
                }
            }
        }
        let count = all.len() / 9;
        array(py, all, &[count, 3, 3])
    }

    /// Casts rays: `origins` [n, 3] metres, `directions` [n, 3] of any length but 0, each `max_distance` metres long.
    ///
    /// On all cores, or on so many `threads`. Raises `ValueError` for a wrong shape or a number that is not finite.
    #[pyo3(signature = (origins, directions, max_distance, *, layers = Whole::ALL_LAYERS, sides = "both", threads = None))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn cast(
        &self,
        py: Python<'_>,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        max_distance: f32,
        layers: Whole,
        sides: &str,
        threads: Option<Whole>,
    ) -> PyResult<Hits> {
        let (world, filter) = (self.shared()?, filter_of(layers, sides)?);
        let origins = places("origins", origins, Any("n"))?;
        let directions = vectors("directions", directions, Is(origins.len()))?;
        let ray = |(&origin, &direction)| RayQuery {
            filter,
            ..RayQuery::new(Position::from(origin), direction, max_distance)
        };
        let rays: Vec<RayQuery<Position>> = origins.iter().zip(&directions).map(ray).collect();
        let mut answers: Vec<Result<Option<RayHit>, InputError>> = vec![Ok(None); rays.len()];
        on_threads(py, threads, || world.ray_many(&rays, &mut answers))?.map_err(refused)?;
        Hits::of(py, answers, |_, hit| Hit {
            distance: hit.distance,
            instance: hit.instance,
            triangle: hit.triangle,
            normal: hit.normal,
        })
    }

    /// Sweeps a shape from `centers` [n, 3] by `displacements` [n, 3], metres: the first contact of each, `distance` in metres.
    #[pyo3(signature = (shape, centers, displacements, *, layers = Whole::ALL_LAYERS, sides = "both", threads = None))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn sweep(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, PyAny>,
        centers: &Bound<'_, PyAny>,
        displacements: &Bound<'_, PyAny>,
        layers: Whole,
        sides: &str,
        threads: Option<Whole>,
    ) -> PyResult<Hits> {
        let (world, filter, shape) = (self.shared()?, filter_of(layers, sides)?, shape_of(shape)?);
        let centers = places("centers", centers, Any("n"))?;
        let displacements = vectors("displacements", displacements, Is(centers.len()))?;
        let sweep = |(&center, &way)| SweepQuery { filter, ..SweepQuery::new(shape, Position::from(center), way) };
        let sweeps: Vec<SweepQuery<Shape, Position>> = centers.iter().zip(&displacements).map(sweep).collect();
        let mut answers = vec![Ok(None); sweeps.len()];
        on_threads(py, threads, || world.sweep_many(&sweeps, &mut answers))?.map_err(refused)?;
        Hits::of(py, answers, |row, hit| Hit {
            distance: hit.fraction * displacements[row].length(),
            instance: hit.instance,
            triangle: hit.triangle,
            normal: hit.normal,
        })
    }

    /// Whether a shape at each of `centers` [n, 3] overlaps a triangle: bool[n].
    #[pyo3(signature = (shape, centers, *, layers = Whole::ALL_LAYERS, threads = None))]
    fn overlap<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'_, PyAny>,
        centers: &Bound<'_, PyAny>,
        layers: Whole,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (world, filter, shape) = (self.shared()?, filter_of(layers, "both")?, shape_of(shape)?);
        let centers = places("centers", centers, Any("n"))?;
        let query = |&center: &DVec3| OverlapQuery { filter, ..OverlapQuery::new(shape, Position::from(center)) };
        let queries: Vec<OverlapQuery<Shape, Position>> = centers.iter().map(query).collect();
        let mut answers = vec![Ok(false); queries.len()];
        on_threads(py, threads, || world.overlap_many(&queries, &mut answers))?.map_err(refused)?;
        let overlaps = answers.into_iter().enumerate();
        let overlaps: PyResult<Vec<bool>> =
            overlaps.map(|(row, answer)| answer.map_err(|error| refused_row(row, error))).collect();
        array(py, overlaps?, &[centers.len()])
    }
}

/// The world of a level: a glTF (`.glb`, `.gltf`), a Wavefront OBJ, or a cooked level, which is mapped and not read. Metres, y up.
///
/// Raises `OSError` if there is no such file, and `ValueError` with one line that names the file and the fault.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, path: PathBuf) -> PyResult<World> {
    let told = |error: LevelError| match error {
        LevelError::CannotRead { .. } => PyOSError::new_err(error.to_string()),
        other => refused(other),
    };
    let level = py.detach(|| Level::read(&path)).map_err(told)?;
    let world = py.detach(|| level.world()).map_err(refused)?;
    Ok(World::new_of(world))
}

/// What rays or sweeps hit first, an element for each.
#[pyclass(frozen, module = "sweep8", get_all)]
pub(crate) struct Hits {
    /// float32[n], metres; infinite where nothing is hit.
    distance: Py<PyAny>,
    /// int64[n], handles of instances; -1 where nothing is hit.
    instance: Py<PyAny>,
    /// int64[n], triangles of the mesh; -1 where nothing is hit.
    triangle: Py<PyAny>,
    /// float32[n, 3], unit normals against the ray or towards the shape; 0 where nothing is hit.
    normal: Py<PyAny>,
}

/// What one ray or sweep hit.
struct Hit {
    distance: f32,
    instance: InstanceId,
    triangle: u32,
    normal: Vec3,
}

impl Hits {
    /// The arrays of answers; `hit_of` has the row of each.
    fn of<T>(
        py: Python<'_>,
        answers: Vec<Result<Option<T>, InputError>>,
        hit_of: impl Fn(usize, T) -> Hit,
    ) -> PyResult<Self> {
        let count = answers.len();
        let mut distance = vec![f32::INFINITY; count];
        let (mut instance, mut triangle) = (vec![-1_i64; count], vec![-1_i64; count]);
        let mut normal = vec![0.0_f32; 3 * count];
        for (row, answer) in answers.into_iter().enumerate() {
            let Some(found) = answer.map_err(|error| refused_row(row, error))? else { continue };
            let hit = hit_of(row, found);
            (distance[row], instance[row], triangle[row]) =
                (hit.distance, handle_of(hit.instance), hit.triangle.into());
            normal[3 * row..3 * row + 3].copy_from_slice(&hit.normal.to_array());
        }
        Ok(Self {
            distance: array(py, distance, &[count])?.unbind(),
            instance: array(py, instance, &[count])?.unbind(),
            triangle: array(py, triangle, &[count])?.unbind(),
            normal: array(py, normal, &[count, 3])?.unbind(),
        })
    }
}
