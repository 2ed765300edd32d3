import { encode } from "uqr";
import { violationsOf } from "../testing/axe.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

// Chromium without a window has no camera, not even a false one, so a drawing takes the camera's place
test("a voucher is found by the QR code that the camera sees", async ({ page }) => {
  await page.addInitScript((rows) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const brush = canvas.getContext("2d");
    const draw = () => {
      if (!brush) return;
      brush.fillStyle = "#fff";
      brush.fillRect(0, 0, 640, 480);
      brush.fillStyle = "#000";
      for (const [y, row] of rows.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) brush.fillRect(100 + x * 10, 60 + y * 10, 10, 10);
    };
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, encode("KAYA0004").data);
  await page.goto("/vouchers");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page).toHaveURL(/vouchers\?code=KAYA0004$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Code")).toHaveValue("KAYA0004");
});

test("where the camera is refused, it says what to do", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("Permission denied", "NotAllowedError");
    };
  });
  await page.goto("/vouchers");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("may not use the camera");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
