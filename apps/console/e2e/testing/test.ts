import { randomInt } from "node:crypto";
import { test as base } from "@playwright/test";
import { AccountPage } from "../pages/account-page.ts";
import { BookingsPage } from "../pages/bookings-page.ts";
import { CataloguePage } from "../pages/catalogue-page.ts";
import { CustomersPage } from "../pages/customers-page.ts";
import { RedemptionsPage } from "../pages/redemptions-page.ts";
import { SalesPage } from "../pages/sales-page.ts";
import { SettingsPage } from "../pages/settings-page.ts";
import { TillPage } from "../pages/till-page.ts";
import { callsOf } from "./calls.ts";
import { watchPolicy } from "./watch-policy.ts";

type Pages = {
  till: TillPage;
  redemptions: RedemptionsPage;
  sales: SalesPage;
  customers: CustomersPage;
  bookings: BookingsPage;
  catalogue: CataloguePage;
  settings: SettingsPage;
  account: AccountPage;
  calls: ReturnType<typeof callsOf>;
};

/** The client's address as the service sees it. */
type Client = { address: string };

/**
 * A test with the console's page objects. Fails if the fixture `page` requests anything from another host, or
 * violates its Content-Security-Policy. Other pages that a test opens are not watched. A test that names
 * neither `page` nor a page object runs without a browser.
 */
export const test = base.extend<Pages & Client>({
  // An address for each test, because sign-ins are limited for each address, and tests are faster than staff.
  // The console trusts this machine as a proxy (`playwright.config.ts`), so the header names the address.
  address: async ({ baseURL: _ }, use) =>
    use(["10", randomInt(256), randomInt(256), randomInt(1, 255)].join(".")),
  extraHTTPHeaders: async ({ address }, use) => use({ "x-forwarded-for": address }),
  page: async ({ page, baseURL }, use) => {
    const strangers: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url)) strangers.push(url);
    });
    const violations = await watchPolicy(page);
    await use(page);
    // the page may still send requests, for which an active route must not fail the test
    await page.unrouteAll({ behavior: "ignoreErrors" });
    if (strangers.length) throw new Error(`Other hosts were asked: ${strangers.join(", ")}`);
    if (violations.length) throw new Error(`Against the policy: ${violations.join(", ")}`);
  },
  till: async ({ page }, use) => use(new TillPage(page)),
  redemptions: async ({ page }, use) => use(new RedemptionsPage(page)),
  sales: async ({ page }, use) => use(new SalesPage(page)),
  customers: async ({ page }, use) => use(new CustomersPage(page)),
  bookings: async ({ page }, use) => use(new BookingsPage(page)),
  catalogue: async ({ page }, use) => use(new CataloguePage(page)),
  settings: async ({ page }, use) => use(new SettingsPage(page)),
  account: async ({ page }, use) => use(new AccountPage(page)),
  calls: async ({ request, baseURL }, use) => use(callsOf(request, baseURL)),
});

export { expect } from "@playwright/test";
export const phone = { width: 360, height: 740 };

/** A day that is in the future in every time zone, and near enough to be booked. */
export const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** Returns a date, `YYYY-MM-DD`, as a field shows it in English. */
export const shownDay = (day: string) =>
  new Intl.DateTimeFormat("en", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(day));
