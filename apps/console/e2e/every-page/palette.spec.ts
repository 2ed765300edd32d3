import { newGate } from "../testing/gate.ts";
import { sessionOf } from "../testing/session.ts";
import { settled } from "../testing/settled.ts";
import { inThreeDays as date, expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("finds a booking by the guest's phone, name or number, and offers what exists alone", {
  tag: "@job",
}, async ({ calls, page }) => {
  const guest = { user: "guest.of.palette@example.com", phone: "0857-1111-2222" };
  const id = await calls.book({ store: 32, date, time: "18:15", ...guest });
  await calls.redeemReward("M0111");
  await page.goto("/redemptions");
  const row = page.getByRole("row").filter({ hasText: "Kartika" }).first();
  const number = /#[0-9]+/.exec(await row.innerText())?.[0] ?? "none";
  await page.getByRole("button", { name: "Search" }).click();
  const palette = page.getByRole("dialog");
  const field = palette.getByRole("combobox");
  const booking = palette.getByRole("option").filter({ hasText: `Booking #${id} ·` });
  for (const text of ["+62 857 1111 2222", "1111 2222", "guest.of.palette", `#${id}`]) {
    await field.fill(text);
    await expect(booking).toContainText("guest.of.palette@example.com · ");
    await expect(booking).toContainText("18:15");
  }
  await field.fill("085711112223");
  await expect(palette.getByText("Nothing found")).toBeVisible();
  await field.fill(number);
  const redemption = palette.getByRole("option").filter({ hasText: `Redemption ${number}` });
  await expect(redemption).toContainText("Kartika");
  await field.fill("INV-0901");
  await expect(palette.getByRole("option").filter({ hasText: "Sale #1" })).toContainText(
    "INV-0901 · ",
  );
  await field.fill("1111 2222");
  await booking.waitFor();
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`));
  await expect(page.getByRole("main")).toContainText("0857-1111-2222");
});

test("opens the form for a walk-in", async ({ page }) => {
  await page.goto("/redemptions");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("walk");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("option")).toHaveText([/Seat a walk-in/]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/bookings\/new\?seat=now$/);
  await expect(page.getByRole("button", { name: "Seat now" })).toBeVisible();
});

test.describe("an owner", () => {
  test.use({ storageState: sessionOf("owner") });

  test("bug 14: keys typed right after the first Ctrl K reach the palette, with its pages and commands", async ({
    page,
    calls,
  }) => {
    const invoice = `PAL-${Date.now()}`;
    await calls.redeemReward("M0111", 1, invoice);
    await page.goto("/redemptions");
    await settled(page);
    const loaded = newGate();
    await page.route(/\.js/, async (route) => {
      await loaded.opened;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("isue");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("sue");
    loaded.open();
    const palette = page.getByRole("dialog");
    const field = palette.getByRole("combobox");
    await expect(field).toHaveValue("issue");
    await expect(palette.getByRole("option")).toHaveText([/Issue vouchers/]);
    await field.fill("staff");
    await expect(palette.getByRole("option")).toHaveText([/Invite staff/, /^Staff/]);
    // Enter is pressed before the search has answered, and opens the first result for the whole typed text
    await field.fill("");
    await page.keyboard.type(invoice);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/redemptions\/[0-9]+$/);
    await expect(page.getByRole("main")).toContainText(invoice);
  });

  test("bugs 5 and 8: the chosen line is in sight, and digits are no customer's number", async ({
    page,
  }) => {
    await page.goto("/sales");
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    const field = palette.getByRole("combobox");
    const last = palette.getByRole("option").last();
    await expect(last).toBeAttached();
    await expect(last).not.toBeInViewport();
    for (let line = await palette.getByRole("option").count(); line > 1; line--)
      await page.keyboard.press("ArrowDown");
    await expect(last).toHaveAttribute("aria-selected", "true");
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await field.fill("m0101");
    const ayu = palette.getByRole("option").filter({ hasText: "Ayu Lestari" });
    await expect(ayu).toBeVisible();
    await field.fill("101");
    await expect(palette.getByText("Nothing found")).toBeVisible();
    await field.fill("#101");
    await expect(ayu).toBeVisible();
  });
});
