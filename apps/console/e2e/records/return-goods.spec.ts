import { violationsOf } from "../testing/axe.ts";
import { spillOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("on a phone, goods of a sale come back after a preview, with a reason that the audit log shows", {
  tag: "@job",
}, async ({ calls, page }) => {
  await page.setViewportSize(phone);
  const invoice = `INV-${String(Math.random()).slice(2, 10)}`;
  const id = await calls.sell({
    ...{ user: "M0001", invoice_number: invoice, total_value: 95_000 },
    items: [
      { product_name: "Kopi Susu", quantity: 2, subtotal: 55_000 },
      { product_name: "Kaya Toast", quantity: 1, subtotal: 40_000 },
    ],
    payments: [{ payment_method: "CASH", value: 95_000 }],
  });
  await page.goto(`/sales/${id}`);
  const submit = page.getByRole("button", { name: "Return goods" });
  await submit.press("Enter");
  await expect(page.getByLabel("Kopi Susu: how many of 2")).toBeFocused();
  const amount = page.getByLabel("Amount paid back");
  await page.getByLabel("Kaya Toast: how many of 1").fill("1");
  await expect(amount).toHaveValue("40,000");
  await amount.fill("96,000");
  await page.getByLabel("Reason").fill("Cold toast");
  await submit.press("Enter");
  await expect(amount).toHaveAccessibleDescription(/up to what is left of the sale/);
  await expect(amount).toBeFocused();
  await amount.fill("40,000");
  await expect(page.getByLabel("Number of the return")).toHaveValue(`${invoice}-R1`);
  const preview = page.getByRole("status").filter({ hasText: "of the sale is left" });
  await expect(preview).toContainText(/55,000 of the sale is left/);
  await expect(preview).toContainText(/stamps? (is|are) taken back from the customer/);
  expect(await violationsOf(page)).toEqual([]);
  expect(await spillOf(page)).toEqual([]);
  await submit.click();
  await expect(page.getByRole("heading", { name: "Adjustments" })).toBeVisible();
  await expect(page.getByText(`${invoice}-R1 ·`)).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveCount(0);
  await page.goto("/settings/audit?action=returns.add");
  const entry = page.getByRole("row").filter({ hasText: `Sale ${id}` });
  await expect(entry).toContainText("Cold toast");
});
