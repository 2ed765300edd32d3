import { expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { getStoreHours } from "../index.ts";

const t = harnessOfFile();

const dinner = [{ from: "18:00", to: "02:00" }];
const lunch = [{ from: "11:00", to: "14:00" }];
/** 24 December 2027 is a Friday. */
const days = { from: "2027-12-24", to: "2027-12-26" };
const specialDays = [
  { date: "2027-12-26", hours: lunch, name: "" },
  { date: "2027-12-25", hours: [], name: "Christmas" },
  { date: "2028-12-25", hours: lunch, name: "Christmas" },
];

async function setting(store: object) {
  const merchant = await t.given.merchant();
  const { id } = await t.given.store(merchant, store);
  return { merchant, id, ctx: t.as(merchant) };
}

test("each day has the hours of its weekday, or its own", async () => {
  const { id, ctx } = await setting({ openingHours: { "5": dinner, "6": dinner }, specialDays });
  expect((await getStoreHours(ctx, { store: id, ...days })).days).toEqual([
    { date: "2027-12-24", hours: dinner, name: null },
    { date: "2027-12-25", hours: [], name: "Christmas" },
    { date: "2027-12-26", hours: lunch, name: "" },
  ]);
  const sunday = { store: id, from: "2028-01-02", to: "2028-01-02" };
  expect((await getStoreHours(ctx, sunday)).days).toEqual([
    { date: "2028-01-02", hours: [], name: null },
  ]);
});

test("a store without opening hours has none but on special days", async () => {
  const { id, ctx } = await setting({ openingHours: null, specialDays });
  expect((await getStoreHours(ctx, { store: id, ...days })).days).toMatchObject([
    { hours: null, name: null },
    { hours: [], name: "Christmas" },
    { hours: lunch },
  ]);
});

test("with the slots, if the store counts any", async () => {
  const slotsOf = async (store: object) => {
    const { id, ctx } = await setting(store);
    return (await getStoreHours(ctx, { store: id, ...days })).slots;
  };
  expect(await slotsOf({ slotMinutes: 30, coversPerSlot: 40 })).toEqual({
    minutes: 30,
    covers: 40,
  });
  expect(await slotsOf({ slotMinutes: 30 })).toBeNull();
  expect(await slotsOf({})).toBeNull();
});

test("of the caller's stores only", async () => {
  const { merchant, id, ctx } = await setting({});
  const other = await t.given.store(merchant);
  const limited = { ...ctx, caller: { ...ctx.caller, stores: [other.id] } };
  expect(await refusalOf(getStoreHours(limited, { store: id, ...days }))).toMatchObject({
    code: "permission_denied",
  });
  const stranger = t.as(await t.given.merchant());
  expect(await refusalOf(getStoreHours(stranger, { store: id, ...days }))).toMatchObject({
    code: "invalid_store",
  });
});
