//! Rays, sweeps, overlaps and closest points: any number in one call.
//!
//! In: a filter, and lists of places, directions and displacements. Out: an array for each field of the answers; `ts/queries.ts` knows
//! their order.

use crate::arguments::{places, vectors};
use crate::border::exports;
use crate::calls::profile::shape;
use crate::exchange::Exchange;
use crate::fault::Fault;
use crate::world::{World, number_of};
use sweep8::glam::{DVec3, Vec3};
use sweep8::{
    ClosestPoint, ClosestPointQuery, Filter, Hit, InputError, InstanceId, OverlapQuery, Position, RayHit, RayQuery,
    Shape, Sides, Skip, SweepQuery,
};

/// The fields that all answers have.
struct Found {
    /// Distance of a ray or a closest point, metres; fraction of a sweep.
    along: f32,
    point: Vec3,
    normal: Vec3,
    face_normal: Vec3,
    barycentric: Vec3,
    instance: InstanceId,
    triangle: u32,
    material: u16,
    is_front: bool,
}

macro_rules! found {
    ($($kind:ty: $along:ident),*) => {
        $(impl From<$kind> for Found {
            fn from(of: $kind) -> Self {
                Self {
                    along: of.$along,
                    point: of.point,
                    normal: of.normal,
                    face_normal: of.face_normal,
                    barycentric: of.barycentric,
                    instance: of.instance,
                    triangle: of.triangle,
                    material: of.material,
                    is_front: of.is_front,
                }
            }
        })*
    };
}

found!(RayHit: distance, Hit: fraction, ClosestPoint: distance);

/// The filter in the arguments: layers, sides, sensors, approach only, and the instance and triangle to skip, or -1.
fn filter(input: &mut Exchange, world: &World) -> Result<Filter, Fault> {
    let [layers, sides, sensors, approach_only, instance, triangle] = input.numbers()?;
    let skip = match (instance, triangle) {
        (-1.0, _) => Skip::Nothing,
        (_, -1.0) => Skip::Instance(world.id(instance)?),
        _ => Skip::Triangle(world.id(instance)?, triangle as u32),
    };
    Ok(Filter {
        sides: if sides == 0.0 { Sides::Both } else { Sides::Front },
        layers: layers as u32,
        sensors: sensors != 0.0,
        approach_only: approach_only != 0.0,
        skip,
    })
}

fn directions(input: &mut Exchange, count: u32) -> Result<Vec<Vec3>, Fault> {
    Ok(vectors(input.take((count as usize).saturating_mul(3))?))
}

/// The error of a query; that of a list names its row.
fn refused(row: usize, is_list: u32, error: InputError) -> Fault {
    if is_list == 0 { error.into() } else { Fault::Row(row, error) }
}

/// Writes answers as an array for each field; returns how many found something.
fn write<T: Into<Found>>(
    output: &mut Exchange,
    answers: Vec<Result<Option<T>, InputError>>,
    is_list: u32,
) -> Result<f64, Fault> {
    let count = answers.len();
    let (mut along, mut instance) = (vec![f32::INFINITY; count], vec![-1.0_f64; count]);
    let mut vectors = [const { Vec::new() }; 4].map(|_: Vec<f32>| vec![0.0_f32; 3 * count]);
    let (mut triangle, mut material, mut is_front) = (vec![u32::MAX; count], vec![0_u16; count], vec![0_u8; count]);
    let mut hits = 0.0;
    for (row, answer) in answers.into_iter().enumerate() {
        let Some(found) = answer.map_err(|error| refused(row, is_list, error))? else { continue };
        let found: Found = found.into();
        hits += 1.0;
        (along[row], instance[row], triangle[row]) = (found.along, number_of(found.instance), found.triangle);
        (material[row], is_front[row]) = (found.material, found.is_front.into());
        let of = [found.point, found.normal, found.face_normal, found.barycentric];
        for (list, vector) in vectors.iter_mut().zip(of) {
            list[3 * row..3 * row + 3].copy_from_slice(&vector.to_array());
        }
    }
    output.clear();
    output.put(&along);
    output.put(&instance);
    vectors.iter().for_each(|list| output.put(list));
    output.put(&triangle);
    output.put(&material);
    output.put(&is_front);
    Ok(hits)
}

