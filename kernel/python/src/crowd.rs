//! A crowd, and who is in it.
//!
//! In: what Python wrote into the [arrays](crate::fields). Out: what a step left in them. The memory of the arrays is what counts: a step
//! first takes the states and inputs that Python has changed since the last one, and at its end writes all states. Rows are in the order of
//! ids.

use crate::arrays::{Any, Whole, array, places, rows};
use crate::errors::{busy, refused, refused_row};
use crate::memory::Memory;
use crate::profile::Profile;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};
use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterId, CharacterProfile, CharacterState, CrowdSettings, InputError, MoveInput, Position};

/// Largest number of profiles of a crowd: the kernel keeps so many without characters.
const MOST_PROFILES: usize = 64;

/// The kernel's crowd, and what it was when the arrays were last the same.
pub(crate) struct Inner {
    pub(crate) crowd: sweep8::Crowd,
    /// Id of the character in each row.
    pub(crate) ids: Vec<CharacterId>,
    /// Row of the character with each index.
    pub(crate) rows: Vec<u32>,
    /// States as the last step wrote them, or as they were taken.
    mirror: Vec<CharacterState>,
    /// Inputs as they were taken.
    taken_inputs: Vec<MoveInput>,
    profiles: Vec<CharacterProfile>,
    records_contacts: bool,
}

/// Input that was refused, and its row if it is of one character.
pub(crate) struct Fault(Option<usize>, InputError);

impl From<Fault> for PyErr {
    fn from(Fault(row, error): Fault) -> Self {
        row.map_or_else(|| refused(error), |row| refused_row(row, error))
    }
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Self {
        Self(None, error)
    }
}

impl Inner {
    /// Takes the states that Python has changed. What is checked and taken is a copy, which no other thread of Python can write.
    pub(crate) fn take_states(&mut self, states: &Memory) -> Result<(), Fault> {
        let states: &[CharacterState] = states.read();
        if bytemuck::cast_slice::<_, u8>(states) == bytemuck::cast_slice::<_, u8>(&self.mirror) {
            return Ok(());
        }
        self.mirror.clear();
        self.mirror.extend_from_slice(states);
        let profiles = self.crowd.profiles().len();
        let checked = self
            .mirror
            .iter()
            .enumerate()
            .try_for_each(|(row, state)| state.check(profiles).map_err(|error| Fault(Some(row), error)));
        let taken = checked.and_then(|()| self.crowd.set_states(&self.mirror).map_err(Fault::from));
        if taken.is_err() {
            self.copy_states();
        }
        taken
    }

    /// Copies the kernel's states.
    fn copy_states(&mut self) {
        self.mirror.resize(self.crowd.len(), CharacterState::new(Vec3::ZERO));
        // Both have a place for each character.
        let copied = self.crowd.copy_states(&mut self.mirror);
        debug_assert!(copied.is_ok());
    }

    /// Takes the inputs that Python has changed; a copy, as of the states.
    pub(crate) fn take_inputs(&mut self, inputs: &Memory) -> Result<(), Fault> {
        self.taken_inputs.clear();
        self.taken_inputs.extend_from_slice(inputs.read());
        if self.crowd.set_inputs(&self.taken_inputs).is_ok() {
            return Ok(());
        }
        // One is out of its range: which one?
        for (row, (&id, input)) in self.ids.iter().zip(&self.taken_inputs).enumerate() {
            self.crowd.set_input(id, input).map_err(|error| Fault(Some(row), error))?;
        }
        Ok(())
    }

    /// Writes all states into the arrays.
    pub(crate) fn write_states(&mut self, states: &Memory) {
        self.copy_states();
        states.write::<CharacterState>().copy_from_slice(&self.mirror);
    }

    /// Takes jumps and impulses out of the inputs: they have acted.
    pub(crate) fn end_impulses(inputs: &Memory) {
        for input in inputs.write::<MoveInput>() {
            (input.jump_speed, input.impulse) = (0.0, Vec3::ZERO);
        }
    }

