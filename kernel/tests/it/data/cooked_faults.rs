//! Bytes of a cooked mesh that were changed on purpose, with a hash that fits: whatever is in them, they are refused by name or can be
//! used.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::terrain;
use glam::Vec3;
use std::collections::BTreeMap;
use std::ops::Range;
use sweep8::inspect::seal_cooked_mesh;
use sweep8::{CookedError, CookedMesh, Material, Mesh, Placement, Sides, World};

/// Where the numbers of a header lie.
const VERSION: usize = 8;
const TRIANGLES: usize = 12;
const DEGENERATE: usize = 16;
const NODES: usize = 24;
const BLOCKS: usize = 28;
const KINDS: usize = 32;
const LOW: usize = 36;
const HIGH: usize = 48;
const MEASURES: usize = 60;
const UNUSED: usize = 88;
const HEADER: usize = 128;

/// Bytes of a node, and where its numbers lie.
const NODE: usize = 512;
const PRESENT: usize = 32;
const FIRST: usize = 40;
const LOWEST: usize = 44;
const COUNT: usize = 48;

/// Bytes of a block, and where the ids lie.
const BLOCK: usize = 320;
const IDS: usize = 288;

// Of a material: friction, velocity, angular velocity, restitution.
const MATERIAL: usize = 32;

/// A cooked mesh to be changed.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes"))
    }

    fn put(mut self, at: usize, word: u32) -> Self {
        self.0[at..at + 4].copy_from_slice(&word.to_le_bytes());
        self
    }

    fn put_float(self, at: usize, value: f32) -> Self {
        self.put(at, value.to_bits())
    }

    fn put_byte(mut self, at: usize, byte: u8) -> Self {
        self.0[at] = byte;
        self
    }

    /// Nodes, blocks, materials, first corners, materials.
    fn parts(&self) -> [Range<usize>; 5] {
        let [triangles, nodes, blocks, kinds] = [TRIANGLES, NODES, BLOCKS, KINDS].map(|at| self.word(at) as usize);
        let mut end = HEADER;
        [nodes * NODE, blocks * BLOCK, 2 * triangles, triangles.div_ceil(4), MATERIAL * kinds].map(|size| {
            let start = end.next_multiple_of(64);
            end = start + size;
            start..end
        })
    }

    /// Where a coordinate lies.
    fn coordinate(&self, block: usize, corner: usize, axis: usize, lane: usize) -> usize {
        self.parts()[1].start + block * BLOCK + ((corner * 3 + axis) * 8 + lane) * 4
    }

    fn id(&self, block: usize, lane: usize) -> usize {
        self.parts()[1].start + block * BLOCK + IDS + 4 * lane
    }

    /// The first block with an empty lane, and that lane.
    fn gap(&self) -> (usize, usize) {
        let mut lanes = (0..self.word(BLOCKS) as usize).flat_map(|block| (0..8).map(move |lane| (block, lane)));
        lanes.find(|&(block, lane)| self.word(self.id(block, lane)) == u32::MAX).expect("not all are full")
    }

    /// The mesh of the bytes, or its error, once the hash fits.
    fn sealed(mut self) -> Result<CookedMesh, CookedError> {
        seal_cooked_mesh(&mut self.0);
        let mesh = CookedMesh::from_bytes(&self.0);
        if let Ok(mesh) = &mesh {
            assert!(mesh.to_bytes() == self.0, "accepted, but not the same bytes");
        }
        mesh
    }

    fn refused(self) -> CookedError {
        self.sealed().expect_err("it is wrong")
    }
}

/// Two levels of nodes over some ground of three materials, with a copy of a triangle and one without area.
fn sound() -> Bytes {
    let mut level = terrain(&mut Random(9), 20, 0.7, 0.3);
    level.extend([level[0], [level[0][0], level[0][1], level[0][1]]]);
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let kinds = [0.8, 0.0, 2.5].map(Material::with_friction);
    let of_triangle: Vec<u16> = (0..level.len()).map(|id| (id % 3) as u16).collect();
    let mesh = Mesh::new(&positions, &triangles).and_then(|mesh| mesh.with_materials(&kinds, &of_triangle));
    let bytes = Bytes(mesh.expect("it is a mesh").cook().to_bytes());
    assert!(bytes.word(NODES) > 2 && bytes.word(BLOCKS) > 64);
    assert!(bytes.clone().sealed().is_ok());
    bytes
}

