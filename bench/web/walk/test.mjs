// The page of `crowd page` in headless Chromium.
//   node test.mjs BROWSER FOLDER [PICTURES [WORD]]   the folder that the program wrote; screenshots go to PICTURES; with a word only
//                                                    visits whose name has it

import { mkdirSync } from 'node:fs';
import { colours, launch, open, serve } from '../../../kernel/wasm/tests/browser.mjs';

const [browserPath, folder, pictures = folder, only = ''] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const { origin, close } = await serve(folder);
const browser = await launch(browserPath);
/** Longest time for anything, milliseconds: machines of tests are slow. */
const PATIENCE = 300_000;
let failed = false;
const check = (what, is, told = '') => {
  if (!is) failed = true;
  console.log(`${is ? 'ok' : 'FAILED'}: ${what}${told && `: ${told}`}`);
};

/** Opens the page, lets work look at it, and holds what it said and asked for against nothing. */
async function visit(what, hash, work, size) {
  if (!what.includes(only)) return;
  const { page, faults, close: end } = await open(browser, origin, `index.html${hash}`, size);
  page.setDefaultTimeout(PATIENCE);
  const until = (condition) => page.waitForFunction(condition, undefined, { timeout: PATIENCE });
  const data = () => page.evaluate(() => ({ ...document.body.dataset, hash: document.getElementById('hash').textContent }));
  const picture = (name) => page.screenshot({ path: `${pictures}/${name}.png` });
  try {
    await until('document.body.dataset.frame !== undefined');
    await work({ page, until, data, picture });
  } catch (error) {
    faults.push(error.message);
  }
  check(`${what}: no error, no request elsewhere`, faults.length === 0, faults.join('; '));
  await end();
}

const place = ({ visitor }) => visitor.split(',').map(Number);
const far = (a, b) => Math.hypot(a[0] - b[0], a[2] - b[2]);

for (const simd of [1, 0]) {
  await visit(`a link, simd=${simd}`, `#scene=square&n=1000&seed=1&frame=600&simd=${simd}`, async ({ until, data, picture, page }) => {
    await until('document.body.dataset.frame === "600" && document.body.dataset.paused === "true"');
    const { compared, hash, simd: is } = await data();
    check(`the hash after 600 frames is the native one, ${is === 'true' ? 'simd128' : 'plain'}`, compared === `same: ${hash}` && is === String(simd === 1), compared);
    const count = await colours(page);
    check('level and characters are drawn', count >= 8, `${count} colours`);
    await picture(`square-${simd ? 'simd128' : 'plain'}`);
  });
}

await visit('walking', '#n=300', async ({ page, until, data, picture }) => {
  await until('Number(document.body.dataset.frame) > 64');
  const before = place(await data());
  await page.keyboard.down('KeyW');
  await until(`Number(document.body.dataset.frame) > ${Number((await data()).frame) + 64}`);
  await picture('walking');
  await page.keyboard.up('KeyW');
  const after = place(await data());
  check('W walks', far(before, after) > 0.5, `${far(before, after).toFixed(2)} m`);
  await page.keyboard.down('Space');
  await until(`Number(document.body.dataset.visitor.split(",")[1]) > ${after[1] + 0.3}`);
  await page.keyboard.up('Space');
  check('Space jumps', true);
  await page.keyboard.down('KeyC');
  await until(`Number(document.body.dataset.visitor.split(",")[1]) < 0.6`);
  await page.keyboard.up('KeyC');
  check('C crouches', true);
  // Back to a frame, and to one that was made after it: the recorded walk is made again.
  const { frame } = await data();
  const goTo = async (to) => {
    await page.evaluate((value) => {
      const time = document.getElementById('time');
      time.value = value;
      time.dispatchEvent(new Event('input'));
    }, to);
    await until(`document.body.dataset.frame === "${to}" && document.getElementById("told").textContent === ""`);
    return data();
  };
  const [at, back, again] = [await goTo(Number(frame)), await goTo(70), await goTo(Number(frame))];
  check('scrubbing back and forth makes the same states', at.hash === again.hash && at.hash !== back.hash, `${at.hash}, ${back.hash}, ${again.hash}`);
  await page.click('#link');
  check('the link has the moment', page.url().endsWith(`#scene=square&n=300&seed=1&frame=${frame}`), page.url());
});

await visit('a level of the visitor', '#n=50', async ({ page, until, picture }) => {
  const text = 'v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\nv 0 0 4\nv 9 2 4\nv 9 2 -4\nv 0 0 -4\nf 5 6 7 8\n';
  await page.setInputFiles('#file', { name: 'ramp.obj', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await until('document.body.dataset.count === "50" && document.getElementById("scene").value === "" && document.getElementById("told").textContent === "" && Number(document.body.dataset.frame) > 10');
  await picture('dropped');
  await page.setInputFiles('#file', { name: 'broken.obj', mimeType: 'text/plain', buffer: Buffer.from('f 1 2 3\n') });
  await until('document.getElementById("told").textContent.includes("broken.obj")');
  check('a broken level is refused', true, await page.textContent('#told'));
});

await visit('the dungeon', '#scene=dungeon&n=1000&frame=128', async ({ until, data, picture, page }) => {
  await until('document.body.dataset.frame === "128"');
  check('1,000 walk in the dungeon', (await data()).count === '1000' && (await colours(page)) >= 6);
  await picture('dungeon');
});

const phone = { width: 390, height: 844, hasTouch: true, isMobile: true };
await visit('a phone', '#n=200', async ({ page, until, data, picture }) => {
  await until('Number(document.body.dataset.frame) > 32');
  const { wide, pad } = await page.evaluate(() => {
    const { width, height } = document.getElementById('pad').getBoundingClientRect();
    return { wide: document.documentElement.scrollWidth, pad: Math.min(width, height) };
  });
  check('the page fits 390 pixels, and has a pad', wide <= 390 && pad >= 100, `${wide}, ${pad}`);
  const before = place(await data());
  const box = await page.locator('#pad').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 5);
  await until(`Number(document.body.dataset.frame) > ${Number((await data()).frame) + 64}`);
  await page.mouse.up();
  const after = place(await data());
  check('the pad walks', far(before, after) > 0.5, `${far(before, after).toFixed(2)} m`);
  await picture('phone');
}, phone);

await visit('10,000 characters', '#n=10000', async ({ until, data, picture, page }) => {
  await until('Number(document.body.dataset.frame) > 64');
  const pictures = await page.evaluate(
    () =>
      new Promise((done) => {
        let count = 0;
        const began = performance.now();
        const next = (now) => (now - began > 10_000 ? done(count / ((now - began) / 1000)) : ((count += 1), requestAnimationFrame(next)));
        requestAnimationFrame(next);
      }),
  );
  const { count, picture: time } = await data();
  const move = await page.textContent('#move');
  check('10,000 walk', count === '10000');
  console.log(`measured: 10,000 characters, ${pictures.toFixed(1)} pictures a second in software rendering (${time} ms each), a move ${move}`);
  await picture('10000');
});

await browser.close();
close();
process.exit(failed ? 1 : 0);
