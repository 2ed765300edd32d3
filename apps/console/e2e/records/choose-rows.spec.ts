import { violationsOf } from "../testing/axe.ts";
import { lookAs, spillOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

const TEMPLATE = 12;

test("several vouchers are withdrawn at once, by keyboard; one that was redeemed meanwhile is named", {
  tag: "@job",
}, async ({ calls, page }) => {
  const issued = [];
  for (let count = 0; count < 3; count++) issued.push(await calls.issueVoucher(101, TEMPLATE));
  const [first, second, third] = issued.map(({ id }) => id);
  await page.goto("/vouchers?state=open");
  await settled(page);
  const box = (id = 0) => page.getByRole("checkbox", { name: `#${id}` });
  const bar = page.getByRole("region", { name: "Selected rows" });
  await expect(bar).toHaveCount(0);
  for (const id of [first, second, third]) {
    await box(id).focus();
    await page.keyboard.press("Space");
    await expect(box(id)).toBeChecked();
  }
  await expect(page).toHaveURL(/vouchers\?state=open$/);
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toHaveCount(0);
  for (const id of [first, second, third]) await box(id).check();
  await calls.redeemVoucher("M0101", third ?? 0);
  await bar.getByRole("button", { name: "Withdraw" }).click();
  await expect(bar).toContainText("These 3 vouchers stop working at once.");
  await page.keyboard.type("Issued twice");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("2 vouchers withdrawn.");
  await expect(bar.getByRole("alert")).toContainText(`#${third}`);
  await expect(bar.getByRole("alert")).toContainText("was already used");
  for (const id of [first, second, third]) await expect(box(id)).toHaveCount(0);
  for (const id of [first, second]) {
    await page.goto(`/settings/audit?action=vouchers.withdraw&q=voucher ${id}`);
    await expect(page.getByRole("row").filter({ hasText: "Issued twice" }).first()).toBeVisible();
  }
});

test("a voucher that a colleague has withdrawn meanwhile is said to be inactive", async ({
  baseURL,
  calls,
  page,
}) => {
  const { id } = await calls.issueVoucher(101, TEMPLATE);
  await page.goto(`/vouchers/${id}`);
  await settled(page);
  const withdraw = page.getByRole("button", { name: "Withdraw voucher" });
  await withdraw.click();
  await page.getByLabel("Reason", { exact: true }).fill("Issued twice");
  const withdrawn = await page.request.post("/trpc/staff.vouchers.withdraw", {
    data: { voucherId: id, reason: "Issued by mistake" },
    headers: { origin: baseURL ?? "" },
  });
  expect(withdrawn.ok(), await withdrawn.text()).toBe(true);
  await withdraw.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "The voucher is inactive, or not valid at this store or channel.",
  );
});

test("without a connection the rest is not tried, and stays chosen", async ({ calls, page }) => {
  const issued = [await calls.issueVoucher(102, TEMPLATE), await calls.issueVoucher(102, TEMPLATE)];
  await page.goto("/vouchers?state=open");
  await settled(page);
  const bar = page.getByRole("region", { name: "Selected rows" });
  for (const { id } of issued) await page.getByRole("checkbox", { name: `#${id}` }).check();
  await page.route(/staff\.vouchers\.withdraw/, (route) => route.abort());
  await bar.getByRole("button", { name: "Withdraw" }).click();
  await page.keyboard.type("Issued twice");
  await page.keyboard.press("Enter");
  await expect(bar.getByRole("alert")).toContainText("1 was not tried.");
  await expect(bar).toContainText("2 selected");
});

for (const [locale, t] of [
  ["en", { said: "2 replacements marked as reviewed.", bar: "Selected rows", mark: "Mark as" }],
  [
    "id",
    {
      said: "2 voucher pengganti ditandai sudah diperiksa.",
      bar: "Baris terpilih",
      mark: "Tandai",
    },
  ],
] as const)
  test(`replacements are marked as reviewed at once, on a phone: ${locale}`, {
    tag: locale === "en" ? "@job" : [],
  }, async ({ baseURL, calls, context, page }) => {
    const ids: number[] = [];
    for (let count = 0; count < 2; count++) {
      const { id } = await calls.issueVoucher(101, TEMPLATE);
      const redemption = await calls.redeemVoucher("M0101", id);
      await calls.replace(redemption);
      ids.push(redemption);
    }
    await lookAs({ page, context }, locale, 390, baseURL);
    await page.goto("/redemptions/replaced");
    await settled(page);
    for (const id of ids) await page.getByRole("checkbox", { name: `#${id}` }).check();
    const bar = page.getByRole("region", { name: t.bar });
    expect(await violationsOf(page)).toEqual([]);
    expect(await spillOf(page)).toEqual([]);
    await bar.getByRole("button", { name: t.mark }).click();
    await expect(bar).toContainText(t.said);
    for (const id of ids)
      await expect(page.getByRole("checkbox", { name: `#${id}` })).toHaveCount(0);
  });
