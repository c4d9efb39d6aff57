//! Things that a page names by a number.

use crate::fault::Fault;

/// Things of one kind, each named by a number that is not used again.
///
/// A sorted list: a page has some hundred of them, and the code of a map is larger than all other code here.
pub(crate) struct Table<T> {
    kind: &'static str,
    last: u32,
    things: Vec<(u32, T)>,
}

impl<T> Table<T> {
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self { kind, last: 0, things: Vec::new() }
    }

    pub(crate) fn add(&mut self, thing: T) -> f64 {
        self.last += 1;
        self.things.push((self.last, thing));
        f64::from(self.last)
    }

    fn place(&self, number: u32) -> Result<usize, Fault> {
        self.things.binary_search_by_key(&number, |thing| thing.0).map_err(|_| Fault::Freed(self.kind))
    }

    pub(crate) fn get(&self, number: u32) -> Result<&T, Fault> {
        self.place(number).map(|place| &self.things[place].1)
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Result<&mut T, Fault> {
        self.place(number).map(|place| &mut self.things[place].1)
    }

    pub(crate) fn free(&mut self, number: u32) {
        if let Ok(place) = self.place(number) {
            self.things.remove(place);
        }
    }
}
