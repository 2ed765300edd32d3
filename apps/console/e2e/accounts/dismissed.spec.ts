import type { Page } from "@playwright/test";
import { SignInPage } from "../pages/sign-in-page.ts";
import { TillPage } from "../pages/till-page.ts";
import { linkTo } from "../testing/link-to.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

const STREAM = /staff\.live\.changes/;
const CUSTOMER = { id: 122, memberId: "M0122", name: "Vina Oktavia" };

/** Hides the page and shows it again. The page then opens its stream of changes again. */
async function comeBack(page: Page) {
  for (const state of ["hidden", "visible"])
    await page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
}

const signedOutIn = (page: Page) => page.getByRole("dialog", { name: "Your session ended" });

async function expectSignedOut(page: Page) {
  await expect(signedOutIn(page)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in$/);
}

/** Returns the sign-in page's message for a refused password. */
async function answerTo(signIn: SignInPage, email: string, password: string) {
  const answer = signIn.page.waitForResponse(/sign-in\/email/);
  await signIn.enter(email, password);
  expect((await answer).status()).toBe(401);
  return await signIn.page.getByRole("main").getByRole("alert").innerText();
}

test("M12: a dismissed cashier is refused at the till, in open pages, by links and at the sign-in, and the owner sees it", async ({
  page,
  settings,
  till,
  calls,
  browser,
  address,
  baseURL,
}, { retry }) => {
  const cashier = {
    name: retry ? "Mega Wibowo" : "Lestari Wibowo",
    email: `wibowo-${retry}@example.com`,
    password: "a password of her own",
  };
  const invitation = await calls.hire(cashier, "cashier");
  await page.goto(`/till?customer=${CUSTOMER.id}`);
  const stamps = await till.stamps(CUSTOMER.name).innerText();

  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const idle = await context.newPage();
  const signIn = new SignInPage(idle);
  await signIn.open();
  const stream = idle.waitForResponse(STREAM);
  await signIn.enter(cashier.email, cashier.password);
  await expect(idle.getByRole("banner")).toContainText("Kemang");
  await stream;
  const links = await context.newPage();
  await links.goto("/reset-password");
  await links.getByLabel("Email").fill(cashier.email);
  await links.getByRole("button", { name: "Send the link" }).click();
  const reset = await linkTo(cashier.email, 2);
  const busy = new TillPage(await context.newPage());
  // blocks the stream, which could open the sign-in page before the redemption
  await busy.page.route(STREAM, (route) => route.abort());
  await busy.open();
  await busy.scan(CUSTOMER.memberId);
  await busy.option(/Iced Coffee/).click();
  await busy.lines.waitFor();

  await settings.open("staff");
  await settings.openRow(cashier.name);
  await settings.doTwice("Remove from staff");
  await expect(settings.row(cashier.name)).toHaveCount(0);

  await busy.redeem();
  await expect(signedOutIn(busy.page)).toBeVisible();
  // the sign-in's address contains the visit's address
  await busy.page.reload();
  await expect(busy.page).toHaveURL(/\/sign-in\?next=%2Ftill%3Fcustomer%3D122%26take%3Dr2x1/);
  await comeBack(idle);
  await expectSignedOut(idle);
  await page.goto(`/till?customer=${CUSTOMER.id}`);
  await expect(till.stamps(CUSTOMER.name)).toHaveText(stamps);

  await links.goto(reset);
  await links.getByLabel("New password").fill("another password of her own");
  await links.getByRole("button", { name: "Save password" }).click();
  await expect(links.getByText("This link has expired.")).toBeVisible();
  await links.goto(invitation);
  await expect(links.getByRole("main").getByRole("alert")).toContainText("This link has expired.");
  const wrong = await answerTo(signIn, cashier.email, "not the password of hers");
  expect(wrong).toContain("The email or the password is wrong.");
  expect(await answerTo(signIn, cashier.email, cashier.password)).toBe(wrong);
  await expect(idle).toHaveURL(/sign-in/);
  await context.close();

  await settings.open("security", "?what=staff-removed");
  const event = settings.row(cashier.name);
  for (const word of ["Staff member removed", "Done", "Owner", address])
    await expect(event).toContainText(word);
  await page.goto("/settings/audit?action=settings.staff.remove");
  await expect(settings.row(cashier.name)).toContainText("Owner");
});
