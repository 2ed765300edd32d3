import { sessionOf } from "./testing/session.ts";
import { inThreeDays as day, expect, phone, test } from "./testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("shows a request on top and in its day, and takes it from confirmed to completed", async ({
  bookings,
  calls,
}) => {
  await calls.book({ store: 32, date: day, time: "19:00", notes: "By the window" });
  await bookings.open(day);
  await expect(bookings.requests).toContainText("By the window");
  const table = bookings.table("19:00").first();
  for (const [step, status] of [
    ["Confirm", "Confirmed"],
    ["Seat", "Seated"],
    ["Complete", "Completed"],
  ] as const) {
    await table.getByRole("button", { name: step, exact: true }).click();
    await expect(table.getByText(status, { exact: true })).toBeVisible();
  }
});

test("tells the second of two who decide who was first", async ({
  bookings,
  calls,
  browser,
  baseURL,
}) => {
  await calls.book({ store: 32, date: day, time: "20:00" });
  await bookings.open(day);
  const own = bookings.table("20:00").first();
  await own.waitFor();
  const other = await browser.newPage({
    storageState: sessionOf("manager"),
    ...(baseURL ? { baseURL } : {}),
  });
  await other.goto(`/bookings?day=${day}`);
  const theirs = other.getByRole("region", { name: "20:00" }).getByRole("article").first();
  await theirs.getByRole("button", { name: "Confirm" }).click();
  await expect(theirs.getByText("Confirmed", { exact: true })).toBeVisible();
  await other.close();
  await own.getByRole("button", { name: "Cancel" }).click();
  await expect(own.getByRole("alert")).toContainText("Manager has changed this booking meanwhile");
});

test("by keyboard alone, a new one comes by itself", async ({ bookings, calls, page }) => {
  await page.goto("/redemptions");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.getByText(/waits? for a decision/).waitFor();
  await calls.book({ store: 32, date: day, time: "21:00", notes: "Comes by itself" });
  await expect(bookings.requests).toContainText("Comes by itself", { timeout: 15_000 });
  const request = bookings.requests.getByRole("article").filter({ hasText: "Comes by itself" });
  await request.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(request).toHaveCount(0);
});

test("on a phone", async ({ bookings, calls, page }) => {
  await page.setViewportSize(phone);
  await calls.book({ store: 32, date: day, time: "12:30" });
  await bookings.open(day);
  const table = bookings.table("12:30").first();
  await table.getByRole("button", { name: "Seat" }).click();
  await expect(table.getByText("Seated", { exact: true })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
