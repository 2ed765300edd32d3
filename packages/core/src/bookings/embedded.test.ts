import type { OpenDb } from "@stampbook/db";
import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness, refusalOf } from "../testing/index.ts";
import {
  addBooking,
  confirmBooking,
  countCallFromAddress,
  getBooking,
  listBookings,
  matchBooking,
} from "./index.ts";

let t: OpenHarness<OpenDb>;
beforeAll(async () => {
  t = await openHarness(createEmbeddedTestDatabase);
});
afterAll(() => t?.close());

test("on the embedded database a booking goes its whole way", async () => {
  const merchant = await t.given.merchant();
  const openingHours = Object.fromEntries(
    "1234567".split("").map((weekday) => [weekday, [{ from: "18:00", to: "02:00" }]]),
  );
  const store = await t.given.store(merchant, { openingHours, largestParty: 4 });
  const customer = await t.given.customer(merchant);
  const input = {
    user: "stranger@example.com",
    store: store.id,
    date: "2099-11-21",
    time: "01:30",
    phone: "110",
    numberOfPeople: 4,
    notes: null,
  };
  let replays = 0;
  const onReplay = () => {
    replays++;
  };
  const isSame = (kept: string) => kept === "f";
  const keyed = { ...t.deps, idempotency: { key: "k", fingerprint: "f", isSame, onReplay } };
  const added = await addBooking(keyed, input);
  expect(await addBooking(keyed, input)).toEqual(added);
  expect(replays).toBe(1);
  expect(await refusalOf(addBooking(t.deps, { ...input, time: "17:59" }))).toMatchObject({
    field: "time",
  });

  const ctx = t.as(merchant);
  const { id } = added;
  await confirmBooking(ctx, { id, revision: 1 });
  expect(await refusalOf(confirmBooking(ctx, { id, revision: 1 }))).toMatchObject({
    code: "stale_revision",
  });
  await matchBooking(ctx, { id, revision: 2, user: customer.email });
  const booking = await getBooking(ctx, id);
  expect(booking).toMatchObject({
    status: "Confirmed",
    customer: { id: customer.id },
    revision: 3,
  });
  const filters = { from: "2099-11-21", to: null, statuses: null, matched: true };
  for (const of of [null, store.id])
    expect(await listBookings(ctx, { ...filters, store: of, after: null, limit: 10 })).toEqual({
      items: [booking],
      next: null,
    });
});

test("and calls and bookings are counted", async () => {
  const store = await t.given.store(await t.given.merchant());
  const wish = { user: "guest@example.com", store: store.id, date: "2099-11-21", time: "19:30" };
  const add = () => addBooking(t.deps, { ...wish, phone: "0812", numberOfPeople: 2, notes: null });
  for (let calls = 0; calls < 30; calls++) await countCallFromAddress(t.deps, "203.0.113.1");
  for (let calls = 0; calls < 5; calls++) await add();
  for (const call of [countCallFromAddress(t.deps, "203.0.113.1"), add()])
    expect(await refusalOf(call)).toMatchObject({ code: "too_many_attempts" });
});
