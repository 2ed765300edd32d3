import { sessionOf } from "../testing/session.ts";
import { inThreeDays as date, expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("finds a booking by the guest's phone, name or number, and offers what exists alone", async ({
  calls,
  page,
}) => {
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