exports! {
    fn world_rays(world: u32, count: u32, distance: f64, is_list: u32) |state| {
        let world = state.tables.worlds.get(world)?;
        let filter = filter(&mut state.input, world)?;
        let origins: Vec<Position> = places(&mut state.input, count)?;
        let directions = directions(&mut state.input, count)?;
        let ray = |(&origin, &way)| RayQuery { filter, ..RayQuery::new(origin, way, distance as f32) };
        let rays: Vec<RayQuery<Position>> = origins.iter().zip(&directions).map(ray).collect();
        let mut answers = vec![Ok(None); rays.len()];
        world.world.ray_many(&rays, &mut answers)?;
        write(&mut state.output, answers, is_list)
    }

    fn world_sweeps(world: u32, count: u32, is_list: u32) |state| {
        let world = state.tables.worlds.get(world)?;
        let filter = filter(&mut state.input, world)?;
        let shape = shape(&mut state.input)?;
        let centers: Vec<Position> = places(&mut state.input, count)?;
        let displacements = directions(&mut state.input, count)?;
        let sweep = |(&center, &way)| SweepQuery { filter, ..SweepQuery::new(shape, center, way) };
        let sweeps: Vec<SweepQuery<Shape, Position>> = centers.iter().zip(&displacements).map(sweep).collect();
        let mut answers = vec![Ok(None); sweeps.len()];
        world.world.sweep_many(&sweeps, &mut answers)?;
        write(&mut state.output, answers, is_list)
    }

    /// Answers with a byte for each: whether it overlaps.
    fn world_overlaps(world: u32, count: u32, is_list: u32) |state| {
        let world = state.tables.worlds.get(world)?;
        let filter = filter(&mut state.input, world)?;
        let shape = shape(&mut state.input)?;
        let query = |center| OverlapQuery { filter, ..OverlapQuery::new(shape, center) };
        let queries: Vec<OverlapQuery<Shape, Position>> = places(&mut state.input, count)?.into_iter().map(query).collect();
        let mut answers = vec![Ok(false); queries.len()];
        world.world.overlap_many(&queries, &mut answers)?;
        let mut bytes = Vec::with_capacity(answers.len());
        for (row, answer) in answers.into_iter().enumerate() {
            bytes.push(u8::from(answer.map_err(|error| refused(row, is_list, error))?));
        }
        state.output.clear();
        state.output.put(&bytes);
        Ok(bytes.iter().map(|&byte| f64::from(byte)).sum())
    }

    fn world_closest_points(world: u32, count: u32, distance: f64, is_list: u32) |state| {
        let world = state.tables.worlds.get(world)?;
        let filter = filter(&mut state.input, world)?;
        let query = |point| ClosestPointQuery { filter, ..ClosestPointQuery::new(point, distance as f32) };
        let queries: Vec<ClosestPointQuery<Position>> = places(&mut state.input, count)?.into_iter().map(query).collect();
        let mut answers = vec![Ok(None); queries.len()];
        world.world.closest_point_many(&queries, &mut answers)?;
        write(&mut state.output, answers, is_list)
    }

    /// Answers with every triangle that the shape overlaps, in the kernel's order: instance, triangle, depth, normal, 6 numbers
    /// each; returns how many.
    fn world_overlap_all(world: u32) |state| {
        let world = state.tables.worlds.get(world)?;
        let filter = filter(&mut state.input, world)?;
        let shape = shape(&mut state.input)?;
        let [x, y, z] = state.input.numbers()?;
        let mut found = Vec::new();
        world.world.overlap_all(shape, DVec3::new(x, y, z), filter, &mut found)?;
        state.output.clear();
        for of in &found {
            let normal = of.normal.as_dvec3();
            state.output.put(&[number_of(of.instance), f64::from(of.triangle), f64::from(of.depth), normal.x, normal.y, normal.z]);
        }
        Ok(found.len() as f64)
    }
}
