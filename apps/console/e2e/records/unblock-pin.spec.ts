import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("unblocks a PIN with a reason", { tag: "@job" }, async ({ customers, calls, page }) => {
  await calls.blockPin("M0103");
  await customers.open();
  await customers.openCustomer("Citra Dewi");
  await expect(page.getByText("Blocked", { exact: true })).toBeVisible();
  await expect(page.getByText("Unblocks automatically in 7 days.")).toBeVisible();
  await customers.unblockPin("x");
  await expect(page.getByText("Enter a reason of 3 to 500 characters.")).toBeVisible();
  await page.getByLabel("Reason").fill("Showed her identity card");
  await customers.unblock.click();
  await expect(page.getByText("The PIN works again.")).toBeVisible();
  await expect(page.getByText("3 attempts left")).toBeVisible();
});

test("by keyboard alone", async ({ customers, calls, page }) => {
  await calls.blockPin("M0108");
  await page.goto("/bookings");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(customers.search).toBeFocused();
  await page.keyboard.type("hadi");
  await page.getByRole("link", { name: "Hadi Wijaya" }).waitFor();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await customers.unblock.press("Enter");
  await page.keyboard.type("Called from the number on record");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The PIN works again.")).toBeVisible();
  // D21: the keyboard goes on where it was
  await expect(customers.unblock).toBeFocused();
});

test("on a phone", async ({ customers, calls, page }) => {
  await page.setViewportSize(phone);
  await calls.blockPin("M0101");
  await customers.open();
  await customers.openCustomer("Ayu Lestari");
  await customers.unblockPin("Showed her identity card");
  await expect(page.getByText("The PIN works again.")).toBeVisible();
});
