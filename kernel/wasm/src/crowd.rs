//! Crowds: who is in one, and what the page reads and writes of it.
//!
//! In: what a page writes and what a step leaves. Out: ids (`generation * 2^32 + index`), and [columns](crate::columns). States belong to
//! the kernel and are written into the columns; inputs and groups belong to the page, and a step or a save takes them from the columns.

use crate::columns::{self, Columns};
use crate::fault::Fault;
use sweep8::glam::{DVec3, Vec3};
use sweep8::{CharacterId, CharacterProfile, CharacterState, InputError, MoveInput, Position};

/// A crowd, and its columns.
pub(crate) struct Crowd {
    pub(crate) crowd: sweep8::Crowd,
    columns: Columns,
    /// Id of the character in each row.
    ids: Vec<CharacterId>,
    /// Row of the character with each index.
    rows: Vec<u32>,
    /// Whether characters came or went since the rows were found.
    is_stale: bool,
    states: Vec<CharacterState>,
    positions: Vec<Position>,
    turned_by: Vec<f32>,
    inputs: Vec<MoveInput>,
}

/// The number that names a character in the page.
pub(crate) fn character(id: CharacterId) -> f64 {
    (u64::from(id.generation()) << 32 | id.index() as u64) as f64
}

/// Ground without an instance: the kernel's number for a triangle that is none.
const NO_TRIANGLE: u32 = u32::MAX;

