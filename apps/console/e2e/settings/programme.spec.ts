import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.describe("an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test.afterEach(async ({ page, baseURL }) => {
    const headers = { origin: baseURL ?? "" };
    const put = (procedure: string, data: unknown) =>
      page.request.post(`/trpc/staff.programme.${procedure}`, { data, headers });
    await put("save", {
      earnAmount: "10000.00",
      earnStamps: 1,
      earnMaxPerDay: null,
      memberIdPrefix: "M",
      marketingDefault: false,
    });
    await put("paymentMethods.save", { code: "QRIS", name: "QRIS", earns: true });
    const silver = { level: 200, name: "Silver", spendingToReach: "1000000.00", keepMonths: 12 };
    await put("levels.save", { ...silver, earnMultiplier: "1.25" });
  });

  test("changes what sales earn, within bounds, on the record", { tag: "@job" }, async ({
    settings,
    page,
  }) => {
    await settings.open("programme");
    const amount = settings.field("Amount that earns (IDR)");
    await expect(amount).toHaveValue("10,000");
    await amount.fill("0");
    await settings.button("Save").first().click();
    await expect(page.getByText("Enter an amount above zero, or leave it empty.")).toBeVisible();
    await expect(amount).toBeFocused();
    await amount.fill("12,500.50");
    await settings.field("Most stamps per customer and day").fill("many");
    await settings.button("Save").first().click();
    await expect(page.getByText("Enter a whole number up to 1,000,000,000")).toBeVisible();
    await settings.field("Most stamps per customer and day").fill("40");
    await settings.button("Save").first().click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await amount.fill("13,000");
    await expect(page.getByText("Saved.")).toHaveCount(0);
    await amount.fill("12,500.50");
    await page.reload();
    await expect(amount).toHaveValue("12,500.50");
    await page.goto("/settings/audit?action=programme.save");
    const row = page.getByRole("row").filter({ hasText: "Earning rules changed" }).first();
    await expect(row).toContainText("Amount that earns: IDR 10,000 → IDR 12,500.50");
  });

  test("D30: an amount in another notation is refused for its form, not for its value", async ({
    settings,
    page,
  }) => {
    await settings.open("programme");
    await settings.field("Amount that earns (IDR)").fill("12,5,00");
    await expect(page.getByText("Write it like 50,000 or 50,000.50.")).toBeVisible();
  });

  test("chooses what new members start with", async ({ settings, page }) => {
    await settings.open("programme");
    const prefix = settings.field("Member IDs begin with");
    await expect(prefix).toHaveValue("M");
    await prefix.fill("7-");
    await page.getByRole("checkbox", { name: "New members agree to marketing" }).check();
    await settings.button("Save").first().click();
    await expect(page.getByText("Enter a letter first, then letters")).toBeVisible();
    await expect(prefix).toBeFocused();
    await prefix.fill("KOPI-");
    await prefix.press("Enter");
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(prefix).toHaveValue("KOPI-");
    await expect(
      page.getByRole("checkbox", { name: "New members agree to marketing" }),
    ).toBeChecked();
  });

  test("leaves what another owner changed while the form was open", async ({
    settings,
    page,
    baseURL,
  }) => {
    await settings.open("programme");
    await settings.field("Stamps for each full amount").fill("2");
    const headers = { origin: baseURL ?? "" };
    const data = { earnMaxPerDay: 90 };
    await page.request.post("/trpc/staff.programme.save", { data, headers });
    await settings.button("Save").first().click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(settings.field("Stamps for each full amount")).toHaveValue("2");
    await expect(settings.field("Most stamps per customer and day")).toHaveValue("90");
  });

  test("has a thing redeemed once for an invoice number", async ({ settings, page, baseURL }) => {
    await settings.open("programme");
    const once = page.getByRole("checkbox", {
      name: "Redeem a reward or voucher once for an invoice number",
    });
    await expect(once).not.toBeChecked();
    await once.click();
    await settings.button("Save").first().click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(once).toBeChecked();
    const headers = { origin: baseURL ?? "" };
    const data = { oneRedemptionPerInvoice: false };
    await page.request.post("/trpc/staff.programme.save", { data, headers });
  });

  test("says which methods of payment earn, and adds one", async ({ settings, page }) => {
    await settings.open("programme");
    const qris = page.getByRole("checkbox", { name: "QRIS earns stamps" });
    await expect(qris).toBeChecked();
    await qris.click();
    await expect(qris).not.toBeChecked();
    await page.reload();
    await expect(qris).not.toBeChecked();
    const code = settings.field("Code");
    await settings.button("Add method").click();
    await expect(page.getByText("Enter the code that the POS sends.")).toBeVisible();
    await code.fill("qris");
    await expect(page.getByText("Another method has this code.")).toBeVisible();
    const fresh = `M${Date.now()}`;
    await code.fill(fresh);
    await page.getByLabel("Name", { exact: true }).first().fill(`Voucher ${fresh}`);
    await settings.button("Add method").click();
    await expect(page.getByText("The method was added.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: `Voucher ${fresh} earns` })).toBeChecked();
  });

  test("a level's form begins with what another owner has changed a moment ago", async ({
    settings,
    page,
    baseURL,
  }) => {
    await settings.open("programme");
    const silver = page.locator("form").filter({ hasText: "Level: Silver" });
    const months = silver.getByLabel("Valid for (months)");
    await expect(months).toHaveValue("12");
    await settings.tabs.getByRole("link", { name: "Stores" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Stores" })).toBeVisible();
    const rules = { name: "Silver", spendingToReach: "1000000.00", earnMultiplier: "1.25" };
    const changed = await page.request.post("/trpc/staff.programme.levels.save", {
      data: { level: 200, ...rules, keepMonths: 9 },
      headers: { origin: baseURL ?? "" },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
    await settings.tabs.getByRole("link", { name: "Earning & levels" }).click();
    await expect(months).toHaveValue("9");
    await silver.getByLabel("Multiplies stamps by").fill("1.5");
    await silver.getByRole("button", { name: "Save" }).click();
    await expect(silver.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(silver.getByLabel("Multiplies stamps by")).toHaveValue("1.50");
    await expect(months).toHaveValue("9");
  });

  test("changes the rules of a level, in Indonesian too", { tag: "@job" }, async ({
    settings,
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
    await settings.open("programme");
    const silver = page.locator("form").filter({ hasText: "Tingkat: Silver" });
    const multiplier = silver.getByLabel("Pengali stempel");
    await expect(multiplier).toHaveValue("1,25");
    await multiplier.fill("1.5");
    await silver.getByRole("button", { name: "Simpan" }).click();
    await expect(silver.getByText("Isi angka sampai 999,99")).toBeVisible();
    await multiplier.fill("1,5");
    await silver.getByLabel("Tercapai dengan belanja").fill("2.500.000");
    await silver.getByLabel("Berlaku (bulan)").fill("6");
    await silver.getByRole("button", { name: "Simpan" }).click();
    await expect(silver.getByText("Tersimpan.")).toBeVisible();
    await page.goto("/settings/audit?action=programme.levels.save");
    await expect(page.getByText("Pengali stempel: 1.25 → 1.50").first()).toBeVisible();
  });
});

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("sees the programme and cannot change it", async ({ settings, page }) => {
    await settings.open("programme");
    // D35: said once, not above each level
    await expect(page.getByText("Only an owner can change this.")).toHaveCount(1);
    await expect(settings.field("Stamps for each full amount")).toBeDisabled();
    await expect(page.getByRole("checkbox", { name: "Cash earns stamps" })).toBeDisabled();
    await expect(settings.button("Save")).toHaveCount(0);
    await expect(settings.button("Add method")).toHaveCount(0);
  });
});
