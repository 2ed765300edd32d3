import type { Page } from "@playwright/test";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

/**
 * Opens a page as over a slow connection. The page is shown, but its scripts load only after the returned
 * function is called.
 */
async function openSlowly(page: Page, path: string) {
  let letScripts = () => {};
  const allowed = new Promise<void>((resolve) => {
    letScripts = resolve;
  });
  await page.route(/\/_next\/.*\.js/, async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return letScripts;
}

test("what is scanned before the Till's scripts have come is looked up when they have", async ({
  page,
  till,
}) => {
  const letScripts = await openSlowly(page, "/till");
  await expect(till.field).toBeFocused();
  await page.keyboard.type("M0122");
  await page.keyboard.press("Enter");
  letScripts();
  await expect(till.option(/Iced Coffee/)).toBeVisible();
});

test("two scans that early are both looked up, in their order", async ({ page, till, calls }) => {
  const voucher = await calls.issueVoucher(122, 12);
  const letScripts = await openSlowly(page, "/till");
  await expect(till.field).toBeFocused();
  for (const code of ["M0122", voucher.code]) {
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
  }
  await expect(till.field).toHaveValue("");
  letScripts();
  await expect(till.basket).toContainText("Free Kaya Bun");
  await expect(till.option(/Iced Coffee/)).toBeVisible();
});

test("a filter that is chosen and words that are typed that early hold", async ({ page }) => {
  const letScripts = await openSlowly(page, "/catalogue/rewards");
  await page.getByLabel("Status").selectOption("Switched off");
  await page.getByRole("searchbox").fill("Mug");
  await page.keyboard.press("Enter");
  letScripts();
  await expect(page).toHaveURL(/state=off.*q=Mug|q=Mug.*state=off/);
  await expect(page.getByLabel("Status")).toHaveValue("off");
  await expect(page.getByRole("searchbox")).toHaveValue("Mug");
  await expect(page.getByRole("row").filter({ hasText: "Retired Mug" })).toBeVisible();
});

test("a form that is filled that early is sent as it was filled", async ({ page, catalogue }) => {
  const letScripts = await openSlowly(page, "/catalogue/rewards/new");
  await catalogue.field("Name").fill("Early Bird Bun");
  await catalogue.field("Code").fill("EARLY");
  await catalogue.field("Stamps").fill("2");
  await page.getByRole("checkbox", { name: "Kemang" }).check();
  await page.getByRole("checkbox", { name: "Jayapura" }).check();
  await page.getByRole("checkbox", { name: "Jayapura" }).uncheck();
  await expect(catalogue.button("Add reward")).toBeDisabled();
  letScripts();
  await catalogue.button("Add reward").click();
  await expect(page).toHaveURL(/rewards\?open=\d+$/);
  await expect(catalogue.panel).toContainText("2 stamps");
  await expect(catalogue.panel).toContainText("Kemang");
  await expect(catalogue.panel).not.toContainText("Jayapura");
});

test("of two choices that early the second holds", async ({ page, catalogue }) => {
  const letScripts = await openSlowly(page, "/catalogue/voucher-templates/new");
  await page.getByRole("radio", { name: "A balance" }).check();
  await page.getByRole("radio", { name: "An amount" }).check();
  letScripts();
  await expect(catalogue.field("Amount in IDR")).toBeVisible();
  await expect(page.getByRole("radio", { name: "An amount" })).toBeChecked();
});

test("the focus stays where it was moved that early", async ({ page }) => {
  const letScripts = await openSlowly(page, "/till");
  const search = page.getByRole("button", { name: /^Search/ });
  await search.focus();
  letScripts();
  await page.waitForFunction(() => window.early === undefined);
  await page.getByText("Ready for the next customer").waitFor();
  await expect(search).toBeFocused();
});

test("a button that is pressed that early does its work", async ({ page }) => {
  const letScripts = await openSlowly(page, "/till");
  await page.getByRole("button", { name: /^Search/ }).click();
  letScripts();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("what is pressed at the till and in a list that early opens", async ({ page, till }) => {
  const letTill = await openSlowly(page, "/till?customer=123");
  await till.option(/Iced Coffee/).click();
  letTill();
  await expect(till.basket).toContainText("Iced Coffee");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const letList = await openSlowly(page, "/catalogue/rewards");
  await page.getByRole("row").filter({ hasText: "Retired Mug" }).getByRole("cell").last().click();
  letList();
  await expect(page.getByRole("dialog")).toContainText("Retired Mug");
});

test("Enter and a press on the button that early neither confirm nor lose the visit", async ({
  page,
  till,
}) => {
  const visit = "/till?customer=123&sale=50000&invoice=EARLY-VISIT";
  const letScripts = await openSlowly(page, visit);
  await page.getByLabel("Invoice number").press("Enter");
  await till.confirm.click({ force: true });
  await expect(till.confirm).toBeDisabled();
  letScripts();
  await expect(till.confirm).toBeEnabled();
  await expect(page).toHaveURL(visit);
  await expect(till.basket).toContainText("5 stamps");
});

for (const path of ["/settings/programme", "/catalogue/rewards"])
  test(`${path} stays where it was scrolled that early`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 300 });
    const letScripts = await openSlowly(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => scrollTo(0, 250));
    letScripts();
    await page.waitForFunction(() => window.early === undefined);
    expect(await page.evaluate(() => scrollY)).toBe(250);
  });

test.describe("somebody who is not signed in", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("signs in with what was typed that early, and none of it stands in the address", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const letScripts = await openSlowly(page, "/sign-in");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("never-in-an-address");
    await page.keyboard.press("Enter");
    letScripts();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("The email or the password is wrong.")).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in$/);
    expect(asked.filter((url) => url.includes("never-in"))).toEqual([]);
  });
});

test("a recent time is told as it is later, so that nothing beside it moves", async ({
  page,
  calls,
}) => {
  const id = await calls.redeemReward("M0111");
  const letScripts = await openSlowly(page, "/redemptions");
  const time = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href$="${id.redemption}"]`) })
    .locator("time");
  await expect(time).toHaveText(/now|ago/);
  // texts have another size until their font has come
  await page.evaluate(() => document.fonts.ready);
  const early = await time.boundingBox();
  letScripts();
  await expect(page.getByRole("button", { name: "More filters" })).toBeEnabled();
  await expect.poll(() => time.boundingBox()).toEqual(early);
});
