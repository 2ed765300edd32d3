import { AccountPage } from "../pages/account-page.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("a change that gets no answer says so, and not that something in it is wrong", async ({
  page,
}) => {
  const account = new AccountPage(page);
  await account.open();
  await page.route("**/staff-auth/change-password", (route) => route.abort());
  await page.getByLabel("Current password", { exact: true }).fill("the old password of a cashier");
  await page.getByLabel("New password", { exact: true }).fill("a new password of a cashier");
  await account.button("Change password").click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The service isn't responding. Try again in a moment.",
  );
});

test("a change says that the session has ended, and not that something in it is wrong", async ({
  page,
}) => {
  // without the stream of changes, which would lead to the sign-in page
  await page.route(/staff\.live\.changes/, (route) => route.abort());
  const account = new AccountPage(page);
  await account.open();
  // the page's reads are over, so that none of them finds the session ended too
  await settled(page);
  await page.getByLabel("Current password", { exact: true }).fill("the old password of a cashier");
  await page.getByLabel("New password", { exact: true }).fill("a new password of a cashier");
  await page.getByLabel("New PIN", { exact: true }).fill("246813");
  await page
    .getByLabel("Password of your account", { exact: true })
    .fill("the old password of a cashier");
  await page.context().clearCookies();
  const problems = page.getByRole("main").getByRole("alert");
  for (const [button, count] of [
    ["Change password", 1],
    ["Set PIN", 2],
  ] as const) {
    await account.button(button).click();
    await expect(problems.filter({ hasText: "You were signed out." })).toHaveCount(count);
  }
});

test("a language that cannot be stored says so", async ({ page }) => {
  const account = new AccountPage(page);
  await account.open();
  await page.getByRole("button", { name: /^Account of/ }).click();
  const failed = page.getByText("Changing the language failed.");
  for (const status of [null, 503]) {
    await page.route("**/choices", (route) => (status ? route.fulfill({ status }) : route.abort()));
    await page.getByLabel("Language").selectOption("Bahasa Indonesia");
    await expect(failed).toBeVisible();
    await page.unroute("**/choices");
  }
});
