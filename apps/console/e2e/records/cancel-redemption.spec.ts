import { callsOf, KEMANG, LOSARI } from "../testing/calls.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, inThreeDays, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

test("cancels with a preview of what comes back, and a new voucher", { tag: "@job" }, async ({
  till,
  redemptions,
  page,
  calls,
}) => {
  const voucher = await calls.issueVoucher(119, 12);
  await till.open();
  await till.scan("KAYA0007");
  await expect(till.refusal).toBeVisible();
  await till.scan(voucher.code);
  await till.redeem();
  await expect(till.receipt).toContainText("stamps now");
  await redemptions.open();
  await redemptions.openFirst("Free Kaya Bun");
  await redemptions.panel.getByRole("button", { name: "Cancel redemption" }).click();
  const question = page.getByRole("heading", { name: "Cancel this redemption?" });
  await question.waitFor();
  const asked = page.url();
  await page.keyboard.press("ArrowDown");
  await expect(question).toBeVisible();
  expect(page.url()).toBe(asked);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(redemptions.panel).toBeVisible();
  await redemptions.cancel();
  await expect(redemptions.panel.getByText("Canceled").first()).toBeVisible();
  const replacement = redemptions.panel.getByText("Replacement").locator("+ dd");
  await expect(replacement.getByRole("link")).toHaveText(/^[A-Z0-9]{6,}$/);
  await replacement.getByRole("link").click();
  await expect(page.getByText(/Replaces redemption #\d+, which was canceled/)).toBeVisible();
  const withdraw = page.getByRole("button", { name: "Withdraw voucher" });
  await withdraw.click();
  await page.getByLabel("Reason").fill("They took a refund");
  await withdraw.click();
  await expect(withdraw).toHaveCount(0);
  await expect(page.getByText("Inactive", { exact: true })).toBeVisible();
  await page.goto(`/vouchers/${voucher.id}`);
  await expect(page.getByRole("main").getByText("Canceled", { exact: true })).toBeVisible();
});

test("the next redemption opens without the question that was answered for the one before", async ({
  calls,
  redemptions,
  page,
}) => {
  await calls.redeemReward("M0111");
  await calls.redeemReward("M0111");
  await redemptions.open("?status=Created");
  await redemptions.openFirst("Kartika");
  const cancel = redemptions.panel.getByRole("button", { name: "Cancel redemption" });
  await cancel.click();
  await redemptions.panel.getByLabel("Reason").fill("Wrong customer");
  await cancel.click();
  await expect(redemptions.panel.getByText("Canceled by")).toBeVisible();
  const canceled = page.url();
  await page.keyboard.press("ArrowDown");
  await expect(page).not.toHaveURL(canceled);
  await expect(cancel).toBeVisible();
  await expect(page.getByRole("heading", { name: "Cancel this redemption?" })).toHaveCount(0);
  await expect(redemptions.panel.getByLabel("Reason")).toHaveCount(0);
});

test("by keyboard alone", async ({ till, redemptions, page }) => {
  await till.open();
  await till.scan("M0111");
  await till.option(/stamp/).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await till.enterLater();
  await till.lines.waitFor();
  await page.keyboard.press("ArrowUp");
  await till.enterLater();
  await expect(till.receipt).toContainText("Kartika");
  await till.receipt.getByRole("link", { name: /^#/ }).press("Enter");
  await page.waitForURL(/redemptions\/\d+$/);
  await page.evaluate(() => {
    window.print = () => {
      const receipt = document.querySelector("[data-receipt]");
      document.body.setAttribute("data-printed", receipt?.textContent ?? "");
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await page.getByRole("button", { name: "Print the receipt" }).press("Enter");
  await expect(page.locator("body")).toHaveAttribute("data-printed", /Kartika.*Thank you!/);
  await expect(page.locator("[data-receipt]")).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel redemption" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Cancel this redemption?" })).toBeVisible();
  await expect(page.getByText(/go(es)? back to the customer|stays used/)).toBeVisible();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Wrong customer");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Canceled by")).toBeVisible();
  await redemptions.open("?status=Canceled");
  await expect(redemptions.row("Kartika").first()).toContainText("Canceled");
});

test("on a phone, also a part of a line", async ({ till, page, calls }) => {
  await page.setViewportSize(phone);
  const { redemption } = await calls.redeemReward("M0111", 1, "", KEMANG, 3);
  await page.goto(`/redemptions/${redemption}`);
  await page.getByRole("button", { name: "Cancel Kaya Bun" }).click();
  await page.getByLabel("How many").selectOption("2");
  await expect(page.getByText("4 stamps go back to the customer")).toBeVisible();
  await page.getByLabel("Reason").fill("They shared one");
  await page.getByRole("button", { name: "Cancel 2 items" }).click();
  await expect(page.getByText("2 × Kaya Bun canceled by")).toBeVisible();
  await expect(page.getByText("They shared one")).toBeVisible();
  await expect(page.getByText("2 canceled")).toBeVisible();
  await page.getByRole("button", { name: "Cancel redemption" }).click();
  await expect(page.getByText("2 stamps go back to the customer")).toBeVisible();
  await till.open();
  await till.scan("M0111");
  await till.option(/stamp/).first().click();
  await till.redeem();
  await till.receipt.getByRole("link", { name: /^#/ }).click();
  await page.getByRole("button", { name: "Cancel redemption" }).click();
  await page.getByLabel("Reason").fill("Wrong customer");
  await page.getByRole("button", { name: "Cancel redemption" }).click();
  await expect(page.getByText("Canceled by")).toBeVisible();
});

test("refuses while a gift card that it gave is used, and leads to what used it", async ({
  calls,
  page,
}) => {
  const { redemption, voucher } = await calls.redeemReward("M0122", 4);
  await calls.deductValue("M0122", voucher, "1000.00");
  const cancel = page.getByRole("button", { name: "Cancel redemption" });
  await page.goto(`/redemptions/${redemption}`);
  await cancel.click();
  const refused = page.getByRole("alert").filter({ hasText: "First cancel what used it" });
  await expect(refused).toBeVisible();
  await expect(page.getByText("go back to the customer")).toHaveCount(0);
  await expect(cancel).toHaveCount(0);
  await refused.getByRole("link").click();
  await expect(page.getByText("Part of a voucher")).toBeVisible();
  await cancel.click();
  await expect(page.getByText(/1,000.* goes back to voucher/)).toBeVisible();
  await page.getByLabel("Reason").fill("Wrong customer");
  await cancel.click();
  await expect(page.getByText("Canceled by")).toBeVisible();
  await page.goto(`/vouchers/${voucher}`);
  const use = page.getByRole("listitem").filter({ hasText: /^Redemption #\d+/ });
  await expect(use).toContainText("Canceled");
  await expect(use).toContainText(/1,000.*Kemang/);
  await expect(page.getByRole("listitem").filter({ hasText: "Issued" })).toContainText(
    `By redemption #${redemption}`,
  );
  await page.goto(`/redemptions/${redemption}`);
  await cancel.click();
  await page.getByLabel("Reason").fill("Wrong customer");
  await cancel.click();
  await expect(page.getByText("Canceled by")).toBeVisible();
});

test.describe("a cashier of one store", () => {
  test.use({ storageState: sessionOf("cashier") });

  test("reads that a gift card was used at another store, without a link to it", async ({
    calls,
    page,
    playwright,
    baseURL,
  }) => {
    const storageState = sessionOf("manager");
    const request = await playwright.request.newContext({ storageState, baseURL: baseURL ?? "" });
    const manager = callsOf(request, baseURL);
    const { redemption, voucher } = await calls.redeemReward("M0122", 4);
    const refused = page
      .getByRole("alert")
      .filter({ hasText: "issued by this redemption, has already been used" });
    const cancel = async () => {
      await page.goto(`/redemptions/${redemption}`);
      await page.getByRole("button", { name: "Cancel redemption" }).click();
    };
    await manager.deductValue("M0122", voucher, "1000.00", LOSARI);
    await cancel();
    await expect(refused).toContainText(
      "It was used at another store. Somebody with access to that store must cancel the use first.",
    );
    await expect(refused.getByRole("link")).toHaveCount(0);
    await manager.redeemVoucher("M0122", voucher, LOSARI);
    await cancel();
    await expect(refused).toContainText("It was used at another store. Somebody with access");
    await expect(refused.getByRole("link")).toHaveCount(0);
    await request.dispose();
  });
});

test("tells afterwards where, by whom and when, in the customer's stamps and on the audit log, and whom a booking was matched to", async ({
  calls,
  redemptions,
  page,
}) => {
  await calls.redeemReward("M0111");
  await redemptions.open();
  await redemptions.openFirst("Kartika");
  const cancel = redemptions.panel.getByRole("button", { name: "Cancel redemption" });
  await cancel.click();
  await redemptions.panel.getByLabel("Reason").fill("Wrong drink");
  await cancel.click();
  await expect(redemptions.panel.getByText("Canceled by")).toBeVisible();
  await expect(redemptions.panel.getByText("Wrong drink")).toBeVisible();
  await page.goto("/customers/111?tab=ledger");
  const rows = page.getByRole("main").getByRole("row");
  const back = rows.filter({ hasText: "Returned" }).first();
  await expect(back).toContainText("Kemang");
  await expect(back).toContainText("Manager");
  await back.getByRole("link").click();
  await expect(page).toHaveURL(/redemptions\/\d+$/);
  const number = page.url().split("/").at(-1);
  await page.goto("/settings/audit");
  await page.getByRole("main").getByLabel("Action").selectOption("Redemption canceled");
  await expect(page).toHaveURL(/action=redemptions.cancel/);
  const entry = rows.filter({ hasText: `Redemption ${number}` }).first();
  await expect(entry).toContainText("Manager");
  await expect(entry).toContainText("Wrong drink");
  await expect(entry).toContainText(/\+\d+ stamps?/);

  const booking = await calls.book({ store: 32, date: inThreeDays, time: "12:00" });
  await calls.matchBooking(booking, "M0111");
  await page.goto("/settings/audit?action=bookings.match");
  const match = rows.filter({ hasText: `Booking ${booking}` });
  await match.getByRole("link", { name: "Kartika Putri" }).click();
  await expect(page).toHaveURL(/customers\/111$/);
});
