import { KEMANG } from "../testing/calls.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, shownDay, test } from "../testing/test.ts";

const newInvoice = () => `F-${String(Math.random()).slice(2, 10)}`;

/** A sale to a customer whose stamps no other journey relies on, paid in cash. */
const saleOf = (total_value: number) => ({
  user: "M0115",
  total_value,
  items: [{ product_name: "Kopi Susu", quantity: 1, subtotal: total_value }],
  payments: [{ payment_method: "CASH", value: total_value }],
});

test.use({ storageState: sessionOf("owner") });

test("redemptions are found by what was redeemed", async ({ page, redemptions, calls }) => {
  await calls.redeemReward("M0111");
  const { id } = await calls.issueVoucher(111, 16);
  await calls.redeemVoucher("M0111", id);
  await redemptions.open();
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(redemptions.row("Kaya Bun").first()).toBeVisible();
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Voucher template").selectOption("Rp 25,000 Off");
  await expect(page).toHaveURL(/template=16$/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Rp 25,000 Off");
  await page.getByLabel("Voucher template").selectOption("All");
  await page.getByLabel("Reward").selectOption("Kaya Bun");
  await expect(page).toHaveURL(/redemptions\?reward=1$/);
  await expect(redemptions.row("Rp 25,000 Off")).toHaveCount(0);
  await expect(rows.first()).toContainText("Kaya Bun");
  await redemptions.open("?reward=999999");
  await expect(page.getByText("No redemptions here")).toBeVisible();
  await expect(page.getByLabel("Reward")).toHaveValue("999999");
});

test("S10: sales of many stamps, and sales that staff typed, are found", async ({
  page,
  calls,
  sales,
  baseURL,
}) => {
  const [small, large, typed] = [newInvoice(), newInvoice(), newInvoice()];
  await calls.sell({ ...saleOf(30_000), invoice_number: small });
  await calls.sell({ ...saleOf(300_000), invoice_number: large });
  const visit = { customerId: 115, storeId: KEMANG, channel: 2, invoiceNumber: typed };
  const confirmed = await page.request.post("/trpc/staff.visits.confirm", {
    data: { ...visit, sale: { total: "300000" } },
    headers: { origin: baseURL ?? "", "idempotency-key": typed },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  await sales.open();
  await expect(sales.row(small)).toBeVisible();
  await page.getByLabel("Stamps, at least").fill("20");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/stamps=20/);
  await expect(sales.row(small)).toHaveCount(0);
  await expect(sales.row(large)).toBeVisible();
  await page.getByLabel("Recorded").selectOption("By staff at the till");
  await expect(page).toHaveURL(/source=staff/);
  await expect(sales.row(large)).toHaveCount(0);
  await expect(sales.row(typed)).toBeVisible();
});

test("what an address filters by is shown, and can be cleared", async ({ page, redemptions }) => {
  await redemptions.open("?who=staff:nobody-known");
  const by = page.getByLabel("By", { exact: true });
  await expect(by.locator("option:checked")).toHaveText("Somebody else");
  await by.selectOption("All");
  await redemptions.open("/refused?store=999999");
  const store = page.getByRole("search").getByLabel("Store");
  await expect(store.locator("option:checked")).toHaveText("#999999");
  await store.selectOption("All stores");
  await expect(page).toHaveURL(/refused$/);
});

test("a typed filter keeps the focus, and follows the address", async ({ page, settings }) => {
  await page.goto("/settings/audit");
  const field = page.getByLabel("Subject or reason");
  await field.fill(" pin ");
  await field.press("Enter");
  await expect(page).toHaveURL(/q=pin$/);
  await expect(field).toBeFocused();
  await settings.tabs.getByRole("link", { name: "Audit log" }).click();
  await expect(page).toHaveURL(/audit$/);
  await expect(field).toHaveValue("");
  await page.goBack();
  await expect(field).toHaveValue("pin");
});

test("a day holds once its year is typed", async ({ page }) => {
  await page.goto("/settings/audit");
  await page.getByLabel("Period").selectOption("Custom dates");
  const from = page.getByLabel("From");
  await from.focus();
  await page.keyboard.type("2/2/202");
  await expect(page).toHaveURL(/audit$/);
  await page.keyboard.type("6");
  await expect(page).toHaveURL(/from=2026-02-02$/);
  await page.keyboard.press("Tab");
  await expect(from).toHaveValue("Feb 2, 2026");
});

test("a period is chosen by its name, or by its dates", async ({ page, redemptions }) => {
  const dayOf = (ago: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jakarta" }).format(
      Date.now() - ago * 86_400_000,
    );
  await redemptions.open("");
  const period = page.getByLabel("Period");
  await period.selectOption("Last 7 days");
  await expect(page).toHaveURL(new RegExp(`from=${dayOf(6)}&to=${dayOf(0)}$`));
  await expect(page.getByLabel("From")).toHaveCount(0);
  await period.selectOption("Custom dates");
  await expect(page.getByLabel("From")).toHaveValue(shownDay(dayOf(6)));
  await period.selectOption("Any time");
  await expect(page).toHaveURL(/redemptions$/);
  await redemptions.open("?from=2026-02-02");
  await expect(period.locator("option:checked")).toHaveText("Custom dates");
});
