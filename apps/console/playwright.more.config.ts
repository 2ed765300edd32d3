import { defineConfig } from "@playwright/test";
import base from "./playwright.config.ts";

/** `npm run test:more` runs the journeys without the tag `@job`. */
export default defineConfig(base, {
  reporter: [["list"], ["json", { outputFile: ".test/journeys-more.json" }]],
  projects: [{ name: "journeys", grep: /./, grepInvert: /@job/ }],
});
