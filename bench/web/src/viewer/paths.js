// Paths as lines.
//
// In: points (x, y, z) of all paths, one path after the other, and the number of points of each; a point that is not finite is a gap.
// Out: line segments.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';

/** Pairs of neighbouring points, without those that end at a gap. */
function segments(points, counts) {
  const pairs = [];
  let at = 0;
  for (const count of counts) {
    for (let next = at + 1; next < at + count; next += 1) {
      if (Number.isFinite(points[3 * next]) && Number.isFinite(points[3 * (next - 1)])) pairs.push(next - 1, next);
    }
    at += count;
  }
  return new Uint32Array(pairs);
}

export function paths({ points, counts }, { colour, opacity = 1, planes = [], onTop = false }) {
  const geometry = new BufferGeometry();
  // A gap must not make the bounds of the lines a gap.
  geometry.setAttribute('position', new BufferAttribute(points.map((x) => (Number.isFinite(x) ? x : 0)), 3));
  geometry.setIndex(new BufferAttribute(segments(points, counts), 1));
  const material = new LineBasicMaterial({
    color: colour,
    opacity,
    transparent: opacity < 1 || onTop,
    depthTest: !onTop,
    clippingPlanes: planes,
  });
  const lines = new LineSegments(geometry, material);
  lines.frustumCulled = false;
  return lines;
}
