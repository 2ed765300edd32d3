import type { BrowserContext, Page } from "@playwright/test";
import { violationsOf } from "../testing/axe.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner"), serviceWorkers: "allow" });

/** Waits until the service worker for the locale controls the page and has cached its offline page. */
async function workerOf(page: Page, locale: string) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ""))
    .toContain(`/sw.js?locale=${locale}`);
  await expect
    .poll(() =>
      page.evaluate(async (path) => !!(await caches.match(path)), `/offline?locale=${locale}`),
    )
    .toBe(true);
}

/** Returns the paths that the service worker has cached. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys()).map((name) => caches.open(name));
    const kept = (await Promise.all(caching)).map((cache) => cache.keys());
    return (await Promise.all(kept)).flat().map(({ url }) => new URL(url).pathname);
  });

/** Returns the paths of the scripts that a page has loaded. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith("/_next/static/") && path.endsWith(".js")),
  );

/** Cuts the network. Waits until a call fails, because the service worker may lose its network later. */
async function goOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true);
  const call = () =>
    page.evaluate(() =>
      fetch("/trpc/staff.me").then(
        () => "answered",
        () => "failed",
      ),
    );
  await expect.poll(call).toBe("failed");
}

test("without a network there is a page of our own, the Till's scripts are there, and nothing of a person is kept", {
  tag: "@job",
}, async ({ page, context, till }) => {
  await till.open();
  await settled(page);
  await workerOf(page, "en");
  const scripts = await scriptsOf(page);
  expect(scripts.length).toBeGreaterThan(5);
  await expect.poll(() => keptBy(page)).toEqual(expect.arrayContaining(scripts));
  await page.goto("/customers/101");
  await settled(page);
  const kept = await keptBy(page);
  expect(kept.filter((path) => !/^\/(_next\/static\/|offline$|icon\.svg$)/.test(path))).toEqual([]);

  await goOffline(page, context);
  const again = await page.evaluate(async (paths) => {
    const responses = await Promise.all(paths.map((path) => fetch(path, { cache: "no-store" })));
    return responses.map(({ status }) => status);
  }, scripts);
  expect(again).toEqual(scripts.map(() => 200));

  await page.goto("/customers");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("You are offline");
  await expect(page).toHaveTitle("You are offline · Stampbook");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(title).toHaveText("You are offline");
  await context.setOffline(false);
  await expect(title).toHaveText("Customers");
  await expect(page).toHaveURL(/customers$/);
});

test("another language, like another build, replaces the worker of open pages", async ({
  page,
  context,
}) => {
  await page.goto("/settings/account");
  await settled(page);
  await workerOf(page, "en");
  await page.getByRole("button", { name: "Account of Owner" }).click();
  await page.getByLabel("Language").selectOption("Bahasa Indonesia");
  await workerOf(page, "id");
  await goOffline(page, context);
  await page.goto("/till");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anda sedang offline");
});
