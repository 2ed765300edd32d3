import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { findBookings } from "../index.ts";

const t = harnessOfFile();

const noon = "2027-05-04T12:00:00+07:00";

/** Makes five bookings around 4 May 2027, with the ids 101 to 105. `find` searches at noon of that day. */
async function diary() {
  const merchant = await t.given.merchant();
  const [store, other] = [await t.given.store(merchant), await t.given.store(merchant)];
  const customer = await t.given.customer(merchant, { name: "Ayu Lestari" });
  const rows = [
    { date: "2027-05-10", phone: "0812-3456-7890", claim: "Guest1@example.com" },
    { date: "2027-05-05", phone: "+62 812 3456 7890", claim: "M0111", storeId: other.id },
    { date: "2027-05-03", phone: "081234567890", claim: "guest2@example.com" },
    { date: "2027-04-20", phone: "081234567890", claim: "guest3@example.com" },
    { date: "2027-05-06", phone: "021 555 0001", claim: "M7777", customerId: customer.id },
  ];
  await t.db.insert(schema.bookings).values(
    rows.map((row, at) => ({
      storeId: store.id,
      time: "19:30",
      numberOfPeople: 2,
      ...row,
      merchantId: merchant.id,
      id: 101 + at,
    })),
  );
  const clockOffsetMs = t.offsetTo(noon);
  const ctx = t.as(merchant, { clockOffsetMs });
  const find = async (text: string, by = ctx) => (await findBookings(by, text)).map(({ id }) => id);
  return { merchant, store, other, customer, clockOffsetMs, ctx, find };
}

test.each([
  ["the phone as it is kept", "0812-3456-7890", [102, 101, 103]],
  ["the phone's end", "3456 7890", [102, 101, 103]],
  ["the phone with a country's code", "+6281234567890", [102, 101, 103]],
  ["who asked, in other letters", "guest1@EXAMPLE.com", [101]],
  ["a part of who asked", "m01", [102]],
  ["the matched customer's name", "lestari", [105]],
  ["its number", "103", [103]],
  ["its number, of a day long ago", "#104", [104]],
  ["a sign that stands for anything elsewhere", "%%", []],
  ["few digits that stand in a phone", "081", []],
  ["nothing", "  ", []],
])("by %s, the next first", async (_, text, found) => {
  const { find } = await diary();
  expect(await find(text)).toEqual(found);
});

test("shows a booking whole, and five at most", async () => {
  const { merchant, store, customer, ctx, find } = await diary();
  const [first] = await findBookings(ctx, "M7777");
  expect(first).toMatchObject({
    id: 105,
    store: { id: store.id, name: store.name },
    customer: { id: customer.id, name: "Ayu Lestari" },
    date: "2027-05-06",
    time: "19:30:00",
    status: "Requested",
  });
  await t.db.insert(schema.bookings).values(
    [1, 2, 3, 4, 5, 6].map((id) => ({
      merchantId: merchant.id,
      id,
      storeId: store.id,
      date: "2027-05-04",
      time: `1${id}:00`,
      phone: "021 555 0001",
      claim: "M7777",
      numberOfPeople: 2,
    })),
  );
  expect(await find("M7777")).toEqual([1, 2, 3, 4, 5]);
});

test("no other merchant's, no other store's, and nobody's without the scope", async () => {
  const { merchant, other, clockOffsetMs, find } = await diary();
  const limited = { ...t.within(merchant, [other.id]), clockOffsetMs };
  expect(await find("3456 7890", limited)).toEqual([102]);
  expect(await find("103", limited)).toEqual([]);
  const stranger = t.as(await t.given.merchant(), { clockOffsetMs });
  expect(await find("3456 7890", stranger)).toEqual([]);
  const caller = {
    kind: "token",
    merchant,
    tokenId: 3,
    scopes: ["redemptions"],
    stores: null,
  } as const;
  const pos = t.as(merchant, { clockOffsetMs, caller });
  expect(await refusalOf(findBookings(pos, "103"))).toMatchObject({ code: "permission_denied" });
});
