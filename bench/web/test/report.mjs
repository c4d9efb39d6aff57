// Looks at reports in headless Chromium: no error, no request to anywhere, something to see, links that move the camera, and all of
// that on a phone, too.
//
//   node test/report.mjs FOLDER REPORT.html ...     screenshots go to FOLDER; the environment variable CHROMIUM names the browser
//
// Exits with 1 if something is wrong, and says what.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

/** Sizes of the window: a desk, and a phone. */
const SIZES = [
  { name: 'desk', width: 1280, height: 800, deviceScaleFactor: 1 },
  { name: 'phone', width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
];
/** Fewest colours of a picture of a level: a page without WebGL has two. */
const COLOURS = 24;
/** Time that a flight and its frames may take in software rendering, milliseconds. */
const PATIENCE = 30_000;

const [folder, ...reports] = process.argv.slice(2);
assert.ok(folder && reports.length > 0, 'give a folder for screenshots and one report or more');
await mkdir(folder, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

/** Number of different colours in the canvas, on a grid of 64 by 64 points. */
const coloursOf = (page) =>
  page.evaluate(async () => {
    const { viewer } = window.report;
    viewer.renderer.render(viewer.scene, viewer.camera);
    const sample = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
    const pen = sample.getContext('2d');
    pen.drawImage(viewer.canvas, 0, 0, 64, 64);
    const { data } = pen.getImageData(0, 0, 64, 64);
    return new Set(Array.from({ length: 64 * 64 }, (_, at) => data.slice(4 * at, 4 * at + 3).join())).size;
  });

const view = (page) => page.evaluate(() => window.report.viewer.view());
const rested = (page) => page.waitForFunction(() => window.report.viewer.flight === null, { timeout: PATIENCE });
const distance = (a, b) => Math.hypot(...a.map((x, axis) => x - b[axis]));

async function shot(page, name) {
  await writeFile(join(folder, `${name}.png`), await page.screenshot());
}

/** Opens one report in one size; returns what is wrong. */
async function look(report, size) {
  const page = await browser.newPage();
  const wrong = [];
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  const address = pathToFileURL(resolve(report)).href;
  page.on('request', (request) => {
    const url = request.url();
    if (url.split('#')[0] !== address && !url.startsWith('data:')) wrong.push(`a request to ${url}`);
  });
  await page.setViewport(size);
  await page.goto(address, { waitUntil: 'load', timeout: PATIENCE });
  await page.waitForFunction(() => window.report?.viewer.renderer.info.render.frame > 0, { timeout: PATIENCE });
  const name = `${basename(report, '.html')}-${size.name}`;
  const colours = await coloursOf(page);
  if (colours < COLOURS) wrong.push(`the picture has ${colours} colours, must be ${COLOURS} or more`);
  await shot(page, `${name}-all`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (wide > size.width) wrong.push(`the page is ${wide} pixels wide`);

  const links = await page.$$('#findings > ol a[href^="#"]');
  for (const [index, link] of links.slice(0, Number(process.env.FINDINGS ?? 3)).entries()) {
    followed += 1;
    const before = await view(page);
    await link.evaluate((element) => element.click());
    await page.waitForFunction(() => window.report.viewer.flight !== null, { timeout: PATIENCE }).catch(() => wrong.push(`link ${index + 1} starts no flight`));
    await rested(page);
    const after = await view(page);
    if (distance(before.target, after.target) < 0.01 && distance(before.position, after.position) < 0.01) {
      wrong.push(`link ${index + 1} does not move the camera`);
    }
    if ((await coloursOf(page)) < COLOURS) wrong.push(`there is nothing to see at finding ${index + 1}`);
    await shot(page, `${name}-${index + 1}`);
  }

  const start = await view(page);
  const { x, y, width, height } = await (await page.$('#canvas')).boundingBox();
  const [from, to] = [[x + width / 2, y + height / 2], [x + width / 2 + 60, y + height / 2]];
  if (size.hasTouch) {
    const finger = await page.touchscreen.touchStart(...from);
    await finger.move(...to);
    await finger.end();
  } else {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  }
  if (distance(start.position, (await view(page)).position) < 0.01) wrong.push('dragging does not turn the camera');

  await page.evaluate(() => document.getElementById('play').click());
  await page.waitForFunction(() => Number(document.getElementById('time').value) > 0, { timeout: PATIENCE }).catch(() => wrong.push('the run does not play'));
  const milliseconds = await page.evaluate(() => {
    const { viewer } = window.report;
    const began = performance.now();
    for (let frame = 0; frame < 5; frame += 1) viewer.renderer.render(viewer.scene, viewer.camera);
    // Reading a pixel waits for the picture; `finish` need not.
    const gl = viewer.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return (performance.now() - began) / 5;
  });
  await page.close();
  const rows = `${links.length} findings, ${colours} colours, ${milliseconds.toFixed(0)} ms a frame`;
  console.log(`${name}: ${rows}${wrong.length ? '' : ', nothing is wrong'}`);
  return wrong.map((what) => `${name}: ${what}`);
}

const wrong = [];
let followed = 0;
try {
  for (const report of reports) for (const size of SIZES) wrong.push(...(await look(report, size)));
} finally {
  await browser.close();
}
if (followed === 0) wrong.push('no report has a finding whose link could be followed');
for (const what of wrong) console.error(`WRONG: ${what}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
