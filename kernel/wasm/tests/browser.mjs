// A page in headless Chromium: serves a folder on loopback, and watches what a page says, asks for and draws.
//
// In: a folder, and the path of the browser. Out: an object with the page of playwright, and `faults`: errors of the console and of the
// page, and requests that failed or went to another host.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/** Serves a folder, and nothing outside of it. */
export async function serve(folder) {
    const server = createServer(async (request, response) => {
        const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
        const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
        try {
            if (!file.startsWith(folder)) throw new Error("outside of the folder");
            const bytes = await readFile(file);
            response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Starts the browser; software rendering, as no machine of a test has a screen. */
export function launch(executablePath) {
    return chromium.launch({ executablePath, headless: true, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
}

/** Opens a page that is watched. */
export async function open(browser, origin, path, { width = 1280, height = 720, ...more } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, ...more });
    const page = await context.newPage();
    const faults = [], lines = [];
    page.on("console", (message) => {
        if (message.type() === "error") faults.push(`console: ${message.text()}`);
        else lines.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(`page: ${error.stack ?? error.message}`));
    page.on("requestfailed", (request) => faults.push(`request failed: ${request.url()}`));
    page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:")) faults.push(`request elsewhere: ${url}`);
    });
    page.on("response", (response) => response.status() >= 400 && faults.push(`${response.status()}: ${response.url()}`));
    await page.goto(`${origin}/${path}`);
    return { page, lines, faults, close: () => context.close() };
}

/** Number of colours in a picture of the page that are not rare: a page that draws nothing has one. */
export async function colours(page) {
    const png = await page.screenshot();
    return page.evaluate(async (text) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height), counts = new Map();
        for (let k = 0; k < data.length; k += 4) {
            const colour = ((data[k] >> 4) << 8) | ((data[k + 1] >> 4) << 4) | (data[k + 2] >> 4);
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        return [...counts.values()].filter((count) => count > (image.width * image.height) / 2000).length;
    }, png.toString("base64"));
}
