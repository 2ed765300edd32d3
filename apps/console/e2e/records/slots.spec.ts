import { randomInt } from "node:crypto";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as day, expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("owner") });

test("a full slot is refused at its time, and taken over the limit when staff insist", async ({
  bookings,
  calls,
  context,
  page,
  baseURL,
}) => {
  const code = `SLT${randomInt(1_000_000)}`;
  const place = { timezone: "Asia/Jakarta", isActive: true, largestParty: null };
  const fields = { code, name: code, ...place, openingHours: null };
  const store = await calls.add("settings.stores", fields);
  const saved = await page.request.post("/trpc/staff.settings.stores.saveSlots", {
    data: { id: store, slotMinutes: 30, coversPerSlot: 10 },
    headers: { origin: baseURL ?? "" },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await calls.book({ store, date: day, time: "19:00", number_of_people: 8 });
  await calls.book({ store, date: day, time: "19:29", number_of_people: 2 });
  await calls.book({ store, date: day, time: "19:30", number_of_people: 3, notes: "Earlier" });
  await context.addCookies([{ name: "stampbook_store", value: `${store}`, url: baseURL ?? "" }]);
  await bookings.open(day);
  const hour = page.getByRole("region", { name: "19:00" });
  await expect(hour.getByRole("listitem")).toHaveText(["19:00 10 of 10 Full", "19:30 3 of 10"]);

  await bookings
    .table("19:30")
    .filter({ hasText: "Earlier" })
    .getByRole("link", { name: "Edit" })
    .click();
  await expect(page).toHaveURL(/edit$/);
  const time = page.getByRole("combobox", { name: "Time" });
  await time.fill("19:10");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(time).toHaveAccessibleDescription(/This time is full/);
  await page.getByRole("button", { name: "Continue over the limit" }).click();
  await expect(page).toHaveURL(/bookings\/\d+$/);
  await bookings.open(day);
  await expect(hour.getByRole("listitem")).toHaveText(["19:00 13 of 10 Over limit"]);

  await page.goto(`/bookings/new?day=${day}`);
  await page.getByLabel("Name").fill("Wati");
  await time.fill("19:15");
  await page.getByRole("button", { name: "Save booking" }).click();
  await expect(time).toHaveAccessibleDescription(/This time is full/);
  await page.getByRole("button", { name: "Continue over the limit" }).click();
  await expect(page).toHaveURL(/bookings\/\d+$/);
  await expect(page.getByRole("article")).toContainText("Wati");
});
