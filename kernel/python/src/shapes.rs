//! Shapes of bodies and queries.

use crate::errors::refused;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sweep8::glam::Vec3;
use sweep8::{Axis, Shape};

/// An ellipsoid with the given radii along x, y and z, metres.
///
/// Raises `ValueError` if a radius is not 0.0001 to 100000 m.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone, Copy)]
pub(crate) struct Ellipsoid {
    pub(crate) shape: Shape,
}

#[pymethods]
impl Ellipsoid {
    #[new]
    fn new(x: f32, y: f32, z: f32) -> PyResult<Self> {
        let shape = sweep8::Ellipsoid::new(Vec3::new(x, y, z)).map_err(refused)?;
        Ok(Self { shape: shape.into() })
    }

    /// Radii along x, y and z, metres.
    #[getter]
    fn radii(&self) -> [f32; 3] {
        self.shape.radii().to_array()
    }

    fn __repr__(&self) -> String {
        let [x, y, z] = self.radii();
        format!("Ellipsoid({x}, {y}, {z})")
    }
}

/// A capsule: a ball of `radius` metres, swept along a segment of `2 * half_length` metres along `axis` ("x", "y" or "z").
///
/// Raises `ValueError` if a length is out of its range or the axis is none.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone, Copy)]
pub(crate) struct Capsule {
    pub(crate) shape: Shape,
}

#[pymethods]
impl Capsule {
    #[new]
    #[pyo3(signature = (radius, half_length, axis = "y"))]
    fn new(radius: f32, half_length: f32, axis: &str) -> PyResult<Self> {
        let axis = match axis {
            "x" => Axis::X,
            "y" => Axis::Y,
            "z" => Axis::Z,
            _ => return Err(PyValueError::new_err(format!("`axis` is {axis:?}, must be \"x\", \"y\" or \"z\""))),
        };
        let ball = sweep8::Ellipsoid::ball(radius).map_err(refused)?;
        let shape = Shape::swept(ball, axis, half_length).map_err(refused)?;
        Ok(Self { shape })
    }

    /// Radius, metres.
    #[getter]
    fn radius(&self) -> f32 {
        self.shape.radii().x
    }

    /// Half of the segment's length, metres.
    #[getter]
    fn half_length(&self) -> f32 {
        self.shape.half_length()
    }

    fn __repr__(&self) -> String {
        format!(
            "Capsule({}, {}, axis={:?})",
            self.radius(),
            self.half_length(),
            format!("{:?}", self.shape.axis()).to_lowercase()
        )
    }
}

/// The shape of an argument that is an ellipsoid or a capsule.
pub(crate) fn shape_of(value: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if let Ok(shape) = value.cast::<Ellipsoid>() {
        return Ok(shape.get().shape);
    }
    if let Ok(shape) = value.cast::<Capsule>() {
        return Ok(shape.get().shape);
    }
    let name = value.get_type().name()?;
    Err(PyValueError::new_err(format!("`shape` is of type {name}, must be Ellipsoid or Capsule")))
}
