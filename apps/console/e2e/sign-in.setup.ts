import { expect, test } from "@playwright/test";
import { SignInPage } from "./pages/sign-in-page.ts";
import { PASSWORD, people } from "./testing/merchant.ts";
import { sessionOf } from "./testing/session.ts";
import { worlds } from "./testing/worlds.ts";

for (const { baseURL, apiPort } of worlds)
  test.describe(`on port ${apiPort}`, () => {
    test.use({ baseURL });
    for (const [name, email] of Object.entries(people))
      test(`${name} signs in`, async ({ page }) => {
        const signIn = new SignInPage(page);
        await signIn.open();
        await signIn.enter(email, PASSWORD);
        await expect(page).toHaveURL(/\/till$/);
        // Kemang has most of the example data. People who do not work there keep their own store.
        await page.context().addCookies([{ name: "stampbook_store", value: "32", url: baseURL }]);
        await page.context().storageState({ path: sessionOf(name, apiPort) });
      });
  });
