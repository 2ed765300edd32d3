import type { Locator, Page } from "@playwright/test";
import { violationsOf } from "../testing/axe.ts";
import { KEMANG } from "../testing/calls.ts";
import { lookAs, looks, spillOf, tagsOf } from "../testing/look.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { expect, test } from "../testing/test.ts";

const words = {
  en: {
    button: "Last visits",
    list: "Last visits today",
    receipt: "Receipt",
    print: /^Print/,
    undone: "Canceled",
    partly: "Partly canceled",
    reason: "Wrong item",
    now: "Undo now",
    servedBy: "Served by",
  },
  id: {
    button: "Kunjungan terakhir",
    list: "Kunjungan terakhir hari ini",
    receipt: "Struk",
    print: /^Cetak/,
    undone: "Dibatalkan",
    partly: "Dibatalkan sebagian",
    reason: "Salah item",
    now: "Urungkan sekarang",
    servedBy: "Dilayani oleh",
  },
} as const;

test.use({ storageState: sessionOf("cashier") });

/** Confirms a visit at the service: two iced coffees, and a sale. Returns the invoice number. */
async function confirmVisit(page: Page, baseURL = ""): Promise<string> {
  const invoiceNumber = `INV-LAST-${crypto.randomUUID().slice(0, 8)}`;
  const confirmed = await page.request.post("/trpc/staff.visits.confirm", {
    data: {
      customerId: 122,
      storeId: KEMANG,
      channel: 2,
      invoiceNumber,
      rewards: [{ rewardId: 2, qty: 2 }],
      sale: { total: "125000" },
    },
    headers: { origin: baseURL, "idempotency-key": crypto.randomUUID() },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return invoiceNumber;
}

async function tabTo(page: Page, target: Locator) {
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [10] });
}

for (const [locale, width] of looks)
  test(`the last visit is printed again and undone, by keyboard alone: ${locale}, ${width} wide`, {
    tag: tagsOf(locale, width),
  }, async ({ page, context, baseURL }) => {
    const t = words[locale];
    await page.addInitScript(() => {
      window.print = () => {
        const paper = document.querySelector("[data-receipt]")?.textContent ?? "";
        document.body.setAttribute("data-printed", paper);
      };
    });
    const invoice = await confirmVisit(page, baseURL);
    await lookAs({ page, context }, locale, width, baseURL);
    // the till serves another customer
    await page.goto("/till?customer=101&take=r2x1");
    await settled(page);
    const field = page.locator("input[role=combobox]");
    const button = page.getByRole("button", { name: t.button, exact: true });
    const { width: wide = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44);
    const list = page.getByRole("region", { name: t.list });
    // repeats the keys, because the page's scripts may not have run yet
    await expect(async () => {
      await page.keyboard.press("Control+h");
      await expect(list).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(button).toBeFocused();
    const newest = list.getByRole("button").first();
    await expect(newest).toContainText("Vina Oktavia");
    await expect(newest).toContainText("2 × Iced Coffee");
    await expect(newest).toContainText("125");
    await expect(newest).toContainText(`${t.servedBy} Cashier`);
    expect(await violationsOf(page)).toEqual([]);
    expect(await spillOf(page)).toEqual([]);

    await tabTo(page, newest);
    await page.keyboard.press("Enter");
    const receipt = page.getByRole("region", { name: t.receipt });
    await expect(receipt).toContainText(invoice);
    await expect(receipt).toBeInViewport();
    expect(await violationsOf(page)).toEqual([]);
    await tabTo(page, receipt.getByRole("button", { name: t.print }));
    await page.keyboard.press("Enter");
    const printed = page.locator("body");
    await expect(printed).toHaveAttribute("data-printed", new RegExp(`Vina Oktavia.*${invoice}`));

    await page.keyboard.press("Control+z");
    await receipt.getByLabel("Iced Coffee").press("Space");
    await receipt.getByRole("button", { name: t.reason }).press("Enter");
    const undo = receipt.getByRole("button", { name: t.now });
    await expect(undo).toHaveAttribute("aria-disabled", "false");
    await undo.press("Enter");
    await expect(receipt.getByText(t.undone, { exact: true })).toHaveCount(1);
    await expect(newest).toContainText(t.partly);
    await receipt.getByRole("button", { name: t.print }).press("Enter");
    await expect(printed).not.toHaveAttribute("data-printed", /Iced Coffee/);

    await page.keyboard.press("Escape");
    await expect(receipt).toHaveCount(0);
    await expect(newest).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(page).toHaveURL(/customer=101&take=r2x1/);
    await expect(page.locator("form li"), "the basket is as it was").toHaveCount(1);
    await page.keyboard.type("gi", { delay: 80 });
    await expect(field, "typing goes on in the field").toHaveValue("gi");
  });

test("a scan is for the visit of now, whatever is read again", async ({ page, till, baseURL }) => {
  await confirmVisit(page, baseURL);
  await till.openWhole();
  await page.getByRole("button", { name: "Last visits", exact: true }).click();
  const list = page.getByRole("region", { name: "Last visits today" });
  await list.getByRole("button").first().click();
  await expect(till.receipt).toContainText("after this visit");
  await till.scan("OFF-0018");
  await expect(till.line("Rp 25,000 Off")).toBeVisible();
  await expect(till.receipt).toHaveCount(0);
  await expect(list).toHaveCount(0);
});

test("what is undone there is undone on the receipt of the visit, also after a reload", async ({
  page,
  till,
}) => {
  await till.open(122);
  await till.option(/Iced Coffee/).click();
  await till.redeem();
  await expect(till.receipt).toContainText("Iced Coffee");
  await page.getByRole("button", { name: "Last visits", exact: true }).click();
  await page.getByRole("region", { name: "Last visits today" }).getByRole("button").first().click();
  await till.undo();
  await expect(till.receipt).toContainText("Canceled");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const undone = till.receipt.getByRole("listitem").filter({ hasText: "Canceled" });
  await expect(undone).toHaveCount(1);
  await expect(till.receipt.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await page.reload();
  await expect(undone).toHaveCount(1);
  await expect(till.receipt.getByRole("button", { name: /^(Undo|Print)/ })).toHaveCount(0);
});

test("without a connection the list says so, and is read with the next press", async ({
  page,
  till,
}) => {
  await till.openWhole();
  await page.route(/visits\.today/, (route) => route.abort());
  const button = page.getByRole("button", { name: "Last visits", exact: true });
  await button.click();
  await expect(till.refusal).toBeVisible();
  await page.unroute(/visits\.today/);
  await button.click();
  await expect(till.refusal).toHaveCount(0);
  await button.click();
  await expect(page.getByRole("region", { name: "Last visits today" })).toBeVisible();
  await expect(till.refusal).toHaveCount(0);
});
