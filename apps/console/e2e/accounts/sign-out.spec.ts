import { AccountPage } from "../pages/account-page.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

const SIGN_OUT = "**/staff-auth/sign-out";

// no test here ends the session, because other tests use it
test.use({ storageState: sessionOf("cashier") });

test("tries again while the service is too busy", async ({ page }) => {
  const account = new AccountPage(page);
  await account.open();
  let calls = 0;
  await page.route(SIGN_OUT, (route) => route.fulfill({ status: ++calls < 3 ? 503 : 200 }));
  await page.getByRole("button", { name: /^Account of/ }).click();
  const left = page.waitForRequest((request) => request.url().endsWith("/sign-in"));
  await account.button("Sign out").click();
  await left;
  expect(calls).toBe(3);
});

test("says that it failed, and stays", async ({ page }) => {
  const account = new AccountPage(page);
  await account.open();
  await page.route(SIGN_OUT, (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: /^Account of/ }).click();
  await account.button("Sign out").click();
  await expect(page.getByText("Signing out failed. You are still signed in")).toBeVisible();
  await expect(page).toHaveURL(/settings\/account$/);
});
