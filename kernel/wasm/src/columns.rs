//! The arrays of a crowd that the page looks at: one block of memory, in which each field has a column with a place for each row.
//!
//! In: states and inputs. Out: columns, at addresses that stay until more characters come than there is room for. The page knows the
//! order of the columns and the number of bytes of an element (`COLUMNS` in `ts/columns.ts` is the same list), so that address and
//! capacity are all that it is told. A block that became too small is kept, because a page that wrote into an old array would otherwise
//! write into memory of somebody else. Blocks double, so that all old ones together are smaller than the new one.

use bytemuck::{AnyBitPattern, NoUninit};

/// A column: where its first element is, in bytes for each row of capacity, and its number of elements a row.
pub(crate) struct Column {
    offset: usize,
    width: usize,
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $kind:ty, $width:literal;)*) => {
        columns!(@at 0; $($(#[$doc])* $name: $kind, $width;)*);
    };
    (@at $at:expr; $(#[$doc:meta])* $name:ident: $kind:ty, $width:literal; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: Column = Column { offset: $at, width: $width };
        columns!(@at $at + $width * size_of::<$kind>(); $($rest)*);
    };
    (@at $at:expr;) => {
        /// Bytes of all columns a row.
        const ROW: usize = $at;
    };
}

columns! {
    /// Ids, as the page sees them.
    ID: f64, 1;
    /// Instances of the ground, as the page sees them; -1 in the air.
    GROUND_INSTANCE: f64, 1;
    POSITION: f32, 3;
    PREVIOUS_POSITION: f32, 3;
    VELOCITY: f32, 3;
    ORIENTATION: f32, 4;
    GROUND_NORMAL: f32, 3;
    TURNED_BY: f32, 1;
    DESIRED_VELOCITY: f32, 3;
    JUMP_SPEED: f32, 1;
    GRAVITY: f32, 3;
    UP: f32, 3;
    IMPULSE: f32, 3;
    GROUP: u32, 1;
    GROUND_MATERIAL: u16, 1;
    GROUND: u8, 1;
    STATUS: u8, 1;
}

/// The columns of a crowd.
#[derive(Default)]
pub(crate) struct Columns {
    block: Vec<u64>,
    capacity: usize,
    retired: Vec<Vec<u64>>,
}

impl Columns {
    /// Makes room for so many rows. The values of all elements are undefined afterwards.
    pub(crate) fn reserve(&mut self, rows: usize) {
        if rows <= self.capacity {
            return;
        }
        // A multiple of 8, so that every column begins at a multiple of 8 bytes.
        self.capacity = rows.max(2 * self.capacity).next_multiple_of(8);
        let block = vec![0; self.capacity * ROW / 8];
        self.retired.push(std::mem::replace(&mut self.block, block));
    }

    /// The address of the block, to which the page writes, too.
    pub(crate) fn address(&mut self) -> usize {
        self.block.as_mut_ptr().expose_provenance()
    }

    /// Number of rows for which there is room.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// The elements of a column, of the first rows.
    pub(crate) fn get<T: AnyBitPattern>(&self, column: &Column, rows: usize) -> &[T] {
        let first = self.capacity * column.offset;
        let bytes = &bytemuck::cast_slice::<u64, u8>(&self.block)[first..];
        bytemuck::cast_slice(&bytes[..rows * column.width * size_of::<T>()])
    }

    pub(crate) fn get_mut<T: AnyBitPattern + NoUninit>(&mut self, column: &Column, rows: usize) -> &mut [T] {
        let first = self.capacity * column.offset;
        let bytes = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut self.block)[first..];
        bytemuck::cast_slice_mut(&mut bytes[..rows * column.width * size_of::<T>()])
    }

    /// Writes a column, an element of each row.
    pub(crate) fn write<T: AnyBitPattern + NoUninit, const N: usize>(
        &mut self,
        column: &Column,
        rows: usize,
        elements: impl Iterator<Item = [T; N]>,
    ) {
        for (place, element) in self.get_mut::<T>(column, rows).chunks_exact_mut(N).zip(elements) {
            place.copy_from_slice(&element);
        }
    }
}
