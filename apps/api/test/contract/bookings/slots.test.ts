import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { inThirtyDays } from "../../shop.ts";
import { dataOf, deskIn } from "../../staff/desk.ts";
import { openTables } from "./table.ts";

const date = inThirtyDays();

const PATH = "/api/bookings/slots";
contract("bookings/slots (B11)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  let store: { readonly id: number; readonly code: string };
  let addresses = 0;
  const everyDay = Object.fromEntries(
    ["1", "2", "3", "4", "5", "6", "7"].map((day) => [day, [{ from: "19:00", to: "20:00" }]]),
  );
  beforeAll(async () => {
    shop = await openTables(house);
    const slots = { slotMinutes: 30, coversPerSlot: 10 };
    store = await house.given.store(shop.merchant, {
      ...{ ...slots, openingHours: everyDay, largestParty: 12, timezone: "Asia/Jakarta" },
    });
    const cashier = await deskIn(house).at(shop.merchant, "cashier");
    const wish = { storeId: store.id, date, time: "19:10", phone: "5551234" };
    await cashier.mutate("staff.bookings.add", { ...wish, numberOfPeople: 8, name: "Ani" });
  });

  const query = (fields: object) =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const list = async (fields: object, { token = "", from = `10.9.0.${++addresses}` } = {}) =>
    (
      await house.send({
        ...{ method: "GET", path: `${PATH}?${query(fields)}`, from },
        ...(token && { token }),
      })
    ).slice(0, 2);
  const shown = (slots: readonly object[]) => [
    200,
    {
      ...{ store: store.id, date, timezone: "Asia/Jakarta" },
      ...{ is_open: true, reason: null, slot_minutes: 30, slots },
    },
  ];
  const free = (time: string, is_available: boolean, figures: object = {}) => ({
    ...{ time, is_available },
    ...figures,
  });

  it("answers guests without figures, and an invalid token is ignored", async () => {
    const wish = { store: store.id, date };
    const guests = shown([free("19:00", false), free("19:30", true)]);
    const party = { ...wish, number_of_people: "3" };
    expect(await list(party)).toEqual(guests);
    expect(await list(party, { token: "wrong" })).toEqual(guests);
    expect(await list(wish)).toEqual(shown([free("19:00", true), free("19:30", true)]));
    const other = await openTables(house);
    expect(await list(party, { token: other.token })).toEqual(guests);
    const without = await shop.otherTill(["members"]);
    expect(await list({ ...party, store: store.code }, { token: without })).toEqual(guests);
  });

  it("answers tokens and staff with figures", async () => {
    const wish = { store: store.code, date, number_of_people: 2 };
    const figures = (covers_taken: number) => ({ covers: 10, covers_taken });
    const whole = shown([free("19:00", true, figures(8)), free("19:30", true, figures(0))]);
    expect(await list(wish, { token: shop.token })).toEqual(whole);
    expect(await shop.callTrpc("bookings.slots", wish)).toEqual(whole);
    const cashier = await deskIn(house).at(shop.merchant, "cashier");
    const answer = await cashier.query("staff.bookings.slots", {
      ...{ storeId: store.id, date, numberOfPeople: 3 },
    });
    expect(dataOf(answer)).toEqual({
      ...{ isOpen: true, reason: null, slotMinutes: 30, coversPerSlot: 10 },
      slots: [
        { time: "19:00", isAvailable: false, coversTaken: 8 },
        { time: "19:30", isAvailable: true, coversTaken: 0 },
      ],
    });
  });

  it("refuses in the body of bookings/add", async () => {
    const refused = (field: string, message: string) => [
      400,
      { detail: `${field}: ${message}`, validation_errors: { [field]: message } },
    ];
    const wish = { store: store.id, date };
    const unknown = refused("store", "Store not found");
    expect(await list({ ...wish, store: 999_999_999 })).toEqual(unknown);
    expect(await list({ ...wish, store: store.code })).toEqual(unknown);
    expect(await list({ ...wish, number_of_people: 13 })).toMatchObject([
      400,
      { validation_errors: { number_of_people: expect.stringContaining("at most 12 people") } },
    ]);
    expect(await list({ ...wish, date: "2020-01-01" })).toMatchObject([
      400,
      { validation_errors: { date: expect.stringMatching(/^A day from 20/) } },
    ]);
    const [, body] = await list({ date: "x", number_of_people: 0 });
    expect(Object.keys((body as { validation_errors: object }).validation_errors)).toEqual([
      ...["store", "date", "number_of_people"],
    ]);
  });

  it("is 60 calls a minute for an address", async () => {
    const wish = { store: store.id, date };
    const from = "10.8.0.1";
    for (let call = 0; call < 60; call++) expect((await list(wish, { from }))[0]).toBe(200);
    expect(await list(wish, { from })).toMatchObject([429, { detail: expect.any(String) }]);
    expect((await list(wish))[0]).toBe(200);
  });
});
