// The animation of README.md: the visitor of `crowd page` walks among people, up the stairs to the gallery.
//   node animation.mjs BROWSER FOLDER FILE.gif     the folder that the program wrote
//
// The walk is made first, in a tiny window, with keys held down until the next place is reached. Then time is scrubbed through it, a picture
// every few frames: software rendering is too slow for pictures of a walk while it is made.

import { writeFileSync } from 'node:fs';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';
import { launch, open, serve } from '../../../kernel/wasm/tests/browser.mjs';

const { GIFEncoder, quantize, applyPalette } = gifenc;
const [browserPath, folder, file] = process.argv.slice(2);
const SIZE = { width: 720, height: 405 };
/** While the walk is made nobody looks. */
const SMALL = { width: 64, height: 36 };
/** Frames of the walk between two pictures, and of one second; 64 of them are a second of the walk. */
const EVERY = 6;
const SECOND = 64;
/** Most pictures, and most frames on the way to one place. */
const PICTURES = 48;
const PATIENCE = 900;
/** Level direction from the visitor to the camera, x and z. */
const VIEW = [0.6, 0.8];
/** Where the visitor goes, x and z: round the stairs, to their foot, to their head. */
const PLACES = [[-4, -13], [-5, -20], [-14, -20]];
/** How near it comes to each, metres. */
const NEAR = 0.7;
/** Keys of the eight directions, from straight ahead to the right. */
const KEYS = [['KeyW'], ['KeyW', 'KeyD'], ['KeyD'], ['KeyS', 'KeyD'], ['KeyS'], ['KeyS', 'KeyA'], ['KeyA'], ['KeyW', 'KeyA']];

const { origin, close } = await serve(folder);
const browser = await launch(browserPath);
const { page, faults } = await open(browser, origin, 'index.html#scene=square&n=700&seed=1', SMALL);
const data = () => page.evaluate(() => ({ frame: Number(document.body.dataset.frame), visitor: document.body.dataset.visitor.split(',').map(Number) }));
await page.waitForFunction('document.body.dataset.frame !== undefined', undefined, { timeout: 300_000 });
await page.addStyleTag({ content: 'header, footer, #help, #told, dt:nth-of-type(n + 2):nth-of-type(-n + 4), dd:nth-of-type(n + 2):nth-of-type(-n + 4) { display: none } dl, #legend { top: 8px }' });

// The camera is behind the visitor, with the middle of the square ahead, and keeps its direction.
const from = (await data()).visitor;
const ahead = Math.atan2(-from[2], -from[0]);
let held = [];
async function hold(keys) {
  for (const key of held.filter((one) => !keys.includes(one))) await page.keyboard.up(key);
  for (const key of keys.filter((one) => !held.includes(one))) await page.keyboard.down(key);
  held = keys;
}
for (const [x, z] of PLACES) {
  const { frame: began } = await data();
  for (;;) {
    const { frame, visitor } = await data();
    if (Math.hypot(x - visitor[0], z - visitor[2]) < NEAR) break;
    if (frame - began > PATIENCE) throw new Error(`the visitor stays at ${visitor}, on the way to ${x}, ${z}`);
    const turn = Math.atan2(z - visitor[2], x - visitor[0]) - ahead;
    await hold(KEYS[(Math.round(turn / (Math.PI / 4)) + 16) % 8]);
    await page.waitForTimeout(30);
  }
}
await hold([]);
await page.setViewportSize(SIZE);

// Looks up the stairs from beside their foot; a drag by the height of the picture is a whole turn.
const turn = Math.atan2(VIEW[1], VIEW[0]) - Math.atan2(-Math.sin(ahead), -Math.cos(ahead));
await page.mouse.move(SIZE.width / 2, SIZE.height / 2);
await page.mouse.down();
await page.mouse.move(SIZE.width / 2 + (SIZE.height * turn) / (2 * Math.PI), SIZE.height / 2 - 12, { steps: 8 });
await page.mouse.up();

const { frame: last } = await data();
const first = Math.max(0, last - EVERY * (PICTURES - 1));
const gif = GIFEncoder();
let palette;
for (let frame = first; frame <= last; frame += EVERY) {
  await page.evaluate((value) => {
    const time = document.getElementById('time');
    time.value = value;
    time.dispatchEvent(new Event('input'));
  }, frame);
  await page.waitForFunction(`document.body.dataset.frame === "${frame}" && document.getElementById("told").textContent === ""`, undefined, { timeout: 300_000 });
  // The frame is drawn with the next picture.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const { data: pixels, width, height } = PNG.sync.read(await page.screenshot({ timeout: 300_000 }));
  // One palette for all pictures: what stays has the same colours.
  palette ??= quantize(pixels, 64);
  gif.writeFrame(applyPalette(pixels, palette), width, height, { palette: frame === first ? palette : undefined, delay: (1000 * EVERY) / SECOND });
}
gif.finish();
writeFileSync(file, gif.bytes());
console.log(`${file}: ${gif.bytes().length} bytes`);
await browser.close();
close();
if (faults.length > 0) throw new Error(faults.join('; '));
