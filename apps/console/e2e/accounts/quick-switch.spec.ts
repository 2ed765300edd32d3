import type { Locator, Page } from "@playwright/test";
import { TillPage } from "../pages/till-page.ts";
import { violationsOf } from "../testing/axe.ts";
import type { Newcomer } from "../testing/calls.ts";
import { newGate } from "../testing/gate.ts";
import { lookAs, looks } from "../testing/look.ts";
import { settled } from "../testing/settled.ts";
import { enrol, PIN, test } from "../testing/shared-device.ts";
import { expect, inThreeDays } from "../testing/test.ts";

const WRONG = "804618";
/** The title of the till's tab while requests wait. */
const countedTill = /^\(\d+\) Till · Stampbook$/;

// slow, because several people sign in, one after another
test.slow();

/** Returns the elements and steps of the cover, which hides the page of a locked browser. */
function shopIn(page: Page) {
  const cover = page.getByRole("dialog", { name: /^(Locked|Who is working\?)$/ });
  const pinOf = (person: Newcomer) => cover.getByLabel(`PIN of ${person.name}`);
  const account = (person: Newcomer) =>
    page.getByRole("button", { name: `Account of ${person.name}` });
  return {
    cover,
    pinOf,
    account,
    enter: async (person: Newcomer, pin: string) => {
      await cover.getByRole("button", { name: person.name }).click();
      await pinOf(person).fill(pin);
    },
    ask: async (person: Newcomer, what: "Switch person" | "Lock now") => {
      await account(person).click();
      await page.getByRole("button", { name: what }).click();
    },
  };
}

async function signIn(page: Page, { email, password }: Newcomer) {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Presses Tab until the button has the focus. */
async function tabTo(button: Locator) {
  while (!(await button.evaluate((each) => each === document.activeElement)))
    await button.page().keyboard.press("Tab");
}

/** Whether the focus is inside a dialog, such as the cover, or on no element. */
const isFocusCovered = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body || activeElement?.closest("dialog") !== null;
  });

