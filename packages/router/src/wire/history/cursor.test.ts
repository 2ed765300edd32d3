import { describe, expect, it } from "vitest";
import { placeOf, presentNext } from "./cursor.ts";

const input = { per_page: 20, cursor: null, store: 32, channel: [2], order: "oldest" };
const end = { key: "2026-11-29T10:00:00.123456+00:00", id: 7 };
const cursorOf = (list = "sales", of: typeof input = input) =>
  presentNext(list, of, { items: [], next: end }).next_cursor;

describe("a cursor", () => {
  it("names where the page ended, and is short", () => {
    const cursor = cursorOf();
    expect(placeOf("sales", { ...input, cursor })).toEqual(end);
    expect(placeOf("sales", { ...input, cursor, per_page: 3 })).toEqual(end);
    expect(cursor?.length).toBeLessThan(300);
  });

  it("is null on the last page, and the first page has none", () => {
    const last = presentNext("sales", input, { items: [], next: null });
    expect(last).toEqual({ has_next: false, next_cursor: null });
    expect(placeOf("sales", input)).toBeNull();
  });

  it("takes the same filter in another notation", () => {
    const named = (store: string) => ({ ...input, store: store as unknown as number });
    const again = { ...named("TK5Z"), cursor: cursorOf("sales", named("tk5z")) };
    expect(placeOf("sales", again)).toEqual(end);
  });

  it.each([
    ["another list", "redemptions", {}],
    ["another filter", "sales", { store: 33 }],
    ["a filter more", "sales", { status: "Open" }],
    ["another order", "sales", { order: "newest" }],
  ])("of %s is refused", (_, list, change) => {
    const call = { ...input, ...change, cursor: cursorOf() };
    expect(() => placeOf(list, call)).toThrow("This is not where a page");
  });

  it.each(["x", "W10", Buffer.from('["","2026-99-99T00:00:00Z",1]').toString("base64url")])(
    "%j is refused",
    (cursor) => {
      expect(() => placeOf("sales", { ...input, cursor })).toThrow("This is not where a page");
    },
  );
});
