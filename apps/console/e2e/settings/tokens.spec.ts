import { enter } from "../testing/enter.ts";
import { PASSWORD, people } from "../testing/merchant.ts";
import { postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.describe("an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test("makes a token, which opens the interface until it is revoked", { tag: "@job" }, async ({
    settings,
    request,
    page,
  }) => {
    const secret = await settings.createToken("Till 9", ["Redeem and cancel", "PINs"]);
    expect(secret).toMatch(/^sb_live_/);
    const ping = async () => (await postRest(request, "ping", {}, secret)).status();
    expect(await ping()).toBe(200);
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 400);
    await expect(settings.panel).toContainText(secret);
    await settings.button("Done, I saved it").click();
    await expect(settings.row("Till 9")).toContainText("Active");
    await settings.openRow("Till 9");
    await expect(settings.panel).toContainText("Redeem and cancel, PINs");
    await expect(settings.panel).not.toContainText(secret);
    await settings.doTwice("Revoke token");
    await expect(settings.panel.getByText("Revoked").first()).toBeVisible();
    await expect.poll(ping).toBe(401);
  });

  test("S11: is asked for the password before a token is made, and may leave it", async ({
    settings,
    page,
    baseURL,
  }) => {
    await enter(page.request, people.owner, baseURL);
    await page.goto("/settings/tokens?open=new");
    await settings.panel.getByLabel("Name", { exact: true }).fill("Till of a password");
    await settings.panel.getByLabel("PINs", { exact: true }).check();
    const create = settings.panel.getByRole("button", { name: "Create token" });
    await create.click();
    const asking = page.getByRole("dialog", { name: "Enter your password" });
    await asking.getByRole("button", { name: "Back" }).click();
    await expect(settings.panel.getByRole("alert")).toContainText("Enter your password first");
    await create.click();
    await asking.getByLabel("Your password").fill("not my password at all");
    await asking.getByRole("button", { name: "Continue" }).click();
    await expect(asking.getByRole("alert")).toBeVisible();
    await asking.getByLabel("Your password").fill(PASSWORD);
    await asking.getByRole("button", { name: "Continue" }).click();
    await settings.button("Done, I saved it").click();
    await expect(settings.row("Till of a password")).toHaveCount(1);
  });

  test("is asked to look before a token whose answer was lost is made again", async ({
    settings,
    page,
  }) => {
    await page.route(/settings\.tokens\.issue/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await settings.open("tokens", "?open=new");
    await settings.panel.getByLabel("Name", { exact: true }).fill("Till of a lost answer");
    await settings.panel.getByLabel("PINs", { exact: true }).check();
    await settings.panel.getByRole("button", { name: "Create token" }).click();
    const alert = settings.panel.getByRole("alert");
    await expect(alert).toContainText("look before you do it again");
    await expect(alert).not.toContainText("never done twice");
    await settings.open("tokens");
    await expect(settings.row("Till of a lost answer")).toHaveCount(1);
  });

  test("reads the audit log on a tablet without anything cut off", async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto("/settings/audit");
    const table = page.getByRole("main").locator("table");
    await table.getByRole("row").first().waitFor();
    const room = await table.evaluate((element) => [
      element.scrollWidth,
      element.parentElement?.clientWidth,
    ]);
    expect(room[0]).toBeLessThanOrEqual(room[1] ?? 0);
  });

  test("is told at the field what a token lacks", async ({ settings }) => {
    await settings.open("tokens", "?open=new");
    await settings.panel.getByRole("button", { name: "Create token" }).click();
    await expect(settings.panel.getByText("Enter a name of at most 255 characters.")).toBeVisible();
    await expect(settings.panel.getByText("Choose what the token may do.")).toBeVisible();
    await expect(settings.panel.getByLabel("Name", { exact: true })).toBeFocused();
  });

  test("is refused a token that works only in some stores, while none is chosen", async ({
    settings,
  }) => {
    await settings.open("tokens", "?open=new");
    const create = settings.panel.getByRole("button", { name: "Create token" });
    await settings.panel.getByLabel("Name", { exact: true }).fill("Till of Losari");
    await settings.panel.getByLabel("PINs", { exact: true }).check();
    await settings.panel.getByRole("radio", { name: "Only in some" }).check();
    for (const _ of ["once", "again"]) {
      await create.click();
      await expect(settings.panel.getByText("Choose at least one store.")).toBeVisible();
      await expect(settings.firstStore).toBeFocused();
    }
    await settings.panel.getByRole("checkbox", { name: "Losari" }).check();
    await create.click();
    await settings.button("Done, I saved it").click();
    await expect(settings.row("Till of Losari")).toContainText("Losari");
    await expect(settings.row("Till of Losari")).not.toContainText("Every store");
  });

  test("filters in the address, on a phone too", async ({ settings, page }) => {
    await page.setViewportSize(phone);
    await settings.open("tokens", "?state=expired");
    await expect(page.getByRole("row").filter({ hasText: "Expired" })).toHaveCount(1);
    await expect(settings.row("POS")).toHaveCount(0);
    await settings.button("Filters").click();
    await settings.field("Status").selectOption("Active");
    await expect(page).toHaveURL(/state=active/);
    await expect(settings.row("POS")).toHaveCount(1);
  });
});

test.describe("a cashier", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("sees nothing of tokens, and is refused them", async ({ settings, page }) => {
    await page.goto("/settings");
    await expect(page).toHaveURL(/settings\/account$/);
    await expect(settings.tabs.getByRole("link")).toHaveText(["My account"]);
    await settings.open("tokens");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("don't have permission");
    for (const section of ["tokens", "staff", "outbox"] as const) {
      await settings.open(section);
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    }
    const answer = await page.request.get("/trpc/staff.settings.tokens.list");
    expect(answer.status()).toBe(403);
  });
});
