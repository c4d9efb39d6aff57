//! Levels with planted faults, and with what is none.

use glam::Vec3;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::builder::Builder;

/// Height of all walls, metres.
const WALL: f32 = 4.0;

/// A sheet that stops from both sides, from the ground up.
fn wall(builder: &mut Builder, from: [f32; 2], to: [f32; 2], heights: [f32; 2]) {
    builder.wall(from, to, heights, 1, 1);
    builder.wall(to, from, heights, 1, 1);
}

/// A hall of 20 m with a pit, a gallery with a ramp and a gap in its rail, a corridor that ends in the air, and a closed room.
pub(crate) fn planted() -> Level {
    let mut b = Builder::new("planted");
    // The floor of the hall, around a pit of 3 m by 3 m.
    for [low, high] in [
        [[-10.0, -10.0], [4.0, 10.0]],
        [[7.0, -10.0], [10.0, 10.0]],
        [[4.0, -10.0], [7.0, 4.0]],
        [[4.0, 7.0], [7.0, 10.0]],
    ] {
        b.floor(low, high, 0.0, 4, 4);
    }
    b.floor([4.0, 4.0], [7.0, 7.0], -2.0, 2, 2);
    let pit = [[4.0, 4.0], [4.0, 7.0], [7.0, 7.0], [7.0, 4.0]];
    // Walls of the hall, with an opening to the corridor; of the corridor, which has no end; and of the closed room.
    let hall = [[-2.0, -10.0], [-10.0, -10.0], [-10.0, 10.0], [10.0, 10.0], [10.0, -10.0], [2.0, -10.0]];
    let room = [[12.0, -4.0], [12.0, 4.0], [18.0, 4.0], [18.0, -4.0]];
    for place in 0..4 {
        wall(&mut b, pit[place], pit[(place + 1) % 4], [-2.0, 0.0]);
        wall(&mut b, room[place], room[(place + 1) % 4], [0.0, WALL]);
    }
    hall.windows(2).for_each(|ends| wall(&mut b, ends[0], ends[1], [0.0, WALL]));
    b.floor([-2.0, -16.0], [2.0, -10.0], 0.0, 2, 2);
    wall(&mut b, [-2.0, -16.0], [-2.0, -10.0], [0.0, WALL]);
    wall(&mut b, [2.0, -10.0], [2.0, -16.0], [0.0, WALL]);
    b.floor([12.0, -4.0], [18.0, 4.0], 0.0, 2, 2);
    // The gallery, its rail with a gap at the far end, and its ramp.
    b.floor([-10.0, -10.0], [-7.0, 10.0], 1.5, 2, 8);
    wall(&mut b, [-7.0, -6.0], [-7.0, 7.0], [0.0, WALL]);
    wall(&mut b, [-7.0, -10.0], [-7.0, -6.0], [0.0, 1.5]);
    let at = |x, y, z| Vec3::new(x, y, z);
    b.quad([at(-7.0, 1.5, 7.0), at(-7.0, 1.5, 10.0), at(-3.0, 0.0, 10.0), at(-3.0, 0.0, 7.0)]);
    wall(&mut b, [-7.0, 7.0], [-3.0, 7.0], [0.0, WALL]);
    b.finish()
}

/// A walled floor with a crate to climb, a wall to walk around, a block that is hollow, and a ledge with steps beside it.
pub(crate) fn furnished() -> Level {
    let mut b = Builder::new("furnished");
    b.floor([-10.0, -10.0], [10.0, 10.0], 0.0, 8, 8);
    b.enclose(WALL);
    b.cuboid(Vec3::new(2.0, 0.0, 2.0), Vec3::new(4.0, 1.0, 4.0));
    // Thinner than a body; its floor goes on below.
    b.cuboid(Vec3::new(-9.0, -0.5, 0.0), Vec3::new(1.0, 3.0, 0.3));
    // Large enough inside for many.
    b.cuboid(Vec3::new(4.0, -0.5, -8.0), Vec3::new(9.0, 5.0, -2.0));
    // Inside as large as a few, and open below.
    b.cuboid(Vec3::new(6.0, -0.5, 5.0), Vec3::new(8.5, 3.0, 8.0));
    // A ledge with steps beside it.
    b.cuboid(Vec3::new(-9.0, -0.5, -9.0), Vec3::new(-5.0, 0.9, -6.0));
    b.cuboid(Vec3::new(-5.0, -0.5, -9.0), Vec3::new(-4.4, 0.6, -6.0));
    b.cuboid(Vec3::new(-4.4, -0.5, -9.0), Vec3::new(-3.8, 0.3, -6.0));
    b.finish()
}