impl Crowd {
    pub(crate) fn new(crowd: sweep8::Crowd) -> Self {
        Self {
            crowd,
            columns: Columns::default(),
            ids: Vec::new(),
            rows: Vec::new(),
            is_stale: true,
            states: Vec::new(),
            positions: Vec::new(),
            turned_by: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// The row of a character that the page names.
    pub(crate) fn row(&mut self, id: f64) -> Result<usize, Fault> {
        self.renew();
        let row = self.rows.get((id as u64 & 0xFFFF_FFFF) as usize).map(|&row| row as usize);
        row.filter(|&row| self.ids.get(row).is_some_and(|&of| character(of) == id))
            .ok_or(Fault::NotThere("id", id, "Crowd"))
    }

    pub(crate) fn id(&mut self, id: f64) -> Result<CharacterId, Fault> {
        self.row(id).map(|row| self.ids[row])
    }

    /// Finds the rows again after characters came or went. What the page has written for those that stayed goes along.
    pub(crate) fn renew(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            let stayed: Vec<(CharacterId, MoveInput, u32)> = (0..self.ids.len())
                .map(|row| {
                    (self.ids[row], self.input(row), self.columns.get::<u32>(&columns::GROUP, self.ids.len())[row])
                })
                .collect();
            self.find_rows();
            for (id, input, group) in stayed {
                let row = self.rows.get(id.index()).map_or(usize::MAX, |&row| row as usize);
                if self.ids.get(row) == Some(&id) {
                    self.write_input(row, &input, group);
                }
            }
        }
    }

    /// Finds the rows, and writes all columns as the kernel has them.
    fn find_rows(&mut self) {
        self.ids.clear();
        self.ids.extend(self.crowd.ids());
        self.rows.clear();
        for (row, id) in self.ids.iter().enumerate() {
            self.rows.resize(id.index() + 1, u32::MAX);
            self.rows[id.index()] = row as u32;
        }
        let count = self.ids.len();
        self.columns.reserve(count);
        self.write_states();
        self.columns.write(&columns::ID, count, self.ids.iter().map(|&id| [character(id)]));
        for row in 0..count {
            let input = self.crowd.input(self.ids[row]).copied().unwrap_or_default();
            self.write_input(row, &input, self.states[row].group);
        }
    }

    /// The input that the columns have in a row.
    fn input(&self, row: usize) -> MoveInput {
        let count = self.ids.len();
        let vector = |column| Vec3::from_slice(&self.columns.get(column, count)[3 * row..]);
        MoveInput {
            desired_velocity: vector(&columns::DESIRED_VELOCITY),
            jump_speed: self.columns.get(&columns::JUMP_SPEED, count)[row],
            gravity: vector(&columns::GRAVITY),
            up: vector(&columns::UP),
            impulse: vector(&columns::IMPULSE),
        }
    }

    fn write_input(&mut self, row: usize, input: &MoveInput, group: u32) {
        let count = self.ids.len();
        for (column, vector) in [
            (&columns::DESIRED_VELOCITY, input.desired_velocity),
            (&columns::GRAVITY, input.gravity),
            (&columns::UP, input.up),
            (&columns::IMPULSE, input.impulse),
        ] {
            self.columns.get_mut::<f32>(column, count)[3 * row..3 * row + 3].copy_from_slice(&vector.to_array());
        }
        self.columns.get_mut(&columns::JUMP_SPEED, count)[row] = input.jump_speed;
        self.columns.get_mut(&columns::GROUP, count)[row] = group;
    }

    /// Gives the kernel what the page has written: inputs and groups. Nothing changes if one is refused.
    pub(crate) fn take_inputs(&mut self) -> Result<(), Fault> {
        self.renew();
        let count = self.ids.len();
        let mut inputs = std::mem::take(&mut self.inputs);
        inputs.clear();
        inputs.extend((0..count).map(|row| self.input(row)));
        let taken = self.crowd.set_inputs(&inputs);
        self.inputs = inputs;
        if let Err(error) = taken {
            // Which one? A crowd of its own tells, and this one stays as it was.
            let mut one = sweep8::Crowd::default();
            let id = one.spawn(&CharacterProfile::default(), Vec3::ZERO)?;
            let row = self.inputs.iter().position(|input| one.set_input(id, input).is_err());
            return Err(row.map_or(Fault::Input(error), |row| Fault::Row(row, error)));
        }
        for row in 0..count {
            let group = self.columns.get::<u32>(&columns::GROUP, count)[row];
            if group != self.states[row].group {
                self.crowd.set_group(self.ids[row], group)?;
                self.states[row].group = group;
            }
        }
        Ok(())
    }

    /// Writes what a step has left into the columns, and takes jumps and impulses out of the inputs: they have acted.
    pub(crate) fn end_step(&mut self) {
        let count = self.ids.len();
        self.write_states();
        self.columns.get_mut::<f32>(&columns::JUMP_SPEED, count).fill(0.0);
        self.columns.get_mut::<f32>(&columns::IMPULSE, count).fill(0.0);
    }

    /// Writes all states into the columns.
    fn write_states(&mut self) {
        let Self { crowd, columns, states, positions, turned_by, .. } = self;
        let count = crowd.len();
        states.resize(count, CharacterState::new(Vec3::ZERO));
        positions.resize(count, Position::default());
        turned_by.resize(count, 0.0);
        // Each has a place for each character.
        let copied = crowd
            .copy_states(states)
            .and_then(|()| crowd.copy_previous_positions(positions))
            .and_then(|()| crowd.copy_turned_by(turned_by));
        debug_assert!(copied.is_ok());
        let states = &*states;
        columns.write(&columns::POSITION, count, states.iter().map(|of| of.position.to_vec3().to_array()));
        columns.write(&columns::PREVIOUS_POSITION, count, positions.iter().map(|of| of.to_vec3().to_array()));
        columns.write(&columns::VELOCITY, count, states.iter().map(|of| of.velocity.to_array()));
        columns.write(&columns::ORIENTATION, count, states.iter().map(|of| of.orientation.to_array()));
        columns.write(&columns::GROUND_NORMAL, count, states.iter().map(|of| of.ground_normal.to_array()));
        columns.write(&columns::TURNED_BY, count, turned_by.iter().map(|&angle| [angle]));
        columns.write(&columns::GROUND_INSTANCE, count, states.iter().map(|of| [ground_instance(of)]));
        columns.write(&columns::GROUND_MATERIAL, count, states.iter().map(|of| [of.ground_material]));
        columns.write(&columns::GROUND, count, states.iter().map(|of| [of.ground_code]));
        columns.write(&columns::STATUS, count, states.iter().map(|of| [of.status_code]));
    }

    /// Adds characters with their centres at, or standing on, places.
    pub(crate) fn spawn(
        &mut self,
        profile: &CharacterProfile,
        places: &[DVec3],
        stands: bool,
    ) -> Result<Vec<CharacterId>, Fault> {
        let up = (-self.crowd.settings().gravity).normalize_or_zero();
        let place = |&place: &DVec3| if stands { profile.standing_on(place, up) } else { place.into() };
        let places: Vec<Position> = places.iter().map(place).collect();
        let mut ids = Vec::new();
        self.crowd.spawn_many(profile, &places, &mut ids)?;
        self.is_stale = true;
        Ok(ids)
    }

    /// Removes a character.
    pub(crate) fn despawn(&mut self, id: f64) -> Result<f64, Fault> {
        let id = self.id(id)?;
        self.crowd.despawn(id)?;
        self.is_stale = true;
        Ok(0.0)
    }

    /// Becomes the crowd of a save.
    pub(crate) fn restore(&mut self, bytes: &[u8]) -> Result<f64, Fault> {
        self.crowd.restore(bytes)?;
        self.is_stale = false;
        self.find_rows();
        Ok(0.0)
    }

    /// The address of the columns, the number of rows for which they have room, and the number of characters.
    pub(crate) fn columns(&mut self) -> [usize; 3] {
        self.renew();
        [self.columns.address(), self.columns.capacity(), self.ids.len()]
    }

    /// Changes one character, and writes the columns of all again.
    pub(crate) fn change(
        &mut self,
        id: f64,
        change: impl FnOnce(&mut sweep8::Crowd, CharacterId) -> Result<(), InputError>,
    ) -> Result<f64, Fault> {
        let id = self.id(id)?;
        change(&mut self.crowd, id)?;
        self.write_states();
        Ok(0.0)
    }
}

/// Number of the instance that carries a character, or -1.
fn ground_instance(of: &CharacterState) -> f64 {
    let [index, generation] = of.ground_surface.instance;
    let carries = of.ground_code != 0 && of.ground_surface.triangle != NO_TRIANGLE;
    if carries { (u64::from(generation) << 32 | u64::from(index)) as f64 } else { -1.0 }
}
