//! The layout of states, inputs and contacts as Python sees them, and the arrays over a crowd's memory.
//!
//! In: the fields of the kernel's plain data. Out: numpy's structured dtypes, and an array for each field, which copies nothing.

use crate::arrays::{array, numpy};
use crate::crowd::{Crowd, taken};
use crate::errors::refused;
use crate::memory::Memory;
use crate::world::handle_of;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::mem::offset_of;
use sweep8::{CharacterState, MoveInput, Position};

/// A dtype of fields: name, format and offset of each.
fn dtype<'py>(py: Python<'py>, fields: &[(&str, &str, usize)], size: usize) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("names", fields.iter().map(|field| field.0).collect::<Vec<_>>())?;
    dict.set_item("formats", fields.iter().map(|field| field.1).collect::<Vec<_>>())?;
    dict.set_item("offsets", fields.iter().map(|field| field.2).collect::<Vec<_>>())?;
    dict.set_item("itemsize", size)?;
    numpy(py)?.call_method1("dtype", (dict,))
}

macro_rules! field {
    ($of:ty, $name:ident, $format:literal) => {
        (stringify!($name), $format, offset_of!($of, $name))
    };
}

/// The dtype of states.
fn state_dtype<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    type Of = CharacterState;
    let made = DTYPE.get_or_try_init(py, || {
        let position = offset_of!(Of, position);
        let surface = offset_of!(Of, ground_surface);
        let fields = [
            ("position", "3f4", position + offset_of!(Position, high)),
            ("position_low", "3f4", position + offset_of!(Position, low)),
            field!(Of, velocity, "3f4"),
            field!(Of, ground_normal, "3f4"),
            field!(Of, orientation, "4f4"),
            field!(Of, ground_point, "3f4"),
            ("ground_instance", "2u4", surface + offset_of!(sweep8::Surface, instance)),
            ("ground_triangle", "u4", surface + offset_of!(sweep8::Surface, triangle)),
            field!(Of, last_safe_position, "3f4"),
            field!(Of, profile, "u4"),
            field!(Of, key, "u4"),
            field!(Of, ground_code, "u1"),
            field!(Of, status_code, "u1"),
            field!(Of, ground_material, "u2"),
            field!(Of, fall_speed, "f4"),
            field!(Of, user_data, "2u4"),
            field!(Of, group, "u4"),
        ];
        dtype(py, &fields, size_of::<Of>()).map(Bound::unbind)
    });
    made.map(|dtype| dtype.bind(py))
}

/// The dtype of inputs.
fn input_dtype<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    type Of = MoveInput;
    let made = DTYPE.get_or_try_init(py, || {
        let fields = [
            field!(Of, desired_velocity, "3f4"),
            field!(Of, jump_speed, "f4"),
            field!(Of, gravity, "3f4"),
            field!(Of, up, "3f4"),
            field!(Of, impulse, "3f4"),
        ];
        dtype(py, &fields, size_of::<Of>()).map(Bound::unbind)
    });
    made.map(|dtype| dtype.bind(py))
}

impl Crowd {
    fn over<'py>(
        &self,
        py: Python<'py>,
        memory: &Py<Memory>,
        dtype: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.count() == 0 {
            return numpy(py)?.call_method1("empty", (0, dtype));
        }
        numpy(py)?.call_method1("frombuffer", (memory.bind(py), dtype))
    }

    fn state_field<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        self.over(py, &self.states, state_dtype(py)?)?.get_item(field)
    }

    fn input_field<'py>(&self, py: Python<'py>, field: &str) -> PyResult<Bound<'py, PyAny>> {
        self.over(py, &self.inputs, input_dtype(py)?)?.get_item(field)
    }
}

#[pymethods]
impl Crowd {
    /// States of all, a structured array over the crowd's own memory.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.over(py, &self.states, state_dtype(py)?)
    }

    /// Inputs of all for the next step, a structured array over the crowd's own memory.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.over(py, &self.inputs, input_dtype(py)?)
    }

    /// Centres, float32[n, 3], metres, rounded.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "position")
    }

    /// Velocities that last (fall, jump, impulse), float32[n, 3], m/s.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "velocity")
    }

    /// Orientations, float32[n, 4], quaternions (x, y, z, w).
    #[getter]
    fn orientation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "orientation")
    }

    /// Kinds of ground, uint8[n]: 0 air, 1 floor, 2 steep, 3 held by steep.
    #[getter]
    fn ground<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "ground_code")
    }

    /// Normals of the ground, float32[n, 3]; zero in the air.
    #[getter]
    fn ground_normal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "ground_normal")
    }

    /// How the last step ended, uint8[n]: 0 free, 1 slid, 2 blocked, 3 out of iterations, 4 overlapping, 5 crushed.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "status_code")
    }

    /// Groups, uint32[n]: characters of different groups neither block nor see each other.
    #[getter]
    fn group<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.state_field(py, "group")
    }

    /// Desired velocities, float32[n, 3], m/s, world space.
    #[getter]
    fn desired_velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.input_field(py, "desired_velocity")
    }

    /// Speeds with which standing characters jump in the next step, float32[n], m/s; a step sets them to 0.
    #[getter]
    fn jump<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.input_field(py, "jump_speed")
    }

    /// Gravity of each, float32[n, 3], m/s².
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.input_field(py, "gravity")
    }

    /// Up directions, float32[n, 3]; zero: against gravity.
    #[getter]
    fn up<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.input_field(py, "up")
    }

    /// Changes of velocity at the start of the next step, float32[n, 3], m/s; a step sets them to 0.
    #[getter]
    fn impulse<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.input_field(py, "impulse")
    }

    /// Contacts of the last step, a structured array in the order of rows and of touching.
    fn contacts<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        #[derive(Clone, Copy, bytemuck::Zeroable, bytemuck::Pod)]
        #[repr(C)]
        struct Contact {
            instance: i64,
            row: u32,
            triangle: u32,
            point: [f32; 3],
            normal: [f32; 3],
            surface_velocity: [f32; 3],
            material: u32,
        }
        let py = slf.py();
        let inner = taken(slf)?;
        let mut all = Vec::new();
        for (row, &id) in inner.ids.iter().enumerate() {
            for told in inner.crowd.contacts(id).map_err(refused)? {
                all.push(Contact {
                    instance: handle_of(told.contact.instance),
                    row: row as u32,
                    triangle: told.contact.triangle,
                    point: told.contact.point.to_array(),
                    normal: told.contact.normal.to_array(),
                    surface_velocity: told.surface_velocity.to_array(),
                    material: u32::from(told.contact.material),
                });
            }
        }
        let fields = [
            field!(Contact, instance, "i8"),
            field!(Contact, row, "u4"),
            field!(Contact, triangle, "u4"),
            field!(Contact, point, "3f4"),
            field!(Contact, normal, "3f4"),
            field!(Contact, surface_velocity, "3f4"),
            field!(Contact, material, "u4"),
        ];
        let dtype = dtype(py, &fields, size_of::<Contact>())?;
        let bytes: Vec<u8> = bytemuck::cast_slice(&all).to_vec();
        let count = bytes.len();
        array(py, bytes, &[count])?.call_method1("view", (dtype,))
    }
}
