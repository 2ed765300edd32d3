import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("the heads of a list stay below the top bar while the page scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/customers");
  const head = page.getByRole("columnheader", { name: "Stamps" });
  const top = async (locator: typeof head) => (await locator.boundingBox()) ?? { y: 0, height: 0 };
  await expect(head).toBeVisible();
  const before = (await top(head)).y;
  await page.getByRole("row").last().scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before);
  const bar = await top(page.getByRole("banner"));
  expect((await top(head)).y).toBeCloseTo(bar.y + bar.height, -1);
  await expect(head).toBeInViewport();
});
