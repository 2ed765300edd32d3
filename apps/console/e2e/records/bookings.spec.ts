import { randomInt } from "node:crypto";
import { todayIn } from "../../src/ui/days.ts";
import { callsOf } from "../testing/calls.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as day, expect, phone, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

test("shows a request on top and in its day, and on that day takes it from confirmed to completed", {
  tag: "@job",
}, async ({ bookings, calls, page }) => {
  await calls.book({ store: 32, date: day, time: "19:00", notes: "By the window" });
  await bookings.open(day);
  await expect(bookings.requests).toContainText("By the window");
  const table = bookings.table("19:00").first();
  const take = async (step: string, status: string) => {
    await table.getByRole("button", { name: step, exact: true }).click();
    await expect(table.getByText(status, { exact: true })).toBeVisible();
  };
  await take("Confirm", "Confirmed");
  await expect(table.getByRole("button")).toHaveText(["Cancel booking"]);
  await page.clock.setFixedTime(`${day}T19:30:00+07:00`);
  await page.reload();
  await table.getByRole("button", { name: "No-show" }).click();
  await expect(table.getByRole("status")).toContainText("Late guests can still be seated");
  await page.keyboard.press("Escape");
  await take("Seat", "Seated");
  await take("Complete", "Completed");
});

test("tells the second of two who decide who was first", async ({
  bookings,
  calls,
  browser,
  baseURL,
  page,
}) => {
  await calls.book({ store: 32, date: day, time: "20:00" });
  // blocks the stream, which would show the other page's decision before this page sends its decision
  await page.route(/staff\.live/, (route) => route.abort());
  await bookings.open(day);
  const own = bookings.table("20:00").first();
  await own.getByRole("button", { name: "Decline" }).click();
  await page.route(/staff\.bookings\.list/, (route) => route.abort());
  const other = await browser.newPage({
    storageState: sessionOf("manager"),
    ...(baseURL ? { baseURL } : {}),
  });
  await other.goto(`/bookings?day=${day}`);
  const theirs = other.getByRole("region", { name: "20:00" }).getByRole("article").first();
  await theirs.getByRole("button", { name: "Confirm" }).click();
  await expect(theirs.getByText("Confirmed", { exact: true })).toBeVisible();
  await other.close();
  await page.unroute(/staff\.bookings\.list/);
  await own.getByRole("button", { name: "Decline request" }).click();
  await expect(own.getByRole("alert")).toContainText("Somebody else changed this meanwhile");
  await expect(own.getByText("Last changed by: Manager")).toBeVisible();
  await expect(own.getByText("Confirmed", { exact: true })).toBeVisible();
});

test("declines what was named only, and keeps a decided request in its place", async ({
  bookings,
  calls,
  page,
}) => {
  const guest = (notes: string) =>
    bookings.requests.getByRole("article").filter({ hasText: notes });
  await calls.book({ store: 32, date: day, time: "13:00", notes: "The first" });
  await calls.book({ store: 32, date: day, time: "13:20", notes: "The second" });
  await bookings.open(day);
  const decline = guest("The first").getByRole("button", { name: "Decline", exact: true });
  await decline.press("Enter");
  await expect(guest("The first").getByRole("status")).toContainText(/at 13:00 for \d+ p/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(decline).toBeFocused();
  const place = await guest("The second").boundingBox();
  await decline.press("Enter");
  await page.keyboard.press("Enter");
  await expect(guest("The first").getByText("Canceled", { exact: true })).toBeVisible();
  await expect(guest("The first")).toBeFocused();
  expect((await guest("The second").boundingBox())?.x).toBe(place?.x);
  await expect(guest("The first").getByRole("button")).toHaveText(["Undo"]);
});

test("by keyboard alone, a new one comes by itself", async ({ bookings, calls, page }) => {
  await page.goto("/redemptions");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.getByText(/waiting for a decision/).waitFor();
  await calls.book({ store: 32, date: day, time: "21:00", notes: "Comes by itself" });
  await expect(bookings.requests).toContainText("Comes by itself");
  const request = bookings.requests.getByRole("article").filter({ hasText: "Comes by itself" });
  await request.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(request.getByText("Confirmed", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Week" }).focus();
  await expect(request).toHaveCount(0);
});

test("a day has the people of each hour, and says when the store is closed", async ({
  browser,
  baseURL,
}) => {
  const owner = await browser.newContext({
    storageState: sessionOf("owner"),
    ...(baseURL ? { baseURL } : {}),
  });
  const calls = callsOf(owner.request, baseURL);
  const place = { timezone: "Asia/Jakarta", isActive: true, largestParty: 20 };
  const code = `DAY${randomInt(1_000_000)}`;
  const weekdays = ["1", "2", "3", "4", "5", "6", "7"];
  const hours = [
    { from: "11:00", to: "14:00" },
    { from: "16:00", to: "18:00" },
  ];
  const openingHours = Object.fromEntries(weekdays.map((weekday) => [weekday, hours]));
  const store = await calls.add("settings.stores", { code, name: code, ...place, openingHours });
  const closed = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const save = (data: object) =>
    owner.request.post("/trpc/staff.settings.stores.saveSpecialDays", {
      data,
      headers: { origin: baseURL ?? "" },
    });
  await save({ id: store, specialDays: [{ date: closed, hours: [], name: "Nyepi" }] });
  for (const [time, number_of_people] of [["11:30", 3] as const, ["11:45", 5] as const])
    await calls.book({ store, date: day, time, number_of_people });
  const at = await owner.newPage();
  await owner.addCookies([{ name: "stampbook_store", value: `${store}`, url: baseURL ?? "" }]);
  await at.goto(`/bookings?day=${day}`);
  await expect(at.getByText("2 bookings, 8 people · Open 11:00–14:00, 16:00–18:00")).toBeVisible();
  await expect(at.getByRole("heading", { name: "11:00 8 people" })).toBeVisible();
  await expect(at.getByRole("heading", { name: "17:00" })).toBeVisible();
  await expect(at.getByText("Closed", { exact: true })).toHaveCount(2);
  await at.goto(`/bookings?day=${closed}`);
  await expect(at.getByText("0 bookings, 0 people · Closed (Nyepi)")).toBeVisible();
  await at.goto(`/bookings?view=week&day=${closed}`);
  await expect(at.getByRole("link", { name: /Nyepi/ })).toBeVisible();

  const days = { id: store, specialDays: [{ date: todayIn(place.timezone), hours: [], name: "" }] };
  await save(days);
  await at.goto("/bookings/new?seat=now");
  await at.getByRole("button", { name: "Seat now" }).click();
  await expect(at.getByRole("main").getByRole("alert")).toContainText(
    "The store is closed on this day.",
  );
  await owner.close();
});

test("on a phone", async ({ bookings, calls, page }) => {
  await page.setViewportSize(phone);
  await calls.book({ store: 32, date: day, time: "12:30" });
  const user = "an.address.that.is.wider.than.a.card@restaurant-lovers.example.com";
  await calls.book({ store: 32, date: day, time: "12:40", user });
  await page.clock.setFixedTime(`${day}T09:00:00+07:00`);
  await bookings.open(day);
  const table = bookings.table("12:30").first();
  await table.getByRole("button", { name: "Seat" }).click();
  await expect(table.getByText("Seated", { exact: true })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
});
