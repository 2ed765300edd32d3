import { accessSync, constants } from "node:fs";
import { platform } from "node:os";
import { chromium, type LaunchOptions } from "@playwright/test";

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
export async function findBrowser(): Promise<LaunchOptions> {
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
  if (platform() === "linux") {
    const { default: bundled } = await import("@sparticuz/chromium");
    return { executablePath: await bundled.executablePath(), args: ["--no-sandbox", ...args] };
  }
  throw new Error("No Chromium found: run `pnpm exec playwright install chromium`");
}
