import { expect, type Page } from "@playwright/test";

/** As `expect.timeout` in `playwright.config.ts`. The scripts that take screenshots do not load that file. */
const patience = { timeout: 30_000 };

/**
 * Waits until a page has loaded its content and its scripts run. Cannot wait for `networkidle`, because the
 * page's stream stays open.
 */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached(patience);
  // Next sends the title after the page's content
  await expect(page).toHaveTitle(/./, patience);
  if (/[?&]open=/.test(page.url())) await expect(page.getByRole("dialog")).toBeVisible(patience);
  await expect(page.locator("[data-skeletons]")).toHaveCount(0, patience);
  // waits for the scripts of all forms, because each script changes its form's button
  await expect(page.locator("[data-early]")).toHaveCount(0, patience);
  // With reduced motion each change of style is a transition of 0.01 ms (globals.css), so the browser
  // reports the old colors until it draws the next frame. On a busy machine that takes a while.
  await page.evaluate(() => {
    const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return Promise.allSettled(changes.map(({ finished }) => finished)).then(() => undefined);
  });
}

/** The title of a tab, with or without the number of requests that wait, which other tests may have made. */
export const tabTitle = (title: string) =>
  new RegExp(`^(\\(\\d+\\+?\\) )?${title.replace(/[^\w\s]/g, "\\$&")}$`);
