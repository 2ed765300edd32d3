import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.describe("a cashier", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("bug 1: a second scan confirms nothing, and lands in the visit", async ({ till, page }) => {
    const confirmed: string[] = [];
    page.on("request", (request) => {
      if (/visits\.confirm/.test(request.url())) confirmed.push(request.url());
    });
    await till.open();
    await till.scan("OFF-0019");
    await expect(till.line("Rp 25,000 Off")).toBeVisible();
    await till.confirm.focus();
    await till.scan("GIFT0011");
    await expect(till.line("GIFT0011")).toBeVisible();
    await till.confirm.focus();
    await till.scan("off-0019");
    await expect(till.lines).toHaveCount(2);
    // a scan changes no amount
    const amount = till.basket.getByLabel("Amount");
    await amount.fill("30,000");
    await till.scan("GIFT0011");
    await expect(amount).toHaveValue("30,000");
    await page.keyboard.press("Escape");
    await expect(till.field).toBeFocused();

    await till.scan("OPEN-0014");
    await expect(till.lines).toHaveCount(3);
    await till.scan("M0122");
    await expect(till.question).toContainText("Switch to Vina Oktavia?");
    await till.scan("M0101");
    await page.keyboard.press("Enter");
    await expect(till.lines, "the basket is kept until that is answered").toHaveCount(3);
    await page.getByRole("button", { name: "Stay with Sari Wulandari" }).click();
    await expect(till.question).toContainText("Switch to Ayu Lestari?");
    await page.getByRole("button", { name: "Switch to Ayu Lestari" }).click();
    await expect(till.card("Ayu Lestari")).toBeVisible();
    await expect(till.lines).toHaveCount(0);
    expect(confirmed).toEqual([]);
  });

  test("bug 5: digits open no stranger", async ({ till }) => {
    await till.open();
    for (const digits of ["101", "0122", "00101", "628120"]) {
      await till.scan(digits);
      await expect(till.missed).toContainText(`Nothing matches ${digits}.`);
    }
    await till.field.fill("0101");
    await expect(till.option(/./)).toHaveCount(0);
    await till.scan("081200000122");
    await expect(till.card("Vina Oktavia")).toBeVisible();
  });

  test("bug 8: the selected line is always in sight", async ({ till, page }) => {
    await page.setViewportSize({ width: 1280, height: 420 });
    await till.open(101);
    await till
      .option(/Kaya Bun/)
      .first()
      .waitFor();
    const count = await till.option(/./).count();
    for (let line = 0; line < count; line += 1) await page.keyboard.press("ArrowDown");
    await expect(till.option(/./).last()).toHaveAttribute("aria-selected", "true");
    await expect(till.option(/./).last()).toBeInViewport({ ratio: 1 });
  });

  test("bug 9: the field keeps the focus, takes scans from anywhere, and the shortcuts work", async ({
    till,
    page,
  }) => {
    await till.openWhole();
    await page.mouse.click(1_000, 650);
    await expect(till.field).toBeFocused();
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await till.field.focus();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Enter");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    // a scan works after a menu was opened and closed
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.keyboard.press("Escape");
    await till.scan("M0122");
    await expect(till.card("Vina Oktavia")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.type("gi", { delay: 80 });
    await expect(till.field).toHaveValue("gi");
    // a scan from a button is not appended to the text in the field
    await page.getByRole("button", { name: "Last visits" }).focus();
    await till.scan("M0111");
    await expect(till.card("Kartika Putri")).toBeVisible();
    await expect(till.field).toHaveValue("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.type("gc", { delay: 80 });
    await expect(page).toHaveURL(/customers$/);
  });

  test("bug 16: a name of several is asked about, and a Member ID has no case", async ({
    till,
    page,
  }) => {
    await till.open();
    await till.scan("sari");
    await expect(till.result.filter({ hasText: "Choose one" })).toBeVisible();
    await expect(till.option(/Indah Sari/)).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await till.enterLater();
    await expect(till.card("Sari Wulandari")).toBeVisible();
    await till.scan("m 0111");
    await expect(till.card("Kartika Putri")).toBeVisible();
  });
});

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("20 visits by a scanner, back to back, each code read twice: every code is in its own visit", async ({
    till,
    page,
    calls,
  }) => {
    // all customers who may redeem, two of them twice
    const served = [101, 102, 103, 108, 109, 111, 112, 113, 115, 116];
    served.push(117, 118, 119, 120, 121, 122, 123, 124, 101, 102);
    const codes: string[] = [];
    for (const customer of served) codes.push((await calls.issueVoucher(customer, 12)).code);
    const confirmed: { customerId: number; code: string }[] = [];
    const expected = served.map((customerId, index) => ({ customerId, code: codes[index] }));
    let requests = 0;
    page.on("response", async (response) => {
      if (!/visits\.confirm/.test(response.url())) return;
      requests += 1;
      const { data } = (await response.json()).result;
      for (const { voucher } of data.lines)
        confirmed.push({ customerId: data.customerId, code: voucher.code });
    });
    await till.openWhole();
    for (const [index, customer] of served.entries()) {
      const member = customer === 123 ? "M0001" : `M0${customer}`;
      // a scanner does not wait until the page has shown the previous receipt
      for (const code of [member, member, codes[index] ?? "", codes[index] ?? ""])
        await till.scan(code);
      await expect(till.line(codes[index] ?? "")).toBeVisible();
      await expect(till.lines).toHaveCount(1);
      expect(requests, "nothing is redeemed by a scan").toBe(index);
      await expect(till.confirm).toBeEnabled();
      await till.enterLater();
      await expect.poll(() => requests).toBe(index + 1);
    }
    await expect.poll(() => confirmed).toEqual(expected);
  });
});
