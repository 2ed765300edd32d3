import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const file = new URL("../e2e/testing/browser.ts", import.meta.url).href;
const code = `
  const { unpackBrowser } = await import(process.argv[1]);
  const { execFileSync } = await import("node:child_process");
  console.log(String(execFileSync(unpackBrowser(process.argv[2]), ["--version"])));`;

test.runIf(process.platform === "linux")(
  "two processes that unpack the browser at the same time both start it",
  { timeout: 60_000 },
  async () => {
    const place = mkdtempSync(join(tmpdir(), "two browsers-"));
    const args = ["--input-type=module", "--eval", code, file, join(place, "chromium")];
    const start = () => promisify(execFile)(process.execPath, args);
    try {
      for (const { stdout } of await Promise.all([start(), start()]))
        expect(stdout).toMatch(/^Chromium \d+/);
      expect(readdirSync(place)).toEqual(["chromium"]);
    } finally {
      rmSync(place, { recursive: true });
    }
  },
);
