// Takes each page light, dark and on a phone into docs/console/, against a server of its own.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../e2e/testing/browser.ts";
import { PASSWORD, people } from "../e2e/testing/merchant.ts";
import { freePort } from "../e2e/testing/ports.ts";

const here = fileURLToPath(new URL("..", import.meta.url));
const target = join(here, "../../docs/console");
const [port, apiPort] = [await freePort(), await freePort()];
const baseURL = `http://127.0.0.1:${port}`;
const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

const pages: Readonly<Record<string, string>> = {
  "sign-in": "/sign-in",
  till: "/till",
  "till-customer": "/till?customer=101",
  redemptions: "/redemptions",
  redemption: "/redemptions/1",
  "redemptions-refused": "/redemptions/refused",
  customers: "/customers",
  customer: "/customers/101",
  bookings: `/bookings?day=${day}`,
  "bookings-week": `/bookings?view=week&day=${day}`,
  voucher: "/vouchers/10",
  overview: "/overview",
  audit: "/settings/audit",
};
const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
} as const;

async function signIn(page: Page) {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(people.manager);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/till/);
}

/** A little of everything, so that no page is empty. */
async function work(page: Page) {
  const call = (procedure: string, data: unknown) =>
    page.request.post(`/trpc/${procedure}`, { data, headers: { origin: baseURL } });
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
  await call("redemptions.cancel", { id: 1 });
  await call("staff.customers.unblockPin", { customerId: 101, reason: "Showed her identity card" });
  for (const [time, guests, notes] of [
    ["12:00", 2, ""],
    ["12:30", 6, "A high chair, please"],
    ["19:00", 4, "By the window"],
    ["19:30", 8, "Birthday"],
  ] as const)
    await call("bookings.add", {
      user: "M0101",
      store: 32,
      date: day,
      time,
      phone: "+62 812-0000-0101",
      number_of_people: guests,
      notes,
    });
  await call("staff.bookings.confirm", { id: 1, revision: 1 });
  await call("staff.bookings.confirm", { id: 2, revision: 1 });
}

const server = spawn(process.execPath, [join(here, "e2e/testing/serve.ts")], {
  cwd: here,
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    CONSOLE_PORT: String(port),
    API_PORT: String(apiPort),
    PUBLIC_URL: baseURL,
    API_URL: "",
  },
});
try {
  const isUp = () =>
    fetch(`${baseURL}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await sleep(300);
  mkdirSync(target, { recursive: true });
  const browser = await chromium.launch(await findBrowser());
  let session: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>> | undefined;
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({
      ...options,
      baseURL,
      locale: "en-GB",
      timezoneId: "Asia/Jakarta",
      reducedMotion: "reduce",
      ...(session ? { storageState: session } : {}),
    });
    const page = await context.newPage();
    if (!session) {
      await signIn(page);
      await work(page);
      await context.addCookies([{ name: "stampbook_store", value: "32", url: baseURL }]);
      session = await context.storageState();
    }
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(target, `${name}-${look}.png`) });
    }
    await context.close();
  }
  await browser.close();
} finally {
  server.kill("SIGTERM");
}