/// Steps a crowd on it, and asks it: everything is finite.
fn use_it(mesh: &CookedMesh, round: u64) {
    let mut world = World::new();
    world.add(mesh, Placement::IDENTITY).expect("coordinates of a mesh fit a world");
    let (mut random, mut crowd) = (Random(round), new_crowd());
    let profile = profile_of(Vec3::new(0.4, 0.9, 0.4));
    for _ in 0..4 {
        let place = (random.vector(6.0) * 0.9).as_vec3();
        let id = crowd.spawn(&profile, place).expect("in range");
        crowd.set_desired_velocity(id, random.vector(5.0).as_vec3()).expect("in range");
        let hit = world.sweep(profile.settings().shape, place, Vec3::NEG_Y * 9.0, Sides::Both);
        assert!(hit.expect("in range").is_none_or(|hit| hit.point.is_finite() && hit.normal.is_finite()));
        let near = world.closest_point(place, 5.0, Sides::Both).expect("in range");
        assert!(near.is_none_or(|near| near.point.is_finite() && near.normal.is_finite()));
    }
    for _ in 0..4 {
        crowd.step(&world, 1.0 / 60.0).expect("a time step");
    }
    assert!(crowd.ids().all(|id| crowd.position(id).is_ok_and(|position| position.to_dvec3().is_finite())));
}

#[test]
fn each_number_of_the_header_is_checked() {
    let bytes = sound();
    let header = |at: usize, word: u32| bytes.clone().put(at, word).refused();
    let size = bytes.0.len() as u64;
    assert_eq!(header(0, 7), CookedError::NotAMesh);
    assert_eq!(header(VERSION, 1), CookedError::Version { found: 1, expected: 4 });
    for at in [TRIANGLES, NODES, BLOCKS, KINDS] {
        for word in [bytes.word(at) + 200, 0, u32::MAX] {
            let error = header(at, word);
            let is_length =
                matches!(error, CookedError::Length { given, expected } if given == size && expected != size);
            assert!(is_length, "{at} {word}: {error}");
        }
    }
    let (triangles, held) = (bytes.word(TRIANGLES), u64::from(bytes.word(TRIANGLES)) - 2);
    for (at, more) in [(DEGENERATE, 1), (DEGENERATE + 4, 5), (DEGENERATE, u32::MAX - 2)] {
        let left_out = 2 + u64::from(more);
        assert_eq!(header(at, 1 + more), CookedError::Count { triangles, left_out, held });
    }
    assert_eq!(header(DEGENERATE, 0), CookedError::Count { triangles, left_out: 1, held });
    for at in (LOW..MEASURES).step_by(4) {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e8, -1e8] {
            let error = bytes.clone().put_float(at, value).refused();
            assert!(matches!(error, CookedError::Box { .. }), "{at} {value}: {error}");
        }
    }
    for at in (MEASURES..UNUSED).step_by(4) {
        for value in [f32::NAN, f32::INFINITY, -1e8, f32::from_bits(bytes.word(at) + 1)] {
            assert_eq!(bytes.clone().put_float(at, value).refused(), CookedError::Measures, "{at} {value}");
        }
    }
    let apart = bytes.clone().put_float(LOW, 3.0).put_float(HIGH, 2.0).refused();
    assert!(matches!(apart, CookedError::Box { .. }), "{apart}");
    let small = bytes.clone().put_float(HIGH, 0.5).refused();
    assert!(matches!(small, CookedError::Outside { .. }), "{small}");
    let large = bytes.clone().put_float(HIGH, 20.0).refused();
    assert!(matches!(large, CookedError::NodeBoxes { .. }), "{large}");
    assert_eq!(header(UNUSED, 1 << 8), CookedError::Gap { at: UNUSED as u64 + 1 });
}

#[test]
fn a_header_of_more_triangles_than_a_mesh_has_is_refused() {
    let count = (1 << 28) + 1_u32;
    let mut bytes = Bytes(Mesh::new(&[], &[]).expect("it is a mesh").cook().to_bytes()).put(TRIANGLES, count);
    let first_corners = (count as usize).div_ceil(4).next_multiple_of(64);
    bytes.0.resize(HEADER + first_corners + 8, 0);
    assert_eq!(bytes.refused(), CookedError::TooManyTriangles { count });
}

