import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

/** A sale of two items, paid by two methods. Payments by gift card earn no stamps. */
const coffees = {
  total_value: 95_000,
  items: [
    { product_name: "Kopi Susu", quantity: 2, subtotal: 55_000 },
    { product_name: "Kaya Toast", quantity: 1, subtotal: 40_000 },
  ],
  payments: [
    { payment_method: "CASH", value: 75_000 },
    { payment_method: "GIFT", value: 20_000 },
  ],
};
const newInvoice = () => `INV-${String(Math.random()).slice(2, 10)}`;

test("finds a sale, and cancels it with a reason that the audit log shows", {
  tag: "@job",
}, async ({ calls, sales, page }) => {
  const invoice = newInvoice();
  const id = await calls.sell({ ...coffees, user: "M0001", invoice_number: invoice });
  await page.goto("/redemptions");
  await page.getByRole("navigation").getByRole("link", { name: "Sales" }).click();
  await page.waitForURL(/\/sales$/);
  await page.getByLabel("Invoice number").fill(invoice);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(invoice));
  await expect(sales.row("INV-0901")).toHaveCount(0);
  await sales.openOne(invoice);
  await expect(sales.panel).toContainText("2 × Kopi Susu");
  await expect(sales.panel.getByRole("listitem").filter({ hasText: "GIFT" })).toContainText(
    "earns no stamps",
  );
  const cancel = sales.panel.getByRole("button", { name: "Cancel sale" });
  await cancel.click();
  await expect(sales.panel).toContainText(/\d+ stamps will be taken back from /);
  await page.keyboard.press("Escape");
  await expect(sales.panel.getByLabel("Reason")).toHaveCount(0);
  await cancel.click();
  await sales.panel.getByLabel("Reason").fill("Rang up twice");
  await cancel.click();
  await expect(sales.panel.getByText("Canceled by")).toBeVisible();
  await expect(sales.panel.getByText("Rang up twice")).toBeVisible();
  await expect(cancel).toHaveCount(0);
  await sales.open(`?invoice=${invoice}`);
  await expect(sales.row(invoice)).toContainText("Canceled");
  await page.goto("/settings/audit?action=transactions.cancel");
  const entry = page.getByRole("row").filter({ hasText: `Sale ${id}` });
  await expect(entry).toContainText("Rang up twice");
  await entry.getByRole("link", { name: `Sale ${id}` }).click();
  await expect(page).toHaveURL(new RegExp(`/sales/${id}$`));
});

test("the next sale opens without the question that was answered for the one before", async ({
  calls,
  sales,
  page,
}) => {
  const [first, second] = [newInvoice(), newInvoice()];
  await calls.sell({ ...coffees, invoice_number: first });
  await calls.sell({ ...coffees, invoice_number: second });
  await sales.open();
  await sales.openOne(second);
  const cancel = sales.panel.getByRole("button", { name: "Cancel sale" });
  await cancel.click();
  await sales.panel.getByLabel("Reason").fill("Rang up twice");
  await cancel.click();
  await expect(sales.panel.getByText("Canceled by")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(sales.panel.getByText(first)).toBeVisible();
  await expect(cancel).toBeVisible();
  await expect(sales.panel.getByLabel("Reason")).toHaveCount(0);
});

test("says why a sale whose stamps are spent cannot be canceled, and what to do", async ({
  calls,
  page,
}) => {
  const id = await calls.sell({ ...coffees, user: "M0103", invoice_number: newInvoice() });
  const { redemption } = await calls.redeemReward("M0103");
  await page.goto(`/sales/${id}`);
  const cancel = page.getByRole("button", { name: "Cancel sale" });
  await cancel.click();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Wrong customer");
  await page.keyboard.press("Enter");
  const refused = page.getByRole("alert").filter({ hasText: "insufficient_stamps" });
  await expect(refused).toContainText(/has fewer stamps than the \d+ that this sale gave/);
  await expect(refused).not.toContainText("another reward");
  await refused.getByRole("link").click();
  await expect(page).toHaveURL(/customers\/103/);
  await page.getByRole("main").locator(`a[href="/redemptions/${redemption}"]`).click();
  const cancelFirst = page.getByRole("button", { name: "Cancel redemption" });
  await cancelFirst.click();
  await page.getByLabel("Reason").fill("Wrong customer");
  await cancelFirst.click();
  await expect(page.getByText("Canceled by")).toBeVisible();
  await page.goto(`/sales/${id}`);
  await cancel.click();
  await page.getByLabel("Reason").fill("Wrong customer");
  await cancel.click();
  await expect(page.getByText("Canceled by")).toBeVisible();
});

test("on a phone, a sale without a customer", async ({ sales, page, calls }) => {
  await page.setViewportSize(phone);
  const invoice = newInvoice();
  await calls.sell({ ...coffees, invoice_number: invoice });
  await sales.open("?status=Open");
  await sales.openOne(invoice);
  const cancel = sales.panel.getByRole("button", { name: "Cancel sale" });
  await cancel.click();
  await expect(sales.panel).toContainText("nothing is taken back");
  await sales.panel.getByLabel("Reason").fill("Ordered by mistake");
  await cancel.click();
  await expect(sales.panel.getByText("Canceled by")).toBeVisible();
});