    /// Finds rows and ids again after characters came or went, and writes all arrays anew.
    fn renew(&mut self, py: Python<'_>, of: &Crowd) -> PyResult<()> {
        self.ids.clear();
        self.ids.extend(self.crowd.ids());
        self.rows.clear();
        for (row, id) in self.ids.iter().enumerate() {
            self.rows.resize(id.index() + 1, u32::MAX);
            self.rows[id.index()] = row as u32;
        }
        let count = self.ids.len();
        of.states.get().resize(py, "the crowd", count * size_of::<CharacterState>())?;
        of.inputs.get().resize(py, "the crowd", count * size_of::<MoveInput>())?;
        self.write_states(of.states.get());
        for (input, &id) in of.inputs.get().write::<MoveInput>().iter_mut().zip(&self.ids) {
            *input = *self.crowd.input(id).map_err(refused)?;
        }
        if self.records_contacts {
            for &id in &self.ids {
                self.crowd.watch_contacts(id).map_err(refused)?;
            }
        }
        Ok(())
    }
}

/// Characters that are stepped together.
#[pyclass(frozen, module = "sweep8")]
pub(crate) struct Crowd {
    /// `None` while a thread uses it.
    inner: Mutex<Option<Box<Inner>>>,
    pub(crate) states: Py<Memory>,
    pub(crate) inputs: Py<Memory>,
}

/// The contents of a crowd that one thread has taken; goes back into the crowd when it is dropped.
pub(crate) struct Taken {
    owner: Py<Crowd>,
    inner: Option<Box<Inner>>,
}

impl Taken {
    /// The contents, and the memory of states and inputs.
    pub(crate) fn parts(&mut self) -> (&mut Inner, &Memory, &Memory) {
        let Self { owner, inner } = self;
        let Crowd { states, inputs, .. } = owner.get();
        (inner.as_mut().expect("it goes back only when it is dropped"), states.get(), inputs.get())
    }
}

impl Deref for Taken {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        self.inner.as_ref().expect("it goes back only when it is dropped")
    }
}

impl DerefMut for Taken {
    fn deref_mut(&mut self) -> &mut Inner {
        self.inner.as_mut().expect("it goes back only when it is dropped")
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        *self.owner.get().inner.lock().unwrap_or_else(PoisonError::into_inner) = self.inner.take();
    }
}

/// Takes the contents of a crowd for this call; an error if another thread has them.
pub(crate) fn taken(crowd: &Bound<'_, Crowd>) -> PyResult<Taken> {
    let inner = crowd.get().inner.lock().unwrap_or_else(PoisonError::into_inner).take();
    let inner = Some(inner.ok_or_else(|| busy("the crowd"))?);
    Ok(Taken { owner: crowd.clone().unbind(), inner })
}

impl Crowd {
    pub(crate) fn count(&self) -> usize {
        self.states.get().read::<CharacterState>().len()
    }
}

/// Places of so many characters, checked by the kernel when it takes them.
fn centers(
    value: Option<&Bound<'_, PyAny>>,
    standing: Option<&Bound<'_, PyAny>>,
    profile: &CharacterProfile,
    up: Vec3,
) -> PyResult<Option<Vec<Position>>> {
    match (value, standing) {
        (Some(_), Some(_)) => Err(PyValueError::new_err("`positions` and `standing_on` exclude each other")),
        (Some(value), None) => {
            Ok(Some(places("positions", value, Any("n"))?.into_iter().map(Position::from).collect()))
        }
        (None, Some(value)) => {
            let floors = places("standing_on", value, Any("n"))?;
            Ok(Some(floors.into_iter().map(|floor| profile.standing_on(floor, up)).collect()))
        }
        (None, None) => Ok(None),
    }
}

