import { sessionOf } from "./testing/session.ts";
import { expect, phone, test } from "./testing/test.ts";

test.describe("redeems a voucher", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("from scan to receipt in three keystrokes, by keyboard alone", async ({ till, page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "true");
    });
    await till.open();
    await expect(till.field).toBeFocused();
    await till.scan("PZ633ECV");
    await expect(till.confirmation.getByRole("heading")).toContainText("at Kemang");
    await expect(till.confirmation.getByRole("button", { name: "Redeem" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(till.result).toContainText("Customer: ");
    await expect(till.result).toContainText("250 stamps now");
    await expect(till.field).toBeFocused();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("[data-receipt]")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole("button", { name: /Print/ }).press("Enter");
    await expect(page.locator("body")).toHaveAttribute("data-printed", "true");
  });

  test("says when and where a used voucher was used, and leads to it", async ({ till, page }) => {
    await till.open();
    await till.scan("PZ633ECV");
    await expect(till.refusal).toContainText("at Kemang");
    await till.refusal.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Redemption #");
  });

  test("undoes it within half a minute", async ({ till, page }) => {
    await till.open();
    await till.scan("KAYA0005");
    await till.redeem();
    await expect(page.getByRole("button", { name: /Undo/ })).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(till.result).toContainText("Undone.");
  });

  test("finds a customer by name, takes a reward, and pays a part of a gift card", async ({
    till,
    page,
  }) => {
    await till.open();
    await till.field.fill("ayu");
    await expect(till.option(/Ayu Lestari/)).toBeVisible();
    await page.keyboard.press("Enter");
    await till.option(/GIFT0010/).click();
    await till.confirmation.getByLabel("Amount").fill("30000");
    await till.redeem();
    await expect(till.result).toContainText("Ayu Lestari");
    await till.scan("M0101");
    await expect(till.option(/70,000/)).toBeVisible();
  });

  test("gives an unassigned voucher to whoever brings it", async ({ till }) => {
    await till.open();
    await till.scan("OPEN-0013");
    await till.scan("M0101");
    await expect(till.confirmation).toBeVisible();
    await till.redeem();
    await expect(till.result).toContainText("Ayu Lestari");
  });

  test("on a phone, by touch", async ({ till, page }) => {
    await page.setViewportSize(phone);
    await till.open();
    await till.field.fill("KAYA0020");
    await till.option(/KAYA0020/).click();
    await expect(till.refusal).toContainText(/blocked/i);
    await till.field.fill("M0111");
    await till.option(/Kartika Putri/).click();
    await till.option(/stamp/).first().click();
    await till.redeem();
    await expect(till.result).toContainText("Kartika Putri");
  });
});

test.describe("asks for the customer's PIN where the merchant wants it", () => {
  test.use({ storageState: sessionOf("pinCashier") });

  test("refuses a wrong one with what is left, and takes the right one", async ({ till, page }) => {
    await till.open();
    await till.scan("PZ633ECV");
    await expect(till.confirmation).toContainText("3 tries left");
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await expect(till.confirmation).toContainText("2 attempt(s) left");
    await till.confirmation.getByLabel("Customer's PIN").focus();
    await page.keyboard.type("123456");
    await page.keyboard.press("Enter");
    await expect(till.result).toContainText("Customer: ");
  });
});
