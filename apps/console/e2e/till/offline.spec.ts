import type { Page } from "@playwright/test";
import { lookAs } from "../testing/look.ts";
import { mailsTo } from "../testing/mail-server.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

/** Returns a list to which the procedure of each write is added once the service has answered. */
function watchWrites(page: Page) {
  const arrived: string[] = [];
  page.on("response", (response) => {
    const request = response.request();
    const [, procedure] = /(visits\.(?:confirm|undo)|till\.register)/.exec(request.url()) ?? [];
    if (procedure) arrived.push(procedure);
  });
  return arrived;
}

test("an undo that is pressed offline is not sent later; pressed again, it is done once", async ({
  till,
  page,
  context,
}) => {
  const writes = watchWrites(page);
  await till.open(111);
  await till.option(/Iced Coffee/).click();
  await till.redeem();
  await expect(till.receipt).toContainText("Kartika Putri: Iced Coffee");
  await till.receipt.getByRole("button", { name: /^Undo/ }).click();
  await till.receipt.getByRole("button", { name: "Wrong item" }).click();
  const undo = till.receipt.getByRole("button", { name: "Undo now" });
  await expect(undo).toHaveAttribute("aria-disabled", "false");
  await context.setOffline(true);
  await undo.click();
  await expect(till.receipt.getByRole("alert")).toContainText("never done twice");
  await context.setOffline(false);
  await expect(till.offline).toHaveCount(0);
  expect(writes).toEqual(["visits.confirm"]);
  await undo.click();
  await expect(till.result.filter({ hasText: "Canceled." })).toBeVisible();
  expect(writes).toEqual(["visits.confirm", "visits.undo"]);
});

test("a newcomer who is registered offline is not sent later, and pressed again is one customer", async ({
  till,
  page,
  context,
}) => {
  const writes = watchWrites(page);
  const email = `offline-${crypto.randomUUID()}@example.com`;
  await till.openWhole();
  await till.scan(email);
  const register = till.missed.getByRole("button", { name: "Register" });
  await expect(register).toBeEnabled();
  await context.setOffline(true);
  await expect(till.offline).toBeVisible();
  await register.click();
  await expect(till.refusal.first()).toContainText("never done twice");
  await context.setOffline(false);
  await expect(till.offline).toHaveCount(0);
  expect(writes).toEqual([]);
  await register.click();
  await expect(till.card(email)).toBeVisible();
  expect(writes).toEqual(["till.register"]);
});

test("a receipt that is mailed offline goes out only when it is pressed again", async ({
  till,
  page,
  context,
}) => {
  const email = `offline-${crypto.randomUUID()}@example.com`;
  await till.openWhole();
  await till.scan(email);
  await till.missed.getByRole("button", { name: "Register" }).click();
  await till.card(email).waitFor();
  await page.goto(`${page.url()}&sale=50000&invoice=INV-${email.slice(0, 20)}`);
  await settled(page);
  await expect(till.confirm).toBeEnabled();
  await till.redeem();
  const send = till.receipt.getByRole("button", { name: "Email receipt" });
  await expect(send).toBeVisible();
  await context.setOffline(true);
  await send.click();
  await expect(till.receipt.getByRole("alert")).toBeVisible();
  await context.setOffline(false);
  await expect(till.offline).toHaveCount(0);
  expect(mailsTo(email)).toHaveLength(0);
  await send.click();
  await expect(till.receipt).toContainText("on its way to");
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
});

const words = {
  en: {
    basket: "Basket",
    redeem: /^Redeem/,
    lost: "Checking what happened",
    receipt: "Receipt",
    offline: "No connection.",
    sent: "You confirmed this visit.",
    kept: "Next: M0122",
  },
  id: {
    basket: "Keranjang",
    redeem: /^Tukarkan/,
    lost: "Memeriksa apa yang terjadi",
    receipt: "Struk",
    offline: "Tidak ada koneksi.",
    sent: "Kunjungan ini sudah Anda konfirmasi.",
    kept: "Berikutnya: M0122",
  },
} as const;

for (const locale of ["en", "id"] as const)
  test(`on a phone, a cut answer is asked for and a scan waits: ${locale}`, async ({
    till,
    page,
    context,
    baseURL,
  }) => {
    const t = words[locale];
    await lookAs({ page, context }, locale, 390, baseURL);
    await page.goto("/till?customer=111&take=r2x1");
    await settled(page);
    const basket = page.getByRole("form", { name: t.basket });
    const confirm = basket.getByRole("button", { name: t.redeem });
    await expect(confirm).toBeEnabled();
    await page.route(/visits\.confirm/, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("connectionreset").catch(() => undefined);
    });
    await confirm.click();
    await expect(basket).toContainText(t.lost);
    await till.scan("M0122");
    const status = page.getByRole("status");
    await expect(status.filter({ hasText: t.offline })).toContainText(t.kept);
    await expect(status.filter({ hasText: t.offline })).toContainText(t.sent);
    await context.setOffline(false);
    await expect(page.getByRole("region", { name: "Vina Oktavia", exact: true })).toBeVisible();
    await expect(status.filter({ hasText: "Kartika Putri: Iced Coffee" })).toBeVisible();
  });
