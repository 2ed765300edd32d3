import { violationsOf } from "../testing/axe.ts";
import { lookAs, tagsOf } from "../testing/look.ts";
import { mailsTo } from "../testing/mail-server.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

const words = {
  en: {
    newcomer: "New customer",
    register: "Register",
    basket: "Basket",
    receipt: "Receipt",
    email: "Email receipt",
    sent: "on its way to",
    before: "already sent to",
  },
  id: {
    newcomer: "Pelanggan baru",
    register: "Daftarkan",
    basket: "Keranjang",
    receipt: "Struk",
    email: "Kirim struk",
    sent: "sedang dikirim ke",
    before: "sudah pernah dikirim ke",
  },
} as const;

test.use({ storageState: sessionOf("manager") });

for (const [locale, width] of [
  ["en", 1280],
  ["id", 390],
] as const)
  test(`a receipt goes to the customer's address once: ${locale}, ${width} wide`, {
    tag: tagsOf(locale, width),
  }, async ({ page, context, till, baseURL }) => {
    const t = words[locale];
    const email = `receipt-${crypto.randomUUID()}@example.com`;
    await lookAs({ page, context }, locale, width, baseURL);
    await page.goto("/till");
    await settled(page);
    const field = page.locator("input[role=combobox]");
    await field.fill(email);
    await page.getByRole("option", { name: email }).waitFor();
    await till.enterLater();
    const newcomer = page.getByRole("form", { name: t.newcomer });
    await newcomer.getByRole("button", { name: t.register }).click();
    await page.getByRole("region", { name: email }).waitFor();
    await page.goto(`${page.url()}&sale=50000&invoice=INV-${email}`);
    await settled(page);
    const basket = page.getByRole("form", { name: t.basket });
    await expect(basket).toContainText(/5 (stamps|stempel)/);
    await page.keyboard.press("Control+Enter");
    const receipt = page.getByRole("region", { name: t.receipt, exact: true });
    const button = receipt.getByRole("button", { name: t.email });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(receipt).toContainText(t.sent);
    await expect(receipt).toContainText(email);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect(receipt).toContainText(t.before);
    expect(await violationsOf(page)).toEqual([]);
    const [mail] = mailsTo(email);
    // the mail is in Indonesian, because the merchant is in Indonesia
    expect(mail?.subject).toContain("Struk Anda dari");
    expect(mail?.text).toContain(`INV-${email}`);
    expect(mail?.text).toContain("stempel didapat: 5");
    expect(mailsTo(email)).toHaveLength(1);
  });

test("without an address it says so, and leads to the profile", async ({ page, till }, {
  retry,
}) => {
  const phone = `0812666600${retry}1`;
  await till.open();
  await till.scan(phone);
  await till.missed.getByRole("button", { name: "Register" }).click();
  await till.card(`+62812666600${retry}1`).waitFor();
  await page.goto(`${page.url()}&sale=50000&invoice=INV-${phone}`);
  await settled(page);
  await expect(till.confirm).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await till.receipt.getByRole("button", { name: "Email receipt" }).click();
  const refusal = till.receipt.getByRole("alert");
  await expect(refusal).toContainText("This customer has no email address.");
  await refusal.getByRole("link").click();
  await expect(page).toHaveURL(/customers\/\d+$/);
});
