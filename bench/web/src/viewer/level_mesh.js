// The still triangles of a level, in groups by class, so that walls and ceilings can be seen through and floors not.
//
// In: positions (x, y, z), indices, and the class of each triangle. Out: a mesh with one material a class.

import { BufferAttribute, BufferGeometry, DoubleSide, FrontSide, Mesh, MeshLambertMaterial } from 'three';
import { CLASSES, TRIANGLES } from './colours.js';
import { withGrid } from './grid.js';

/** Sorts the triangles by class, stably; returns the indices in that order and the range of each class. */
function grouped(indices, classes) {
  const counts = CLASSES.map(() => 0);
  for (const one of classes) counts[one] += 1;
  const starts = counts.map((_, place) => counts.slice(0, place).reduce((sum, count) => sum + count, 0));
  const next = [...starts];
  const sorted = new Uint32Array(indices.length);
  classes.forEach((one, triangle) => {
    sorted.set(indices.subarray(3 * triangle, 3 * triangle + 3), 3 * next[one]);
    next[one] += 1;
  });
  return { sorted, ranges: starts.map((start, place) => [3 * start, 3 * counts[place]]) };
}

/** A mesh of triangles with a class each; `planes` clip it. */
export function levelMesh({ positions, indices, classes }, planes) {
  const { sorted, ranges } = grouped(indices, classes);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(sorted, 1));
  ranges.forEach(([start, count], place) => count > 0 && geometry.addGroup(start, count, place));
  const materials = CLASSES.map((name) => {
    const material = new MeshLambertMaterial({
      color: TRIANGLES[name],
      flatShading: true,
      side: FrontSide,
      clippingPlanes: planes,
      // Tiles lie on the floors.
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    return withGrid(material);
  });
  return new Mesh(geometry, materials);
}

/** Sets how much of walls and ceilings is seen, 0 to 1; floors stay. */
export function setWallOpacity(mesh, opacity) {
  CLASSES.forEach((name, place) => {
    if (name !== 'wall' && name !== 'ceiling') return;
    const material = mesh.material[place];
    Object.assign(material, { opacity, transparent: opacity < 1, depthWrite: opacity >= 1, visible: opacity > 0 });
    material.needsUpdate = true;
  });
}

/** Shows backs as well as fronts, or fronts only, which looks into closed rooms from outside. */
export function setBothSides(mesh, both) {
  for (const material of mesh.material) {
    material.side = both ? DoubleSide : FrontSide;
    material.needsUpdate = true;
  }
}
