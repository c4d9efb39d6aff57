// A level in 3D, with what moves in it: triangles by class, tiles on floors, movers, characters, paths, marks.
//
// All coordinates are metres, y up, relative to an origin of the caller's choice: a level far away loses no bits if its origin is
// taken off in 64 bits before. Nothing is drawn unless something changed, so that an open page costs nothing.
//
//   const viewer = new Viewer(canvas);
//   viewer.setLevel({ positions, indices, classes });   // Float32Array, Uint32Array, Uint8Array (see CLASSES)
//   viewer.setTiles({ points, normals, kinds, widths, side }); // Float32Array, Int8Array, Uint8Array (see PLACES), Uint8Array, metres
//   viewer.setMovers({ meshes, instances });            // then placeMovers(Float32Array of 10 an instance) in each frame
//   viewer.setCharacters({ radii, halfLength, isSorted }, most); // then moveCharacters(Float32Array of centres) in each frame
//   viewer.setPaths({ points, counts });
//   viewer.setMarks([{ at, label, colour }], (index) => …);
//   viewer.flyTo([x, y, z], distance);
//   viewer.inView(centres, radius);                     // who may be in view, the nearest first
//   viewer.setFineness(0.5);                            // half as many pixels along each side
//   viewer.onFrame = (milliseconds) => …;               // called before each frame while `viewer.isPlaying`
//
// Mouse and touch: one button or finger turns, two move and zoom.

