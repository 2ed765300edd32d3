// Runs Lighthouse on the Till, the redemptions and the bookings, on desktop and phone, as a signed-in
// person. Lighthouse is downloaded on demand, because it is larger than the console.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { freePort } from "@stampbook/db/testing/free-port";
import { findBrowser } from "../e2e/testing/browser.ts";
import { signIn, startServer } from "./stage.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const LEAST = 95;
const pages = ["/till", "/redemptions", "/bookings"];
const forms = { computer: ["--preset=desktop"], phone: [] };
const judged = ["performance", "accessibility", "best-practices"] as const;

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      { readonly displayValue?: string; readonly title: string; readonly score: number | null }
    >
  >;
  readonly finalDisplayedUrl: string;
};

const server = await startServer();
const home = mkdtempSync(join(tmpdir(), "stampbook-lighthouse-"));
let low = 0;
try {
  const port = await freePort();
  const { args = [], ...found } = findBrowser();
  const browser = await chromium.launchPersistentContext(join(home, "profile"), {
    ...found,
    args: [...args, `--remote-debugging-port=${port}`],
    baseURL: server.baseURL,
    locale: "en-GB",
  });
  await signIn(await browser.newPage());
  for (const path of pages)
    for (const [form, options] of Object.entries(forms)) {
      const { categories, audits, finalDisplayedUrl } = await judge(
        port,
        `${server.baseURL}${path}`,
        options,
      );
      if (new URL(finalDisplayedUrl).pathname !== path)
        throw new Error(`${path} led to ${finalDisplayedUrl}`);
      const scores = judged.map(
        (name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const,
      );
      const times = [
        "first-contentful-paint",
        "largest-contentful-paint",
        "total-blocking-time",
        "cumulative-layout-shift",
      ];
      const told = times.map((name) => `${name} ${audits[name]?.displayValue}`);
      console.log(
        `${path} on a ${form}: ${scores.map(([name, score]) => `${name} ${score}`).join(", ")} (${told.join(", ")})`,
      );
      if (scores.some(([name, score]) => name !== "best-practices" && score < LEAST)) {
        low++;
        for (const { title, score, displayValue } of Object.values(audits))
          if (score !== null && score < 0.9)
            console.log(`    ${score} ${title} ${displayValue ?? ""}`);
      }
    }
  await browser.close();
} finally {
  server.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = low ? 1 : 0;

/** Runs Lighthouse in a separate process, because this process must answer the browser meanwhile. */
async function judge(port: number, url: string, options: readonly string[]): Promise<Report> {
  const file = join(home, "report.json");
  await promisify(execFile)(
    "pnpm",
    [
      "dlx",
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      `--only-categories=${judged.join(",")}`,
      "--disable-storage-reset",
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      ...options,
    ],
    { cwd: home, timeout: 120_000 },
  );
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}
