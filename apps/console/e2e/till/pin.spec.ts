import type { TillPage } from "../pages/till-page.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

/** Expects that each key of the PIN's pad can be pressed, at the sizes of a till, a tablet and a phone. */
async function expectPadFree(till: TillPage) {
  const { page } = till;
  const before = page.viewportSize();
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const key of [/^1$/, /^7$/, /^8$/, /^9$/, "Clear", /^0$/, "Delete a digit", "Redeem 1"]) {
      await expect(till.button(key)).toBeInViewport({ ratio: 1 });
      // fails where another element covers the key
      await till.button(key).click({ trial: true });
    }
  }
  if (before) await page.setViewportSize(before);
}

test.use({ storageState: sessionOf("pinCashier") });

test("bug 7, D6: has the whole pane, refuses a wrong PIN with what is left, and takes the right one", {
  tag: "@job",
}, async ({ till, page }) => {
  await till.open();
  await till.scan("PZ633ECV");
  const pin = till.basket.getByLabel("Customer's PIN");
  await expect(till.line("Free Kaya Bun")).toBeVisible();
  await expect(pin).toHaveCount(0);
  await till.enterLater();
  await expect(pin).toBeFocused();
  await expect(till.basket).toContainText("3 attempts left");
  await expectPadFree(till);
  await page.keyboard.type("000000");
  await till.enterLater();
  await expect(till.basket).toContainText("The PIN is wrong.");
  await expect(till.basket).toContainText("2 attempts left");
  await expect(till.basket).not.toContainText("3 attempts left");
  await pin.focus();
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect(till.receipt).toContainText("Customer: Free Kaya Bun");
});

test("bug 3: one PIN and one request for all lines, and a lost answer is told as it was", async ({
  till,
  page,
}) => {
  const sent: { requestId: string; key: string | undefined }[] = [];
  await page.route(/visits\.confirm/, async (route) => {
    const request = route.request();
    const { requestId } = request.postDataJSON();
    sent.push({ requestId, key: request.headers()["idempotency-key"] });
    await route.fetch();
    await route.abort("connectionreset");
  });
  const pin = till.basket.getByLabel("Customer's PIN");
  await till.open();
  await till.scan("M0001");
  await till.option(/Iced Coffee/).click();
  await till.redeem();
  await pin.fill("123456");
  await till.scan("KAYA0005");
  await page.getByRole("button", { name: "Switch to Ayu Lestari" }).click();
  await expect(till.line("Free Kaya Bun")).toBeVisible();
  await till.option(/Iced Coffee/).click();
  await till.redeem();
  await expect(pin, "another customer's PIN is not kept").toHaveValue("");
  await pin.fill("123456");
  await till.redeem();
  await expect(till.receipt).toContainText("Ayu Lestari: Iced Coffee, Free Kaya Bun");
  expect(sent).toHaveLength(1);
  expect(sent[0]?.requestId).toBe(sent[0]?.key);
});

test("bug 7: asks for no PIN where there is none, or a blocked one", async ({
  till,
  page,
  calls,
}) => {
  const pin = till.basket.getByLabel("Customer's PIN");
  await till.open();
  await till.scan("M0111");
  await till.option(/Iced Coffee/).click();
  await expect(till.refusal).toContainText("Kartika Putri has no PIN yet.");
  await expect(pin).toHaveCount(0);
  await expect(till.confirm).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard the basket" }).click();

  await till.scan("M0101");
  await till.option(/Iced Coffee/).click();
  await till.redeem();
  await expect(pin).toBeVisible();
  await calls.blockPin("M0101");
  await pin.fill("123456");
  await till.redeem();
  await expect(till.refusal.first()).toContainText("The PIN of Ayu Lestari is blocked.");
  await expect(pin).toHaveCount(0);
  await till.refusal.getByRole("link", { name: "Open the customer's page" }).click();
  await expect(page).toHaveURL(/\/customers\/101$/);
});

test("bug 6: says in the language of the till what is wrong, and reads amounts as it writes them", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "stampbook_locale", value: "id", url: baseURL ?? "" }]);
  await page.goto("/till?customer=123");
  const basket = page.getByRole("form", { name: "Keranjang" });
  await page.getByRole("button", { name: "Tambah penjualan" }).click();
  await basket.getByLabel("Total penjualan").fill("25,0,00");
  await expect(basket).toContainText("Tulis seperti 50.000");
  await basket.getByLabel("Total penjualan").fill("25.000");
  await expect(basket).toContainText("Mendapat 2 stempel");
  await page.getByRole("combobox", { name: /^Pindai/ }).fill("TIDAKADA");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Tidak ada yang cocok dengan TIDAKADA.")).toBeVisible();
  await page.getByRole("option", { name: /Iced Coffee/ }).click();
  await basket.getByLabel("Nomor faktur").fill("INV-ID");
  await basket.getByRole("button", { name: "Konfirmasi kunjungan" }).click();
  await basket.getByLabel("PIN pelanggan").fill("654321");
  await basket.getByRole("button", { name: "Konfirmasi kunjungan" }).click();
  await expect(basket.getByText("PIN salah.")).toBeVisible();
  await basket.getByLabel("PIN pelanggan").fill("123456");
  await basket.getByRole("button", { name: "Konfirmasi kunjungan" }).click();
  await expect(page.getByRole("region", { name: "Struk" })).toContainText("Mendapat 2 stempel");
});
