//! Rays and overlaps of the characters of a crowd.

use crate::arrays::{Any, Is, Whole, array, numbers, places, slice};
use crate::crowd::{Crowd, taken};
use crate::errors::{refused, refused_row};
use crate::shapes::shape_of;
use crate::threads::on_threads;
use crate::world::{World, filter_of, handle_of};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use sweep8::glam::Vec3;
use sweep8::{CharacterFilter, CharacterOverlap, InputError, Position, SenseRays, SensedThing};

/// What the rays of all characters hit first; arrays of shape [n, k] for n characters with k rays each.
#[pyclass(frozen, module = "sweep8", get_all)]
pub(crate) struct Sensed {
    /// float32, metres; infinite where nothing is hit.
    distance: Py<PyAny>,
    /// int32, rows of characters; -1 where the first thing is none.
    character: Py<PyAny>,
    /// int64, handles of instances; -1 where the first thing is no triangle.
    instance: Py<PyAny>,
    /// int64, triangles of the mesh; -1 where the first thing is none.
    triangle: Py<PyAny>,
}

/// Characters that shapes overlap: those of shape `i` are the elements `starts[i]` to `starts[i + 1]` of the other arrays.
#[pyclass(frozen, module = "sweep8", get_all)]
pub(crate) struct Overlaps {
    /// int64[m + 1], first element of each shape, and the end of all.
    starts: Py<PyAny>,
    /// int64, rows of characters, ascending for each shape.
    rows: Py<PyAny>,
    /// float32, metres: how far the shape must move to be clear.
    depth: Py<PyAny>,
    /// float32[.., 3], unit normals from the character towards the shape.
    normal: Py<PyAny>,
}