/// Refuses a crowd for which there is no memory, instead of ending the process in the middle of it.
fn check_room(count: usize) -> PyResult<()> {
    // States and inputs here and in the kernel, and what the kernel keeps beside them.
    let of_one = 3 * size_of::<CharacterState>() + 2 * size_of::<MoveInput>() + 256;
    let room = Vec::<u8>::new().try_reserve_exact(count.saturating_mul(of_one));
    room.map_err(|_| PyMemoryError::new_err(format!("`n` is {count}, for which there is no memory")))
}

fn up_of(gravity: [f32; 3]) -> Vec3 {
    (-Vec3::from_array(gravity)).normalize_or_zero()
}

#[pymethods]
impl Crowd {
    #[new]
    #[pyo3(signature = (
        n, profiles = None, *, positions = None, standing_on = None, profile = None, gravity = [0.0, -9.81, 0.0],
    ))]
    fn new(
        py: Python<'_>,
        n: Whole,
        profiles: Option<Vec<Bound<'_, Profile>>>,
        positions: Option<&Bound<'_, PyAny>>,
        standing_on: Option<&Bound<'_, PyAny>>,
        profile: Option<&Bound<'_, PyAny>>,
        gravity: [f32; 3],
    ) -> PyResult<Self> {
        let n: usize = n.within("n", 0, i32::MAX.into())?;
        check_room(n)?;
        let profiles: Vec<CharacterProfile> = match profiles {
            Some(profiles) => profiles.iter().map(|profile| profile.get().profile).collect(),
            None => vec![CharacterProfile::default()],
        };
        if profiles.is_empty() || profiles.len() > MOST_PROFILES || profiles.len() > n.max(1) {
            let text =
                format!("`profiles` has {} elements, must have 1 to {}", profiles.len(), MOST_PROFILES.min(n.max(1)));
            return Err(PyValueError::new_err(text));
        }
        let of_row: Vec<usize> = match profile {
            Some(value) => {
                let of_row = crate::arrays::numbers::<u32>("profile", value, &[crate::arrays::Is(n)])?;
                crate::arrays::slice(&of_row)?.iter().map(|&profile| profile as usize).collect()
            }
            None => vec![0; n],
        };
        if let Some(row) = of_row.iter().position(|&profile| profile >= profiles.len()) {
            let text = format!("row {row}: `profile` is {}, must be less than the number of profiles", of_row[row]);
            return Err(PyValueError::new_err(text));
        }
        let settings = CrowdSettings { gravity: Vec3::from_array(gravity), ..CrowdSettings::default() };
        let mut crowd = sweep8::Crowd::new(settings).map_err(refused)?;
        let mut ids = Vec::with_capacity(n);
        // The first characters have one profile each for a moment, so that the kernel's table is that of the argument.
        for row in 0..n {
            ids.push(crowd.spawn(&profiles[row.min(profiles.len() - 1)], Vec3::ZERO).map_err(refused)?);
        }
        if n > 0 && crowd.profiles().len() != profiles.len() {
            return Err(PyValueError::new_err("`profiles` has equal elements, must have different ones"));
        }
        let up = up_of(gravity);
        let mut states = vec![CharacterState::new(Vec3::ZERO); n];
        for row in 0..n {
            states[row].profile = of_row[row] as u32;
        }
        // What a body stands on depends on its profile.
        let floors = standing_on.map(|value| places("standing_on", value, crate::arrays::Is(n))).transpose()?;
        let given = positions.map(|value| places("positions", value, crate::arrays::Is(n))).transpose()?;
        for row in 0..n {
            let place = match (&given, &floors) {
                (Some(_), Some(_)) => {
                    return Err(PyValueError::new_err("`positions` and `standing_on` exclude each other"));
                }
                (Some(given), None) => Position::from(given[row]),
                (None, Some(floors)) => profiles[of_row[row]].standing_on(floors[row], up),
                (None, None) => Position::default(),
            };
            states[row] = CharacterState { profile: states[row].profile, ..CharacterState::new(place) };
            states[row].check(profiles.len()).map_err(|error| refused_row(row, error))?;
        }
        crowd.set_states(&states).map_err(refused)?;
        let memory = |length| Py::new(py, Memory::new(length));
        let (states, inputs) = (memory(0)?, memory(0)?);
        let mut inner = Inner {
            crowd,
            ids,
            rows: Vec::new(),
            mirror: Vec::new(),
            taken_inputs: Vec::new(),
            profiles,
            records_contacts: false,
        };
        let made = Self { inner: Mutex::new(None), states, inputs };
        inner.renew(py, &made)?;
        *made.inner.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(inner));
        Ok(made)
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __repr__(&self) -> String {
        format!("<sweep8.Crowd of {}>", self.count())
    }

    /// Centres in full precision, float64[n, 3], metres: a copy.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let states = self.states.get().read::<CharacterState>();
        let all: Vec<f64> = states.iter().flat_map(|state| state.position.to_dvec3().to_array()).collect();
        array(py, all, &[states.len(), 3])
    }

    /// Angle by which the ground turned each character about up in the last step, float32[n], radians: a copy.
    fn turned_by<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let crowd = taken(slf)?;
        let mut angles = vec![0.0_f32; crowd.crowd.len()];
        crowd.crowd.copy_turned_by(&mut angles).map_err(refused)?;
        let length = angles.len();
        array(slf.py(), angles, &[length])
    }

    /// Puts characters elsewhere, in the air and without velocity: `positions` float64[m, 3], metres, centres; or `standing_on`, places
    /// of the floor under them. `rows` int[m]; all without it.
    #[pyo3(signature = (positions = None, *, standing_on = None, rows = None))]
    fn teleport(
        slf: &Bound<'_, Self>,
        positions: Option<&Bound<'_, PyAny>>,
        standing_on: Option<&Bound<'_, PyAny>>,
        rows: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let inner = taken(slf)?;
        let of = slf.get();
        let rows = self::rows(rows, of.count())?;
        let count = crate::arrays::Is(rows.len());
        let (places, is_floor): (Vec<DVec3>, bool) = match (positions, standing_on) {
            (Some(value), None) => (places("positions", value, count)?, false),
            (None, Some(value)) => (places("standing_on", value, count)?, true),
            _ => return Err(PyValueError::new_err("one of `positions` and `standing_on` must be given")),
        };
        let inputs = of.inputs.get().read::<MoveInput>();
        let profiles = inner.crowd.profiles();
        let mut placed = Vec::with_capacity(rows.len());
        for (&row, &place) in rows.iter().zip(&places) {
            let state = of.states.get().read::<CharacterState>()[row];
            state.check(profiles.len()).map_err(|error| refused_row(row, error))?;
            let center = if is_floor {
                profiles[state.profile as usize].standing_on(place, inputs[row].up())
            } else {
                Position::from(place)
            };
            let CharacterState { orientation, profile, key, user_data, group, .. } = state;
            let there = CharacterState { orientation, profile, key, user_data, group, ..CharacterState::new(center) };
            there.check(profiles.len()).map_err(|error| refused_row(row, error))?;
            placed.push(there);
        }
        let states = of.states.get().write::<CharacterState>();
        for (row, state) in rows.into_iter().zip(placed) {
            states[row] = state;
        }
        Ok(())
    }

    /// Adds characters and returns their rows. Raises `BufferError` while there are arrays over the crowd's memory.
    #[pyo3(signature = (positions = None, *, standing_on = None, profile = Whole::new(0), group = Whole::new(0)))]
    fn spawn<'py>(
        slf: &Bound<'py, Self>,
        positions: Option<&Bound<'_, PyAny>>,
        standing_on: Option<&Bound<'_, PyAny>>,
        profile: Whole,
        group: Whole,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, of) = (slf.py(), slf.get());
        let mut inner = taken(slf)?;
        of.states.get().check_unseen(py, "the crowd")?;
        of.inputs.get().check_unseen(py, "the crowd")?;
        if inner.profiles.is_empty() {
            return Err(PyValueError::new_err("the crowd has no profile: it was restored from one of no characters"));
        }
        let profile: usize = profile.within("profile", 0, inner.profiles.len() as i128 - 1)?;
        let of_profile = inner.profiles[profile];
        let group = group.bits("group")?;
        let up = up_of(inner.crowd.settings().gravity.to_array());
        let places = centers(positions, standing_on, &of_profile, up)?;
        let places =
            places.ok_or_else(|| PyValueError::new_err("one of `positions` and `standing_on` must be given"))?;
        inner.take_states(of.states.get())?;
        inner.take_inputs(of.inputs.get())?;
        let mut ids = Vec::new();
        inner.crowd.spawn_many(&of_profile, &places, &mut ids).map_err(refused)?;
        for &id in &ids {
            inner.crowd.set_group(id, group).map_err(refused)?;
        }
        inner.renew(py, of)?;
        let rows: Vec<i64> = ids.iter().map(|id| i64::from(inner.rows[id.index()])).collect();
        let count = rows.len();
        array(py, rows, &[count])
    }

    /// Removes the characters of `rows`; those behind move up. Raises `BufferError` while there are arrays over the crowd's memory.
    fn despawn(slf: &Bound<'_, Self>, rows: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, of) = (slf.py(), slf.get());
        let mut inner = taken(slf)?;
        of.states.get().check_unseen(py, "the crowd")?;
        of.inputs.get().check_unseen(py, "the crowd")?;
        let mut rows = self::rows(Some(rows), of.count())?;
        rows.sort_unstable();
        rows.dedup();
        inner.take_states(of.states.get())?;
        inner.take_inputs(of.inputs.get())?;
        for row in rows {
            let id = inner.ids[row];
            inner.crowd.despawn(id).map_err(refused)?;
        }
        inner.renew(py, of)
    }

    /// Records the contacts of all from the next step on, or stops that.
    fn record_contacts(slf: &Bound<'_, Self>, record: bool) -> PyResult<()> {
        let mut inner = taken(slf)?;
        let inner = &mut *inner;
        for &id in &inner.ids {
            let set = if record { inner.crowd.watch_contacts(id) } else { inner.crowd.unwatch_contacts(id) };
            set.map_err(refused)?;
        }
        inner.records_contacts = record;
        Ok(())
    }

    /// The crowd as bytes: states, inputs, ids and profiles. `restore` continues with the same bits.
    fn save<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyBytes>> {
        let mut inner = taken(slf)?;
        inner.take_states(slf.get().states.get())?;
        inner.take_inputs(slf.get().inputs.get())?;
        let mut bytes = Vec::new();
        inner.crowd.save_into(&mut bytes);
        Ok(PyBytes::new(slf.py(), &bytes))
    }

    /// Becomes the crowd that was saved. Raises `ValueError` if the bytes are no save, and `BufferError` if it has another number of
    /// characters while there are arrays over the crowd's memory; nothing changes then.
    fn restore(slf: &Bound<'_, Self>, bytes: &[u8]) -> PyResult<()> {
        let (py, of) = (slf.py(), slf.get());
        let mut inner = taken(slf)?;
        let mut restored = sweep8::Crowd::default();
        restored.restore(bytes).map_err(refused)?;
        if restored.len() != of.count() {
            of.states.get().check_unseen(py, "the crowd")?;
            of.inputs.get().check_unseen(py, "the crowd")?;
        }
        inner.profiles = restored.profiles().to_vec();
        inner.crowd = restored;
        inner.renew(py, of)
    }

    /// Hash of all states, of the ids and of what the profiles say: that of `Crowd::state_hash` in Rust.
    fn state_hash(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let mut inner = taken(slf)?;
        inner.take_states(slf.get().states.get())?;
        Ok(inner.crowd.state_hash())
    }
}
