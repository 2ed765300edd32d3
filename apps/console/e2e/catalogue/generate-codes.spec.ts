import { readFile } from "node:fs/promises";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("makes codes in the background, and gives them as a file", { tag: "@job" }, async ({
  catalogue,
  page,
  till,
}) => {
  await catalogue.generateCodes("Free Kaya Bun", 2_500);
  await expect(catalogue.panel.getByText("2,500 codes are ready.")).toBeVisible();
  const coming = page.waitForEvent("download");
  await catalogue.panel.getByRole("link", { name: "Download CSV" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^codes-\d+\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toBe("\uFEFFCode,Voucher,First day,Last day,Used");
  expect(lines.filter((line) => line.endsWith(",No"))).toHaveLength(2_500);
  const codes = lines.slice(1).map((line) => line.split(",")[0] ?? "");
  expect(codes).toHaveLength(2_500);
  expect(new Set(codes).size).toBe(2_500);
  // only letters and digits, so that no spreadsheet reads a code as a formula
  expect(codes.filter((code) => !/^[A-Z0-9]+$/.test(code))).toEqual([]);
  await page.goto("/vouchers");
  const more = page.getByRole("button", { name: "Show more" });
  await more.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(101);
  await expect(more, "its place in the list is not lost").toBeFocused();
  await till.open();
  await till.scan(codes[1_700] ?? "");
  await expect(till.waiting).toBeVisible();
  await till.scan("M0121");
  await expect(till.card("Umar Faruq")).toBeVisible();
  await till.redeem();
  await expect(till.receipt).toContainText("Umar Faruq");
});

test("shows how far it is, and stops where it is", async ({ catalogue, page }) => {
  await catalogue.generateCodes("Gift Card", 100_000);
  const bar = catalogue.panel.getByRole("progressbar");
  await expect(bar).toHaveAttribute("aria-valuenow", /^([1-9]|0\.[0-9]*[1-9])/);
  await catalogue.panel.getByRole("button", { name: "Stop" }).click();
  await expect(catalogue.panel.getByText(/^Stopped\. [\d,]+ codes were made/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(catalogue.row("Gift Card").first()).toContainText("Stopped");
  await page.goto("/settings/audit?action=catalogue.generateCodes");
  await page.getByRole("link", { name: "100,000 codes" }).click();
  await expect(page.getByText(/^Stopped\. [\d,]+ codes were made/)).toBeVisible();
});

test("refuses more than a job makes, at the field", async ({ page, catalogue }) => {
  await page.goto("/catalogue/codes/new?template=12");
  await catalogue.field("How many").fill("100001");
  await catalogue.button("Generate codes").click();
  await expect(page.getByText("Enter a whole number from 1 to 100,000.")).toBeVisible();
});
