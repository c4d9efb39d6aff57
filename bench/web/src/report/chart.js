// A histogram as SVG: bars over logarithmic classes, with marks at percentiles.
//
// In: the lower edges of the classes and their last upper edge, in nanoseconds; counts; marks `{at, words}`. Out: an SVG element.

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [360, 170, 4, 22, 34];

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

/** A time in words: ns, µs or ms. */
export function time(nanoseconds) {
  if (nanoseconds < 1e3) return `${Math.round(nanoseconds)} ns`;
  const [value, unit] = nanoseconds < 1e6 ? [nanoseconds / 1e3, 'µs'] : [nanoseconds / 1e6, 'ms'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function histogram({ edges, counts, marks }) {
  const svg = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  const [low, high] = [Math.log(edges[0]), Math.log(edges[edges.length - 1])];
  const x = (nanoseconds) => LEFT + ((Math.log(nanoseconds) - low) / (high - low)) * (WIDTH - 2 * LEFT);
  const floor = HEIGHT - BOTTOM;
  const most = Math.max(...counts, 1);
  counts.forEach((count, place) => {
    const [from, to] = [x(edges[place]), x(edges[place + 1])];
    // The least bar is still seen: a single slow move is what one looks for.
    const height = count === 0 ? 0 : Math.max(1.5, (count / most) * (floor - TOP));
    const bar = element('rect', { x: from + 0.5, y: floor - height, width: Math.max(0.5, to - from - 1), height, fill: '#56b4e9' });
    bar.append(element('title', {}, `${time(edges[place])} to ${time(edges[place + 1])}: ${count} moves`));
    svg.append(bar);
  });
  svg.append(element('line', { x1: LEFT, x2: WIDTH - LEFT, y1: floor, y2: floor, stroke: '#5a6472' }));
  for (let decade = Math.ceil(Math.log10(edges[0])); 10 ** decade <= edges[edges.length - 1]; decade += 1) {
    const at = x(10 ** decade);
    svg.append(element('line', { x1: at, x2: at, y1: floor, y2: floor + 4, stroke: '#5a6472' }));
    const anchor = at < 20 ? 'start' : at > WIDTH - 20 ? 'end' : 'middle';
    svg.append(element('text', { x: at, y: HEIGHT - 6, 'text-anchor': anchor }, time(10 ** decade)));
  }
  marks.forEach(({ at, words }, place) => {
    const place_x = Math.min(Math.max(x(at), LEFT), WIDTH - LEFT);
    svg.append(element('line', { x1: place_x, x2: place_x, y1: TOP - 2, y2: floor, stroke: '#e69f00', 'stroke-dasharray': '3 2' }));
    // On lines of their own, so that marks near each other can be read.
    const y = 9 + 11 * (place % 3);
    const anchor = place_x > WIDTH * 0.6 ? 'end' : 'start';
    svg.append(element('text', { x: place_x + (anchor === 'end' ? -3 : 3), y, 'text-anchor': anchor }, `${words} ${time(at)}`));
  });
  return svg;
}
