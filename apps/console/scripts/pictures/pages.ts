import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { confirmPassword } from "../../e2e/testing/enter.ts";
import { linkTo } from "../../e2e/testing/link-to.ts";
import { demanded } from "../../e2e/testing/merchant.ts";
import { settled } from "../../e2e/testing/settled.ts";
import { signIn, startServer } from "../stage.ts";

const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

/** The pages to show as the owner, by the picture's name. */
const pages: Readonly<Record<string, string>> = {
  till: "/till",
  "till-customer": "/till?customer=101",
  "till-basket": "/till?customer=101&take=r2x2~v10:30000&sale=50000&invoice=INV-1",
  redemptions: "/redemptions",
  redemption: "/redemptions/1",
  "redemptions-refused": "/redemptions/refused",
  "redemptions-replaced": "/redemptions/replaced",
  sales: "/sales",
  sale: "/sales?open=1",
  customers: "/customers",
  customer: "/customers/101",
  bookings: `/bookings?day=${day}`,
  "bookings-week": `/bookings?view=week&day=${day}`,
  "bookings-list": "/bookings/list",
  booking: "/bookings/1",
  "booking-edit": "/bookings/1/edit",
  "walk-in": "/bookings/new?seat=now",
  "booking-new": "/bookings/new?customer=101",
  vouchers: "/vouchers",
  voucher: "/vouchers/10",
  rewards: "/catalogue/rewards",
  reward: "/catalogue/rewards?open=8",
  "reward-new": "/catalogue/rewards/new",
  "voucher-template": "/catalogue/voucher-templates?open=13",
  "promo-codes": "/catalogue/promo-codes",
  codes: "/catalogue/codes",
  "codes-done": "/catalogue/codes?open=1",
  "vouchers-issue": "/vouchers/issue?template=14",
  "customer-edit": "/customers/101/edit",
  "customer-new": "/customers/new",
  overview: "/overview",
  settings: "/settings",
  account: "/settings/account",
  stores: "/settings/stores",
  store: "/settings/stores?open=32",
  staff: "/settings/staff",
  "staff-invite": "/settings/staff?open=new",
  devices: "/settings/devices",
  tokens: "/settings/tokens",
  "token-new": "/settings/tokens?open=new",
  policy: "/settings/policy",
  programme: "/settings/programme",
  "booking-settings": "/settings/bookings",
  messages: "/settings/messages",
  message: "/settings/messages/email/otp",
  outbox: "/settings/outbox",
  security: "/settings/security",
  retention: "/settings/retention",
  audit: "/settings/audit",
};
/** The pages to show without a sign-in. The invitation's page is not here, because its link comes by mail. */
const outside: Readonly<Record<string, string>> = {
  "sign-in": "/sign-in",
  "sign-in-again": "/sign-in?next=%2Ftill",
  "reset-password": "/reset-password",
  "new-password": "/reset-password#token=none",
};
const INVITED = "eka@example.com";
const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  phone: {
    colorScheme: "light",
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  },
} as const;

/** Creates some data of every kind, so that no page is empty. Returns the link of a guest's booking. */
async function work(page: Page, origin: string): Promise<string> {
  const call = (procedure: string, data: unknown) =>
    page.request.post(`/trpc/${procedure}`, { data, headers: { origin } });
  // the invitation and the shared device need it
  await confirmPassword(page.request, origin);
  const reward = { user: "M0111", store: 32, channel: 2 };
  await call("redemptions.redeemReward", { ...reward, reward: 1 });
  await call("redemptions.redeemVoucher", { user: "M0001", store: 32, voucher: 4, channel: 2 });
  await call("vouchers.deductValue", {
    user: "M0101",
    store: 33,
    voucher: 10,
    value: "37500",
    invoice_number: "INV-1042",
  });
  await call("redemptions.redeemVoucher", { user: "M0001", store: 32, voucher: 4 });
  await call("redemptions.redeemReward", { user: "M0103", store: 32, reward: 1 });
  await call("staff.redemptions.cancel", {
    redemptionId: 1,
    createReplacementVoucher: true,
    reason: "Wrong customer",
  });
  const cake = { user: "M0119", store: 32, voucher: 16, channel: 2 };
  const { result } = await (await call("redemptions.redeemVoucher", cake)).json();
  await call("staff.redemptions.cancel", {
    redemptionId: result.data.redemption.id,
    createReplacementVoucher: true,
    reason: "The cake was sold out",
  });
  await call("staff.customers.unblockPin", { customerId: 101, reason: "Showed her identity card" });
  let link = "";
  for (const [time, guests, notes] of [
    ["12:00", 2, ""],
    ["12:30", 6, "A high chair, please"],
    ["19:00", 4, "By the window"],
    ["19:30", 8, "Birthday"],
  ] as const) {
    const booked = await call("bookings.add", {
      user: "M0101",
      store: 32,
      date: day,
      time,
      phone: "+62 812-0000-0101",
      number_of_people: guests,
      notes,
    });
    link = (await booked.json()).result.data.booking.link;
  }
  await call("staff.bookings.confirm", { id: 1, revision: 1 });
  await call("staff.bookings.confirm", { id: 2, revision: 1 });
  await call("staff.catalogue.generateCodes", { templateId: 12, quantity: 2_000 });
  await call("staff.settings.staff.invite", { email: INVITED, role: "cashier", stores: [33] });
  await call("staff.settings.policy.update", {
    secondFactorRoles: ["manager"],
    keepRefusalsDays: 90,
  });
  return link;
}

