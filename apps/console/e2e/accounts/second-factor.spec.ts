import type { APIRequestContext, Page } from "@playwright/test";
import { SettingsPage } from "../pages/settings-page.ts";
import { SignInPage } from "../pages/sign-in-page.ts";
import type { Newcomer } from "../testing/calls.ts";
import { enter } from "../testing/enter.ts";
import { withoutMail } from "../testing/failing.ts";
import { PASSWORD } from "../testing/merchant.ts";
import { sessionOf } from "../testing/session.ts";
import { test as base } from "../testing/shared-device.ts";
import { expect } from "../testing/test.ts";
import { codeOf } from "../testing/totp.ts";
import { visit } from "../testing/visit.ts";

const test = base.extend<{ ownerPage: Page }>({
  ownerPage: async ({ browser, baseURL }, use) => {
    const storageState = sessionOf("owner");
    const page = await browser.newPage({ storageState, baseURL: baseURL ?? "" });
    await use(page);
    await page.close();
  },
});

test.afterEach(async ({ owner, baseURL }) => {
  const data = { secondFactorRoles: [] };
  const headers = { origin: baseURL ?? "" };
  const saved = await owner.post("/trpc/staff.settings.policy.update", { data, headers });
  expect(saved.ok(), await saved.text()).toBe(true);
});

/** Opens the sign-in page, and enters the person's email and password. */
async function beginSignIn(page: Page, { email }: Newcomer) {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.enter(email, PASSWORD);
}

/** Gives a signed-in person an authenticator. Returns a recovery code. */
async function switchOn(request: APIRequestContext, origin = ""): Promise<string> {
  const tell = (path: string, data: object) =>
    request.post(`/staff-auth/two-factor/${path}`, { data, headers: { origin } });
  const { totpURI, backupCodes } = await (await tell("enable", { password: PASSWORD })).json();
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  const verified = await tell("verify-totp", { code: codeOf(secret) });
  expect(verified.ok(), await verified.text()).toBe(true);
  return backupCodes[0];
}

test("an authenticator is set up, and asked for at the sign-in", { tag: "@job" }, async ({
  page,
  account,
  manager,
}) => {
  await beginSignIn(page, manager);
  await page.waitForURL(/till$/);
  await account.open();
  const enabled = page.waitForResponse(/two-factor\/enable/);
  const key = await account.beginAuthenticator(PASSWORD);
  const { backupCodes } = await (await enabled).json();
  await page.getByLabel("Code that the app shows now").fill("000000");
  await account.button("Switch on").click();
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await page.getByLabel("Code that the app shows now").fill(codeOf(key));
  await account.button("Switch on").click();
  await expect(account.recoveryCodes).toHaveCount(10);
  await expect(account.recoveryCodes).toHaveText(backupCodes);
  await account.button("Done, I saved them").click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await account.signOut();

  await beginSignIn(page, manager);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/till$/);
});

test("a recovery code replaces the authenticator, which is switched off", async ({
  page,
  request,
  account,
  manager,
  baseURL,
}) => {
  await enter(request, manager.email, baseURL);
  const spare = await switchOn(request, baseURL);
  await beginSignIn(page, manager);
  await account.button("Use a recovery code").click();
  await page.getByLabel("Recovery code").fill("0000-0000-0000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This is not one of your recovery codes")).toBeVisible();
  await page.getByLabel("Recovery code").fill(spare.toLowerCase().replaceAll("-", " "));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/till$/);
  await account.open();
  await account.button("Switch off").click();
  await page.getByLabel("Your password").fill("not the password");
  await account.button("Switch off").click();
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await page.getByLabel("Your password").fill(PASSWORD);
  await account.button("Switch off").click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
});

test("who lost the authenticator is let in again by an owner, with the password alone", async ({
  page,
  request,
  ownerPage,
  manager,
  baseURL,
}) => {
  await enter(request, manager.email, baseURL);
  await switchOn(request, baseURL);

  const settings = new SettingsPage(ownerPage);
  await settings.open("staff");
  await settings.openRow(manager.name);
  await settings.doTwice("Reset second factor");
  await expect(settings.panel).toContainText("The password alone is enough to sign in now");
  await expect(settings.row(manager.name)).toContainText("Password only");

  await beginSignIn(page, manager);
  await page.waitForURL(/till$/);
});

