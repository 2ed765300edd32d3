import { violationsOf } from "../testing/axe.ts";
import { enter } from "../testing/enter.ts";
import { PASSWORD } from "../testing/merchant.ts";
import { settled } from "../testing/settled.ts";
import { test } from "../testing/shared-device.ts";
import { expect } from "../testing/test.ts";

const words = {
  en: {
    title: "Your session ended",
    email: "Email",
    password: "Password",
    basket: "Basket",
    confirm: /^Redeem/,
    receipt: "Receipt",
    undo: /^Undo/,
    reason: "Wrong item",
    undoNow: "Undo now",
    undone: "Canceled.",
  },
  id: {
    title: "Sesi Anda berakhir",
    email: "Email",
    password: "Kata sandi",
    basket: "Keranjang",
    confirm: /^Tukarkan/,
    receipt: "Struk",
    undo: /^Urungkan/,
    reason: "Salah item",
    undoNow: "Urungkan sekarang",
    undone: "Dibatalkan.",
  },
} as const;

for (const [locale, width] of [
  ["en", 1280],
  ["id", 390],
] as const)
  test(`the session's end keeps the visit, and asks for the password in place: ${locale}, ${width} wide`, async ({
    page,
    context,
    till,
    cashier,
    baseURL,
  }) => {
    const t = words[locale];
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: locale === "id" ? "dark" : "light" });
    const language = { name: "stampbook_locale", value: locale, url: baseURL ?? "" };
    await context.addCookies([language]);
    const { email } = cashier;
    await enter(page.request, email, baseURL);
    await page.goto("/till?customer=122&take=r2x1");
    await settled(page);
    const basket = page.getByRole("form", { name: t.basket });
    const confirm = basket.getByRole("button", { name: t.confirm });
    await expect(confirm).toBeEnabled();

    await context.clearCookies();
    await context.addCookies([language]);
    const dialog = page.getByRole("dialog", { name: t.title });
    // repeats the keys, because the page's parts may not have loaded yet
    await expect(async () => {
      await page.keyboard.press("Control+Enter");
      await expect(dialog).toBeVisible({ timeout: 3_000 });
    }).toPass();
    const password = dialog.getByRole("textbox", { name: t.password });
    await expect(password).toBeFocused();
    await expect(dialog.getByRole("textbox", { name: t.email })).toHaveValue(email);
    await expect(basket).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.type("not my password");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await password.fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/customer=122&take=r2x1/);
    await expect(confirm).toBeEnabled();
    await expect(basket.getByRole("alert")).toHaveCount(0);
    await page.keyboard.press("Control+Enter");
    await expect(till.refusal).toHaveCount(0);
    await expect(basket).toHaveCount(0);
    const receipt = page.getByRole("region", { name: t.receipt });
    await expect(receipt).toBeVisible();

    // an undo asks for the sign-in too; after the sign-in, the receipt shows no refusal
    await receipt.getByRole("button", { name: t.undo }).click();
    await receipt.getByRole("button", { name: t.reason }).click();
    const undo = receipt.getByRole("button", { name: t.undoNow });
    await expect(undo).toHaveAttribute("aria-disabled", "false");
    await context.clearCookies();
    await context.addCookies([language]);
    await undo.click();
    await expect(dialog).toBeVisible();
    await password.fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(receipt.getByRole("alert")).toHaveCount(0);
    await undo.click();
    await expect(receipt).toContainText(t.undone);

    // a scan waits for the sign-in
    await context.clearCookies();
    await context.addCookies([language]);
    await till.scan("M0101");
    await expect(dialog).toBeVisible();
    await password.fill(PASSWORD);
    await till.enterLater();
    await expect(dialog).toHaveCount(0);
    await expect(till.card("Ayu Lestari")).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
