import { SignInPage } from "../pages/sign-in-page.ts";
import { enter } from "../testing/enter.ts";
import { linkTo } from "../testing/link-to.ts";
import { mailsTo } from "../testing/mail-server.ts";
import { forgetful, PASSWORD } from "../testing/merchant.ts";
import { expect, test } from "../testing/test.ts";

test(
  "a forgotten password: a mail's link lets a new one be chosen, and ends the other links and sessions",
  { tag: "@job" },
  async ({ page, request, baseURL }, { retry }) => {
    const { email } = forgetful[retry ? 1 : 0];
    // another session of the person
    await enter(request, email, baseURL);

    const before = mailsTo(email).length;
    const links: string[] = [];
    for (const count of [1, 2]) {
      await page.goto("/reset-password");
      await page.getByLabel("Email").fill(email);
      // three requests a minute are allowed, so a second run may have to wait
      await expect(async () => {
        await page.getByRole("button", { name: "Send the link" }).click();
        await expect(page.getByRole("status")).toContainText("a link is on its way", {
          timeout: 10_000,
        });
      }).toPass({ timeout: 80_000 });
      links.push(await linkTo(email, before + count));
    }
    const [first = "", second = ""] = links;

    await page.goto(second);
    const wanted = page.getByLabel("New password");
    await wanted.fill("password1234");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("This password is too easy to guess.")).toBeVisible();
    await wanted.fill("a password of one's own");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Saved. Sign in with it.")).toBeVisible();

    await page.goto(first);
    await wanted.fill("somebody else's password");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("This link has expired.")).toBeVisible();
    const { location } = (await request.get("/till", { maxRedirects: 0 })).headers();
    expect(location).toMatch(/sign-in/);

    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.enter(email, PASSWORD);
    await expect(page.getByText("The email or the password is wrong.")).toBeVisible();
    await signIn.enter(email, "a password of one's own");
    await page.waitForURL(/till$/);
  },
);
