import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/calls.ts";
import { sessionOf } from "./testing/session.ts";
import { settled } from "./testing/settled.ts";
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
  "/customers/101/edit",
  "/customers/new",
  "/customers/101?tab=bookings",
  "/bookings",
  "/bookings?view=week",
  "/bookings/list",
  "/bookings/1",
  "/vouchers",
  "/vouchers/4",
  "/vouchers/issue?template=12",
  "/catalogue/rewards",
  "/catalogue/rewards?open=1",
  "/catalogue/rewards/new",
  "/catalogue/voucher-templates?open=13",
  "/catalogue/voucher-templates/13",
  "/catalogue/promo-codes",
  "/catalogue/promo-codes/7",
  "/catalogue/codes?open=1",
  "/catalogue/codes/new",
  "/overview",
  "/settings",
  "/settings/account",
  "/settings/stores",
  "/settings/stores?open=32",
  "/settings/stores?open=new",
  "/settings/staff",
  "/settings/staff?open=invite",
  "/settings/tokens",
  "/settings/tokens?open=new",
  "/settings/tokens?open=1",
  "/settings/policy",
  "/settings/messages",
  "/settings/messages/email/otp",
  "/settings/messages/new",
  "/settings/outbox",
  "/settings/audit",
];
const outside = ["/sign-in", "/reset-password", "/invitation?secret=none"];

// something on each page: a redemption, a refusal, a booking, codes
test.beforeAll(async ({ browser, baseURL }) => {
  const page = await browser.newPage({
    storageState: sessionOf("manager"),
    ...(baseURL ? { baseURL } : {}),
  });
  const calls = callsOf(page, baseURL);
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await calls.book({ store: 32, date: inThreeDays, time: "10:00" });
  await calls.generateCodes(12, 20);
  await page.close();
});

async function check(page: Page, path: string) {
  await page.goto(path);
  await settled(page);
  // in a sandboxed frame no script runs, and axe's own would wait for itself there; no page has other
  // frames, for which axe would open a page of its own each time without its legacy mode
  const axe = new AxeBuilder({ page }).withTags(tags).exclude("iframe[sandbox]").setLegacyMode();
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) =>
      `${path}: ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
  );
  expect.soft(found).toEqual([]);
}

// contrast goes by the scheme and names go by the language: each of both is looked at once
const looks = [
  ["light", "en"],
  ["dark", "id"],
] as const;

for (const [scheme, language] of looks)
  test.describe(`${scheme}, ${language}`, () => {
    test.use({ colorScheme: scheme, storageState: sessionOf("owner") });

    test("axe finds nothing", async ({ page, context, baseURL }) => {
      test.setTimeout(180_000);
      await context.addCookies([{ name: "stampbook_locale", value: language, url: baseURL ?? "" }]);
      for (const path of pages) await check(page, path);
      await context.clearCookies({ name: /session/ });
      for (const path of outside) await check(page, path);
    });
  });
