import type { Request } from "@playwright/test";
import { sessionOf } from "../testing/session.ts";
import { expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("each scan stands for itself, whatever the one before has left", async ({
  till,
  page,
  calls,
}) => {
  await till.open();
  await till.scan("WRONG123");
  await expect(till.missed).toContainText("Nothing matches WRONG123.");
  await till.scan("GIFT0011");
  const amount = till.confirmation.getByLabel("Amount");
  await expect(amount).toHaveValue("");
  await amount.fill("30,000");
  await till.scan("GIFT0011");
  await expect(amount).toHaveValue("30,000");
  await expect(till.button("Redeem")).toContainText("30,000");
  await amount.fill("30.000");
  await expect(till.confirmation).toContainText("Write it like 50,000");
  await till.button("All of it").click();
  await expect(amount).toHaveValue("40,000");

  // another customer's voucher: that of before is not redeemed, and Amount takes nothing
  await till.scan("OFF-0019");
  await expect(till.title).toContainText("Rp 25,000 Off");
  await expect(till.button("Redeem")).toBeFocused();
  await till.scan("off-0019");
  await expect(till.button("Redeem")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(till.result).toContainText("Sari Wulandari: Rp 25,000 Off");
  await till.scan("OFF-0019");
  await expect(till.refusal).toContainText("it was used on");
  await till.scan("GIFT0011");
  await expect(amount).toHaveValue("");

  // another till is faster, between the look-up and the card
  await page.route(/till\.customer/, async (route) => {
    await calls.redeemVoucher("M0101", 10);
    await route.fallback();
  });
  await till.scan("GIFT0010");
  await expect(till.refusal).toContainText("it was used on");
  await page.keyboard.press("Enter");
  await expect(till.confirmation).toHaveCount(0);
});

test("what is typed in a hurry is asked about where it may mean several things", async ({
  till,
  page,
}) => {
  await till.open();
  await till.scan("sari");
  await expect(till.option(/Indah Sari/)).toBeVisible();
  await expect(till.option(/Sari Wulandari/)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(till.card("Sari Wulandari")).toBeVisible();
  await till.scan("happy-hour");
  await expect(till.result).toContainText("is a promo code. Find the customer");
  await till.scan("m 0111");
  await expect(till.confirmation.getByLabel("Promo code")).toHaveValue("HAPPYHOUR");
  await expect(till.confirmation.getByLabel("Invoice number")).toBeFocused();
});

test("nothing is done by itself once the line is back", async ({ till, page, context }) => {
  let calls = 0;
  page.on("request", (request) => {
    if (/deductValue/.test(request.url())) calls += 1;
  });
  await till.open();
  await context.setOffline(true);
  await till.scan("GIFT0011");
  await expect(till.refusal).toContainText("The service does not answer");
  await context.setOffline(false);
  await till.scan("GIFT0011");
  await till.button("All of it").click();
  await till.button("Redeem").focus();
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(till.refusal).toContainText("The service does not answer");
  await expect(till.button("Redeem")).toBeFocused();
  await context.setOffline(false);
  await page.keyboard.press("Escape");
  await expect(till.option(/GIFT0011/)).toBeVisible();
  expect(calls, "only the one that failed").toBe(1);

  // chosen again it is the same try
  await till.option(/GIFT0011/).click();
  await expect(till.confirmation).toContainText("The last try was not answered");
  await page.keyboard.press("Enter");
  await expect(till.result).toContainText("Sari Wulandari: Gift Card");
});

test("a call without an answer ends, and what it did is told", async ({ till, page }) => {
  await page.clock.install();
  let isDone = () => {};
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  await page.goto("/till?customer=111");
  await till.option(/^Kaya Bun/).click();
  await expect(till.button("Redeem")).toBeFocused();
  await expect(page).toHaveURL(/till$/);
  await page.route(
    /redeemReward/,
    async (route) => {
      await route.fetch();
      isDone();
    },
    { times: 1 },
  );
  await page.keyboard.press("Enter");
  await done;
  // it can neither be left nor scanned away meanwhile
  await page.keyboard.press("Escape");
  await expect(till.button("Back")).toBeDisabled();
  await expect(till.button("Redeem")).toBeFocused();
  await page.clock.fastForward(10_000);
  await expect(till.refusal).toContainText("The service does not answer");
  await till.confirmation.getByLabel(/Invoice/).fill("4711");
  await expect(till.confirmation).toContainText("The first try may have been done");
  await page.keyboard.press("Enter");
  await expect(till.refusal).toContainText("This was done already");
  await page.keyboard.press("Escape");
  await expect(till.last("Kaya Bun").first()).toBeVisible();

  // a slow answer does not overtake the next scan's
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // what is scanned stands in the body of the call, not in its address
  const isOfFirst = (request: Request) => request.postData()?.includes("M0122") ?? false;
  await page.route(/till\.lookup/, async (route) => {
    if (isOfFirst(route.request())) await held;
    await route.fallback();
  });
  // both scans within one tick of the page, as on a slow tablet: neither is asked along with the other
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await till.scan("M0122");
  await till.scan("M0111");
  await page.clock.resume();
  await expect(till.card("Kartika Putri")).toBeVisible();
  const late = page.waitForResponse((answer) => isOfFirst(answer.request()));
  letGo();
  await late;
  await expect(till.card("Kartika Putri")).toBeVisible();
  await expect(till.field).toHaveValue("");
});

test("what is scanned while something is redeemed waits for its outcome", async ({
  till,
  page,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/redeemReward/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto("/till?customer=111");
  await till.option(/^Kaya Bun/).click();
  await expect(till.button("Redeem")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(till.button("Back")).toBeDisabled();
  await till.scan("M0122");
  await expect(till.title).toContainText("Kaya Bun");
  letGo();
  await expect(till.result).toContainText("Kartika Putri: Kaya Bun");
  await expect(till.card("Vina Oktavia")).toBeVisible();
});
