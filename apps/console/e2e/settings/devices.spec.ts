import { randomInt } from "node:crypto";
import { violationsOf } from "../testing/axe.ts";
import { enter } from "../testing/enter.ts";
import { PASSWORD } from "../testing/merchant.ts";
import { sessionOf } from "../testing/session.ts";
import { PIN, test } from "../testing/shared-device.ts";
import { expect } from "../testing/test.ts";

const ENROL = "**/staff-auth/quick-switch/enrol";

test.describe("as an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test("enrolls this browser after the password, and revokes it", { tag: "@job" }, async ({
    settings,
    page,
  }) => {
    const name = `Counter ${randomInt(1_000_000)}`;
    await settings.open("devices");
    await settings.button("Enroll this browser").first().click();
    await settings.panel.getByLabel("Name").fill(name);
    await settings.panel.getByLabel("Your password").fill("not my password");
    expect(await violationsOf(page)).toEqual([]);
    const enrol = settings.panel.getByRole("button", { name: "Enroll this browser" });
    await enrol.click();
    await expect(settings.panel.getByText("The password is wrong.")).toBeVisible();
    await settings.panel.getByLabel("Your password").fill(PASSWORD);
    await enrol.click();
    await expect(settings.row(name)).toContainText("This browser");
    await page.reload();
    await expect(settings.row(name)).toContainText("This browser");

    await settings.openRow(name);
    await settings.doTwice("Revoke device");
    await page.keyboard.press("Escape");
    await expect(settings.row(name)).toContainText("Revoked");
    await expect(settings.row(name)).not.toContainText("This browser");
    expect(await page.evaluate(() => document.cookie)).not.toContain("stampbook_shared");
  });

  test("reads why this browser cannot be enrolled", async ({ settings, page }) => {
    await settings.open("devices", "?open=new");
    const name = settings.panel.getByLabel("Name");
    const enrol = settings.panel.getByRole("button", { name: "Enroll this browser" });
    await name.fill("   ");
    await settings.panel.getByLabel("Your password").fill(PASSWORD);
    await enrol.click();
    await expect(settings.panel.getByText("Enter a name of at most 255 characters.")).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill("x".repeat(300));
    await expect(name).toHaveValue("x".repeat(255));

    // the store is gone since the page was opened
    await page.route(ENROL, (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), storeId: 999 } }),
    );
    await enrol.click();
    await expect(settings.panel.getByText("The store is closed or unknown.")).toBeVisible();
    await expect(settings.panel.getByLabel("Store")).toBeFocused();

    await page.unroute(ENROL);
    await page.route(ENROL, (route) =>
      route.fulfill({ status: 403, json: { code: "PERMISSION_DENIED" } }),
    );
    await enrol.click();
    await expect(settings.panel.getByRole("alert")).toContainText("don't have permission");
  });

  test("sets after how many minutes shared devices lock, or that they never do", async ({
    settings,
    page,
  }) => {
    const minutes = settings.field("Minutes until a shared device locks");
    const save = async (text: string) => {
      await minutes.fill(text);
      await settings.button("Save").click();
    };
    await settings.open("policy");
    for (const text of ["0", "721", "soon"]) {
      await save(text);
      await expect(
        page.getByText("Enter a whole number from 1 to 720, or leave it empty."),
      ).toBeVisible();
    }
    await save("720");
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(minutes).toHaveValue("720");
    await save("");
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(minutes).toHaveValue("");
  });
});

test("sets, changes and removes a PIN of one's own", { tag: "@job" }, async ({
  manager,
  account,
  page,
  baseURL,
}) => {
  await enter(page.request, manager.email, baseURL);
  await account.open();
  const pin = page.getByLabel("New PIN", { exact: true });
  const password = page.locator("form", { has: pin }).getByLabel("Password of your account");
  await pin.fill("123456");
  await password.fill("not my password");
  await account.button("Set PIN").click();
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await password.fill(PASSWORD);
  await account.button("Set PIN").click();
  await expect(
    page.getByText("This PIN is too easy to guess. Choose another one.", { exact: true }),
  ).toBeVisible();
  await pin.fill(PIN);
  await account.button("Set PIN").click();
  await expect(page.getByText("Your PIN is saved.")).toBeVisible();
  await expect(account.button("Change PIN")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await account.button("Remove PIN").click();
  await expect(page.getByText("Your PIN is removed.")).toBeVisible();
  await expect(account.button("Set PIN")).toBeVisible();
});
