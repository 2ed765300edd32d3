import { sessionOf } from "./testing/session.ts";
import { expect, phone, test } from "./testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("cancels with a preview of what comes back, and a new voucher", async ({
  till,
  redemptions,
}) => {
  await till.open();
  await till.scan("KAYA0007");
  await expect(till.refusal).toBeVisible();
  await till.scan("CAKE0016");
  await till.redeem();
  await expect(till.result).toContainText("stamps now");
  await redemptions.open();
  await redemptions.openFirst("Birthday");
  await redemptions.cancel({ withReplacement: true });
  await expect(redemptions.panel.getByText("Canceled").first()).toBeVisible();
  await expect(redemptions.panel.getByText("Vouchers it gave")).toBeVisible();
});

test("by keyboard alone", async ({ till, redemptions, page }) => {
  await till.open();
  await till.scan("M0111");
  await till.option(/stamp/).first().waitFor();
  await page.keyboard.press("Enter");
  await till.confirmation.waitFor();
  await page.keyboard.press("Enter");
  await expect(till.result).toContainText("Kartika");
  await till.result.getByRole("link", { name: /^#/ }).press("Enter");
  await page.waitForURL(/redemptions\/\d+$/);
  await page.getByRole("button", { name: "Cancel redemption" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Cancel this redemption?" })).toBeVisible();
  await expect(page.getByText(/go(es)? back to the customer|stays used/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel redemption" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Canceled by")).toBeVisible();
  await redemptions.open("?status=Canceled");
  await expect(redemptions.row("Kartika").first()).toContainText("Canceled");
});

test("on a phone", async ({ till, page }) => {
  await page.setViewportSize(phone);
  await till.open();
  await till.scan("M0111");
  await till.option(/stamp/).first().click();
  await till.redeem();
  await till.result.getByRole("link", { name: /^#/ }).click();
  await page.getByRole("button", { name: "Cancel redemption" }).click();
  await page.getByRole("button", { name: "Cancel redemption" }).click();
  await expect(page.getByText("Canceled by")).toBeVisible();
});
