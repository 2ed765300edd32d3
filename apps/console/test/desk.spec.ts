import { SignInPage } from "../e2e/pages/sign-in-page.ts";
import { callsOf } from "../e2e/testing/calls.ts";
import { deskPages } from "../e2e/testing/desk-pages.ts";
import { PASSWORD, people } from "../e2e/testing/merchant.ts";
import { expect, inThreeDays, test } from "../e2e/testing/test.ts";

/** One test for the whole work of staff, because all steps use the session of the first step. */
test("H2: staff sign in, see every page, redeem, cancel, hear of changes, and sign out", async ({
  page,
  till,
  redemptions,
  bookings,
  settings,
  account,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await test.step("signs in", async () => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.enter(people.owner, PASSWORD);
    await expect(page).toHaveURL(/\/till$/);
    await context.addCookies([{ name: "stampbook_store", value: "32", url: baseURL ?? "" }]);
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "__Host-stampbook.session_token")).toMatchObject({
      secure: true,
      httpOnly: true,
    });
  });

  await test.step("redeems, and cancels it", async () => {
    await till.open();
    await till.scan("CAKE0016");
    await till.redeem();
    await expect(till.receipt).toContainText("stamps now");
    await redemptions.open();
    await redemptions.openFirst("Birthday");
    await redemptions.cancel();
    await expect(redemptions.panel.getByText("Canceled").first()).toBeVisible();
  });

  await test.step("hears of a booking that a POS makes", async () => {
    const stream = page.waitForResponse(/staff\.live\.changes/);
    await bookings.open(inThreeDays);
    expect((await stream).status()).toBe(200);
    await bookings.table("11:00").or(page.getByText("Bookings").first()).first().waitFor();
    const booked = await page.request.post("/api/bookings/add", {
      data: {
        user: "guest@example.com",
        store: 32,
        date: inThreeDays,
        time: "11:20",
        phone: "081234567",
        number_of_people: 2,
        notes: "Told",
      },
    });
    expect(booked.status(), await booked.text()).toBe(200);
    // sooner than the next poll, which is after 10 s, so the booking arrives by the stream
    await expect(bookings.requests).toContainText("Told", { timeout: 8_000 });
  });

  await test.step("sees every page", async () => {
    const calls = callsOf(page.request, baseURL);
    await calls.generateCodes(12, 20);
    const statuses: [string, number][] = [];
    for (const path of deskPages) statuses.push([path, (await page.request.get(path)).status()]);
    expect(statuses).toEqual(deskPages.map((path) => [path, 200]));
  });

  await test.step("bug 13: without mail an invitation is a link to send on, which opens", async () => {
    await settings.open("staff");
    await settings.button("Invite a colleague").click();
    await expect(settings.panel).toContainText("Email is not set up here");
    await settings.panel.getByLabel("Email").fill("new@example.com");
    await settings.panel.getByRole("radio", { name: "Cashier" }).check();
    await settings.panel.getByRole("button", { name: "Create link" }).click();
    const link = await settings.panel.locator("code").innerText();
    await settings.panel.getByRole("button", { name: "Done, I saved it" }).click();
    const guest = await browser.newPage({ ignoreHTTPSErrors: true });
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1 })).toContainText("Join");
    await guest.close();
  });

  await test.step("signs out", async () => {
    await account.open();
    await account.signOut();
    await page.goto("/till");
    await expect(page).toHaveURL(/\/sign-in/);
  });
  expect(errors).toEqual([]);
});
