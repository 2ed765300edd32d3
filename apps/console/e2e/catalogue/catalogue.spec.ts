import { readFile } from "node:fs/promises";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, phone, test } from "../testing/test.ts";

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("creates a reward, and it is redeemed at the till", { tag: "@job" }, async ({
    catalogue,
    till,
    page,
  }) => {
    await catalogue.addReward({ name: "Pandan Cake", code: "PANDAN", stamps: "4" });
    await expect(page).toHaveURL(/rewards\?open=\d+$/);
    await expect(catalogue.panel).toContainText("4 stamps");
    await till.open();
    await till.scan("M0122");
    const before = Number((await till.stamps("Vina Oktavia").innerText()).replace(/\D/g, ""));
    await till.option(/Pandan Cake/).click();
    await till.redeem();
    await expect(till.receipt).toContainText(`${before - 4} stamps now`);
  });

  test("tells customers what a reward is, by keyboard alone", async ({ catalogue, page }) => {
    await catalogue.addReward({ name: "Rainy Day Tea", code: "RAINY", stamps: "3" });
    await catalogue.panel.getByRole("link", { name: "Edit" }).press("Enter");
    await page.getByRole("switch", { name: "Listed in apps" }).press("Space");
    await catalogue.field("Description").fill("Ginger tea with a lump of palm sugar.");
    await catalogue.field("Terms").fill("One for each customer a day.");
    await catalogue.field("Picture").fill("http://example.com/tea.png");
    await catalogue.field("Usual price in IDR").fill("18.50.0");
    await catalogue.field("Usual price in IDR").press("Enter");
    await expect(page.getByText("Write it like 50,000")).toBeVisible();
    await expect(catalogue.field("Usual price in IDR")).toBeFocused();
    await catalogue.field("Usual price in IDR").fill("18,500");
    await catalogue.field("Usual price in IDR").press("Enter");
    await expect(page.getByText("Enter an address that begins with https://")).toBeVisible();
    await expect(catalogue.field("Picture")).toBeFocused();
    await catalogue.field("Picture").fill("https://example.com/tea.png");
    await catalogue.field("Picture").press("Enter");
    await expect(catalogue.panel).toContainText("Ginger tea with a lump of palm sugar.");
    await expect(catalogue.panel).toContainText(/IDR\s18,500/);
    await expect(catalogue.panel).toContainText("In appsHidden");
    await catalogue.panel.getByRole("link", { name: "Edit" }).click();
    await expect(catalogue.field("Usual price in IDR")).toHaveValue("18,500");
    await expect(page.getByRole("switch", { name: "Listed in apps" })).not.toBeChecked();
  });

  test("is told at the field what is wrong with it", async ({ catalogue, page }) => {
    await catalogue.addReward({ name: "Second bun", code: "mi0017", stamps: "4" });
    await expect(page.getByText("Enter a code that isn't used yet.")).toBeVisible();
    await expect(catalogue.field("Code")).toBeFocused();
    await expect(catalogue.field("Code")).toHaveAttribute("aria-invalid", "true");
    await catalogue.field("Code").fill("");
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.mouse.wheel(0, 2000);
    await catalogue.button("Add reward").click();
    await expect(catalogue.field("Code")).toBeFocused();
    const { height = 0 } = (await page.getByRole("banner").boundingBox()) ?? {};
    expect((await catalogue.field("Code").boundingBox())?.y).toBeGreaterThan(height);
    await catalogue.field("Code").fill("BUN2");
    await catalogue.field("First day").fill("2030-02-01");
    await catalogue.field("Last day").fill("2030-01-01");
    await catalogue.button("Add reward").click();
    await expect(page.getByText("Enter a last day that isn't before the first.")).toBeVisible();
    await catalogue.field("Last day").fill("2030-03-01");
    await catalogue.button("Add reward").click();
    await expect(catalogue.panel).toContainText("Starts later");
  });

  test("edits an imported reward without a code, whose pictures have no full address", async ({
    catalogue,
    page,
  }) => {
    await catalogue.open("rewards");
    await catalogue.openRow("New Year Tumbler");
    await expect(catalogue.panel.getByText("Code", { exact: true })).toHaveCount(0);
    await catalogue.panel.getByRole("link", { name: "Edit" }).click();
    await expect(catalogue.field("Code")).toHaveValue("");
    await expect(catalogue.field("Picture")).toHaveValue("pictures/tumbler.png");
    await catalogue.field("Description").fill("Keeps tea warm.");
    await catalogue.field("Picture").fill("pictures/cup.png");
    await catalogue.button("Save").click();
    await expect(page.getByText("Enter an address that begins with https://")).toBeVisible();
    await expect(catalogue.field("Picture")).toBeFocused();
    await catalogue.field("Picture").fill("pictures/tumbler.png");
    await catalogue.button("Save").click();
    await expect(page).toHaveURL(/rewards\?open=\d+$/);
    await expect(catalogue.panel).toContainText("Keeps tea warm.");
    await expect(catalogue.panel).toContainText("pictures/tumbler.png");
    await expect(catalogue.panel).toContainText("pictures/wide.png");
  });

  test("edits an imported template whose picture has no full address", async ({
    catalogue,
    page,
  }) => {
    await catalogue.open("voucher-templates");
    await catalogue.openRow("Rp 25,000 Off");
    await catalogue.panel.getByRole("link", { name: "Edit" }).click();
    await expect(catalogue.field("Picture")).toHaveValue("pictures/off.png");
    await catalogue.field("How to use it").fill("Show it before you pay.");
    await catalogue.button("Save").click();
    await expect(page).toHaveURL(/voucher-templates\?open=\d+$/);
    await expect(catalogue.panel).toContainText("Show it before you pay.");
    await expect(catalogue.panel).toContainText("pictures/off.png");
  });

  test("changes a promo code by keyboard alone", { tag: "@job" }, async ({ catalogue, page }) => {
    await catalogue.open("promo-codes", "?q=happy");
    await expect(page.getByRole("row")).toHaveCount(2);
    await catalogue.row("HAPPYHOUR").getByRole("link").press("Enter");
    await catalogue.panel.getByRole("link", { name: "Edit" }).press("Enter");
    await catalogue.field("Limit in total").focus();
    await page.keyboard.type("50");
    await page.keyboard.press("Enter");
    await expect(catalogue.panel).toContainText("0 of 50");
    await expect(catalogue.panel).toContainText("14:00 – 16:00:30");
    await page.keyboard.press("Escape");
    await expect(catalogue.panel).toHaveCount(0);
    await expect(catalogue.row("HAPPYHOUR")).toContainText("0 of 50");
  });

  test("makes a template whose vouchers are balances, which stays so", { tag: "@job" }, async ({
    catalogue,
    page,
  }) => {
    await catalogue.open("voucher-templates", "/new");
    await catalogue.field("Name").fill("Team Gift Card");
    await page.getByRole("radio", { name: "A balance" }).check();
    await catalogue.field("Amount in IDR").fill("50,0,00");
    await catalogue.button("Add template").click();
    await expect(page.getByText("Write it like 50,000")).toBeVisible();
    await expect(catalogue.field("Amount in IDR")).toBeFocused();
    await catalogue.field("Amount in IDR").fill("IDR 50,000");
    await catalogue.field("Valid for (days)").fill("30");
    await page.getByRole("checkbox", { name: "Kemang" }).check();
    await catalogue.button("Add template").click();
    await expect(catalogue.panel).toContainText(/Balance of .*50,000/);
    await expect(catalogue.panel).toContainText("30 days");
    await catalogue.panel.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByRole("radio", { name: "Free item" })).toBeDisabled();
    await expect(catalogue.field("Amount in IDR")).toHaveValue("50,000");
    await expect(page.getByRole("checkbox", { name: "Kemang" })).toBeChecked();
    await page.getByRole("checkbox", { name: "Kemang" }).uncheck();
    await catalogue.button("Save").click();
    await expect(catalogue.panel).toContainText("Every store");
  });

  test("finds by state, moves on with arrows, and takes the list along", async ({
    catalogue,
    page,
  }) => {
    await catalogue.open("rewards");
    await page.getByLabel("Status").selectOption("Switched off");
    await expect(page).toHaveURL(/state=off/);
    await expect(catalogue.row("Retired Mug")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByLabel("Status").selectOption("All");
    await catalogue.openRow("Iced Coffee");
    await page.keyboard.press("ArrowDown");
    await expect(catalogue.panel).toContainText("Kaya Bun");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Kaya Bun", exact: true })).toBeFocused();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe("rewards.csv");
    const text = await readFile(await download.path(), "utf8");
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain(",Iced Coffee,A fixed price,5,,Yes,");
  });

  test("on a phone", async ({ catalogue, page }) => {
    await page.setViewportSize(phone);
    for (const [kind, query] of [
      ["rewards", ""],
      ["rewards", "/new"],
      ["voucher-templates", "/13"],
      ["promo-codes", ""],
      ["codes", "/new"],
    ] as const) {
      await catalogue.open(kind, query);
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${kind}${query}`).toBeLessThanOrEqual(phone.width);
    }
  });
});

test.describe("a cashier", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("reads it and changes nothing", async ({ catalogue, page }) => {
    await catalogue.open("rewards");
    await catalogue.openRow("Iced Coffee");
    await expect(catalogue.panel).toContainText("5 stamps");
    await expect(catalogue.panel.getByRole("link", { name: "Edit" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Add reward" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Codes", exact: true })).toHaveCount(0);
    await page.goto("/catalogue/rewards/2");
    await expect(page.getByText("5 stamps")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  });
});
