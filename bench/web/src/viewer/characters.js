// Characters: an ellipsoid or an upright capsule each.
//
// In: the shape; in each frame the centres, and heights and colours if they differ. Out: an object with room for so many.
//
// Of capsules that come the nearest first, all but some are drawn as one sees them from afar: an outline that faces the camera, two triangles
// of which the corners are cut off. Nor are bodies instances: each vertex knows whose it is, and reads a texture in which a character has two
// texels, one with centre and height, one with its colour. Both are for machines without a graphics card, to which 10,000 whole bodies take
// three times as long, and 10,000 instances one and a half times.

import { BufferAttribute, BufferGeometry, CapsuleGeometry, Color, DataTexture, FloatType, Group, Mesh, ShaderMaterial, SphereGeometry, Vector3 } from 'three';
import { CHARACTER, GROUND_LIGHT, SKY, SUN } from './colours.js';

/** How many of those that come the nearest first are drawn as bodies. */
const NEAR = 80;
/** Texels in a row of the texture. */
const ROW = 512;
/** Where those are drawn who have no place, metres: beyond everything. */
const NOWHERE = 1e9;

const vec3 = (vector) => `vec3(${[...vector].map((part) => part.toFixed(6))})`;

const VERTEX = `
  uniform highp sampler2D characters;
  attribute float place;
  varying vec3 colour;
  #ifdef RADIUS
    varying vec2 inOutline;
    varying float spine;
  #endif
  #include <clipping_planes_pars_vertex>

  vec4 texel(int of) {
    int at = 2 * int(place) + of;
    return texelFetch(characters, ivec2(at % ${ROW}, at / ${ROW}), 0);
  }

  // Light per vertex: pixels need not compute it.
  vec3 light(vec3 normal) {
    vec3 around = mix(${vec3(new Color(GROUND_LIGHT))}, ${vec3(new Color(SKY.colour))}, 0.5 + 0.5 * normal.y);
    float sun = max(0.0, dot(normal, ${vec3(new Vector3(...SUN.from).normalize())}));
    return (around * ${SKY.strength.toFixed(3)} + sun * ${SUN.strength.toFixed(3)}) / ${Math.PI};
  }

  void main() {
    vec4 centre = texel(0);
    #ifdef RADIUS
      // A corner around the outline: x is left or right, y below or above.
      vec3 towards = normalize(cameraPosition - centre.xyz);
      vec3 across = normalize(cross(vec3(0.0, 1.0, 1e-6), towards));
      vec3 along = cross(towards, across);
      spine = HALF * centre.w * along.y;
      inOutline = vec2(RADIUS, RADIUS + spine) * position.xy;
      vec3 at = centre.xyz + across * inOutline.x + along * inOutline.y + towards * RADIUS;
      vec3 facing = normalize(0.7 * across * position.x + vec3(towards.x, 0.5 * position.y, towards.z));
    #else
      vec3 at = centre.xyz + position * vec3(1.0, centre.w, 1.0);
      vec3 facing = normal;
    #endif
    vec4 mvPosition = viewMatrix * vec4(at, 1.0);
    gl_Position = projectionMatrix * mvPosition;
    colour = texel(1).rgb * light(facing);
    #include <clipping_planes_vertex>
  }
`;

const FRAGMENT = `
  varying vec3 colour;
  #ifdef RADIUS
    varying vec2 inOutline;
    varying float spine;
  #endif
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    #ifdef RADIUS
      vec2 off = vec2(inOutline.x, max(0.0, abs(inOutline.y) - spine));
      if (dot(off, off) > RADIUS * RADIUS) discard;
    #endif
    gl_FragColor = vec4(colour, 1.0);
    #include <colorspace_fragment>
  }
`;

/** Body of `radii` (x, y, z) and `halfLength` of its spine, metres. */
function body({ radii, halfLength }) {
  return halfLength > 0 ? new CapsuleGeometry(radii[0], 2 * halfLength, 4, 10) : new SphereGeometry(1, 16, 12).scale(...radii);
}

