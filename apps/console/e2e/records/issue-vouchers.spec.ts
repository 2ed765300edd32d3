import { shortPages } from "../testing/failing.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";
import { visit } from "../testing/visit.ts";

test.use({ storageState: sessionOf("manager") });

test("issues a voucher to each chosen customer, by keyboard alone", { tag: "@job" }, async ({
  page,
  till,
}) => {
  await page.goto("/vouchers/issue?template=14");
  const customers = page.getByRole("searchbox");
  await expect(customers).toBeFocused();
  // Enter picks the first match even before the list is shown
  await page.keyboard.type("M0113");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Maya Kusuma")).toBeVisible();
  await expect(customers).toHaveValue("");
  await page.keyboard.type("nanda");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Nanda Pratama" })).toBeVisible();
  await page.getByRole("button", { name: "Issue 2 vouchers" }).press("Enter");
  await expect(page.getByRole("status")).toContainText("2 vouchers issued.");
  await page.getByRole("link", { name: "Nanda Pratama" }).press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Birthday Cake" })).toContainText("Open");
  await till.open();
  await till.scan("M0114");
  await expect(till.option(/Birthday Cake/)).toBeVisible();
});

test("starts from a template that is older than those in the list", async ({ page }) => {
  await shortPages(page, "staff.catalogue.voucherTemplates.list", 1);
  for (const path of ["/vouchers/issue?template=12", "/catalogue/codes/new?template=12"]) {
    await visit(page, path);
    const template = page.getByLabel("Voucher template");
    await expect(template.getByRole("option")).toHaveCount(3);
    await expect(template).toHaveValue("12");
    await expect(template.locator("option:checked")).toHaveText("Free Kaya Bun");
  }
});

test("asks for a customer where none is chosen", async ({ page }) => {
  await page.goto("/vouchers/issue?template=14");
  await page.getByRole("button", { name: "Issue vouchers" }).click();
  await expect(page.getByText("Add at least one customer.")).toBeVisible();
});

test("issues one from the customer's profile, with a reason", async ({ page }) => {
  await page.goto("/customers/112");
  await page.getByRole("button", { name: "Issue a voucher" }).click();
  await page.getByLabel("Voucher template").selectOption("Free Kaya Bun");
  await page.getByLabel("Reason").fill("Waited too long");
  await page.getByRole("button", { name: "Issue a voucher" }).click();
  await expect(page.getByText("Issued:")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Vouchers", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Free Kaya Bun" }).first()).toBeVisible();
  await page.goto("/settings/audit?q=catalogue.issueVouchers");
  const entry = page.getByRole("row").filter({ hasText: "Waited too long" });
  await expect(entry).toContainText(/1 voucher.*Voucher \d+: /);
  await entry.getByRole("link", { name: "Lukman Hakim" }).click();
  await expect(page).toHaveURL(/customers\/112$/);
});