/** Sets the owner's PIN, and enrolls the page's browser as a shared device. */
async function share(page: Page, origin: string) {
  const headers = { origin, "x-stampbook-merchant": "1" };
  const post = (path: string, data: unknown) => page.request.post(path, { data, headers });
  await post("/trpc/staff.ownPin.set", { pin: "804619" });
  await post("/staff-auth/quick-switch/enrol", { storeId: 32, name: "Counter 1" });
}

type Take = (name: string, path: string, act?: () => Promise<unknown>) => Promise<void>;

async function takeInside(page: Page, take: Take) {
  for (const [name, path] of Object.entries(pages)) await take(name, path);
  await take("customer-anonymize", "/customers/101", async () => {
    await page.getByRole("button", { name: "Anonymize" }).click();
    await page.getByRole("button", { name: "Anonymize permanently" }).scrollIntoViewIfNeeded();
  });
  await take("sale-return", "/sales/1", async () => {
    await page.getByRole("button", { name: "Return goods" }).click();
    await page.getByLabel("Amount paid back").fill("10,000");
    await page.getByRole("status").filter({ hasText: "is left" }).waitFor();
  });
  await take("vouchers-chosen", "/vouchers", async () => {
    for (const at of [0, 1, 2])
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .nth(at)
        .check();
    await page.getByRole("button", { name: "Withdraw" }).click();
  });
  // Answers the lock's sign-out without ending the session, which the other looks need. This picture comes
  // last, because the browser stays locked.
  await page.route("**/staff-auth/sign-out", (route) => route.fulfill({ status: 200 }));
  await take("locked", "/till?customer=101", async () => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("dialog", { name: "Locked" }).getByRole("listitem").first().waitFor();
  });
}

async function takeOutside(page: Page, take: Take, guestLink: string) {
  // a form's button is disabled until the form's scripts run
  const untilReady = () => page.locator("button[type=submit]:enabled").waitFor();
  for (const [name, path] of Object.entries(outside)) await take(name, path, untilReady);
  await take("invitation", await linkTo(INVITED), untilReady);
  await take("guest-booking", guestLink);
  await signIn(page, demanded.email);
  await take("enrol-first", "/till");
}

/** Takes pictures of most pages with the tests' merchants: light, dark and on a phone. */
export async function takePages(browser: Browser, target: string): Promise<void> {
  const { baseURL, stop } = await startServer();
  try {
    let guestLink = "";
    let session: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>> | undefined;
    for (const [look, options] of Object.entries(looks)) {
      const common = {
        ...options,
        baseURL,
        locale: "en-GB",
        timezoneId: "Asia/Jakarta",
        reducedMotion: "reduce",
      } as const;
      const takeOn =
        (page: Page): Take =>
        async (name, path, act) => {
          await page.goto(path);
          await settled(page);
          await act?.();
          await page.screenshot({ path: join(target, `${name}-${look}.png`) });
        };
      const context = await browser.newContext({
        ...common,
        ...(session ? { storageState: session } : {}),
      });
      const page = await context.newPage();
      if (!session) {
        await signIn(page);
        guestLink = await work(page, baseURL);
        await share(page, baseURL);
        await context.addCookies([{ name: "stampbook_store", value: "32", url: baseURL }]);
        session = await context.storageState();
      }
      await takeInside(page, takeOn(page));
      await context.close();
      const stranger = await browser.newPage(common);
      await takeOutside(stranger, takeOn(stranger), guestLink);
      await stranger.close();
    }
  } finally {
    stop();
  }
}
