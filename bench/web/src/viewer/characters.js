// Characters as instances of one body: an ellipsoid, or an upright capsule.
//
// In: the shape; in each frame the centres, and colours if they differ. Out: a mesh of as many instances as there is room for.

import { BufferAttribute, CapsuleGeometry, Color, DynamicDrawUsage, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { CHARACTER, GROUND_LIGHT, SKY, SUN } from './colours.js';

/** Body of `radii` (x, y, z) and `halfLength` of its spine, metres; `rings` and `sides` say how round a capsule is drawn. */
function body({ radii, halfLength, rings = 6, sides = 12 }) {
  if (halfLength > 0) return new CapsuleGeometry(radii[0], 2 * halfLength, rings, sides);
  return new SphereGeometry(1, 16, 12).scale(...radii);
}

/** Gives each vertex the light that falls on it. Characters are never turned: it is the same for all, and pixels need not compute it. */
function lit(geometry) {
  const { normal } = geometry.attributes;
  const [sky, ground, from] = [new Color(SKY.colour), new Color(GROUND_LIGHT), new Vector3(...SUN.from).normalize()];
  const light = new Float32Array(3 * normal.count);
  for (let k = 0; k < normal.count; k += 1) {
    const at = new Vector3().fromBufferAttribute(normal, k);
    const sun = SUN.strength * Math.max(0, at.dot(from));
    const around = new Color().lerpColors(ground, sky, 0.5 + 0.5 * at.y).multiplyScalar(SKY.strength);
    around.addScalar(sun).multiplyScalar(1 / Math.PI).toArray(light, 3 * k);
  }
  return geometry.setAttribute('color', new BufferAttribute(light, 3));
}

export function characters(shape, most, planes) {
  const material = new MeshBasicMaterial({ vertexColors: true, clippingPlanes: planes });
  const mesh = new InstancedMesh(lit(body(shape)), material, most);
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
