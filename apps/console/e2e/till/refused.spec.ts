import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.describe("a manager", () => {
  test.use({ storageState: sessionOf("manager") });

  test("a confirmation that is refused takes nothing, says why, and leaves the basket", async ({
    till,
    page,
    calls,
  }) => {
    // blocks the stream, which could show the other redemption before the button is pressed
    await page.route(/staff\.live\.changes/, (route) => route.abort());
    const { id, code } = await calls.issueVoucher(111, 12);
    await till.open();
    await till.scan(code);
    await expect(till.line(code)).toBeVisible();
    await till.option(/Iced Coffee/).click();
    await expect(till.lines).toHaveCount(2);
    const stamps = await till.stamps("Kartika Putri").innerText();
    // another till redeems the voucher meanwhile
    await calls.redeemVoucher("M0111", id);
    await till.redeem();
    await expect(till.line(code).getByRole("alert")).toContainText("it was used on");
    await expect(till.lines).toHaveCount(2);
    await expect(till.receipt).toHaveCount(0);
    await expect(till.stamps("Kartika Putri"), "all or none").toHaveText(stamps);
    await till.button("Remove Free Kaya Bun").click();
    await till.redeem();
    await expect(till.receipt).toContainText("Iced Coffee");
    await expect(till.receipt).not.toContainText("Kaya Bun");
  });
});

test.describe("a manager, of a voucher that the open card does not list", () => {
  test.use({ storageState: sessionOf("manager") });

  test("a scan reads the card again, and redeems one beyond the first 100 too", async ({
    till,
    page,
    calls,
  }) => {
    await page.route(/staff\.live\.changes/, (route) => route.abort());
    await till.open(111);
    await till.option(/Iced Coffee/).waitFor();
    const issued = await calls.issueVoucher(111, 12);
    await till.scan(issued.code);
    await expect(till.line(issued.code)).toBeVisible();
    await expect(till.option(issued.code)).toContainText("In basket");

    const beyond = await calls.issueVoucher(111, 13);
    // removes the voucher from the card, as if the customer had 100 other vouchers
    await page.route(/till\.customer/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { data } = json.result;
      data.vouchers = data.vouchers.filter(({ id }: { id: number }) => id !== beyond.id);
      await route.fulfill({ response, json });
    });
    await till.scan(beyond.code);
    await till.basket.getByLabel("Amount").fill("100,000");
    await expect(till.option(beyond.code)).toHaveCount(0);
    await till.redeem();
    await expect(till.receipt).toContainText("Kartika Putri: Free Kaya Bun, Gift Card");
  });
});

test.describe("a manager, with a reward that is withdrawn while it is in the basket", () => {
  test.use({ storageState: sessionOf("manager") });

  test("the line keeps its name, and its price for any quantity", async ({ till, page, calls }) => {
    await till.open(111);
    await till.option(/Iced Coffee/).click();
    await till.button("One more: Iced Coffee").click();
    await expect(till.line("Iced Coffee")).toContainText("10 stamps");
    // removes the reward from the card, as if it was no longer offered
    await page.route(/till\.customer/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { data } = json.result;
      data.rewards = data.rewards.filter(({ name }: { name: string }) => name !== "Iced Coffee");
      await route.fulfill({ response, json });
    });
    await till.scan((await calls.issueVoucher(111, 12)).code);
    await expect(till.line("Iced Coffee").getByRole("alert")).toContainText("isn't offered here");
    await expect(till.line("Iced Coffee")).toContainText("10 stamps");
    await till.button("One more: Iced Coffee").click();
    await expect(till.line("Iced Coffee")).toContainText("15 stamps");
  });
});

test.describe("a cashier", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("a promo code that is scanned before the customer asks who, and joins their visit", async ({
    till,
  }) => {
    await till.openWhole();
    await till.scan("promocode");
    await expect(till.waiting).toContainText(/promocode/i);
    await expect(till.confirm).toHaveCount(0);
    await till.scan("M0111");
    await expect(till.card("Kartika Putri")).toBeVisible();
    await expect(till.line("Discount Rp 100,000")).toBeVisible();
    await expect(till.waiting).toHaveCount(0);
  });
});