test("sessions are listed, and another one is ended from here", async ({
  page,
  account,
  manager,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL ?? "" });
  for (const { request } of [other, page]) await enter(request, manager.email, baseURL);
  await account.open();
  await expect(account.sessions.filter({ hasText: "here" })).toHaveCount(1);
  await account.button("Sign out everywhere else").click();
  await expect(account.sessions).toHaveCount(1);
  const shared = "/redemptions?store=33&from=2026-11-20";
  await other.goto(shared);
  await expect(other).toHaveURL(`/sign-in?next=${encodeURIComponent(shared)}`);
  await new SignInPage(other).enter(manager.email, PASSWORD);
  await expect(other).toHaveURL(shared);
  await other.goto("/sign-in?next=/%09/other.example");
  await new SignInPage(other).enter(manager.email, PASSWORD);
  await expect(other).toHaveURL("/till");
  await withoutMail(other);
  await visit(other, "/reset-password");
  await expect(other.getByText("Email is not set up here")).toBeVisible();
  await expect(other.getByRole("button", { name: "Send the link" })).toHaveCount(0);
  await other.close();
});

test("a changed password ends the other sessions and the PIN, and the page shows it", {
  tag: "@job",
}, async ({ page, account, manager, request, baseURL }) => {
  for (const one of [request, page.request]) await enter(one, manager.email, baseURL);
  await account.open();
  await expect(account.button("Sign out everywhere else")).toBeVisible();
  await page.getByLabel("New PIN", { exact: true }).fill("804619");
  await page.getByLabel("Password of your account", { exact: true }).fill(PASSWORD);
  await account.button("Set PIN").click();
  await expect(account.button("Remove PIN")).toBeVisible();
  await expect(page.getByText("Your PIN is saved.")).toBeVisible();

  const change = async (from: string, to: string) => {
    await page.getByLabel("Current password", { exact: true }).fill(from);
    await page.getByLabel("New password", { exact: true }).fill(to);
    await account.button("Change password").click();
  };
  const again = page.getByText("Set a PIN for shared devices again");
  await change(PASSWORD, "another horse battery");
  await expect(again).toBeVisible();
  await expect(account.button("Set PIN")).toBeVisible();
  await expect(account.button("Remove PIN")).toHaveCount(0);
  await expect(page.getByText("Your PIN is saved.")).toHaveCount(0);
  await expect(account.sessions).toHaveCount(1);
  await expect(account.sessions).toContainText("here");

  // without a PIN nothing is said about one
  await change("another horse battery", PASSWORD);
  await expect(
    page.getByText("Changed. You are signed out everywhere else.", { exact: true }),
  ).toBeVisible();
  await expect(again).toHaveCount(0);
});

test("second factor demanded and enrolled: M12: a role that needs one sees nothing else till it is set up", async ({
  page,
  account,
  ownerPage,
  manager,
  baseURL,
}) => {
  const settings = new SettingsPage(ownerPage);
  await enter(page.request, manager.email, baseURL);

  await settings.open("policy");
  await ownerPage.getByRole("group", { name: "Roles that need a second factor" }).waitFor();
  await ownerPage.getByLabel("Manager", { exact: true }).check();
  await settings.button("Save").click();
  await expect(ownerPage.getByText("Saved.")).toBeVisible();

  await page.goto("/customers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  await expect(page.getByText("Your role needs a second factor.")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const key = await account.beginAuthenticator(PASSWORD);
  await page.getByLabel("Code that the app shows now").fill(codeOf(key));
  await account.button("Switch on").click();
  await expect(account.recoveryCodes).toHaveCount(10);
  await account.button("Done, I saved them").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Customers");
  await page.getByRole("navigation").first().waitFor();
});
