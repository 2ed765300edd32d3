import { sessionOf } from "../testing/session.ts";
import { expect, phone, test } from "../testing/test.ts";

test.describe("redeems a voucher", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("from scan to receipt in three keystrokes, by keyboard alone", { tag: "@job" }, async ({
    till,
    page,
  }) => {
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute("data-printed", "true");
    });
    await till.open(123);
    const stamps = await till.stamps("Customer").innerText();
    await till.open();
    await expect(till.field).toBeFocused();
    await till.scan("PZ633ECV");
    await expect(till.line("Free Kaya Bun")).toBeVisible();
    const spoken = till.result.filter({ hasText: "Serving Customer" });
    await expect(spoken).toHaveText("Serving CustomerIn the basket: Free Kaya Bun");
    await expect(till.field).toBeFocused();
    await till.enterLater();
    await expect(till.receipt).toContainText("Customer: Free Kaya Bun");
    await expect(till.receipt).toContainText(`${stamps} now`);
    await expect(till.field).toBeFocused();
    await page.emulateMedia({ media: "print" });
    for (const width of [219, 302]) {
      await page.setViewportSize({ width, height: 800 });
      const paper = page.locator("[data-receipt]");
      await expect(paper).toBeVisible();
      await expect(paper).toContainText("Free Kaya Bun");
      const { right, spill } = await paper.evaluate((element) => ({
        right: element.getBoundingClientRect().right,
        spill: element.scrollWidth - element.clientWidth,
      }));
      expect(right).toBeLessThanOrEqual(width);
      expect(spill, "nothing is cut off").toBeLessThanOrEqual(0);
    }
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.emulateMedia({ media: null });
    await page.getByRole("button", { name: /^Print/ }).press("Enter");
    await expect(page.locator("body")).toHaveAttribute("data-printed", "true");
  });

  test("a receipt names every voucher that a reward gave, on the screen, on paper and when it is printed again", async ({
    till,
    page,
  }) => {
    await till.open(122);
    await till.option(/^Kaya Bun/).click();
    await till.button("One more: Kaya Bun").click();
    await till.button("One more: Kaya Bun").click();
    await till.redeem();
    const line = till.receipt.getByRole("listitem");
    await expect(line).toContainText(/New vouchers: \w{6,}, \w{6,}, \w{6,}/);
    const [codes = ""] = /(?<=New vouchers: )[\w, ]+/.exec(await line.innerText()) ?? [];
    const paper = page.locator("[data-receipt]");
    await expect(paper).toContainText(`New vouchers${codes}`);
    // after a reload the receipt shows the visit as the service has stored it
    await page.reload();
    await expect(line).toContainText(`New vouchers: ${codes}`);
    await expect(paper).toContainText(`New vouchers${codes}`);

    await line.getByRole("link", { name: /^#/ }).click();
    await page.waitForURL(/redemptions\/\d+$/);
    await page.evaluate(() => {
      window.print = () => {
        const receipt = document.querySelector("[data-receipt]");
        document.body.setAttribute("data-printed", receipt?.textContent ?? "");
      };
    });
    await page.getByRole("button", { name: "Print the receipt" }).click();
    await expect(page.locator("body")).toHaveAttribute("data-printed", new RegExp(codes));
  });

  test("D32: says why a voucher cannot be redeemed, and leads to its use or its customer", async ({
    till,
    page,
    calls,
  }) => {
    await till.openWhole();
    await till.scan("KAYA0006");
    await expect(till.refusal).toContainText("it expired on Jan 31, 2024");
    const serve = till.refusal.getByRole("button", { name: "Serve Sari Wulandari" });
    await serve.click();
    await expect(till.card("Sari Wulandari")).toBeVisible();
    await expect(till.refusal).toHaveCount(0);
    await till.scan("KAYA0008");
    await expect(till.refusal).toContainText("it was used on");
    await expect(serve, "this customer is served already").toHaveCount(0);
    await till.open(111);
    await till.option(/Iced Coffee/).click();
    await till.scan("KAYA0006");
    await serve.click();
    await expect(till.question, "a basket is not left without a question").toContainText("Sari");

    await calls.redeemVoucher("M0119", 16);
    await till.open();
    await till.scan("CAKE0016");
    await expect(till.refusal).toContainText("at Kemang");
    await till.refusal.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Redemption #");
  });

  test("undoes it, after it has said that it comes back as a new code", async ({ till, page }) => {
    await till.open();
    await till.scan("KAYA0005");
    await expect(till.line("Free Kaya Bun")).toBeVisible();
    await till.redeem();
    await expect(till.receipt).toContainText("Ayu Lestari: Free Kaya Bun");
    await till.receipt.getByRole("button", { name: "Email receipt" }).click();
    await expect(till.receipt).toContainText("on its way to ayu@example.com");
    await page.keyboard.press("Control+z");
    const undo = till.receipt.getByRole("form", { name: "Undo" });
    await expect(undo).toContainText("Free Kaya Bun comes back as a new code.");
    await expect(undo.getByLabel("Reason")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(undo, "without a reason nothing is undone").toBeVisible();
    await page.keyboard.type("Spilled", { delay: 50 });
    await page.keyboard.press("Enter");
    await expect(till.result.filter({ hasText: "Canceled." })).toContainText(/New voucher: \w{6}/);
    await expect(till.receipt.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
    // D15: what was undone no longer stands there as done
    await expect(till.receipt).toContainText("Ayu Lestari: Canceled");
    await expect(till.receipt).not.toContainText("on its way");
  });

  test("takes an amount off a gift card, all of it where that is wanted, and gives it back", {
    tag: "@job",
  }, async ({ till, page }) => {
    await till.open();
    await till.field.fill("ayu");
    await expect(till.option(/Ayu Lestari/)).toBeVisible();
    await page.keyboard.press("Enter");
    await till.option(/GIFT0010/).click();
    const amount = till.basket.getByLabel("Amount");
    await expect(amount).toBeFocused();
    await till.button("Use all").click();
    await expect(amount).toHaveValue("100,000");
    await amount.fill("120,000");
    await expect(till.basket).toContainText(/Only .*100,000 left/);
    await amount.fill("30,000");
    await expect(till.basket).toContainText(/70,000 left/);
    await amount.press("Enter");
    await expect(till.receipt).toContainText("Ayu Lestari");
    await expect(till.receipt).toContainText(/30,000 paid\. .*70,000 left on the voucher/);
    await till.undo();
    await expect(till.result.filter({ hasText: "Canceled." })).toBeVisible();
    await till.scan("M0101");
    await expect(till.option(/100,000/)).toBeVisible();
  });

  test("gives an unassigned voucher to whoever brings it", async ({ till }) => {
    await till.open();
    await till.scan("OPEN-0013");
    await expect(till.waiting).toBeVisible();
    await expect(till.confirm).toHaveCount(0);
    await till.scan("M0101");
    await expect(till.card("Ayu Lestari")).toBeVisible();
    await till.redeem();
    await expect(till.receipt).toContainText("Ayu Lestari: Free Kaya Bun");
  });

  test("on a phone, by touch", async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? "",
      storageState: sessionOf("cashier"),
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      locale: "en-GB",
    });
    const { TillPage } = await import("../pages/till-page.ts");
    const till = new TillPage(await context.newPage());
    await till.open();
    await till.field.fill("KAYA0020");
    await till.option(/KAYA0020/).tap();
    await expect(till.refusal).toContainText(/blocked/i);
    await till.field.fill("M0111");
    await till.option(/Kartika Putri/).tap();
    await till.page.getByRole("button", { name: "Switch to Kartika Putri" }).tap();
    await till
      .option(/Kaya Bun/)
      .first()
      .tap();
    await till
      .option(/GIFT|Donation/)
      .first()
      .tap();
    await till.button(/^[0-9]+ items?$/).tap();
    // no element is wider than the screen
    expect(await till.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await till.button("Remove Donation").tap();
    const sizes = await till.basket
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect().height),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    await till.redeem();
    await expect(till.receipt).toContainText("Kartika Putri");
    await context.close();
  });
});

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("takes all of a gift card that nobody holds, and sees so before and after", async ({
    till,
    calls,
  }) => {
    const [code = ""] = await calls.generateCodes(13, 1);
    await till.open(111);
    await till.scan(code);
    await expect(till.line("Gift Card")).toContainText(/Uses the whole balance: .*100,000/);
    await till.redeem();
    await expect(till.receipt).toContainText(/100,000 paid/);
  });
});
