import type { Page } from "@playwright/test";
import { settled } from "./settled.ts";

/**
 * Opens a page of the console as a link inside the console does. The browser then reads the page's data, so a
 * test can change the answers. If the page were loaded whole, the server would read the data.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto("/settings/account");
  await settled(page);
  await follow(page, path);
}

/** Leads an open page of the console to another one, as a link inside the console does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const { next } = window as typeof window & { next: { router: { push: (to: string) => void } } };
    next.router.push(to);
  }, path);
  await page.waitForURL(path);
}
