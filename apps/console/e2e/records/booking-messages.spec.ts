import type { APIRequestContext, Browser } from "@playwright/test";
import { callsOf } from "../testing/calls.ts";
import { mailsTo } from "../testing/mail-server.ts";
import { newPhone, postRest } from "../testing/rest.ts";
import { sessionOf } from "../testing/session.ts";
import { inThreeDays as date, expect, test } from "../testing/test.ts";

test.use({ storageState: sessionOf("cashier") });

/** Gives the merchant an email for each step of a booking that the journey takes. */
async function writeMessages(browser: Browser, baseURL = "") {
  const owner = await browser.newContext({ storageState: sessionOf("owner"), baseURL });
  const calls = callsOf(owner.request, baseURL);
  await calls.writeMail(
    "booking_confirmed",
    "Confirmed",
    "{{date}} {{time}}, {{people}}: {{link}}",
  );
  await calls.writeMail("booking_declined", "Declined", "No table on {{date}}.");
  await owner.close();
}

/** Requests a table as a guest does. Returns the guest's address. */
async function request(to: APIRequestContext, time: string) {
  const user = `guest${newPhone()}@example.com`;
  const wish = { user, store: 32, date, time, number_of_people: 2, phone: newPhone() };
  const booked = await postRest(to, "bookings/add", wish);
  expect(booked.status(), await booked.text()).toBe(200);
  return user;
}

test("the guest hears of a decision, unless staff choose otherwise or undo it", async ({
  bookings,
  page,
  request: to,
  browser,
  baseURL,
}) => {
  await writeMessages(browser, baseURL);
  const [confirmed, quiet, undone] = [
    await request(to, "17:00"),
    await request(to, "17:10"),
    await request(to, "17:20"),
  ];
  await bookings.open(date);
  const card = (user: string) => bookings.table("17:00").filter({ hasText: user });
  const decline = async (user: string) => {
    await card(user).getByRole("button", { name: "Decline", exact: true }).click();
    const choice = card(user).getByLabel("Email the guest");
    await expect(choice).toBeChecked();
    return choice;
  };

  await card(confirmed).getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => mailsTo(confirmed).map(({ subject }) => subject)).toEqual(["Confirmed"]);
  const [mail] = mailsTo(confirmed);
  expect(mail?.text).toMatch(/ 17\.00, 2: /);
  const link = /\S+\/booking#v1\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const guest = await browser.newPage();
  await guest.goto(link);
  await expect(guest.getByText("Dikonfirmasi", { exact: true })).toBeVisible();
  await guest.close();

  await (await decline(quiet)).uncheck();
  await card(quiet).getByRole("button", { name: "Decline request" }).click();
  await expect(card(quiet).getByText("Canceled", { exact: true })).toBeVisible();

  await decline(undone);
  await card(undone).getByRole("button", { name: "Decline request" }).click();
  // messages are written in the order of the decisions, so that of the quiet one would be there too
  await expect(card(undone).getByText(/^Email to the guest goes out at \d\d:\d\d\./)).toBeVisible();
  await expect(card(quiet).getByText(/^Email to the guest/)).toHaveCount(0);
  await card(undone).getByRole("button", { name: "Undo" }).click();
  await expect(card(undone).getByText("Requested", { exact: true })).toBeVisible();
  await card(undone).getByRole("link", { name: "17:20" }).click();
  const messages = page.getByRole("listitem").filter({ hasText: "Booking declined" });
  await expect(messages).toContainText("It was held back: what it says was undone.");

  await page.goto(`/bookings?day=${date}`);
  await card(quiet).getByRole("link", { name: "17:10" }).click();
  await expect(page.getByText("Booked as")).toBeVisible();
  await expect(page.getByText("Messages to the guest")).toHaveCount(0);
  expect([...mailsTo(quiet), ...mailsTo(undone)]).toEqual([]);
});
