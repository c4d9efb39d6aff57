// 500 people cross a square with blocks, a flight of stairs and a lift; three.js draws them. Serve this folder after `npm install`.

import { capsule, Crowd, Ground, init, Mesh, Profile, World } from "sweep8";
import * as THREE from "three";

const PEOPLE = 500, SECONDS = 1 / 60;
await init();

const scene = new THREE.Scene();
scene.background = new THREE.Color(0xbcd4e6);
scene.add(new THREE.HemisphereLight(0xffffff, 0x8a7f70, 2.5));
const sun = new THREE.DirectionalLight(0xffffff, 2);
sun.position.set(3, 5, 2);
scene.add(sun);
const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 500);
camera.position.set(26, 22, 34);
camera.lookAt(0, 0, 0);
const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);

// The geometry that three.js draws is the mesh that stops people.
const world = new World();
function add(geometry, color, x, y, z) {
    const mesh = new Mesh(geometry.attributes.position.array, geometry.index?.array);
    const drawn = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color }));
    drawn.position.set(x, y, z);
    scene.add(drawn);
    const instance = world.add(mesh, drawn.position);
    mesh.free(); // The world keeps what it needs.
    return { drawn, instance };
}
add(new THREE.BoxGeometry(60, 1, 60), 0xd8d2c4, 0, -0.5, 0);
add(new THREE.TorusKnotGeometry(3, 0.8, 160, 16), 0xb0876a, -8, 0.2, -6);
for (let k = 0; k < 12; k++) add(new THREE.BoxGeometry(0.5, 3, 6), 0xa8b0b8, 4 + k * 0.5, -1.25 + k * 0.25, 0);
const lift = add(new THREE.BoxGeometry(4, 0.4, 6), 0xe07a3f, 12, 0, 0);

const crowd = new Crowd();
const person = new Profile({ shape: capsule(0.3, 0.6), eachOther: "solid" });
for (let k = 0; k < PEOPLE; k++) crowd.spawnStanding(person, [(k % 25) * 1.6 - 20, 0, 8 + Math.floor(k / 25) * 0.9]);
const people = new THREE.InstancedMesh(new THREE.CapsuleGeometry(0.3, 1.2), new THREE.MeshLambertMaterial(), PEOPLE);
people.frustumCulled = false;
scene.add(people);
const COLORS = { [Ground.Air]: 0x3f7fe0, [Ground.Floor]: 0x4fae5a, [Ground.Steep]: 0xd94f4f, [Ground.HeldBySteep]: 0xe0b03f };
for (const ground in COLORS) COLORS[ground] = new THREE.Color(COLORS[ground]);

let steps = 0;
function step() {
    const { position, desiredVelocity } = crowd;
    for (let k = 0; k < PEOPLE; k++) {
        // Round and round the middle.
        const x = position[3 * k], z = position[3 * k + 2], length = Math.hypot(x, z) + 1;
        desiredVelocity.set([(-z / length - x / 40) * 3, 0, (x / length - z / 40) * 3], 3 * k);
    }
    lift.drawn.position.y = 1.4 - 1.4 * Math.cos(++steps * SECONDS);
    world.moveTo(lift.instance, lift.drawn.position);
    crowd.step(world, SECONDS);
}

function draw(between) {
    const { position, previousPosition, ground } = crowd, matrix = new THREE.Matrix4();
    for (let k = 0; k < PEOPLE; k++) {
        const at = (axis) => THREE.MathUtils.lerp(previousPosition[3 * k + axis], position[3 * k + axis], between);
        people.setMatrixAt(k, matrix.makeTranslation(at(0), at(1), at(2)));
        people.setColorAt(k, COLORS[ground[k]]);
    }
    people.instanceMatrix.needsUpdate = people.instanceColor.needsUpdate = true;
    renderer.render(scene, camera);
}

addEventListener("resize", resize);
function resize() {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
}
resize();

let before = performance.now(), left = 0;
renderer.setAnimationLoop((now) => {
    left = Math.min(left + (now - before) / 1000, 0.1); // A page that was away does not catch up.
    before = now;
    for (; left >= SECONDS; left -= SECONDS) step();
    draw(left / SECONDS);
    document.body.dataset.steps = steps;
});
