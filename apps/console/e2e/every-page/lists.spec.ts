import type { Page } from "@playwright/test";
import { danglingOf } from "../testing/axe.ts";
import { newGate } from "../testing/gate.ts";
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

test("bug 17: while a search is slow, the list says that it is not its result yet", async ({
  customers,
  page,
}) => {
  await customers.open();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const asked = newGate();
  const answered = newGate();
  await page.route(/customers\.search/, async (route) => {
    asked.open();
    await answered.opened;
    await route.continue();
  });
  await customers.search.fill("Wibowo");
  await asked.opened;
  const busy = page.locator("[aria-busy=true]");
  await expect(busy).toBeVisible();
  await expect(busy.getByRole("table")).toHaveCSS("opacity", "0.45");
  answered.open();
  await expect(busy).toHaveCount(0);
});

test("bug 19: a panel brings no second banner, and no field controls what is not there", async ({
  page,
}) => {
  await page.goto("/catalogue/rewards?open=1");
  const panel = page.getByRole("dialog");
  await expect(panel).toBeVisible();
  await expect(page.locator("header")).toHaveCount(1);
  expect(await danglingOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await panel.getByRole("combobox").fill("nothing has this name");
  await expect(page.getByText("Nothing found")).toBeVisible();
  expect(await danglingOf(page)).toEqual([]);
});

for (const [path, column] of [
  ["/sales", "Time"],
  ["/settings/security", "Time"],
] as const)
  test(`${path} is sorted by the head of a column; the order is in the address`, async ({
    page,
  }) => {
    await expectSortable(page, path, column);
  });

async function expectSortable(page: Page, path: string, column: string) {
  const times = () =>
    page
      .getByRole("row")
      .locator("time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
  const order = async () => {
    const found = await times();
    const sorted = found.toSorted();
    if (new Set(found).size < 2) return "too few";
    if (`${found}` === `${sorted}`) return "oldest first";
    return `${found}` === `${sorted.reverse()}` ? "newest first" : "none";
  };
  await page.goto(path);
  const head = page.getByRole("columnheader", { name: column });
  await expect(head).toHaveAttribute("aria-sort", "descending");
  expect(await order()).toBe("newest first");
  await head.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(order).toBe("oldest first");
  await page.reload();
  await expect.poll(order).toBe("oldest first");
  await page.goBack();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(order).toBe("newest first");
}
