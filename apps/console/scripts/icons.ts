// Draws public/icon.svg as the PNG files of public/icons/, and as public/favicon.ico.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findBrowser } from "../e2e/testing/browser.ts";

const target = fileURLToPath(new URL("../public/", import.meta.url));
const svg = readFileSync(`${target}icon.svg`, "utf8");
/** The icon for systems that cut icons into their own shape: with square corners and a smaller stamp. */
const toEdges = svg
  .replace('rx="8"', "")
  .replace('id="stamp"', 'id="stamp" transform="translate(16 16) scale(0.78) translate(-16 -16)"');

const browser = await chromium.launch(findBrowser());

async function draw(drawing: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`,
  );
  const picture = await page.screenshot({ omitBackground: true });
  await page.close();
  return picture;
}

/** Returns an .ico file with one PNG picture of at most 255 pixels. */
function icoOf(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

for (const size of [192, 512]) {
  writeFileSync(`${target}icons/icon-${size}.png`, await draw(svg, size));
  writeFileSync(`${target}icons/maskable-${size}.png`, await draw(toEdges, size));
}
writeFileSync(`${target}icons/apple-touch-icon.png`, await draw(toEdges, 180));
writeFileSync(`${target}favicon.ico`, icoOf(await draw(svg, 32), 32));
await browser.close();
