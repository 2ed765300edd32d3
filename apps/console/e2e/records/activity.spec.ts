import { shortPages } from "../testing/failing.ts";
import { sessionOf } from "../testing/session.ts";
import { expect, inThreeDays, test } from "../testing/test.ts";
import { visit } from "../testing/visit.ts";

test.use({ storageState: sessionOf("manager") });

const nextDay = new Date(Date.parse(inThreeDays) + 86_400_000).toISOString().slice(0, 10);

test("the last booking made is the newest event, also if its visit is before the others", async ({
  calls,
  page,
}) => {
  const later = await calls.book({ store: 32, date: nextDay, time: "12:00", user: "M0118" });
  const sooner = await calls.book({ store: 32, date: inThreeDays, time: "12:00", user: "M0118" });
  await shortPages(page, "staff.customers.bookings", 1);
  await visit(page, "/customers/118");
  const booked = page.getByRole("listitem").locator('a[href^="/bookings/"]');
  await expect(booked.first()).toHaveAttribute("href", `/bookings/${sooner}`);
  await expect(booked.nth(1)).toHaveAttribute("href", `/bookings/${later}`);
});
