import type { Page } from "@playwright/test";

type Stopwatch = {
  /** Milliseconds from the next Enter until the browser has drawn an element that matches the selector. */
  readonly untilDrawn: (selector: string) => Promise<number>;
};
type Timed = Window & { stopwatch: Stopwatch; timed?: Promise<number> };

/** How many rounds a test measures: `TILL_ROUNDS`, or 3. */
export const ROUNDS = Number(process.env.TILL_ROUNDS ?? 3);

/** Adds `window.stopwatch` to each document that `page` loads from now on. */
export async function takeStopwatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let began: number | undefined;
    // listens before the page's own listeners, which stop the propagation of a scan's Enter
    window.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Enter") began ??= performance.now();
      },
      true,
    );
    const untilDrawn: Stopwatch["untilDrawn"] = (selector) =>
      new Promise((resolve) => {
        began = undefined;
        const look = () => {
          const start = began;
          if (start === undefined || !document.querySelector(selector)) return;
          observer.disconnect();
          // the browser draws the frame after this callback and before the timer
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      });
    (window as unknown as Timed).stopwatch = { untilDrawn };
  });
}

/**
 * Returns the milliseconds from the Enter that `act` presses until the page has drawn an element that
 * matches.
 */
export async function timeOf(
  page: Page,
  selector: string,
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate((wanted) => {
    const timed = window as unknown as Timed;
    timed.timed = timed.stopwatch.untilDrawn(wanted);
  }, selector);
  await act();
  return page.evaluate(() => (window as unknown as Timed).timed ?? Number.NaN);
}

/**
 * Returns a line of a table: the number of measurements, the median, the 95th percentile and the slowest, in
 * ms.
 */
export function lineOf(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN);
  return `| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}
