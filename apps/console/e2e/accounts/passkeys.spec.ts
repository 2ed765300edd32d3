import { SignInPage } from "../pages/sign-in-page.ts";
import { guarded, PASSWORD } from "../testing/merchant.ts";
import { expect, test } from "../testing/test.ts";

// browsers refuse passkeys for IP addresses
test.use({
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace("127.0.0.1", "localhost")),
});

const failed = "Signing in with the passkey failed. Try again, or use your password.";

test("a passkey is added, named, opens the console, and is removed", { tag: "@job" }, async ({
  page,
  account,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.enter(guarded.email, PASSWORD);
  await page.waitForURL(/till$/);
  await account.open();
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
  await account.button("Add passkey").click();
  await page.getByLabel("Your password").fill("not the password");
  await account.button("Add passkey").click();
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await account.button("Back").click();
  await account.button("Add passkey").click();
  await expect(page.getByLabel("Your password")).toBeVisible();
  await expect(page.getByText("The password is wrong.")).toHaveCount(0);
  await page.getByLabel("Your password").fill(PASSWORD);
  await account.button("Add passkey").click();
  await expect(account.passkeys).toContainText("Laptop");
  await account.passkeys.getByRole("button", { name: "Rename" }).click();
  await account.passkeys.getByLabel("Name").fill("Phone of Gita");
  await account.passkeys.getByRole("button", { name: "Save" }).click();
  await expect(account.passkeys).toContainText("Phone of Gita");
  await account.signOut();

  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/till$/);
  await account.open();
  await account.passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await account.passkeys.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkey yet.")).toBeVisible();
  await account.signOut();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(failed);
  await expect(page).toHaveURL(/sign-in/);
});

test("a passkey whose dialog is closed is not said to be a wrong password", async ({ page }) => {
  await new SignInPage(page).open();
  const passkey = page.getByRole("button", { name: "Sign in with a passkey" });
  await passkey.waitFor();
  // a browser answers so if the person closes its dialog
  await page.evaluate(() => {
    navigator.credentials.get = () =>
      Promise.reject(new DOMException("The dialog was closed.", "NotAllowedError"));
  });
  await passkey.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(failed);
});
