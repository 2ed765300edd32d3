// Takes the pictures that the documents show, in docs/pictures/: a walk through the demo of `npm start`.
//
//   node scripts/screenshots.ts         after a build
//   node scripts/screenshots.ts --all   most pages instead, light, dark and on a phone, in .test/screenshots/
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findBrowser } from "../e2e/testing/browser.ts";
import { takePages } from "./pictures/pages.ts";
import { takeTour } from "./pictures/tour.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const target = join(here, values.all ? ".test/screenshots" : "../../docs/pictures");

mkdirSync(target, { recursive: true });
const browser = await chromium.launch(findBrowser());
try {
  await (values.all ? takePages : takeTour)(browser, target);
} finally {
  await browser.close();
}
console.log(`The pictures are in ${target}`);
