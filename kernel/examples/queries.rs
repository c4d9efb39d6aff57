//! Questions to a world: what a shape meets on its way, what a ray hits, what overlaps, what is nearest, and many rays in one call.
//!
//! Run it with `cargo run --release -p sweep8 --example queries`.

use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{Ellipsoid, Mesh, OrientedEllipsoid, Placement, RayQuery, Sides, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new();
    world.add(&Mesh::cuboid(Vec3::new(20.0, 0.5, 20.0))?.cook(), Placement::at(DVec3::Y * -0.5))?;
    let pillar = world.add(&Mesh::capsule(1.5, 0.5, 24)?.cook(), Placement::at(DVec3::new(4.0, 1.5, 0.0)))?;

    // When does a human touch something on the way? `fraction` is the part of the displacement up to there.
    let center = Vec3::new(0.0, 1.0, 0.0);
    let hit = world.sweep(Ellipsoid::HUMAN, center, Vec3::X * 6.0, Sides::Both)?.ok_or("nothing is met")?;
    println!("sweep: after {:.3} m, normal {}, the pillar: {}", hit.fraction * 6.0, hit.normal, hit.instance == pillar);

    // The same lying down.
    let lying = OrientedEllipsoid::new(Ellipsoid::HUMAN, Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))?;
    let hit = world.sweep(lying, center, Vec3::X * 6.0, Sides::Both)?.ok_or("nothing is met")?;
    println!("sweep, lying: after {:.3} m", hit.fraction * 6.0);

    // A ray from the eye. `Sides::Front` feels counter-clockwise sides of triangles only.
    let seen = world.ray(Vec3::new(0.0, 1.7, 0.0), Vec3::X, 50.0, Sides::Front)?.ok_or("nothing is seen")?;
    println!("ray: {:.3} m to triangle {} at {}", seen.distance, seen.triangle, seen.point);

    // Is there room for a ball, and if not, what is in its way?
    let ball = Ellipsoid::ball(0.4)?;
    let (free, blocked) = (Vec3::new(0.0, 0.5, 0.0), Vec3::new(3.3, 0.3, 0.0));
    println!("overlap: {} and {}", world.overlap(ball, free, Sides::Both)?, world.overlap(ball, blocked, Sides::Both)?);
    let mut overlaps = Vec::new(); // filled anew by each call
    world.overlap_all(ball, blocked, Sides::Both, &mut overlaps)?;
    let deepest = overlaps.iter().map(|overlap| overlap.depth).fold(0.0, f32::max);
    println!("overlap_all: {} triangles, the deepest {deepest:.3} m", overlaps.len());

    let nearest = world.closest_point(Vec3::new(2.0, 1.0, 0.5), 5.0, Sides::Both)?.ok_or("nothing is near")?;
    println!("closest_point: {} at {:.3} m", nearest.point, nearest.distance);

    // 360 rays around, on all threads: `answers[k]` is that of `queries[k]`.
    let around = |k: u16| RayQuery {
        origin: Vec3::new(0.0, 1.0, 0.0),
        direction: Quat::from_rotation_y(f32::from(k).to_radians()) * Vec3::X,
        distance: 30.0,
        filter: Sides::Both.into(),
    };
    let queries: Vec<_> = (0..360).map(around).collect();
    let mut answers = vec![Ok(None); queries.len()];
    world.ray_many(&queries, &mut answers)?;
    println!(
        "ray_many: {} of 360 hit the pillar",
        answers.iter().filter(|answer| matches!(answer, Ok(Some(_)))).count()
    );
    Ok(())
}
