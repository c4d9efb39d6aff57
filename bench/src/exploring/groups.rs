//! Places next to each other as one group.
//!
//! In: places, and which of them count. Out: groups of their numbers, in the order of their first places.

use super::places::Places;

/// Joins sets of places (Galler and Fischer 1964): the lowest number of a set stands for it.
#[derive(Clone, Debug)]
pub struct Sets(Vec<u32>);

impl Sets {
    /// Creates a set for each place.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Returns the place that stands for the set of a place.
    pub fn root(&mut self, mut place: u32) -> u32 {
        while self.0[place as usize] != place {
            let above = self.0[self.0[place as usize] as usize];
            self.0[place as usize] = above;
            place = above;
        }
        place
    }

    /// Joins the sets of two places.
    pub fn join(&mut self, one: u32, other: u32) {
        let [one, other] = [one, other].map(|place| self.root(place));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

/// Groups `numbers` of places: those within `cells` cells of each other whose heights differ by at most `height` metres are together.
#[must_use]
pub fn near(places: &Places, numbers: &[u32], cells: i32, height: f64) -> Vec<Vec<u32>> {
    let list = places.list();
    let mut of_number = std::collections::HashMap::new();
    of_number.extend(numbers.iter().zip(0_u32..).map(|(&number, index)| (number, index)));
    let mut sets = Sets::new(numbers.len());
    for (&number, index) in numbers.iter().zip(0..) {
        let center = list[number as usize].center();
        let [x, z] = places.cell(center);
        for cell in (-cells..=cells).flat_map(|i| (-cells..=cells).map(move |j| [x + i, z + j])) {
            for other in places.within(cell) {
                let is_level = (list[*other as usize].center().y - center.y).abs() <= height;
                if let Some(&other) = of_number.get(other).filter(|_| is_level) {
                    sets.join(index, other);
                }
            }
        }
    }
    gathered(numbers, &mut sets)
}

/// Returns the sets of `numbers` as lists; set `i` of `sets` is that of `numbers[i]`.
#[must_use]
pub fn gathered(numbers: &[u32], sets: &mut Sets) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); numbers.len()];
    for (index, &number) in numbers.iter().enumerate() {
        groups[sets.root(index as u32) as usize].push(number);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