/** Corners around the outline of a capsule, which the shader places. */
function outline() {
  const corners = new Float32Array([1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0]);
  return new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3)).setIndex([0, 1, 2, 0, 2, 3]);
}

/** A mesh of one body for each of the places `from` to `to`. */
function bodies(one, [from, to], material) {
  const most = to - from;
  const repeated = ({ array, itemSize, count }, change) => {
    const all = new array.constructor(most * array.length);
    for (let k = 0; k < most; k += 1) all.set(change ? array.map((number) => change(number, k)) : array, k * array.length);
    return new BufferAttribute(all, itemSize);
  };
  const { position, normal } = one.attributes;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', repeated(position));
  if (normal) geometry.setAttribute('normal', repeated(normal));
  const place = new BufferAttribute(new Float32Array(position.count), 1);
  geometry.setAttribute('place', repeated(place, (_, k) => from + k));
  const index = new BufferAttribute(Uint32Array.from(one.index.array), 1);
  geometry.setIndex(repeated(index, (corner, k) => corner + k * position.count));
  geometry.setDrawRange(0, 0);
  one.dispose();
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  Object.assign(mesh.userData, { from, most, perBody: index.count });
  return mesh;
}

/** Room for `most` characters; `isSorted` says that the nearest come first. `planes` clip them. */
export function characters({ radii, halfLength, isSorted = false }, most, planes) {
  const texels = new Float32Array(4 * ROW * Math.ceil((2 * most) / ROW));
  const texture = new DataTexture(texels, ROW, texels.length / 4 / ROW, undefined, FloatType);
  const { r, g, b } = new Color(CHARACTER);
  for (let place = 0; place < most; place += 1) texels.set([NOWHERE, NOWHERE, NOWHERE, 1, r, g, b, 1], 8 * place);
  texture.needsUpdate = true;
  const material = (defines) =>
    new ShaderMaterial({
      uniforms: { characters: { value: texture } },
      defines,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      clipping: true,
      clippingPlanes: planes,
    });
  const near = isSorted && halfLength > 0 ? Math.min(NEAR, most) : most;
  const group = new Group().add(bodies(body({ radii, halfLength }), [0, near], material({})));
  if (near < most) {
    group.add(bodies(outline(), [near, most], material({ RADIUS: radii[0].toFixed(6), HALF: halfLength.toFixed(6) })));
  }
  group.children[0].geometry.addEventListener('dispose', () => texture.dispose());
  Object.assign(group.userData, { texture, most });
  return group;
}

/** Moves the characters to `centres` (x, y, z each); one whose centre is not finite is not shown. */
export function moveCharacters({ children, userData: { texture, most } }, centres) {
  const count = Math.min(centres.length / 3, most);
  const texels = texture.image.data;
  for (let place = 0; place < count; place += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const along = centres[3 * place + axis];
      texels[8 * place + axis] = Number.isFinite(along) ? along : NOWHERE;
    }
  }
  for (const { geometry, userData } of children) {
    geometry.setDrawRange(0, userData.perBody * Math.min(userData.most, Math.max(0, count - userData.from)));
  }
  texture.needsUpdate = true;
}

/** Draws one character with a part of its height. */
export function setHeight({ userData: { texture } }, place, part) {
  texture.image.data[8 * place + 3] = part;
  texture.needsUpdate = true;
}

/** Colours the characters; `colours` are three numbers of 0 to 1 each, linear. */
export function colourCharacters({ userData: { texture, most } }, colours) {
  const texels = texture.image.data;
  for (let place = 0; place < Math.min(colours.length / 3, most); place += 1) {
    for (let part = 0; part < 3; part += 1) texels[8 * place + 4 + part] = colours[3 * place + part];
  }
  texture.needsUpdate = true;
}
