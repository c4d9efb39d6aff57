// The list of findings: a link that moves the camera, the words, the file that shows it, and the line that repeats it.

/** Colours of findings, by kind. */
export const COLOURS = {
  'open border': 0xd55e00,
  pit: 0xcc79a7,
  'one-way drop': 0xe69f00,
  'unreached floor': 0x0072b2,
  'above': 0x8a7400,
  'outside': 0x6b7480,
};
const OTHER = 0xc0392b;

export const colourOf = ({ kind }) => COLOURS[kind] ?? OTHER;
const css = (colour) => `#${colour.toString(16).padStart(6, '0')}`;

function made(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function item(finding, index, level) {
  const number = made('b', { textContent: String(index + 1) });
  number.style.background = css(colourOf(finding));
  const link = made('a', { href: `#${level}-${index + 1}` }, number, finding.title);
  const li = made('li', { id: `finding-${index}` }, link, made('p', { textContent: finding.text }));
  if (finding.command || finding.replay) {
    const repeat = made('details', {}, made('summary', { textContent: 'repeat it' }));
    if (finding.replay) repeat.append(made('p', {}, 'replay file: ', made('a', { href: finding.replay, textContent: finding.replay, download: '' })));
    if (finding.command) repeat.append(made('pre', { textContent: finding.command }));
    li.append(repeat);
  }
  return li;
}

/** Fills `nav` with the findings of level number `level`, in their groups. */
export function list(nav, groups, findings, level) {
  nav.replaceChildren();
  for (const { title, hint, indices, isOpen } of groups) {
    const items = made('ol', {}, ...indices.map((index) => item(findings[index], index, level)));
    const body = [made('p', { className: 'hint', textContent: hint }), items];
    if (isOpen) nav.append(made('h2', { textContent: `${title} (${indices.length})` }), ...body);
    else nav.append(made('details', {}, made('summary', { textContent: `${title} (${indices.length})` }), ...body));
  }
}

/** Marks the finding with this index, and brings it into view; `null` marks none. */
export function choose(nav, index) {
  for (const li of nav.querySelectorAll('li.chosen')) li.classList.remove('chosen');
  const li = index === null ? null : nav.querySelector(`#finding-${index}`);
  if (!li) return;
  li.classList.add('chosen');
  for (let parent = li.parentElement; parent && parent !== nav; parent = parent.parentElement) {
    if (parent.tagName === 'DETAILS') parent.open = true;
  }
  li.scrollIntoView({ block: 'nearest' });
}
