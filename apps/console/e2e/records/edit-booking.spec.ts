import { violationsOf } from "../testing/axe.ts";
import { LOSARI } from "../testing/calls.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as day, expect, phone, shownDay, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("manager") });

const later = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test("D10: moves a booking, with each refusal at its field, on a phone", { tag: "@job" }, async ({
  bookings,
  calls,
  page,
}) => {
  await page.setViewportSize(phone);
  const id = await calls.book({ store: 32, date: day, time: "15:00", notes: "To be moved" });
  await bookings.open(day);
  await bookings
    .table("15:00")
    .filter({ hasText: "To be moved" })
    .getByRole("link", { name: "Edit" })
    .click();
  await expect(page).toHaveURL(/bookings\/\d+\/edit/);
  const save = page.getByRole("button", { name: "Save changes" });
  const time = page.getByRole("combobox", { name: "Time" });
  await time.fill("");
  await save.click();
  await expect(time).toHaveAccessibleDescription(/Choose a time/);
  await time.fill("15:30");
  await page.getByLabel("People").fill("21");
  await save.click();
  await expect(page.getByLabel("People")).toHaveAccessibleDescription(/at most 20 people together/);
  await expect(page.getByLabel("People")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await page.getByLabel("People").fill("5");
  await page.getByLabel("Day", { exact: true }).fill(shownDay(later));
  await page.getByLabel("Notes").fill("Moved");
  await save.click();
  await expect(page).toHaveURL(`/bookings/${id}`);
  const card = page.getByRole("article");
  await expect(card).toContainText("15:30");
  await expect(card).toContainText("5 people");
  await expect(card).toContainText("Moved");
  await expect(card.getByText("Requested", { exact: true })).toBeVisible();
  await bookings.open(later);
  await expect(bookings.table("15:30").filter({ hasText: "Moved" })).toBeVisible();
});

test("keeps what a colleague changed meanwhile, and what was typed", async ({
  calls,
  page,
  baseURL,
}) => {
  const id = await calls.book({ store: 32, date: day, time: "16:00", number_of_people: 2 });
  // blocks the stream, which would read the booking again
  await page.route(/staff\.live/, (route) => route.abort());
  await page.goto(`/bookings/${id}/edit`);
  await page.getByLabel("Notes").fill("A cake");
  const theirs = { id, revision: 1, numberOfPeople: 7, storeId: LOSARI };
  const changed = await page.request.post("/trpc/staff.bookings.change", {
    data: theirs,
    headers: { origin: baseURL ?? "" },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Manager changed" })).toContainText(
    /16:00, 7 people, Losari/,
  );
  await expect(page.getByLabel("People")).toHaveValue("7");
  await expect(page.getByLabel("Notes")).toHaveValue("A cake");
  await save.click();
  await expect(page).toHaveURL(`/bookings/${id}`);
  const card = page.getByRole("article");
  await expect(card).toContainText("7 people");
  await expect(card).toContainText("A cake");
});

test("D10: undoes a declined request where it was declined", async ({ bookings, calls }) => {
  await calls.book({ store: 32, date: day, time: "17:00", notes: "Declined by mistake" });
  await bookings.open(day);
  const request = bookings.requests.getByRole("article").filter({ hasText: "by mistake" });
  await request.getByRole("button", { name: "Decline", exact: true }).press("Enter");
  await request.getByRole("button", { name: "Decline request" }).press("Enter");
  await expect(request.getByText("Canceled", { exact: true })).toBeVisible();
  await expect(request.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await expect(request).toBeFocused();
  await request.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(request.getByText("Requested", { exact: true })).toBeVisible();
  await expect(request.getByRole("button", { name: "Confirm" })).toBeVisible();
  await expect(request.getByRole("button", { name: "Undo" })).toHaveCount(0);
});