#[test]
fn nodes_that_make_no_tree_are_refused() {
    let bytes = sound();
    let node = |number: usize, at: usize| HEADER + number * NODE + at;
    let children = |number: usize| CookedError::Children { node: number as u32 };
    let nodes = bytes.word(NODES);
    // The root below itself, its children elsewhere, none, or too many.
    for first in [0, 2, nodes, u32::MAX] {
        assert_eq!(bytes.clone().put(node(0, FIRST), first).refused(), children(0));
    }
    for count in [0, 65, u32::MAX] {
        assert_eq!(bytes.clone().put(node(0, COUNT), count).refused(), children(0));
        assert_eq!(bytes.clone().put(node(1, COUNT), count).refused(), children(1));
    }
    assert_eq!(bytes.clone().put(node(0, COUNT), nodes).refused(), children(0), "one more than there are");
    assert_eq!(bytes.clone().put(node(2, FIRST), 0).refused(), children(2), "blocks that another has");
    // Blocks for nodes, and nodes for blocks.
    assert_eq!(bytes.clone().put(node(0, LOWEST), 1).refused(), children(0));
    assert_eq!(bytes.clone().put(node(1, LOWEST), 0).refused(), children(1));
    assert_eq!(bytes.clone().put(node(1, LOWEST), 2).refused(), CookedError::NodeBoxes { node: 1 });
    // One child fewer: what lay below it hangs below no node, or below the wrong one.
    let fewer = bytes.clone().put(node(0, COUNT), nodes - 2).refused();
    assert_eq!(fewer, CookedError::NodeBoxes { node: 0 });
    assert_eq!(bytes.clone().put(node(0, PRESENT), 1).refused(), CookedError::NodeBoxes { node: 0 });
}

#[test]
fn a_chain_of_nodes_that_is_deeper_than_any_that_is_cooked_is_refused() {
    let one = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]]).expect("it is a mesh").cook().to_bytes();
    for depth in 2..9_u32 {
        let (head, rest) = one.split_at(HEADER);
        let (lowest, rest) = rest.split_at(NODE);
        let mut bytes = Bytes(head.to_vec());
        for number in 1..depth {
            bytes.0.extend_from_slice(lowest);
            let at = bytes.0.len() - NODE;
            bytes = bytes.put(at + FIRST, number).put(at + LOWEST, 0);
        }
        bytes.0.extend_from_slice(lowest);
        bytes.0.extend_from_slice(rest);
        let mesh = bytes.put(NODES, depth).sealed();
        match mesh {
            Ok(mesh) => {
                assert!(depth <= 6, "{depth}");
                use_it(&mesh, 0);
            }
            Err(error) => assert_eq!((error, depth > 6), (CookedError::Depth { node: 6 }, true), "{depth}"),
        }
    }
}

#[test]
fn nodes_and_blocks_below_no_node_are_refused() {
    let bytes = sound();
    let [nodes, blocks, ..] = bytes.parts();
    let mut more = bytes.clone();
    let last = bytes.0[blocks.end - BLOCK..blocks.end].to_vec();
    more.0.splice(blocks.end..blocks.end, last);
    let more = more.put(BLOCKS, bytes.word(BLOCKS) + 1).refused();
    assert_eq!(more, CookedError::Unreached { nodes: 0, blocks: 1 });
    let mut more = bytes.clone();
    let last = bytes.0[nodes.end - NODE..nodes.end].to_vec();
    more.0.splice(nodes.end..nodes.end, last);
    let more = more.put(NODES, bytes.word(NODES) + 1).refused();
    assert_eq!(more, CookedError::Unreached { nodes: 1, blocks: 0 });
}

#[test]
fn each_number_of_a_block_is_checked() {
    let bytes = sound();
    let count = bytes.word(TRIANGLES);
    let (gap, lane) = bytes.gap();
    let id = |block: usize, lane: usize| bytes.word(bytes.id(block, lane));
    for value in [f32::NAN, f32::INFINITY, 1.7e7, -3e38] {
        for at in 0..9 {
            let error = bytes.clone().put_float(bytes.coordinate(3, at / 3, at % 3, 0), value).refused();
            match error {
                CookedError::Corner { triangle, value: corner } => {
                    assert_eq!((triangle, corner[at % 3].to_bits()), (id(3, 0), value.to_bits()));
                }
                other => panic!("{other}"),
            }
            let error = bytes.clone().put_float(bytes.coordinate(gap, at / 3, at % 3, lane), value).refused();
            assert_eq!(error, CookedError::Lane { block: gap as u32, lane: lane as u32 });
        }
    }
    let mut flat = bytes.clone();
    for axis in 0..3 {
        flat = flat.clone().put(bytes.coordinate(3, 1, axis, 0), flat.word(bytes.coordinate(3, 0, axis, 0)));
    }
    assert_eq!(flat.refused(), CookedError::NoArea { triangle: id(3, 0) });
    for triangle in [count, u32::MAX - 1] {
        let error = bytes.clone().put(bytes.id(3, 2), triangle).refused();
        assert_eq!(error, CookedError::TriangleOutOfRange { block: 3, lane: 2, triangle, count });
    }
    let twice = bytes.clone().put(bytes.id(3, 2), id(0, 1)).refused();
    assert_eq!(twice, CookedError::Twice { triangle: id(0, 1) });
    let emptied = bytes.clone().put(bytes.id(3, 2), u32::MAX).refused();
    assert_eq!(emptied, CookedError::Lane { block: 3, lane: 2 });
    let filled = bytes.clone().put(bytes.id(gap, lane), count - 1).refused();
    assert_eq!(filled, CookedError::Corner { triangle: count - 1, value: Vec3::X * 1e15 });
    // A triangle that grows out of its boxes.
    let grown = bytes.clone().put_float(bytes.coordinate(3, 1, 2, 0), 6.9).refused();
    assert!(matches!(grown, CookedError::NodeBoxes { .. }), "{grown}");
}

