// Instances that move: lifts, doors, platforms.
//
// In: a mesh for each instance, and for each frame 10 numbers an instance: translation, rotation as a quaternion (x, y, z, w), scale.
// Out: a group whose children are the instances.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial } from 'three';
import { MOVER } from './colours.js';

/** Numbers of one placement. */
export const PLACEMENT = 10;

/** A group of instances; `meshes` are `{positions, indices}`, `instances` the index of the mesh of each. */
export function movers({ meshes, instances }, planes) {
  const material = new MeshLambertMaterial({ color: MOVER, flatShading: true, side: DoubleSide, clippingPlanes: planes });
  const geometries = meshes.map(({ positions, indices }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    return geometry;
  });
  const group = new Group();
  for (const mesh of instances) group.add(new Mesh(geometries[mesh], material));
  return group;
}

/** Places all instances; `placements` has [`PLACEMENT`] numbers for each. */
export function placeMovers(group, placements) {
  group.children.forEach((mesh, place) => {
    const at = PLACEMENT * place;
    mesh.position.fromArray(placements, at);
    mesh.quaternion.fromArray(placements, at + 3);
    mesh.scale.fromArray(placements, at + 7);
  });
}
