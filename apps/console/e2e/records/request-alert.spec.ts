import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { KEMANG } from "../testing/calls.ts";
import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as day, expect, shownDay, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

const wish = { user: "M0106", store: KEMANG, date: day, number_of_people: 4 };
const closedDay = new Date(Date.parse(day) + 40 * 86_400_000).toISOString().slice(0, 10);
const jakarta = new Intl.DateTimeFormat("sv", {
  ...{ timeZone: "Asia/Jakarta", dateStyle: "short", timeStyle: "short" },
});

/** Counts the tones that the page plays. */
function countTones(page: Page) {
  return page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(window, { tones: 0 });
    OscillatorNode.prototype.start = function (...when) {
      (window as unknown as { tones: number }).tones++;
      return start.apply(this, when);
    };
  });
}

const tonesOf = (page: Page) => page.evaluate(() => (window as unknown as { tones: number }).tones);

/** Opens a page, and waits until it knows which requests wait. Browsers play no sound before a press. */
async function openAndPress(page: Page, path: string) {
  await page.goto(path);
  await page.waitForFunction(() => localStorage.getItem("stampbook_request_1") !== null);
  await page.getByRole("heading", { level: 1 }).click();
}

test("a request rings on any page; it is moved, seated by mistake and served at the till", {
  tag: "@job",
}, async ({ page, bookings, request, browser, baseURL }) => {
  const origin = baseURL ?? "";
  const notes = `Rings ${randomInt(1_000_000)}`;
  const manager = await browser.newContext({ storageState: sessionOf("manager"), baseURL: origin });
  const specialDays = [{ date: closedDay, hours: [], name: "Stocktaking" }];
  const saved = await manager.request.post("/trpc/staff.settings.stores.saveSpecialDays", {
    data: { id: KEMANG, specialDays },
    headers: { origin },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await manager.close();

  await countTones(page);
  await openAndPress(page, "/redemptions");
  const booked = await postRest(request, "bookings/add", {
    ...{ ...wish, time: "18:40", phone: newPhone(), notes },
  });
  expect(booked.status(), await booked.text()).toBe(200);
  await expect(
    page.getByText(/^New booking request: .+ at 18:40 for 4 people, Kemang/),
  ).toBeVisible();
  expect(await tonesOf(page)).toBe(2);
  await expect(page).toHaveTitle(/^\(\d+\) Redemptions/);
  const link = page.getByRole("link", { name: /^Bookings.* waiting/ });
  await link.click();
  await expect(page).toHaveTitle(/^\(\d+\) Bookings/);
  const card = bookings.requests.getByRole("article").filter({ hasText: notes });
  await card.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(/edit$/);

  const date = page.getByLabel("Day", { exact: true });
  const save = page.getByRole("button", { name: "Save changes" });
  await date.fill(shownDay(closedDay));
  await save.click();
  await expect(date).toHaveAccessibleDescription("The store is closed on this day.");
  // the page's clock goes ahead to the booking, which may be on the next day, but not past its undo
  const soon = new Date(Date.now() + 5 * 60_000);
  const [today = "", time = ""] = jakarta.format(soon).split(" ");
  await date.fill(shownDay(today));
  await page.getByRole("combobox", { name: "Time" }).fill(time);
  await save.click();
  await expect(page).toHaveURL(/bookings\/\d+$/);

  await page.clock.setFixedTime(soon);
  await bookings.open(today);
  const table = bookings.table(time).filter({ hasText: notes });
  const take = async (step: string, status: string) => {
    await table.getByRole("button", { name: step, exact: true }).click();
    await expect(table.getByText(status, { exact: true })).toBeVisible();
  };
  await take("Seat", "Seated");
  await take("Undo", "Requested");
  await take("Seat", "Seated");
  await table.getByRole("link", { name: "Serve at the till" }).click();
  await expect(page).toHaveURL(/till\?customer=106/);
  await expect(page.getByRole("region", { name: "Fajar Nugroho" })).toBeVisible();
});

test("the sound stays off on a device where it was turned off", async ({ page, request }) => {
  await countTones(page);
  await openAndPress(page, "/bookings");
  await page.getByRole("button", { name: "Sound: on" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Sound: off" }).waitFor();
  await openAndPress(page, "/customers");
  await postRest(request, "bookings/add", { ...wish, time: "18:50", phone: newPhone() });
  await expect(page.getByText(/^New booking request: .+ at 18:50/)).toBeVisible();
  expect(await tonesOf(page)).toBe(0);
});
