import { sessionOf } from "../testing/session.ts";
import { settled, tabTitle } from "../testing/settled.ts";
import { expect, inThreeDays, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

/** Addresses without a page or a record, and the text that each shows. */
const nothing = {
  "/customers/999999": "There is no such customer, or the customer was anonymized",
  "/customers/999999/edit": "There is no such customer, or the customer was anonymized",
  "/redemptions/999999": "There is no such redemption",
  "/sales/999999": "There is no such sale",
  "/bookings/999999": "There is no such booking",
  "/vouchers/999999": "There is no such voucher",
  "/catalogue/rewards/999999": "There is no such reward",
  "/catalogue/voucher-templates/999999": "There is no such voucher template",
  "/catalogue/promo-codes/999999": "There is no such promo code",
  "/vouchers/abc": "There is no such voucher",
  "/settings/messages/pigeon/otp": "Page not found",
  "/nowhere/at/all": "Page not found",
} as const;

test("an address that leads to nothing is answered with 404, inside the frame", async ({
  request,
}) => {
  for (const [path, title] of Object.entries(nothing)) {
    const response = await request.get(path);
    const html = await response.text();
    const [, heading] = /<h1>([^<]*)<\/h1>/.exec(html) ?? [];
    expect([path, response.status(), heading]).toEqual([path, 404, title]);
    expect(html, path).toContain('<nav class="');
  }
});

test("a page that is not there shows a way on, and the tab names each page", async ({ page }) => {
  await page.goto("/customers/101");
  await expect(page).toHaveTitle(tabTitle("Ayu Lestari · Customers · Stampbook"));
  const main = page.getByRole("main");
  expect((await page.goto("/customers/999999"))?.status()).toBe(404);
  await settled(page);
  await expect(page).toHaveTitle(tabTitle("Page not found · Stampbook"));
  await main.getByRole("link", { name: "All customers" }).click();
  await expect(page).toHaveURL(/customers$/);
  await page.goto("/nowhere");
  await expect(main).toHaveCount(1);
  await main.getByRole("link", { name: "Back to the till" }).click();
  await expect(page).toHaveURL(/till$/);
});

test("a page's title names its record", async ({ request, calls }) => {
  const { redemption } = await calls.redeemReward("M0111");
  const booking = await calls.book({ store: 32, date: inThreeDays, time: "14:00" });
  const titles = {
    "/customers": "Customers",
    "/customers/101": "Ayu Lestari · Customers",
    "/customers/101/edit": "Ayu Lestari · Customers",
    [`/redemptions/${redemption}`]: `Kaya Bun #${redemption} · Redemptions`,
    "/sales/1": "INV-0901 · Sales",
    [`/bookings/${booking}`]: `Customer #${booking} · Bookings`,
    "/vouchers/4": "Free Kaya Bun · Vouchers",
    "/catalogue/rewards/1": "Kaya Bun · Rewards",
    "/catalogue/voucher-templates/13": "Gift Card · Voucher templates",
    "/catalogue/promo-codes/7": "HAPPYHOUR · Promo codes",
  };
  for (const [path, title] of Object.entries(titles)) {
    const html = await (await request.get(path)).text();
    expect([path, /<title>([^<]*)/.exec(html)?.[1]]).toEqual([path, `${title} · Stampbook`]);
  }
});

test.describe("another merchant's staff", () => {
  test.use({ storageState: sessionOf("pinCashier") });

  test("find nothing at the addresses of this one's records", async ({ request }) => {
    // customer 123 belongs to this merchant, the records below to the other merchant
    expect((await request.get("/customers/123")).status()).toBe(200);
    for (const path of ["/customers/102", "/vouchers/18", "/sales/1"]) {
      const response = await request.get(path);
      expect([path, response.status()]).toEqual([path, 404]);
      const html = await response.text();
      expect(html, path).not.toMatch(/Budi Santoso|25,000|INV-0901/);
    }
  });
});

test.describe("somebody who is not signed in", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("is led to the sign-in from a page, and hears of a page that is not there", async ({
    page,
  }) => {
    const asked = await page.request.get("/customers/999999", { maxRedirects: 0 });
    expect([asked.status(), asked.headers().location]).toEqual([
      307,
      "/sign-in?next=%2Fcustomers%2F999999",
    ]);
    expect((await page.goto("/nowhere"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByRole("navigation")).toHaveCount(0);
  });
});
