import { expect, type Page } from "@playwright/test";

/** Waits until a page has loaded its content. Its stream stays open, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await expect(page.locator("[data-skeletons]")).toHaveCount(0);
  if (/[?&]open=/.test(page.url())) await expect(page.getByRole("dialog")).toBeVisible();
}
