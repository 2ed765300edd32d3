import { expect, test } from "@playwright/test";
import { SignInPage } from "./pages/sign-in-page.ts";
import { PASSWORD, people } from "./testing/merchant.ts";
import { sessionOf } from "./testing/session.ts";

for (const [name, email] of Object.entries(people))
  test(`${name} signs in`, async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.enter(email, PASSWORD);
    await expect(page).toHaveURL(/\/till$/);
    await page.context().storageState({ path: sessionOf(name) });
  });
