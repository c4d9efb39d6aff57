// Characters as instances of one body: an ellipsoid, or an upright capsule.
//
// In: the shape; in each frame the centres, and colours if they differ. Out: a mesh of as many instances as there is room for.

import { CapsuleGeometry, Color, DynamicDrawUsage, InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry } from 'three';
import { CHARACTER } from './colours.js';

/** Body of `radii` (x, y, z) and `halfLength` of its spine, metres. */
function body({ radii, halfLength }) {
  if (halfLength > 0) return new CapsuleGeometry(radii[0], 2 * halfLength, 6, 12);
  return new SphereGeometry(1, 16, 12).scale(...radii);
}

export function characters(shape, most, planes) {
  const material = new MeshLambertMaterial({ color: 0xffffff, clippingPlanes: planes });
  const mesh = new InstancedMesh(body(shape), material, most);
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  const colour = new Color(CHARACTER);
  for (let place = 0; place < most; place += 1) mesh.setColorAt(place, colour);
  mesh.count = 0;
  mesh.frustumCulled = false;
  return mesh;
}

/** Moves the characters to `centres` (x, y, z each); one whose centre is not finite is not shown. */
export function moveCharacters(mesh, centres) {
  const matrix = new Matrix4();
  const count = Math.min(centres.length / 3, mesh.instanceMatrix.count);
  for (let place = 0; place < count; place += 1) {
    const [x, y, z] = centres.subarray(3 * place, 3 * place + 3);
    if (Number.isFinite(x)) matrix.makeTranslation(x, y, z);
    else matrix.makeScale(0, 0, 0);
    mesh.setMatrixAt(place, matrix);
  }
  mesh.count = count;
  mesh.instanceMatrix.needsUpdate = true;
}

/** Colours the characters; `colours` are three numbers of 0 to 1 each, linear. */
export function colourCharacters(mesh, colours) {
  mesh.instanceColor.array.set(colours.subarray(0, mesh.instanceColor.array.length));
  mesh.instanceColor.needsUpdate = true;
}