import { Box3, Color, DirectionalLight, Frustum, HemisphereLight, Matrix4, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { characters, colourCharacters, moveCharacters, setHeight } from './characters.js';
import { BACKGROUND, GROUND_LIGHT, PATH, SKY, SUN } from './colours.js';
import { Flight } from './flight.js';
import { levelMesh, setBothSides, setWallOpacity } from './level_mesh.js';
import { markers } from './markers.js';
import { movers, placeMovers } from './movers.js';
import { paths } from './paths.js';
import { tiles } from './tiles.js';

/** Direction from a target to the camera, when the camera flies there: from above, at an angle. */
const FROM = new Vector3(0.35, 0.75, 0.55).normalize();
/** Most pixels of a picture for one of the screen, along each side: more than that nobody sees. */
const FINEST = 2;
/** Pixels that a pointer may move between down and up of a click. */
const CLICK = 5;

/** Whether no graphics card draws. */
function isSlow() {
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context === null;
}

export class Viewer {
  constructor(canvas) {
    this.canvas = canvas;
    // On fine screens edges are smooth enough; a processor that draws has less to do without smooth ones.
    this.renderer = new WebGLRenderer({ canvas, antialias: window.devicePixelRatio < 2 && !isSlow() });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, FINEST));
    this.renderer.localClippingEnabled = true;
    this.scene = new Scene();
    this.scene.background = new Color(BACKGROUND);
    this.scene.add(new HemisphereLight(SKY.colour, GROUND_LIGHT, SKY.strength));
    const sun = new DirectionalLight(SUN.colour, SUN.strength);
    sun.position.set(...SUN.from);
    this.scene.add(sun);
    this.camera = new PerspectiveCamera(50, 1, 0.1, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => this.invalidate());
    // A plane that cuts nothing until it is lowered.
    this.cut = new Plane(new Vector3(0, -1, 0), Infinity);
    this.planes = [];
    this.parts = {};
    this.bounds = new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    this.isPlaying = false;
    this.onFrame = null;
    this.flight = null;
    this.isDue = false;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.watchClicks();
    this.resize();
  }

  /** Draws the next frame. */
  invalidate() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame((now) => this.draw(now));
  }

  setLevel(level) {
    const mesh = levelMesh(level, this.planes);
    this.put('level', mesh);
    mesh.geometry.computeBoundingBox();
    this.bounds.copy(mesh.geometry.boundingBox);
    const size = this.size();
    this.camera.near = Math.max(0.02, size / 5000);
    this.camera.far = 20 * size;
    this.controls.maxDistance = 10 * size;
    this.controls.minDistance = 0.3;
    this.camera.updateProjectionMatrix();
  }

  setTiles(data) {
    this.put('tiles', tiles(data, this.planes));
  }

  setMovers(data) {
    this.put('movers', movers(data, this.planes));
  }

  placeMovers(placements) {
    placeMovers(this.parts.movers, placements);
    this.invalidate();
  }

  setCharacters(shape, most) {
    this.put('characters', characters(shape, most, this.planes));
  }

  moveCharacters(centres) {
    moveCharacters(this.parts.characters, centres);
    this.invalidate();
  }

  /** Draws one character with a part of its height, as one that crouches. */
  setHeight(place, part) {
    setHeight(this.parts.characters, place, part);
    this.invalidate();
  }

  colourCharacters(colours) {
    colourCharacters(this.parts.characters, colours);
    this.invalidate();
  }

  setPaths(data, colour = PATH) {
    this.put('paths', paths(data, { colour, opacity: 0.35, planes: this.planes }));
  }

  /** A single way that is seen through walls, such as that of a finding; `null` takes it away. */
  setWay(points, colour) {
    this.put('way', points && paths({ points, counts: [points.length / 3] }, { colour, onTop: true }));
  }

  /** Numbered marks `{at, label, colour}`; `clicked` gets the index of one that is clicked or touched. */
  setMarks(marks, clicked) {
    this.put('marks', markers(marks));
    this.clicked = clicked;
  }

  /** Shows or hides a part: 'level', 'tiles', 'movers', 'characters', 'paths', 'way' or 'marks'. */
  show(part, isShown) {
    if (this.parts[part]) this.parts[part].visible = isShown;
    this.invalidate();
  }

  /** Cuts off all that is above `height`, metres; `null` cuts nothing. */
  setCut(height) {
    this.cut.constant = height ?? Infinity;
    // In place, because all materials share the list.
    this.planes.length = 0;
    if (height !== null) this.planes.push(this.cut);
    this.scene.traverse(({ material }) => [material].flat().forEach((one) => one && (one.needsUpdate = true)));
    this.invalidate();
  }

  setWallOpacity(opacity) {
    setWallOpacity(this.parts.level, opacity);
    this.invalidate();
  }

  setBothSides(both) {
    setBothSides(this.parts.level, both);
    this.invalidate();
  }

  /** Draws with a part of the pixels of the screen along each side, 0 to 1. */
  setFineness(part) {
    this.renderer.setPixelRatio(part * Math.min(window.devicePixelRatio, FINEST));
    this.invalidate();
  }

  /** Length of the diagonal of the level, metres. */
  size() {
    return Math.max(1, this.bounds.getSize(new Vector3()).length());
  }

  /** Places the camera so that a ball is in view; without one, that of the whole level. */
  home(at = this.bounds.getCenter(new Vector3()).toArray(), radius = 0.5 * this.size()) {
    this.jumpTo(at, this.distanceOf(radius));
  }

  /** Distance from which a ball of `radius` metres fills the view, upright or not. */
  distanceOf(radius) {
    const half = (this.camera.fov * Math.PI) / 360;
    return radius / Math.tan(half) / Math.min(1, this.camera.aspect);
  }

  jumpTo(at, distance) {
    const target = new Vector3().fromArray(at);
    this.flight = null;
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(FROM, distance);
    this.controls.update();
    this.invalidate();
  }

  /** Flies to a view of a place from `distance` metres. */
  flyTo(at, distance) {
    const target = new Vector3().fromArray(at);
    const position = target.clone().addScaledVector(FROM, distance);
    const from = { position: this.camera.position.clone(), target: this.controls.target.clone() };
    this.flight = new Flight(from, { position, target }, performance.now());
    this.invalidate();
  }

  /** Indices of the balls of `radius` metres that may be in view, the nearest first; `centres` are x, y, z of each. */
  inView(centres, radius) {
    const { camera } = this;
    camera.updateMatrixWorld();
    const { planes } = new Frustum().setFromProjectionMatrix(new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const sides = planes.map(({ normal, constant }) => [normal.x, normal.y, normal.z, constant + radius]);
    const { x: cx, y: cy, z: cz } = camera.position;
    const found = [];
    for (let k = 0; k < centres.length / 3; k += 1) {
      const [x, y, z] = [centres[3 * k], centres[3 * k + 1], centres[3 * k + 2]];
      if (sides.every(([a, b, c, d]) => a * x + b * y + c * z + d > 0)) found.push([k, (x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2]);
    }
    return found.sort((a, b) => a[1] - b[1]).map(([k]) => k);
  }

  /** Place of the camera and what it looks at, as plain numbers. */
  view() {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  put(name, part) {
    const old = this.parts[name];
    if (old) {
      this.scene.remove(old);
      old.traverse((one) => {
        one.geometry?.dispose();
        [one.material].flat().forEach((material) => {
          material?.map?.dispose();
          material?.dispose();
        });
      });
    }
    this.parts[name] = part || undefined;
    if (part) this.scene.add(part);
    this.invalidate();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  draw(now) {
    this.isDue = false;
    if (this.flight) {
      const goesOn = this.flight.advance(this.camera, this.controls, now);
      this.controls.update();
      if (!goesOn) this.flight = null;
      this.invalidate();
    }
    if (this.isPlaying) {
      this.onFrame?.(now);
      this.invalidate();
    }
    this.renderer.render(this.scene, this.camera);
  }

  watchClicks() {
    let down = null;
    this.canvas.addEventListener('pointerdown', ({ clientX, clientY }) => {
      down = [clientX, clientY];
      this.flight = null;
    });
    this.canvas.addEventListener('pointerup', ({ clientX, clientY }) => {
      if (!down || Math.hypot(clientX - down[0], clientY - down[1]) > CLICK || !this.parts.marks?.visible) return;
      const { left, top, width, height } = this.canvas.getBoundingClientRect();
      const at = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
      const ray = new Raycaster();
      ray.setFromCamera(at, this.camera);
      const [hit] = ray.intersectObjects(this.parts.marks.children);
      if (hit) this.clicked?.(this.parts.marks.children.indexOf(hit.object));
    });
  }
}
