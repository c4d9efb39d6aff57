//! A cooked mesh restores from its bytes; other bytes are refused or safe to use.
//!
//! In: some triangles of some materials, then changes of the cooked bytes.
//!
//! 1. Loaded again, copied or shared, the mesh gives the same bytes.
//! 2. Bytes that were changed, cut off or added are refused with an error.
//! 3. The same with a corrected hash, so that later checks are reached: an accepted mesh gives the same bytes, and its
//!    world is safe to use.
//! 4. The case's own bytes, with a corrected hash, are refused or safe to use.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{read_triangles, write_triangles};
use crate::usable;
use glam::Vec3;
use std::sync::Arc;
use sweep8::inspect::seal_cooked_mesh;
use sweep8::{CookedError, CookedMesh, Material, Mesh, Placement, World};

/// Maximum number of triangles of a test case's mesh: enough for a tree node with several blocks of eight.
const TRIANGLES: usize = 40;

/// Maximum number of changes to the bytes of a cooked mesh in a test case.
const CHANGES: u8 = 8;

/// A copy of bytes that starts at an address aligned to 64 bytes.
struct Aligned {
    memory: Vec<u8>,
    start: usize,
}

impl Aligned {
    fn new(bytes: &[u8]) -> Arc<Self> {
        let mut memory = vec![0; bytes.len() + 64];
        let start = memory.as_ptr().align_offset(64);
        memory[start..start + bytes.len()].copy_from_slice(bytes);
        memory.truncate(start + bytes.len());
        Arc::new(Self { memory, start })
    }
}

impl AsRef<[u8]> for Aligned {
    fn as_ref(&self) -> &[u8] {
        &self.memory[self.start..]
    }
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let changes: Vec<([u8; 2], u8, f32)> =
        (0..reader.byte() % CHANGES).map(|_| ([reader.byte(), reader.byte()], reader.byte(), reader.raw())).collect();
    let kinds: Vec<Material> =
        (0..reader.byte() % 4).map(|_| Material::with_friction(reader.between(0.0, 10.0))).collect();
    let triangles = read_triangles(&mut reader, TRIANGLES);
    let cooked = cook(&triangles, &kinds)?;
    let sound = cooked.to_bytes();
    for mesh in both(&sound) {
        let again = mesh.as_ref().map(CookedMesh::to_bytes);
        demand(again.as_ref() == Ok(&sound), || format!("it does not come back: {:?}", again.as_ref().err()))?;
    }
    let mut changed = sound.clone();
    for &(place, kind, value) in &changes {
        let before = changed.clone();
        change(&mut changed, usize::from(u16::from_le_bytes(place)) * sound.len() / 65_536, kind, value);
        if changed == before || changed == sound {
            continue;
        }
        let refused = CookedMesh::from_bytes(&changed);
        demand(refused.is_err(), || format!("accepted after a change at {place:?} by {kind} {value}"))?;
        seal_cooked_mesh(&mut changed);
        use_it(&changed, &triangles, &mut reader)
            .map_err(|finding| Finding(format!("{place:?} {kind} {value}: {}", finding.0)))?;
    }
    let mut own = bytes.to_vec();
    seal_cooked_mesh(&mut own);
    use_it(&own, &triangles, &mut reader)?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a cooked mesh and changes of its bytes.
pub(crate) fn encode(number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(5);
    for change in 0..5_u8 {
        writer.byte(number).byte(change * 50 + number % 50).byte(change).number(f32::from(number) * 0.1);
    }
    writer.byte(2).number(0.4).number(1.5);
    write_triangles(&mut writer, triangles);
    writer.finish()
}

fn cook(triangles: &[[Vec3; 3]], kinds: &[Material]) -> Result<CookedMesh, Finding> {
    let positions: Vec<Vec3> = triangles.iter().flatten().copied().collect();
    let indices: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let of_triangle: Vec<u16> = (0..triangles.len()).map(|id| (id % kinds.len().max(1)) as u16).collect();
    let mesh = Mesh::new(&positions, &indices);
    let mesh = if kinds.is_empty() { mesh } else { mesh.and_then(|mesh| mesh.with_materials(kinds, &of_triangle)) };
    mesh.map(Mesh::cook).map_err(|error| Finding(format!("{error}: {triangles:?} {kinds:?}")))
}

/// Changes the bytes of a cooked mesh at the offset `place` in a way that `kind` selects.
fn change(bytes: &mut Vec<u8>, place: usize, kind: u8, value: f32) {
    match kind % 8 {
        0 => bytes.truncate(place),
        1 => bytes.extend(value.to_le_bytes()),
        // Flags, cells of nodes and first corners have at most a byte each.
        2 | 3 => bytes.get_mut(place..=place).unwrap_or_default().fill(value.to_le_bytes()[1]),
        4 => bytes.get_mut(place..=place).unwrap_or_default().iter_mut().for_each(|byte| *byte ^= 1 << (kind >> 5)),
        _ => {
            let at = place & !3;
            let end = (at + 4).min(bytes.len());
            let word = bytes.get_mut(at..end).unwrap_or_default();
            word.copy_from_slice(&value.to_le_bytes()[..word.len()]);
        }
    }
}

/// Loads a cooked mesh from bytes in both ways: by copying, and by sharing the memory.
fn both(bytes: &[u8]) -> [Result<CookedMesh, CookedError>; 2] {
    [CookedMesh::from_bytes(bytes), CookedMesh::from_shared(Aligned::new(bytes))]
}

/// Checks that both ways of loading a cooked mesh agree, and that an accepted mesh is safe to use.
fn use_it(bytes: &[u8], triangles: &[[Vec3; 3]], reader: &mut Reader<'_>) -> Result<(), Finding> {
    let (mesh, shared) = match both(bytes) {
        [Ok(mesh), Ok(shared)] => (mesh, shared),
        [copied, shared] => {
            let (copied, shared) = (copied.err(), shared.err());
            // Compared as text, because an error about NaN is not equal to itself.
            let text = |error: &Option<CookedError>| error.map(|error| error.to_string());
            let is_same = copied.is_some() && text(&copied) == text(&shared);
            return demand(is_same, || format!("copied: {copied:?}, shared: {shared:?}"));
        }
    };
    let is_same = mesh.to_bytes() == bytes && shared.to_bytes() == bytes;
    demand(is_same, || "accepted, but not the same bytes".to_owned())?;
    let mut world = World::new();
    let added = world.add(&shared, Placement::IDENTITY);
    demand(added.is_ok(), || format!("accepted, but it has no place in a world: {added:?}"))?;
    drop(mesh);
    let beside = triangles.first().map_or(Vec3::ZERO, |corners| corners[0]);
    usable::check(&world, beside, reader)
}
