import { SignInPage } from "./pages/sign-in-page.ts";
import { mailsTo } from "./testing/mail-server.ts";
import { forgetful, PASSWORD } from "./testing/merchant.ts";
import { expect, test } from "./testing/test.ts";

const linksTo = (address: string) =>
  mailsTo(address).map(({ text }) => /^https?:\S+$/m.exec(text ?? "")?.[0] ?? "");

test("a forgotten password: a mail's link lets a new one be chosen, and ends the other links and sessions", async ({
  page,
  browser,
  baseURL,
}) => {
  const signedIn = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  const elsewhere = new SignInPage(signedIn);
  await elsewhere.open();
  await elsewhere.enter(forgetful.email, PASSWORD);
  await signedIn.waitForURL(/till$/);

  const before = linksTo(forgetful.email).length;
  for (const count of [1, 2]) {
    await page.goto("/reset-password");
    await page.getByLabel("Email").fill(forgetful.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status")).toContainText("a mail is on its way");
    await expect.poll(() => linksTo(forgetful.email).length).toBe(before + count);
  }
  const [first = "", second = ""] = linksTo(forgetful.email).slice(before);

  await page.goto(second);
  const wanted = page.getByLabel("New password");
  await wanted.fill("password1234");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("This password is too easy to guess.")).toBeVisible();
  await wanted.fill("a password of Intan's own");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("Saved. Sign in with it.")).toBeVisible();

  await page.goto(first);
  await wanted.fill("somebody else's password");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("This link opens nothing any more.")).toBeVisible();
  await signedIn.goto("/till");
  await expect(signedIn).toHaveURL(/sign-in/);
  await signedIn.close();

  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.enter(forgetful.email, "a password of Intan's own");
  await page.waitForURL(/till$/);
});
