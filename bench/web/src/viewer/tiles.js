// Places on the floor as square tiles, coloured by kind: one draw call for hundreds of thousands.
//
// In: a point on the floor, its normal (signed bytes), a kind and a width (in sides) for each place, and the side of a cell, metres.
// Out: a mesh.

import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, PlaneGeometry, Quaternion, Vector3 } from 'three';
import { PLACES } from './colours.js';

/** Height of a tile over its floor, metres. */
const LIFT = 0.02;
/** Part of a cell that its tile covers, so that the grid can be seen. */
const PART = 0.94;

export function tiles({ points, normals, kinds, widths, side }, planes) {
  const geometry = new PlaneGeometry(side * PART, side * PART).rotateX(-Math.PI / 2);
  const material = new MeshBasicMaterial({ clippingPlanes: planes });
  const mesh = new InstancedMesh(geometry, material, kinds.length);
  const [up, normal, point, matrix, turn] = [new Vector3(0, 1, 0), new Vector3(), new Vector3(), new Matrix4(), new Quaternion()];
  const size = new Vector3(1, 1, 1);
  const colours = PLACES.map(({ colour }) => new Color(colour));
  for (let place = 0; place < kinds.length; place += 1) {
    normal.fromArray(normals, 3 * place).normalize();
    point.fromArray(points, 3 * place).addScaledVector(normal, LIFT);
    // Longer on a slope, so that tiles seen from above still meet.
    size.setScalar(widths[place] / Math.max(normal.y, 0.5));
    mesh.setMatrixAt(place, matrix.compose(point, turn.setFromUnitVectors(up, normal), size));
    mesh.setColorAt(place, colours[kinds[place]]);
  }
  mesh.frustumCulled = false;
  return mesh;
}
