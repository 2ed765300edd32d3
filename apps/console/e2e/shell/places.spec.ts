import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("bug 15: vouchers are reached by their keys, and by the rail", { tag: "@job" }, async ({
  page,
}) => {
  await page.goto("/redemptions");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.type("gv", { delay: 50 });
  await expect(page).toHaveURL(/\/vouchers$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vouchers");
  await page.keyboard.type("gc", { delay: 50 });
  await expect(page).toHaveURL(/\/customers$/);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Vouchers" }).click();
  await expect(page).toHaveURL(/\/vouchers$/);
});

test("the till is reached by its keys from a page where its second key means today", async ({
  page,
}) => {
  await page.goto("/bookings?day=2026-01-05");
  await settled(page);
  await page.keyboard.type("gt", { delay: 50 });
  await expect(page).toHaveURL(/\/till$/);
});

test("bug 15: vouchers are reached on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/till");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Vouchers" }).click();
  await expect(page).toHaveURL(/\/vouchers$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vouchers");
});