#[test]
fn first_corners_materials_and_gaps_are_checked() {
    let bytes = sound();
    let [_, _, materials, first_corners, kinds] = bytes.parts();
    let count = bytes.word(TRIANGLES);
    let third = bytes.clone().put_byte(first_corners.start + 2, bytes.0[first_corners.start + 2] | 0b11_0000).refused();
    assert_eq!(third, CookedError::FirstCorner { triangle: 10 });
    assert_eq!(count % 4, 2, "two are behind the last");
    let behind = bytes.clone().put_byte(first_corners.end - 1, 1 << 4).refused();
    assert_eq!(behind, CookedError::FirstCorner { triangle: count });
    for material in [3, 256, u16::MAX] {
        let word = bytes.word(materials.start + 20) & 0xFFFF | u32::from(material) << 16;
        let error = bytes.clone().put(materials.start + 20, word).refused();
        assert_eq!(error, CookedError::MaterialOutOfRange { triangle: 11, material, count: 3 });
    }
    for friction in [-1.0, f32::INFINITY, -f32::MIN_POSITIVE] {
        let error = bytes.clone().put_float(kinds.start + MATERIAL, friction).refused();
        assert_eq!(error, CookedError::Friction { material: 1, friction });
    }
    let not_a_number = bytes.clone().put_float(kinds.start, f32::NAN).refused();
    assert!(matches!(not_a_number, CookedError::Friction { material: 0, .. }), "{not_a_number}");
    for (at, velocity) in [(4, f32::NAN), (12, -4_097.0), (16, f32::INFINITY), (24, 5e9)] {
        let error = bytes.clone().put_float(kinds.start + MATERIAL + at, velocity).refused();
        assert_eq!(error, CookedError::SurfaceVelocity { material: 1 });
    }
    for restitution in [-0.5, 1.5, f32::INFINITY] {
        let error = bytes.clone().put_float(kinds.start + MATERIAL + 28, restitution).refused();
        assert_eq!(error, CookedError::Restitution { material: 1, restitution });
    }
    for gap in [materials.end..first_corners.start, first_corners.end..kinds.start, kinds.end..bytes.0.len() - 8] {
        assert!(!gap.is_empty());
        for at in [gap.start, gap.end - 1] {
            assert_eq!(bytes.clone().put_byte(at, 1).refused(), CookedError::Gap { at: at as u64 });
        }
    }
}

#[test]
fn any_byte_may_change_and_what_is_accepted_can_be_used() {
    let bytes = sound();
    let [nodes, ..] = bytes.parts();
    let mut random = Random(4);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut accepted = 0_u64;
    for at in (0..bytes.0.len() - 8).step_by(cases(1, 3)) {
        for changed in [bytes.0[at] ^ 1 << random.whole(0, 7) as u8, random.whole(0, 255) as u8] {
            if changed == bytes.0[at] {
                continue;
            }
            match bytes.clone().put_byte(at, changed).sealed() {
                Ok(mesh) => {
                    // There may be more materials, which nobody names and zeros stand for, and the grid may have more room.
                    let may_differ = at >= nodes.end || at == KINDS || (LOW..UNUSED).contains(&at);
                    assert!(may_differ, "byte {at} from {} to {changed}", bytes.0[at]);
                    accepted += 1;
                    if accepted.is_multiple_of(16) {
                        use_it(&mesh, accepted);
                    }
                }
                Err(error) => {
                    let name = format!("{error:?}");
                    let name = name.split([' ', '(']).next().expect("a name").to_owned();
                    *kinds.entry(name).or_default() += 1;
                }
            }
        }
    }
    println!("{accepted} accepted, refused: {kinds:?}");
    assert!(accepted > cases(2_000, 600) && kinds.len() > 14, "{accepted} accepted, refused: {kinds:?}");
}
