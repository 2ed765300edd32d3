import { violationsOf } from "../testing/axe.ts";
import { refuseCamera, showToCamera } from "../testing/camera.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("a voucher is found by the QR code that the camera sees", async ({ page }) => {
  await showToCamera(page, "KAYA0004");
  await page.goto("/vouchers");
  const button = page.getByRole("button", { name: "Scan with the camera" });
  await button.click();
  await expect(page).toHaveURL(/vouchers\?code=KAYA0004$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Code")).toHaveValue("KAYA0004");
  await expect(button).toBeFocused();
});

test("where the camera is refused, it says what to do", async ({ page }) => {
  await refuseCamera(page, "NotAllowedError");
  await page.goto("/vouchers");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("Camera access is blocked");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
