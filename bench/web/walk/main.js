// The page: walk among thousands of characters, in a page that asks no server but its own.

import { init, isSimd, Level } from 'sweep8';
import { Vector3 } from 'three';
import { Viewer } from '../src/viewer/viewer.js';
import { Controls } from './controls.js';
import { Game, SECONDS } from './game.js';
import { read, written } from './link.js';
import { COLOURS, Frames, show } from './picture.js';

/** Most time that a picture catches up, seconds, and most time that it takes for that, milliseconds: a slower machine sees slow motion. */
const MOST_BEHIND = 0.1;
const MOST_WORK = 30;
/** Time of a picture above which pictures get coarser, milliseconds, how many are looked at before, and the coarsest. */
const SLOW = 60;
const LOOKED_AT = 32;
const COARSEST = 0.5;
/** Frames that are made between two looks at events while the page goes to a frame. */
const AT_ONCE = 16;
const NAMES = ['in the air', 'on a floor', 'on a steep slope', 'held by steep slopes'];

const byId = (id) => document.getElementById(id);
const viewer = new Viewer(document.querySelector('canvas'));
const controls = new Controls({ pad: byId('pad'), jump: byId('jump'), low: byId('low') });
const settings = read(location.hash);
let native = null;
let directions = null;
let game = null;
let frames = null;
let level = null;
let name = settings.scene;
let isPaused = false;
let behind = 0;
let before = 0;
let busy = 0;
let compared = '';

const tell = (text) => (byId('told').textContent = text);
const json = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
};

/** Runs work that may fail, and tells how. Later work ends earlier work. */
async function doing(words, work) {
  busy += 1;
  const mine = busy;
  tell(words);
  try {
    await new Promise((resume) => setTimeout(resume));
    await work(() => mine === busy);
    if (mine === busy) tell('');
  } catch (error) {
    if (mine === busy) tell(error.message);
  }
}

async function start(frame = 0) {
  await doing('preparing …', async (isMine) => {
    const { n, seed } = settings;
    const from = level ?? (await json(`scenes/${name}.json`));
    directions = from.directions ?? directions ?? (await json('scenes/square.json')).directions;
    if (!isMine()) return;
    const made = await Game.make(from, n, seed, directions);
    if (!isMine()) return made.free();
    game?.free();
    game = made;
    compared = '';
    show(viewer, game);
    [pictures, drawn, fineness] = [0, 0, 1];
    viewer.setFineness(fineness);
    frames = new Frames(viewer, game);
    lookAtMiddle();
    setPaused(frame > 0);
    await goTo(frame, isMine);
  });
}

/** Puts the camera behind the visitor, with the middle of the level ahead. */
function lookAtMiddle() {
  const at = new Vector3(...game.crowd.position.subarray(0, 3));
  const out = at.clone().sub(viewer.bounds.getCenter(new Vector3())).setY(0);
  if (out.length() < 1) out.set(0, 0, 1);
  viewer.jumpTo(at.toArray(), 9);
  viewer.camera.position.copy(at).addScaledVector(out.normalize(), 8).add(new Vector3(0, 4, 0));
  viewer.controls.update();
}

/** Makes frames up to one, a few at a time. */
async function goTo(frame, isMine) {
  while (isMine() && game.frame !== frame) {
    const next = game.frame > frame ? frame : Math.min(frame, game.frame + AT_ONCE);
    game.goTo(next);
    compare();
    tell(game.frame === frame ? '' : `frame ${game.frame} of ${frame} …`);
    await new Promise((resume) => setTimeout(resume));
  }
  behind = 0;
  update();
}

function setPaused(is) {
  isPaused = is;
  byId('pause').textContent = is ? 'Go on' : 'Pause';
  // The hash that is shown while time goes on may be half a second old.
  if (is) update();
}

/** Whether the committed hash is that of this walk. */
const isNative = () => !level && name === native.scene && settings.n === native.characters && settings.seed === native.seed;

/** Compares the state with the committed one. */
function compare() {
  if (!isNative() || game.frame !== native.frames || compared) return;
  if (game.isTouched) compared = `other: of frame ${native.frames} without a visitor who walks`;
  else compared = game.hash() === native.hash ? `same: ${native.hash}` : `other: ${native.hash}`;
}

function step() {
  const way = viewer.camera.getWorldDirection(new Vector3()).setY(0).normalize();
  const wish = controls.wish([way.x, way.z]);
  // Whoever walks after going back begins another future.
  if (wish && game.frame < game.wishes.length) game.branch();
  const began = performance.now();
  game.step(wish);
  const taken = performance.now() - began;
  moves = moves ? moves + (taken - moves) / 32 : taken;
  compare();
}
let moves = 0;
let pictures = 0;
let drawn = 0;
let fineness = 1;

