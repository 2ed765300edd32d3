import { describe, expect, test } from "vitest";
import { tokenOf } from "../../testing/values.ts";
import { type BookingFilters, checkListing, startOf } from "./list.rules.ts";

const all: BookingFilters = { store: null, from: null, to: null, statuses: null, matched: null };
const place = { key: "2026-11-21 19:30:00", id: 5 };
const page = { after: null, limit: 50 };

describe("who may list what", () => {
  test.each<[string, readonly number[] | null, Partial<BookingFilters>, object, string | null]>([
    ["everything", null, {}, {}, null],
    ["the own stores", [32], {}, {}, null],
    ["the own store", [32], { store: 32 }, {}, null],
    ["another store", [31], { store: 32 }, {}, "permission_denied"],
    ["a week", null, { from: "2026-11-16", to: "2026-11-22" }, { after: place, limit: 100 }, null],
    ["from no day", null, { from: "x" }, {}, "invalid"],
    ["to no day", null, { to: "2026-02-30" }, {}, "invalid"],
    ["nothing at all", null, {}, { limit: 0 }, "invalid"],
    ["too much", null, {}, { limit: 101 }, "invalid"],
    ["after no place", null, {}, { after: { ...place, key: "2026-11-21 19:30" } }, "invalid"],
    ["after no time", null, {}, { after: { ...place, key: "2026-11-21 24:00:00" } }, "invalid"],
    ["after no day", null, {}, { after: { ...place, key: "infinity" } }, "invalid"],
    ["after half a booking", null, {}, { after: { ...place, id: 1.5 } }, "invalid"],
  ])("%s", (_, stores, filters, changes, code) => {
    const refusal = checkListing(tokenOf(stores), { ...all, ...filters }, { ...page, ...changes });
    expect(refusal?.code ?? null).toBe(code);
  });
});

describe("a page begins", () => {
  test.each<[string, string | null, typeof place | null, string, string, number]>([
    ["before everything", null, null, "-infinity", "00:00:00", 0],
    ["with its first day", "2026-11-20", null, "2026-11-20", "00:00:00", 0],
    ["behind the last booking seen", "2026-11-20", place, "2026-11-21", "19:30:00", 5],
    ["behind it, without a first day", null, place, "2026-11-21", "19:30:00", 5],
    ["with its first day, where that is later", "2026-11-22", place, "2026-11-22", "00:00:00", 0],
  ])("%s", (_, from, after, date, time, id) => {
    expect(startOf({ ...all, from }, after)).toEqual({ date, time, id });
  });
});
