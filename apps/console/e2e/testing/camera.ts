import type { Page } from "@playwright/test";
import { encode } from "uqr";

/**
 * Replaces the camera by a drawing of `text` as a QR code. Chromium without a window has no camera, not even
 * a fake one.
 */
export async function showToCamera(page: Page, text: string): Promise<void> {
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
  }, encode(text).data);
}

/** Makes the camera fail with a `DOMException` of this name. */
export async function refuseCamera(page: Page, reason: string): Promise<void> {
  await page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("", name);
    };
  }, reason);
}
