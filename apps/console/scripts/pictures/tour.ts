import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { TillPage } from "../../e2e/pages/till-page.ts";
import { settled } from "../../e2e/testing/settled.ts";
import { type Demo, signIn, startDemo } from "../stage.ts";

const view = {
  // just wide enough for the names in the navigation, and low, so that each picture has less than 100 kB
  viewport: { width: 1200, height: 520 },
  locale: "en-GB",
  timezoneId: "Asia/Jakarta",
  reducedMotion: "reduce",
} as const;
const MEMBER = "Ayu Lestari";

type Take = (page: Page, name: string, height?: number) => Promise<void>;

/** Walks through docs/tour.md on a new demo, takes its pictures, and fails where the tour is not true. */
export async function takeTour(browser: Browser, target: string): Promise<void> {
  const demo = await startDemo();
  try {
    const enter = async (role: "cashier" | "owner") => {
      const context = await browser.newContext({ ...view, baseURL: demo.baseURL });
      await context.addCookies([{ name: "stampbook_store", value: "32", url: demo.baseURL }]);
      const page = await context.newPage();
      await signIn(page, `${role}@example.com`, demo.passwords[role]);
      await settled(page);
      return page;
    };
    const take: Take = async (page, name, height = view.viewport.height) => {
      await page.setViewportSize({ ...view.viewport, height });
      await settled(page);
      await page.screenshot({ path: join(target, `${name}.png`), caret: "hide" });
    };
    const owner = await enter("owner");
    await makeVisit(await enter("cashier"), take);
    await readAudit(owner, take);
    await callTwice(demo, owner);
    await lookAround(owner, take);
  } finally {
    await demo.stop();
  }
}

/** Steps 2 and 3: a visit, and its undo. */
async function makeVisit(page: Page, take: Take) {
  const till = new TillPage(page);
  await till.scan("M0101");
  await expect(till.card(MEMBER)).toBeVisible();
  const before = await till.stamps(MEMBER).innerText();
  const coffee = till.option(/Iced Coffee/);
  await coffee.click();
  await coffee.click();
  await till.button("Add a sale").click();
  await till.basket.getByLabel("Sale total").fill("50,000");
  await till.basket.getByLabel("Invoice number").fill("A-1001");
  await expect(till.basket).toContainText(/Earns \d+ stamps/);
  await page.evaluate(() => scrollTo(0, 0));
  await take(page, "till", 580);

  await till.redeem();
  await expect(till.receipt).toContainText("10 stamps used.");
  await expect(till.receipt).toContainText(/\d+ stamps earned/);
  await expect(till.stamps(MEMBER)).not.toHaveText(before);
  await take(page, "receipt");

  await till.receipt.getByRole("button", { name: /^Undo/ }).click();
  const undo = till.receipt.getByRole("form", { name: "Undo" });
  await expect(undo).toContainText("Iced Coffee: 10 stamps come back.");
  await undo.getByRole("button", { name: "Wrong item" }).click();
  await take(page, "undo");
  await undo.getByRole("button", { name: "Undo now" }).click();
  await expect(till.receipt).toContainText("Canceled. ");
  await expect(till.stamps(MEMBER)).toHaveText(before);
}

/** Step 4: the two entries that the undo wrote. */
async function readAudit(page: Page, take: Take) {
  await page.goto("/settings/audit");
  await settled(page);
  const [sale, redemption] = [page.getByRole("row").nth(1), page.getByRole("row").nth(2)];
  for (const words of ["Sale canceled", "Cashier in Kemang", "A-1001", "Wrong item"])
    await expect(sale).toContainText(words);
  for (const words of ["Redemption canceled", "Iced Coffee", "+10 stamps", "Wrong item"])
    await expect(redemption).toContainText(words);
  await take(page, "audit", 580);
}

/** Step 5: the call that the start prints, twice, beside the open list of redemptions. */
async function callTwice({ call }: Demo, page: Page) {
  await page.goto("/redemptions");
  await settled(page);
  const newest = page.getByRole("row").nth(1);
  const before = await newest.innerText();
  const [first, second] = [await call(), await call()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
  await expect(newest).toContainText("Free Kaya Bun");
  expect(await newest.innerText()).not.toBe(before);
}

/** Step 6: other pages. */
async function lookAround(page: Page, take: Take) {
  await page.goto("/overview");
  await take(page, "overview", 630);
  await page.goto("/sales");
  await take(page, "sales");
  await page.goto("/bookings");
  await take(page, "bookings", 580);
}
