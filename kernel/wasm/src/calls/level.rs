//! Levels: glTF, OBJ and cooked ones, from bytes.
//!
//! In: the bytes of a file, and of the files beside it. Out: everything that is in the level, as lists of numbers. The page makes meshes
//! and a world of them in the other module.

use crate::border::exports;
use crate::exchange::Exchange;
use crate::fault::Fault;
use std::collections::BTreeMap;
use std::io;
use sweep8_levels::Level;

/// The next `count` bytes of the arguments as text.
fn text(input: &mut Exchange, count: usize) -> Result<String, Fault> {
    std::str::from_utf8(input.take(count)?).map(str::to_owned).map_err(|_| Fault::Arguments)
}

exports! {
    /// Reads a level: the length of its name, that of its bytes, the number of files beside it; of each such file the lengths of
    /// name and bytes come first.
    ///
    /// Answers with nine counts (triangles, meshes, instances, materials, and what the level leaves out); the number of bytes of all names,
    /// and the names of level, meshes, instances and materials, each ended by a zero; of each mesh four counts (vertices, triangles,
    /// materials of triangles, bytes of a cooked mesh) and these lists; of each instance mesh, translation, rotation and scale.
    fn level_read(name: u32, bytes: u32, files: u32) |state| {
        let name = text(&mut state.input, name as usize)?;
        let bytes = state.input.take::<u8>(bytes as usize)?.to_owned();
        let mut beside = BTreeMap::new();
        for _ in 0..files {
            let [name, length] = state.input.numbers()?;
            let name = text(&mut state.input, name as usize)?;
            beside.insert(name, state.input.take::<u8>(length as usize)?.to_owned());
        }
        let none = || io::Error::new(io::ErrorKind::NotFound, "it was not given together with the level");
        let file = |path: &str| beside.get(path).cloned().ok_or_else(none);
        let level = Level::from_bytes_with(&name, &bytes, &file)?;

        let (output, out) = (&mut state.output, level.left_out);
        output.clear();
        let counts = [
            level.triangle_count(), level.meshes.len(), level.instances.len(), level.material_names.len(),
            out.primitives, out.nodes, out.baked, out.skinned, out.morphed,
        ];
        output.put(&counts.map(|count| count as f64));
        let mut text = Vec::new();
        let (meshes, instances) = (level.meshes.iter().map(|of| &of.name), level.instances.iter().map(|of| &of.name));
        for name in [&level.name].into_iter().chain(meshes).chain(instances).chain(&level.material_names) {
            text.extend(name.bytes().filter(|&byte| byte != 0));
            text.push(0);
        }
        output.put(&[text.len() as f64]);
        output.put(&text);
        for mesh in &level.meshes {
            let cooked = mesh.cooked.as_ref().map(sweep8::CookedMesh::to_bytes).unwrap_or_default();
            let lengths = [mesh.positions.len(), mesh.triangles.len(), mesh.materials.len(), cooked.len()];
            output.put(&lengths.map(|length| length as f64));
            let positions: Vec<[f32; 3]> = mesh.positions.iter().map(|position| position.to_array()).collect();
            output.put(&positions);
            output.put(&mesh.triangles);
            output.put(&mesh.materials);
            output.put(&cooked);
        }
        for of in &level.instances {
            let placement = &of.placement;
            output.put(&[of.mesh as f64]);
            output.put(&placement.translation.to_array());
            output.put(&placement.rotation.as_dquat().to_array());
            output.put(&placement.scale.as_dvec3().to_array());
        }
        Ok(0.0)
    }
}