function update() {
  const { body } = document;
  byId('frame').textContent = `${game.frame}, ${(game.frame * SECONDS).toFixed(1)} s`;
  byId('move').textContent = moves ? `${((1000 * moves) / game.count).toFixed(2)} µs, ${isSimd() ? 'simd128' : 'plain'}` : '';
  byId('pictures').textContent = pictures ? `${pictures.toFixed(0)} ms each` : '';
  byId('contacts').textContent = game.crowd.contacts(game.visitor).length;
  const time = byId('time');
  time.max = Math.max(game.frame, game.wishes.length);
  time.value = game.frame;
  if (isPaused || game.frame % 32 === 0) byId('hash').textContent = game.hash();
  byId('native').textContent = compared || (isNative() ? `at frame ${native.frames}` : 'of other walks');
  byId('native').className = compared.split(':')[0];
  Object.assign(body.dataset, { frame: game.frame, count: game.count, compared, simd: isSimd(), picture: pictures.toFixed(1), paused: isPaused });
  body.dataset.visitor = [...game.crowd.position.subarray(0, 3)].map((along) => along.toFixed(3)).join();
}

viewer.onFrame = (now) => {
  const passed = now - before;
  before = now;
  if (!game) return;
  if (passed < 1000) pictures = pictures ? pictures + (passed - pictures) / 16 : passed;
  drawn += 1;
  if (drawn % LOOKED_AT === 0 && pictures > SLOW && fineness > COARSEST) {
    fineness = Math.max(COARSEST, 0.8 * fineness);
    viewer.setFineness(fineness);
  }
  const working = byId('told').textContent !== '';
  if (!isPaused && !working) {
    behind = Math.min(behind + passed / 1000, MOST_BEHIND);
    const began = performance.now();
    for (; behind >= SECONDS && performance.now() - began < MOST_WORK; behind -= SECONDS) step();
    behind = Math.min(behind, SECONDS);
  }
  const at = frames.draw(isPaused ? 1 : behind / SECONDS);
  viewer.camera.position.add(at.clone().sub(viewer.controls.target));
  viewer.controls.target.copy(at);
  viewer.controls.update();
  if (!working) update();
};

byId('start').addEventListener('click', () => {
  for (const [id, most] of [['count', 10_000], ['seed', 2 ** 31 - 1]]) {
    const value = Math.round(Number(byId(id).value));
    if (!(value >= 1 && value <= most)) return tell(`${id} is ${byId(id).value}, must be 1 to ${most}`);
    settings[id === 'count' ? 'n' : id] = value;
  }
  if (byId('scene').value !== '') [name, level] = [byId('scene').value, null];
  document.activeElement.blur();
  start();
});
byId('pause').addEventListener('click', () => setPaused(!isPaused));
byId('time').addEventListener('input', ({ target }) => {
  const frame = Number(target.value);
  setPaused(true);
  doing('', (isMine) => goTo(frame, isMine));
});
byId('link').addEventListener('click', async () => {
  history.replaceState(null, '', written({ ...settings, scene: name, frame: game.frame }));
  await navigator.clipboard?.writeText(location.href).catch(() => {});
});
addEventListener('hashchange', () => {
  Object.assign(settings, read(location.hash));
  [name, level] = [settings.scene, null];
  fields();
  start(settings.frame);
});

/** Opens files that were dropped or chosen: one level, and what lies beside it. */
async function open(files) {
  const list = [...files];
  const isLevel = ({ name: of }) => /\.(obj|glb|gltf|sweep8)$/i.test(of);
  const main = list.find(isLevel) ?? list[0];
  if (!main) return;
  const bytes = async (file) => new Uint8Array(await file.arrayBuffer());
  await doing(`reading ${main.name} …`, async (isMine) => {
    const beside = await Promise.all(list.filter((file) => file !== main).map(async (file) => [file.name, await bytes(file)]));
    const made = await Level.read(main.name, await bytes(main), { files: Object.fromEntries(beside) });
    if (!isMine()) return;
    level = made;
    name = main.name;
    byId('scene').value = '';
    await start();
  });
}
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  open(event.dataTransfer.files);
});
byId('open').addEventListener('click', () => byId('file').click());
byId('file').addEventListener('change', ({ target }) => open(target.files));

function fields() {
  byId('scene').value = name;
  byId('count').value = settings.n;
  byId('seed').value = settings.seed;
}

const srgb = (part) => Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
NAMES.forEach((words, ground) => {
  const item = byId('legend').appendChild(document.createElement('li'));
  const dot = item.appendChild(document.createElement('i'));
  dot.style.background = `rgb(${COLOURS[ground].map(srgb)})`;
  item.append(words);
});

await doing('loading …', async () => {
  await init(settings.simd === null ? {} : { simd: settings.simd });
  const list = await json('scenes/list.json');
  native = list.native;
  for (const scene of list.scenes) byId('scene').append(new Option(`${scene.name}: ${scene.words}`, scene.name));
  if (!list.scenes.some((scene) => scene.name === name)) name = list.scenes[0].name;
  fields();
});
viewer.isPlaying = true;
await start(settings.frame);
viewer.invalidate();
