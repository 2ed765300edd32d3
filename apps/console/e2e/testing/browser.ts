import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type LaunchOptions } from "@playwright/test";

const folder = fileURLToPath(new URL("../..", import.meta.url));

const executable = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns options for the first browser that exists: $CHROMIUM_PATH, Playwright's own, a system one, then
 * npm's.
 */
export function findBrowser(): LaunchOptions {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const found = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ].find((file) => file && executable(file));
  if (found) return { executablePath: found, args };
  if (platform() === "linux")
    return { executablePath: unpackBrowser(), args: ["--no-sandbox", ...args] };
  throw new Error("No Chromium found: run `pnpm exec playwright install chromium`");
}

/**
 * Unpacks npm's Chromium and returns its file. The package unpacks into the temporary directory, and takes a
 * file that is there for a whole one, also while another process still writes it. Each process therefore
 * unpacks in a directory of its own, and gives it the name that all use when it is whole.
 */
export function unpackBrowser(home = join(folder, "node_modules/.cache/chromium")): string {
  const file = join(home, "chromium");
  if (existsSync(file)) return file;
  mkdirSync(join(home, ".."), { recursive: true });
  const own = mkdtempSync(`${home}-`);
  const code = `await (await import("@sparticuz/chromium")).default.executablePath()`;
  try {
    execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: folder,
      env: { ...process.env, TMPDIR: own },
    });
    renameSync(own, home);
  } catch (cause) {
    rmSync(own, { recursive: true, force: true });
    // another process was first
    if (!existsSync(file)) throw cause;
  }
  return file;
}
