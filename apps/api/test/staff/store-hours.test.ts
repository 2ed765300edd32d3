import { beforeAll, describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { openShop, type Shop } from "../shop.ts";
import { type Browser, dataOf, deskIn } from "./desk.ts";

contractInProcess("opening hours that staff set", (house) => {
  let shop: Shop;
  let owner: Browser;
  let store: Readonly<Record<string, unknown>>;
  beforeAll(async () => {
    shop = await openShop(house);
    owner = await deskIn(house).at(shop.merchant, "owner");
    const { id, code, name } = shop.store;
    store = { id, code, name, timezone: "Asia/Jakarta", isActive: true };
  });

  const save = (openingHours: unknown, more = {}) =>
    owner.mutate("staff.settings.stores.update", { ...store, openingHours, ...more });
  const shown = async () => dataOf(await owner.query("staff.settings.stores.list"));
  /** Requests a table. Returns "taken" for a status of 200, else the errors. 2030-11-21 is a Thursday. */
  const book = async (date: string, time: string) => {
    const { id } = shop.store;
    const table = { user: "ayu@example.com", phone: "0812345", number_of_people: 9 };
    const from = `10.7.${date.slice(-2)}.${time.slice(0, 2)}`;
    const [status, body] = await house.send({
      method: "POST",
      path: "/api/bookings/add",
      from,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ ...table, store: id, date, time }),
    });
    const { validation_errors: errors } = body as { validation_errors?: object };
    return status === 200 ? "taken" : errors;
  };

  it("are listed as they were saved, and bookings keep to them", async () => {
    const hours = {
      4: [
        { from: "11:00", to: "14:30" },
        { from: "18:00", to: "02:00" },
      ],
      5: [],
    };
    expect((await save(hours))[0]).toBe(200);
    expect(await shown()).toMatchObject([{ ...store, openingHours: hours, largestParty: null }]);

    expect(await book("2030-11-21", "14:29")).toBe("taken");
    expect(await book("2030-11-22", "01:59")).toBe("taken");
    const open = "Kemang is open from 11:00 to 14:30 and from 18:00 to 02:00 on Thursdays";
    expect(await book("2030-11-21", "14:30")).toEqual({ time: open });
    expect(await book("2030-11-22", "02:00")).toEqual({ date: "Kemang is closed on Fridays" });
    expect(await book("2030-11-23", "12:00")).toEqual({ date: "Kemang is closed on Saturdays" });
  });

  it("may be left unsaid, and then every time is fine", async () => {
    await save({});
    expect(await book("2030-11-24", "12:00")).toEqual({ date: "Kemang is closed on Sundays" });
    await save(null);
    expect(await shown()).toMatchObject([{ openingHours: null }]);
    expect(await book("2030-11-24", "03:00")).toBe("taken");
  });

  it("come with the largest party", async () => {
    await save(null, { largestParty: 8 });
    expect(await book("2030-11-25", "12:00")).toEqual({ number_of_people: expect.anything() });
    await save(null, { largestParty: 9 });
    expect(await shown()).toMatchObject([{ largestParty: 9 }]);
    expect(await book("2030-11-25", "12:00")).toBe("taken");
  });

  describe("are refused on the span that is wrong", () => {
    const fine = { from: "08:00", to: "12:00" };
    it.each([
      ["no time", "openingHours.1.0.to", { 1: [{ from: "08:00", to: "25:00" }] }],
      ["half a time", "openingHours.1.0.from", { 1: [{ from: "8:00", to: "12:00" }] }],
      ["no end", "openingHours.1.0.to", { 1: [{ from: "08:00" }] }],
      ["no such weekday", "openingHours", { 0: [fine] }],
      ["no list", "openingHours.1", { 1: fine }],
      ["an overlap", "openingHours.1.1.from", { 1: [fine, { from: "11:59", to: "13:00" }] }],
      [
        "one over midnight",
        "openingHours.2.0.from",
        { 1: [{ ...fine, to: "08:00" }], 2: [{ ...fine, from: "07:59" }] },
      ],
    ])("%s", async (_, field, hours) => {
      const before = await shown();
      const [status, body] = await save(hours);
      const { failure } = (body as { error: { data: { failure: { errors: object } } } }).error.data;
      expect([status, Object.keys(failure.errors)]).toEqual([400, [field]]);
      expect(await shown()).toEqual(before);
    });
  });
});
