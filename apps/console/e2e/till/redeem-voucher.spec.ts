import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.describe("redeems a voucher", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("from scan to receipt in three keystrokes, by keyboard alone", async ({ till, page }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "true");
    });
    await page.goto("/till?customer=123");
    const stamps = await till.stamps("Customer").innerText();
    await till.open();
    await expect(till.field).toBeFocused();
    await till.scan("PZ633ECV");
    await expect(till.confirmation.getByRole("heading")).toContainText("· Kemang");
    await expect(till.confirmation.getByRole("button", { name: "Redeem" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(till.result).toContainText("Customer: ");
    await expect(till.result).toContainText(`${stamps} now`);
    await expect(till.field).toBeFocused();
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("[data-receipt]")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole("button", { name: /Print/ }).press("Enter");
    await expect(page.locator("body")).toHaveAttribute("data-printed", "true");
  });

  test("says when and where a used voucher was used, and leads to it", async ({
    till,
    page,
    calls,
  }) => {
    await calls.redeemVoucher("M0119", 16);
    await till.open();
    await till.scan("CAKE0016");
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
    await expect(till.result).toContainText(/Undone\. .*New voucher: \w{6}/);
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
    await expect(till.result).toContainText(/30,000 paid\. .*70,000 left on the voucher/);
    await page.keyboard.press("Control+z");
    await expect(till.result).toContainText(/Undone\. .*30,000 is back on the voucher/);
    await till.scan("M0101");
    await expect(till.option(/100,000/)).toBeVisible();
  });

  test("gives an unassigned voucher to whoever brings it", async ({ till }) => {
    await till.open();
    await till.scan("OPEN-0013");
    await expect(till.unowned).toBeVisible();
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
    await expect(till.confirmation).toContainText("The PIN is wrong.");
    await expect(till.confirmation).toContainText("2 tries left");
    await expect(till.confirmation).not.toContainText("attempt");
    await till.confirmation.getByRole("button", { name: "Back" }).click();
    await till.option(/PZ633ECV/).click();
    await expect(till.confirmation).toContainText("2 tries left");
    await till.confirmation.getByLabel("Customer's PIN").focus();
    await page.keyboard.type("123456");
    await page.keyboard.press("Enter");
    await expect(till.result).toContainText("Customer: ");
  });

  test("tells the first outcome when its answer was lost and the same is pressed again", async ({
    till,
    page,
  }) => {
    const outcomes: number[] = [];
    await page.route(/redemptions\.redeemVoucher/, async (route) => {
      const response = await route.fetch();
      const { result } = await response.json();
      outcomes.push(result?.data.redemption.id);
      if (outcomes.length === 1) await route.abort("connectionreset");
      else await route.fulfill({ response });
    });
    await till.open();
    await till.scan("KAYA0005");
    await till.confirmation.getByLabel("Customer's PIN").fill("123456");
    await till.redeem();
    await expect(till.confirmation.getByRole("alert")).toContainText("unreachable");
    await till.redeem();
    const [first] = outcomes;
    await expect(till.result.getByRole("link", { name: `#${first}` })).toBeVisible();
    expect(outcomes).toEqual([first, first]);
  });

  test("asks for no PIN where there is none, or a blocked one", async ({ till, page, calls }) => {
    const pad = till.confirmation.getByLabel("Customer's PIN");
    await till.open();
    await till.scan("M0111");
    await till.option(/Promo code/).click();
    await expect(till.refusal).toContainText("Kartika Putri has no PIN yet.");
    await expect(pad).toHaveCount(0);
    await expect(till.confirmation.getByRole("button", { name: "Redeem" })).toBeDisabled();

    await till.confirmation.getByRole("button", { name: "Back" }).click();
    await till.scan("M0101");
    await till.option(/Promo code/).click();
    await expect(pad).toBeVisible();
    await calls.blockPin("M0101");
    await till.confirmation.getByLabel("Promo code").fill("HELLO");
    await till.confirmation.getByLabel("Invoice number").fill("INV-PIN");
    await pad.fill("123456");
    await till.redeem();
    await expect(till.refusal).toContainText("The PIN of Ayu Lestari is blocked.");
    await expect(pad).toHaveCount(0);
    await expect(till.confirmation.getByRole("button", { name: "Back" })).toBeFocused();
    await till.refusal.getByRole("link", { name: "Open the profile" }).click();
    await expect(page).toHaveURL(/\/customers\/101$/);
  });

  test("says in the language of the till what is wrong with its fields", async ({
    till,
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
    await page.goto("/till?customer=123");
    await till.option(/Kode promo/).click();
    await page.getByLabel("PIN pelanggan").fill("654321");
    await page.getByLabel("Kode promo").fill("HELLO");
    await page.getByLabel("Nomor faktur").fill("INV-ID");
    await page.getByRole("button", { name: "Tukarkan" }).click();
    await expect(page.getByText("PIN salah.")).toBeVisible();
    await page.getByLabel("PIN pelanggan").fill("123456");
    await page.getByLabel("Kode promo").fill("TIDAKADA");
    await page.getByRole("button", { name: "Tukarkan" }).click();
    await expect(page.getByText("Kode promo tidak ada. Periksa kodenya.")).toBeVisible();
  });
});
