import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/calls.ts";
import { sessionOf } from "./testing/session.ts";
import { expect, inThreeDays, test } from "./testing/test.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const pages = [
  "/till",
  "/till?customer=101",
  "/redemptions",
  "/redemptions?open=1",
  "/redemptions/1",
  "/redemptions/refused",
  "/customers",
  "/customers/101",
  "/bookings",
  "/bookings?view=week",
  "/bookings/1",
  "/vouchers/4",
  "/overview",
  "/settings/audit",
];

// something on each page: a redemption, a refusal, a booking
test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({
    storageState: sessionOf("manager"),
    ...(baseURL ? { baseURL } : {}),
  });
  const calls = callsOf(page, baseURL);
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await calls.book({ store: 32, date: inThreeDays, time: "10:00" });
  await page.close();
});

async function check(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${path}: ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
  );
  expect.soft(found).toEqual([]);
}

for (const scheme of ["light", "dark"] as const)
  for (const language of ["en", "id"] as const)
    test.describe(`${scheme}, ${language}`, () => {
      test.use({ colorScheme: scheme, storageState: sessionOf("manager") });

      test("axe finds nothing", async ({ page, context, baseURL }) => {
        test.setTimeout(90_000);
        await context.addCookies([
          { name: "stampbook_locale", value: language, url: baseURL ?? "" },
        ]);
        for (const path of pages) await check(page, path);
        await context.clearCookies({ name: /session/ });
        await check(page, "/sign-in");
      });
    });