#[pymethods]
impl Crowd {
    /// Casts `k` rays from every character against the world and the other characters of its group.
    ///
    /// `directions` is [k, 3] for all, or [n, k, 3], along the axes of each body, of any length but 0; rays begin at the centre plus
    /// `offset` metres and end after `max_distance` metres. `layers` selects instances of the world; with `characters=False` the rays
    /// see the world only. On all cores, or on so many `threads`. Raises `ValueError` for a wrong shape or number.
    #[pyo3(signature = (
        world, directions, max_distance, *, offset = [0.0; 3], layers = Whole::ALL_LAYERS, sides = "both", characters = true, threads = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn sense<'py>(
        slf: &Bound<'py, Self>,
        world: &Bound<'py, World>,
        directions: &Bound<'py, PyAny>,
        max_distance: f32,
        offset: [f32; 3],
        layers: Whole,
        sides: &str,
        characters: bool,
        threads: Option<Whole>,
    ) -> PyResult<Sensed> {
        let (py, world) = (slf.py(), world.get().shared()?);
        let mut inner = taken(slf)?;
        let count = inner.ids.len();
        let is_shared = directions.getattr("ndim").and_then(|count| count.extract::<usize>()).unwrap_or(2) != 3;
        let shape = if is_shared { vec![Any("k"), Is(3)] } else { vec![Is(count), Any("k"), Is(3)] };
        let given = numbers::<f32>("directions", directions, &shape)?;
        let directions: Vec<Vec3> = slice(&given)?.chunks_exact(3).map(Vec3::from_slice).collect();
        let rays_of_one = if is_shared { directions.len() } else { directions.len().checked_div(count).unwrap_or(0) };
        inner.take_states(slf.get().states.get())?;
        let rays = SenseRays {
            offset: Vec3::from_array(offset),
            filter: filter_of(layers, sides)?,
            layers: if characters { u32::MAX } else { 0 },
            ..SenseRays::new(&directions, max_distance)
        };
        let mut answers = vec![sweep8::Sensed::default(); count * rays_of_one];
        let (crowd, rows) = (&inner.crowd, &inner.rows);
        let told = on_threads(py, threads, || {
            crowd.sense(&world, &rays, &mut answers)?;
            let mut told = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            told.0.reserve_exact(answers.len());
            told.1.reserve_exact(answers.len());
            told.2.reserve_exact(answers.len());
            told.3.reserve_exact(answers.len());
            for answer in &answers {
                let (character, instance, triangle) = match answer.thing {
                    SensedThing::Triangle(id, triangle) => (-1, handle_of(id), i64::from(triangle)),
                    SensedThing::Character(id) => (rows[id.index()] as i32, -1, -1),
                    _ => (-1, -1, -1),
                };
                told.0.push(answer.distance);
                told.1.push(character);
                told.2.push(instance);
                told.3.push(triangle);
            }
            Ok::<_, InputError>(told)
        })?;
        let (distance, character, instance, triangle) = told.map_err(refused)?;
        let shape = [count, rays_of_one];
        Ok(Sensed {
            distance: array(py, distance, &shape)?.unbind(),
            character: array(py, character, &shape)?.unbind(),
            instance: array(py, instance, &shape)?.unbind(),
            triangle: array(py, triangle, &shape)?.unbind(),
        })
    }

    /// The characters whose bodies a shape overlaps at each of `centers` [m, 3], metres. `group` is one number, or uint32[m].
    #[pyo3(signature = (shape, centers, *, group = None, threads = None))]
    fn overlaps<'py>(
        slf: &Bound<'py, Self>,
        shape: &Bound<'py, PyAny>,
        centers: &Bound<'py, PyAny>,
        group: Option<&Bound<'py, PyAny>>,
        threads: Option<Whole>,
    ) -> PyResult<Overlaps> {
        let (py, shape) = (slf.py(), shape_of(shape)?);
        let centers = places("centers", centers, Any("m"))?;
        let groups: Vec<u32> = match group {
            None => vec![0; centers.len()],
            Some(value) => match value.extract::<Whole>() {
                Ok(group) => vec![group.bits("group")?; centers.len()],
                Err(_) => slice(&numbers::<u32>("group", value, &[Is(centers.len())])?)?.to_vec(),
            },
        };
        let mut inner = taken(slf)?;
        inner.take_states(slf.get().states.get())?;
        let (crowd, rows) = (&inner.crowd, &inner.rows);
        let found = on_threads(py, threads, || {
            let one = |(center, &group): (_, &u32)| {
                let filter = CharacterFilter { group: Some(group), ..CharacterFilter::default() };
                let mut found: Vec<CharacterOverlap> = Vec::new();
                crowd.overlap_all(shape, Position::from(center), filter, &mut found).map(|()| found)
            };
            centers.into_par_iter().zip(&groups).map(one).collect::<Vec<Result<_, InputError>>>()
        })?;
        let (mut starts, mut in_rows, mut depth, mut normal) = (vec![0_i64], Vec::new(), Vec::new(), Vec::new());
        for (row, found) in found.into_iter().enumerate() {
            for overlap in found.map_err(|error| refused_row(row, error))? {
                in_rows.push(i64::from(rows[overlap.id.index()]));
                depth.push(overlap.depth);
                normal.extend(overlap.normal.to_array());
            }
            starts.push(in_rows.len() as i64);
        }
        let (shapes, count) = (starts.len(), in_rows.len());
        Ok(Overlaps {
            starts: array(py, starts, &[shapes])?.unbind(),
            rows: array(py, in_rows, &[count])?.unbind(),
            depth: array(py, depth, &[count])?.unbind(),
            normal: array(py, normal, &[count, 3])?.unbind(),
        })
    }

    /// The first character of `group` on each ray: `origins` [m, 3] metres, `directions` [m, 3] of any length but 0. Returns rows int64[m]
    /// (-1: none) and distances float32[m] (infinite: none).
    #[pyo3(signature = (origins, directions, max_distance, *, group = Whole::new(0), threads = None))]
    fn cast<'py>(
        slf: &Bound<'py, Self>,
        origins: &Bound<'py, PyAny>,
        directions: &Bound<'py, PyAny>,
        max_distance: f32,
        group: Whole,
        threads: Option<Whole>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let py = slf.py();
        let origins = places("origins", origins, Any("m"))?;
        let directions = crate::arrays::vectors("directions", directions, Is(origins.len()))?;
        let group = group.bits("group")?;
        if max_distance.is_nan() {
            return Err(PyValueError::new_err("`max_distance` is nan, must be 0 or more"));
        }
        let mut inner = taken(slf)?;
        inner.take_states(slf.get().states.get())?;
        let (crowd, rows) = (&inner.crowd, &inner.rows);
        let filter = CharacterFilter { group: Some(group), ..CharacterFilter::default() };
        let found = on_threads(py, threads, || {
            let one = |(origin, direction)| crowd.ray(Position::from(origin), direction, max_distance, filter);
            origins.into_par_iter().zip(directions).map(one).collect::<Vec<_>>()
        })?;
        let (mut in_rows, mut distance) = (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
        for (row, hit) in found.into_iter().enumerate() {
            let hit = hit.map_err(|error| refused_row(row, error))?;
            in_rows.push(hit.as_ref().map_or(-1, |hit| i64::from(rows[hit.id.index()])));
            distance.push(hit.map_or(f32::INFINITY, |hit| hit.distance));
        }
        let count = in_rows.len();
        Ok((array(py, in_rows, &[count])?, array(py, distance, &[count])?))
    }
}
