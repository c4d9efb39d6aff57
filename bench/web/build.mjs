// Builds the pages: one HTML file each, with script and style inside, so that a page asks nobody for anything.
//
// In: src/NAME/page.html with the marks <!--STYLE-->, <!--DATA--> and <!--SCRIPT-->, src/NAME/page.css, src/NAME/main.js.
// Out: dist/NAME.html. <!--DATA--> stays: the program puts the data of its run there.

import { build } from 'esbuild';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

async function bundled(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'inline',
    write: false,
  });
  // What would end the element early is text of a licence or of a string: escaped there, it stays the same.
  return outputFiles[0].text.replace(/<\/(script|style)/gi, '<\\/$1');
}

async function page(name) {
  const folder = join(here, 'src', name);
  const [html, style, script] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    bundled(join(folder, 'page.css')),
    bundled(join(folder, 'main.js')),
  ]);
  const parts = { STYLE: `<style>${style}</style>`, SCRIPT: `<script>${script}</script>` };
  let whole = html;
  for (const [mark, text] of Object.entries(parts)) {
    if (!html.includes(`<!--${mark}-->`)) throw new Error(`${name}/page.html has no <!--${mark}-->`);
    whole = whole.replace(`<!--${mark}-->`, () => text);
  }
  if (whole.split('<!--DATA-->').length !== 2) throw new Error(`${name}.html must have <!--DATA--> once`);
  await writeFile(join(here, 'dist', `${name}.html`), whole);
  console.log(`dist/${name}.html ${Math.round(whole.length / 1000)} kB`);
}

await mkdir(join(here, 'dist'), { recursive: true });
const folders = await readdir(join(here, 'src'), { withFileTypes: true });
for (const { name } of folders.filter((folder) => folder.isDirectory() && folder.name !== 'viewer')) await page(name);
