import { sessionOf } from "./testing/session.ts";
import { expect, phone, test } from "./testing/test.ts";

test.use({ storageState: sessionOf("manager") });

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jakarta" }).format();

test("leads from its figures, bars and kinds to the lists behind them", async ({ page, calls }) => {
  await calls.redeemReward("M0111");
  await calls.blockPin("M0101");
  await page.goto("/overview?days=7&store=32");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Redemptions/ }).click();
  await expect(page).toHaveURL(/\/redemptions\?.*status=Created/);
  await expect(page.getByRole("row").filter({ hasText: "Kartika" }).first()).toBeVisible();
  await page.goBack();

  await main
    .getByRole("list", { name: "By kind" })
    .getByRole("link", { name: /^Reward / })
    .click();
  await expect(page).toHaveURL(/kind=reward/);
  await expect(page).toHaveURL(/store=32/);
  await page.goBack();

  await main
    .getByRole("link", { name: /: \d+ redemptions?, .*Reward/ })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}`));
  await page.goBack();

  await page.goto("/overview?days=7");
  await main.getByRole("link", { name: "The PIN is wrong" }).click();
  await expect(page).toHaveURL(/refused\?.*code=invalid_pin/);
  const rows = page.getByRole("row").filter({ hasText: "invalid_pin" });
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount((await rows.count()) + 1);
  await page.goBack();

  await main.getByRole("link", { name: /open vouchers? ends? by/ }).click();
  await expect(page).toHaveURL(/\/vouchers\?state=open&endsBy=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vouchers");
});

test("says what page it is on the tab, in the chosen language", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/overview");
  await expect(page).toHaveTitle("Overview · Stampbook");
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.goto("/overview");
  await expect(page).toHaveTitle("Ringkasan · Stampbook");
  await page.goto("/redemptions/1");
  await expect(page).toHaveTitle("Penukaran #1 · Stampbook");
});

test("is reached on a phone by More, and fits", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/till");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Overview" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.getByText("By kind").or(page.getByText("Top rewards")).first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