test("T60: people switch by their PIN, and five wrong ones close it on the device", async ({
  page,
  manager,
  cashier,
  baseURL,
}) => {
  const shop = shopIn(page);
  await enrol(page, manager, baseURL);
  await page.goto("/till");
  await shop.ask(manager, "Switch person");
  await expect(shop.cover.getByRole("button", { name: cashier.name })).toBeVisible();
  await expect(shop.cover.getByRole("listitem").first().getByRole("button")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(shop.cover).toHaveCount(0);

  await shop.ask(manager, "Switch person");
  await shop.enter(cashier, WRONG);
  await expect(shop.cover.getByText("The PIN is wrong.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await shop.pinOf(cashier).fill(PIN);
  await expect(shop.account(cashier)).toBeVisible();
  await expect(shop.cover).toHaveCount(0);

  await shop.ask(cashier, "Switch person");
  await shop.cover.getByRole("button", { name: cashier.name }).click();
  const closed = shop.cover.getByText("This PIN is blocked on this device.");
  for (let tries = 1; tries <= 5; tries++) {
    await expect(closed).toHaveCount(0);
    const answered = page.waitForResponse(/quick-switch\/switch/);
    await shop.pinOf(cashier).fill(WRONG);
    expect((await answered).status()).toBe(400);
    if (tries < 5) await expect(shop.pinOf(cashier)).toBeEditable();
  }
  await expect(closed).toBeVisible();
  await expect(shop.pinOf(cashier)).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await shop.cover.getByRole("button", { name: "Choose another person" }).click();
  const choice = shop.cover.getByRole("button", { name: cashier.name });
  await expect(choice).toContainText("Password needed");
  await choice.click();
  await shop.cover.getByRole("button", { name: "Use email and password" }).click();
  await signIn(page, cashier);
  await expect(shop.cover).toHaveCount(0);
  await shop.ask(cashier, "Switch person");
  await shop.enter(cashier, PIN);
  await expect(shop.cover).toHaveCount(0);
});

test("T59: a PIN shows no settings, exports and staff pages, and their addresses say why", async ({
  page,
  manager,
  baseURL,
}) => {
  const shop = shopIn(page);
  await enrol(page, manager, baseURL);
  const headers = { origin: baseURL ?? "" };
  const set = await page.request.post("/trpc/staff.ownPin.set", { data: { pin: PIN }, headers });
  expect(set.ok()).toBe(true);
  const rail = page.getByRole("navigation", { name: "Pages" });
  await page.goto("/customers");
  await expect(rail.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeVisible();

  await shop.ask(manager, "Switch person");
  await shop.enter(manager, PIN);
  await expect(shop.cover).toHaveCount(0);
  await expect(rail.getByRole("link", { name: "Customers" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Settings" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await shop.account(manager).click();
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible();
  await expect(page.getByRole("link", { name: "My account" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).fill("se");
  await expect(page.getByRole("option", { name: /^(Settings|Security)/ })).toHaveCount(0);

  for (const path of ["/settings", "/settings/staff", "/settings/account"]) {
    await page.goto(path);
    await expect(page.getByText("Settings need your password")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Settings" })).toHaveCount(0);
  }
  expect(await violationsOf(page)).toEqual([]);
  await page.goto("/redemptions/replaced");
  await expect(page.getByText("Sign in with your password for this")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);

  await page.goto("/settings/staff");
  await page.getByRole("link", { name: "Sign in with your password" }).click();
  await signIn(page, manager);
  await expect(page.getByRole("heading", { name: "Staff", level: 1 })).toBeVisible();
});

test("T63: a locked device shows nothing, calls nothing, and goes on where it was", {
  tag: "@job",
}, async ({ page, manager, cashier, calls, baseURL }) => {
  const shop = shopIn(page);
  const till = new TillPage(page);
  await calls.book({ store: 32, date: inThreeDays, time: "19:00" });
  await enrol(page, manager, baseURL);
  await page.goto("/till?customer=122&take=r2x1");
  await settled(page);
  await expect(till.line("Iced Coffee")).toBeVisible();
  await expect(page).toHaveTitle(countedTill);
  const address = page.url();
  const left = await page.context().storageState();
  const spot = await till.confirm.boundingBox();

  await shop.ask(manager, "Lock now");
  await expect(shop.cover.getByRole("button", { name: cashier.name })).toBeVisible();
  await expect(shop.cover.getByRole("listitem").first().getByRole("button")).toBeFocused();
  const tree = await page.locator("body").ariaSnapshot();
  expect(tree).toContain("Locked");
  expect(tree).not.toMatch(/Iced Coffee|Redeem|Settings/);
  await expect(till.line("Iced Coffee")).toHaveCount(0);
  await expect(page.getByText("Iced Coffee").first()).toBeHidden();
  await expect(page).toHaveTitle("Locked");
  // a document's title is its first `title` element, and React may insert the page's before the cover's
  const later = await page.evaluateHandle(() => {
    const title = document.createElement("title");
    title.textContent = "Ayu Lestari";
    return document.head.insertBefore(title, document.head.querySelector("title"));
  });
  await expect(page).toHaveTitle("Locked");
  await later.evaluate((title) => title.remove());
  expect(await violationsOf(page)).toEqual([]);
  // clicks, Tab and Esc do not reach the covered page
  await page.mouse.click((spot?.x ?? 0) + 5, (spot?.y ?? 0) + 5);
  for (let times = 0; times < 8; times++) {
    await page.keyboard.press("Tab");
    expect(await isFocusCovered(page)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(shop.cover).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  // the lock has ended the earlier session
  const thief = await page.context().browser()?.newContext({ storageState: left });
  const asked = () => thief?.request.get(`${baseURL}/trpc/staff.me`);
  await expect.poll(async () => (await asked())?.status()).toBe(401);
  await thief?.close();

  await shop.enter(cashier, PIN);
  await expect(shop.account(cashier)).toBeVisible();
  await expect(shop.cover).toHaveCount(0);
  await expect(till.line("Iced Coffee")).toBeVisible();
  expect(page.url()).toBe(address);
  // the page's new title may arrive after the rest of the page
  await expect(page).toHaveTitle(countedTill);
  await till.redeem();
  await expect(till.receipt).toBeVisible();
});

test("T63: a device locks after the owner's minutes, in all its tabs, and a reload does not open it", async ({
  page,
  context,
  owner,
  manager,
  cashier,
  baseURL,
}) => {
  const policy = async (lockAfterMinutes: number | null) => {
    const saved = await owner.post("/trpc/staff.settings.policy.update", {
      data: { lockAfterMinutes },
      headers: { origin: baseURL ?? "" },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
  };
  const shop = shopIn(page);
  await enrol(page, manager, baseURL);
  await policy(1);
  try {
    const beside = await context.newPage();
    await beside.goto("/bookings");
    const lastInput = () => beside.evaluate(() => localStorage.getItem("stampbook.input"));
    await expect.poll(lastInput).not.toBeNull();
    await beside.evaluate(() => localStorage.removeItem("stampbook.input"));
    await page.clock.install();
    await page.goto("/customers/new");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Half a name");
    // waits until the page watches for input
    await expect.poll(lastInput).not.toBeNull();
    await page.clock.fastForward(30_000);
    await name.press("ArrowLeft");
    await page.clock.fastForward(40_000);
    await expect(shop.cover).toHaveCount(0);
    await page.clock.fastForward(20_000);
    await expect(shop.cover.getByText("Locked")).toBeVisible();
    await expect(name).toBeHidden();
    await expect(shopIn(beside).cover.getByText("Locked")).toBeVisible();
    await shop.enter(cashier, PIN);
    await expect(name).toHaveValue("Half a name");
    await expect(shopIn(beside).cover).toHaveCount(0);
    await expect(shopIn(beside).account(cashier)).toBeVisible();
    await beside.close();

    // a locked page stays hidden even if its session cannot be ended
    await page.route("**/staff-auth/sign-out", (route) => route.abort());
    await shop.ask(cashier, "Lock now");
    await expect(shop.cover).toBeVisible();
    await page.goto("/customers/122");
    await expect(page).toHaveURL(/sign-in\?next=%2Fcustomers%2F122/);
    await expect(page.getByRole("heading", { name: "Who is working?" })).toBeVisible();
    // the session still works: only the lock hides the page
    expect((await page.request.get("/trpc/staff.me")).status()).toBe(200);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: cashier.name }).click();
    await page.getByLabel(`PIN of ${cashier.name}`).fill(PIN);
    await expect(page).toHaveURL(/customers\/122$/);
    await expect(shop.account(cashier)).toBeVisible();
    await expect(shop.cover).toHaveCount(0);
  } finally {
    await policy(null);
  }
});

test("a sign-out that was late does not end the session of the person who has unlocked", async ({
  page,
  context,
  manager,
  cashier,
  baseURL,
}) => {
  const [shop, beside] = [shopIn(page), await context.newPage()];
  await enrol(page, manager, baseURL);
  await page.clock.install();
  await page.goto("/till");
  await beside.goto("/bookings");
  await settled(page);
  await settled(beside);
  // in this tab the sign-out fails until the lock ends; in the other one it is on its way until then
  const [unlocked, readAgain] = [newGate(), newGate()];
  let isOpen = false;
  let late = 0;
  await page.route("**/staff-auth/sign-out", (route) => {
    if (!isOpen) return route.abort();
    late++;
    return route.continue();
  });
  await beside.route("**/staff-auth/sign-out", async (route) => {
    await unlocked.opened;
    await route.continue().catch(() => undefined);
  });
  await shop.ask(manager, "Lock now");
  await expect(shop.cover.getByRole("button", { name: cashier.name })).toBeVisible();
  await expect(shopIn(beside).cover).toBeVisible();

  // the tabs stay covered until they have read the next person's view
  await context.route(/[?&]_rsc=/, async (route) => {
    await readAgain.opened;
    await route.fallback();
  });
  const answered = page.waitForResponse(/quick-switch\/switch/);
  await shop.enter(cashier, PIN);
  expect((await answered).status()).toBe(200);
  await expect(shop.cover.getByRole("button")).toHaveCount(0);
  isOpen = true;
  unlocked.open();
  await page.clock.fastForward(6_000);
  readAgain.open();
  for (const tab of [shop, shopIn(beside)]) {
    await expect(tab.account(cashier)).toBeVisible();
    await expect(tab.cover).toHaveCount(0);
  }
  expect(late).toBe(0);
  expect((await page.request.get("/trpc/staff.me")).status()).toBe(200);
  await beside.close();
});

const words = {
  en: { account: "Account of", lock: "Lock now", locked: "Locked", pin: "PIN of" },
  id: { account: "Akun", lock: "Kunci sekarang", locked: "Terkunci", pin: "PIN" },
} as const;

test("a device is locked and opened by keyboard alone, in both languages, also on a phone", async ({
  page,
  context,
  manager,
  cashier,
  baseURL,
}) => {
  await enrol(page, manager, baseURL);
  for (const [locale, width] of looks) {
    const t = words[locale];
    await lookAs({ page, context }, locale, width, baseURL);
    await page.goto("/till?customer=122");
    await page.getByRole("option", { name: /Iced Coffee/ }).waitFor();
    await page.getByRole("button", { name: new RegExp(`^${t.account} `) }).focus();
    await page.keyboard.press("Enter");
    const lock = page.getByRole("button", { name: t.lock });
    await lock.waitFor();
    await tabTo(lock);
    await page.keyboard.press("Enter");
    const cover = page.getByRole("dialog", { name: t.locked });
    const choice = cover.getByRole("button", { name: cashier.name });
    await choice.waitFor();
    await tabTo(choice);
    await page.keyboard.press("Enter");
    await expect(cover.getByLabel(`${t.pin} ${cashier.name}`)).toBeFocused();
    expect(await violationsOf(page)).toEqual([]);
    const wide = await cover.evaluate(({ scrollWidth }) => scrollWidth);
    expect(wide).toBeLessThanOrEqual(width);
    await page.keyboard.type(PIN);
    await expect(cover).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: `${t.account} ${cashier.name}`, exact: true }),
    ).toBeVisible();
    await expect(page).toHaveURL(/customer=122/);
  }
});
