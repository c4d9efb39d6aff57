//! Long edges to walk along: single triangles that stand, lean or lie over a floor.
//!
//! In: length and width of the floor. Out: the floor, rows of sheets along x, and walls all around.
//!
//! Each row has sheets of one length, of [`LENGTHS`], as many as the floor has room for. A sheet is one triangle whose
//! long edge is up: level, or rising by a few thousandths, and turned by as little against the row. Heights range from
//! those that a walker rolls over to its knees and waist; sheets stand upright like a curb, lean, or lie like the
//! border of a table. From row to row height, lean, rise and turn change with periods that have no common factor.

use glam::Vec3;

use super::builder::Builder;

/// Lengths of the sheets' upper edges, in metres.
pub const LENGTHS: [f32; 6] = [10.0, 30.0, 100.0, 300.0, 1_000.0, 3_000.0];

/// Heights of the sheets' upper edges above the floor, metres.
pub const HEIGHTS: [f32; 5] = [0.06, 0.12, 0.3, 0.45, 0.9];

/// Direction (across, down) from a sheet's upper edge to its third corner: upright, leaning to either side, lying.
const LEANS: [[f32; 2]; 4] = [[0.0, 1.0], [0.5, 0.85], [1.0, 0.0], [-0.5, 0.85]];

/// Slopes of a sheet's upper edge against the horizontal, metres per metre.
const RISES: [f32; 3] = [0.0, 0.003, -0.0008];
/// Slopes of a sheet's upper edge against the direction of its row, metres per metre.
const TURNS: [f32; 2] = [0.0, 0.001];

/// Distance of a sheet's third corner from its upper edge, metres, so that upright and leaning sheets end under the floor.
const DEPTH: f32 = 1.5;

/// Distance between two triangular sheets of a row, metres: wide enough for the widest character.
const GAP: f32 = 4.0;
/// Distance between two rows of triangular sheets, metres: wide enough for the widest character.
const ROW: f32 = 4.5;

/// Maximum total rise or sideways offset of a sheet's upper edge, metres: long edges rise less steeply.
const MOST: f32 = 0.25;

/// Height of the walls around the floor, metres.
const WALL: f32 = 3.0;

/// Builds a floor of `length` metres along x with `rows` rows of triangular sheets that vary in length, height and lean.
#[must_use]
pub fn edges(length: f32, rows: usize) -> Builder {
    let mut builder = Builder::new("edges");
    let (half, side) = (0.5 * length, 0.5 * ROW * (rows + 1) as f32);
    let ring = [[-half, -side], [half, -side], [half, side], [-half, side]];
    let [a, b, c, d] = ring.map(|[x, z]| Vec3::new(x, 0.0, z));
    builder.quad([a, d, c, b]);
    for corner in 0..4 {
        builder.wall(ring[corner], ring[(corner + 1) % 4], [-WALL, WALL], 1, 1);
    }
    for row in 0..rows {
        let z = ROW * (row + 1) as f32 - side;
        let edge = LENGTHS[row % LENGTHS.len()].min(length - 2.0 * GAP);
        let count = ((length - GAP) / (edge + GAP)).floor().max(1.0);
        for index in 0..count as usize {
            let x = (index as f32 - 0.5 * (count - 1.0)) * (edge + GAP);
            sheet(&mut builder, Vec3::new(x, 0.0, z), edge, row + row / LENGTHS.len() + index);
        }
    }
    builder
}

/// Adds one triangular sheet; the middle of its upper edge is above `place`. `number` selects its height, lean and slopes.
fn sheet(builder: &mut Builder, place: Vec3, length: f32, number: usize) {
    let height = HEIGHTS[number % HEIGHTS.len()];
    let [across, down] = LEANS[number % LEANS.len()];
    // Half of the edge's rise and turn; a lying sheet must not dip into the floor.
    let [rise, turn] = [RISES[number % RISES.len()], TURNS[number % TURNS.len()]]
        .map(|slope| (slope * length).clamp(-MOST, MOST).clamp(-0.6 * height, 0.6 * height) / 2.0);
    let half = Vec3::new(length / 2.0, rise, turn);
    let middle = place + Vec3::Y * height;
    let third = middle + Vec3::new(0.0, -down, across) * DEPTH;
    // The front is the upper side.
    let half = if across < 0.0 { -half } else { half };
    builder.triangle(middle + half, middle - half, third);
}
