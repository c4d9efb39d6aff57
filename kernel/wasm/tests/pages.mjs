// The package in headless Chromium: the first program of docs/embedding-web.md as a page, each build, and the example with three.js.
//   node pages.mjs BROWSER FOLDER   the folder has node_modules with the installed package and three, program.js, and the example in three/

import { writeFileSync } from "node:fs";
import { colours, launch, open, serve } from "./browser.mjs";

const [browserPath, folder] = process.argv.slice(2);
const { origin, close } = await serve(folder);
const browser = await launch(browserPath);
let failed = false;
const check = (what, is, told = "") => {
    if (!is) failed = true;
    console.log(`${is ? "ok" : "FAILED"}: ${what}${told && `: ${told}`}`);
};

const map = JSON.stringify({ imports: { sweep8: "./node_modules/sweep8/dist/index.js" } });
for (const program of ["program.js", "plain.js"]) {
    const page = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${map}</script><script type="module" src="${program}"></script>`;
    writeFileSync(`${folder}/${program}.html`, page);
    const { page: shown, lines, faults, close: end } = await open(browser, origin, `${program}.html`);
    for (let k = 0; k < 600 && lines.length === 0 && faults.length === 0; k++) await shown.waitForTimeout(100);
    check(`Chromium, ${program}`, lines.length === 1 && lines[0] === process.env.EXPECTED && faults.length === 0, [...lines, ...faults].join("; "));
    await end();
}

const { page, faults, close: end } = await open(browser, origin, "three/index.html");
await page.waitForFunction("Number(document.body.dataset.steps) > 120", undefined, { timeout: 120_000 }).catch((error) => faults.push(error.message));
const count = await colours(page);
await page.screenshot({ path: `${folder}/three.png` });
check("the example with three.js draws people and a level", faults.length === 0 && count >= 8, [`${count} colours`, ...faults].join("; "));
await end();

await browser.close();
close();
process.exit(failed ? 1 : 0);
