// The report about levels: the picture, the findings, the figures. Everything is in the page.

import { css, PLACES, TRIANGLES } from '../viewer/colours.js';
import { Viewer } from '../viewer/viewer.js';
import { histogram } from './chart.js';
import { data, numbers } from './data.js';
import { choose, colourOf, list } from './findings.js';
import { Playback } from './playback.js';

/** Steps of the slider that cuts; the last one cuts nothing. */
const CUTS = 1000;
/** Height of the cut over the feet at a finding, in heights of a body. */
const OVER = 1.6;
/** Colour of the marks of starts. */
const START = 0x2e7d32;

const $ = (id) => document.getElementById(id);
const page = data();
const viewer = new Viewer($('canvas'));
// For the test of the page, and for the curious.
window.report = { viewer };
let shown = null;
let playback = null;

/** The level number and the index of the finding that the address names; 0 and `null` where it names none. */
function address() {
  const [, level, finding] = /^#(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [null, '0', null];
  return [Math.min(Number(level), page.levels.length - 1), finding === null ? null : Number(finding) - 1];
}

function cutAt(height) {
  const { min, max } = viewer.bounds;
  const part = height === null ? 1 : (height - min.y) / Math.max(1e-6, max.y - min.y);
  const isCut = part < 1;
  $('cut').value = String(isCut ? Math.round(CUTS * part) : CUTS);
  viewer.setCut(isCut ? height : null);
}

function slideCut() {
  const { min, max } = viewer.bounds;
  const part = Number($('cut').value) / CUTS;
  viewer.setCut(part < 1 ? min.y + part * (max.y - min.y) : null);
}

function showFrame(frame) {
  playback.show(frame);
  $('time').value = String(playback.frame);
  $('clock').textContent = `${playback.seconds(playback.frame).toFixed(1)} s`;
}

function play(isPlaying) {
  viewer.isPlaying = isPlaying;
  $('play').textContent = isPlaying ? '⏸' : '▶';
  let began = null;
  const first = playback.frame + 1 >= playback.frames ? 0 : playback.frame;
  viewer.onFrame = (now) => {
    began ??= now;
    const frame = first + Math.floor((now - began) / 1000 / playback.interval);
    showFrame(Math.min(frame, playback.frames - 1));
    if (frame + 1 >= playback.frames) play(false);
  };
  viewer.invalidate();
}

function legend(level) {
  const kinds = new Set(numbers(level.tiles.kinds));
  const places = PLACES.filter((_, kind) => kinds.has(kind)).map(({ words, colour }) => [words, colour]);
  const rest = [['steep', TRIANGLES.steep], ['wall, ceiling', TRIANGLES.wall]];
  const lines = [...places, ...rest].map(([words, colour]) => {
    const line = document.createElement('span');
    const box = document.createElement('i');
    box.style.background = css(colour);
    line.append(box, words);
    return line;
  });
  $('legend').replaceChildren(...lines);
}

function fill(level, number) {
  $('title').textContent = level.name;
  document.title = `Report of ${level.name}`;
  $('summary').textContent = level.summary;
  $('command').textContent = level.command;
  $('table').replaceChildren(
    ...level.table.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
      return row;
    }),
  );
  $('times').replaceChildren(histogram(level.times));
  list($('findings'), level.groups, level.findings, number);
  legend(level);
}

function goHome() {
  cutAt(null);
  viewer.home(...page.levels[shown].home);
}

function open(number) {
  const level = page.levels[number];
  shown = number;
  $('levels').value = String(number);
  const { mesh, tiles } = level;
  viewer.setWay(null);
  viewer.setLevel({ positions: numbers(mesh.positions), indices: numbers(mesh.indices), classes: numbers(mesh.classes) });
  const [points, normals, kinds, widths] = [tiles.points, tiles.normals, tiles.kinds, tiles.widths].map(numbers);
  viewer.setTiles({ points, normals, kinds, widths, side: tiles.side });
  playback = new Playback(viewer, level);
  $('time').max = String(playback.frames - 1);
  showFrame(0);
  const marks = level.findings.map((finding, index) => ({ at: finding.at, label: String(index + 1), colour: colourOf(finding) }));
  const starts = level.starts.map((at) => ({ at, label: 'S', colour: START }));
  viewer.setMarks([...marks, ...starts], (index) => {
    if (index < marks.length) location.hash = `#${number}-${index + 1}`;
  });
  // Marks of closed groups would cover the others.
  const hidden = level.groups.filter(({ isOpen }) => !isOpen).flatMap(({ indices }) => indices);
  hidden.forEach((index) => (viewer.parts.marks.children[index].visible = false));
  fill(level, number);
  viewer.setWallOpacity(Number($('walls').value) / 100);
  viewer.setBothSides($('both').checked);
  for (const part of ['tiles', 'paths']) viewer.show(part, $(part).checked);
  goHome();
}

function go() {
  const [number, index] = address();
  if (number !== shown) open(number);
  const level = page.levels[number];
  const finding = index === null ? null : level.findings[index];
  choose($('findings'), finding ? index : null);
  viewer.setWay(finding?.way ? new Float32Array(finding.way) : null, finding ? colourOf(finding) : 0);
  if (!finding) return;
  viewer.parts.marks.children[index].visible = true;
  const height = 2 * (level.shape.radii[1] + level.shape.halfLength);
  cutAt(Math.max(finding.top, finding.at[1] + OVER * height));
  viewer.flyTo(finding.at, viewer.distanceOf(Math.max(4 * height, 1.3 * finding.radius)));
}

$('levels').replaceChildren(...page.levels.map(({ name }, number) => new Option(name, String(number))));
$('levels').hidden = page.levels.length < 2;
$('levels').addEventListener('change', ({ target }) => (location.hash = `#${target.value}`));
$('play').addEventListener('click', () => play(!viewer.isPlaying));
$('time').addEventListener('input', ({ target }) => {
  play(false);
  showFrame(Number(target.value));
});
$('cut').addEventListener('input', slideCut);
$('walls').addEventListener('input', ({ target }) => viewer.setWallOpacity(Number(target.value) / 100));
$('both').addEventListener('change', ({ target }) => viewer.setBothSides(target.checked));
for (const part of ['tiles', 'paths']) $(part).addEventListener('change', ({ target }) => viewer.show(part, target.checked));
$('home').addEventListener('click', goHome);
$('controls').addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', go);
go();
