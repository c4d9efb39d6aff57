//! Arrays of Python as slices of Rust, and back.
//!
//! In: whatever `numpy.asarray` takes. Out: numbers of the wanted kind in row order, or a `ValueError` that names the argument, what it
//! is and what it must be. Numbers are converted to the kernel's type; integers are never made of other numbers.

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sweep8::glam::{DVec3, Vec3};

/// A length of an array's shape that is wanted, or any with its name.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    Is(usize),
    Any(&'static str),
}

pub(crate) use Length::{Any, Is};

/// A whole number that is an argument, of any size: of a wrong one it is the range that is named, not a type of Rust.
#[derive(Clone, Copy)]
pub(crate) struct Whole(i128);

impl Whole {
    /// All layers.
    pub(crate) const ALL_LAYERS: Self = Self(u32::MAX as i128);

    pub(crate) const fn new(number: u32) -> Self {
        Self(number as i128)
    }

    /// The number, if it is `low` to `high`; both are of the type.
    pub(crate) fn within<T: TryFrom<i128>>(self, name: &str, low: i128, high: i128) -> PyResult<T> {
        let fits =
            Some(self.0).filter(|number| (low..=high).contains(number)).and_then(|number| T::try_from(number).ok());
        fits.ok_or_else(|| PyValueError::new_err(format!("`{name}` is {}, must be {low} to {high}", self.0)))
    }

    /// The number, if it has 32 bits.
    pub(crate) fn bits(self, name: &str) -> PyResult<u32> {
        self.within(name, 0, u32::MAX.into())
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match value.extract::<i128>() {
            Ok(number) => Ok(Self(number)),
            // Out of every range, with the right sign.
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Ok(Self(if value.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// The module numpy.
pub(crate) fn numpy<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind)).map(|module| module.bind(py))
}

/// An array of numbers of one type and a shape, in row order.
pub(crate) fn numbers<'py, T: Element + Copy>(
    name: &str,
    value: &Bound<'py, PyAny>,
    shape: &[Length],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let py = value.py();
    let array = numpy(py)?.call_method1("asarray", (value,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let wanted = T::get_dtype(py);
    let is_whole = wanted.getattr("kind")?.extract::<String>()? != "f";
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    // An empty list is of floats for numpy.
    let may_be = if is_whole && !is_empty { "iu" } else { "fiu" };
    if !may_be.contains(&kind) {
        let dtype = array.getattr("dtype")?;
        let must = if is_whole { "integers" } else { "numbers" };
        return Err(PyValueError::new_err(format!("`{name}` has dtype {dtype}, must be {must}")));
    }
    let given: Vec<usize> = array.getattr("shape")?.extract()?;
    let fits = |(&given, wanted): (&usize, &Length)| {
        matches!(wanted, Any(_)) || matches!(wanted, Is(length) if *length == given)
    };
    if given.len() != shape.len() || !given.iter().zip(shape).all(fits) {
        let shape: Vec<String> = shape
            .iter()
            .map(|length| match length {
                Is(length) => length.to_string(),
                Any(name) => (*name).to_owned(),
            })
            .collect();
        return Err(PyValueError::new_err(format!("`{name}` has shape {given:?}, must be [{}]", shape.join(", "))));
    }
    if is_whole && !is_empty {
        let info = numpy(py)?.call_method1("iinfo", (&wanted,))?;
        let [low, high] = ["min", "max"].map(|end| array.call_method0(end));
        let (low, high) = (low?, high?);
        if low.lt(info.getattr("min")?)? || high.gt(info.getattr("max")?)? {
            let text =
                format!("`{name}` is {low} to {high}, must be {} to {}", info.getattr("min")?, info.getattr("max")?);
            return Err(PyValueError::new_err(text));
        }
    }
    let array = numpy(py)?.call_method1("ascontiguousarray", (array, wanted))?;
    let array = array.cast_into::<PyArrayDyn<T>>().map_err(PyErr::from)?;
    array.try_readonly().map_err(|error| PyValueError::new_err(format!("`{name}`: {error}")))
}

/// Numbers of an array that [`numbers`] made contiguous.
pub(crate) fn slice<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Vectors of an array of shape `[n, 3]`.
pub(crate) fn vectors(name: &str, value: &Bound<'_, PyAny>, count: Length) -> PyResult<Vec<Vec3>> {
    let array = numbers::<f32>(name, value, &[count, Is(3)])?;
    Ok(slice(&array)?.chunks_exact(3).map(Vec3::from_slice).collect())
}

/// Places of an array of shape `[n, 3]`, in `f64`.
pub(crate) fn places(name: &str, value: &Bound<'_, PyAny>, count: Length) -> PyResult<Vec<DVec3>> {
    let array = numbers::<f64>(name, value, &[count, Is(3)])?;
    Ok(slice(&array)?.chunks_exact(3).map(DVec3::from_slice).collect())
}

/// Rows of a crowd of `count`; without an argument all of them.
pub(crate) fn rows(value: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<usize>> {
    let Some(value) = value else { return Ok((0..count).collect()) };
    let array = numbers::<i64>("rows", value, &[Any("m")])?;
    let row = |&row: &i64| {
        let row = usize::try_from(row).ok().filter(|&row| row < count);
        row.ok_or_else(|| PyValueError::new_err(format!("`rows` has a row that is not 0 to {}", count as i64 - 1)))
    };
    slice(&array)?.iter().map(row).collect()
}

/// An array of a shape that owns its numbers.
pub(crate) fn array<'py, T: Element>(py: Python<'py>, numbers: Vec<T>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    PyArray1::from_vec(py, numbers).call_method1("reshape", (shape.to_vec(),))
}
