import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, refusal, someMessage, withoutScope } from "../../shop.ts";
import { decidedByTill, isReplay, openTables, unknown } from "./table.ts";

const PATH = "/api/v2/bookings/change";
const UNDO = "/api/v2/bookings/undo";

contract("bookings/change (B4)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });

  const call = async (body: object, token?: string) =>
    (await shop.call(PATH, body, token === undefined ? {} : { token })).slice(0, 2);

  it("answers the changed booking over REST and tRPC, and again without a key", async () => {
    const id = await shop.book({ notes: "By the window" });
    const other = await house.given.store(shop.merchant, { name: "Menteng" });
    const fields = { date: "2099-12-01", time: "20:00", number_of_people: 6, phone: "5550000" };
    const body = { id, revision: 1, ...fields, store: other.code.toLowerCase(), notes: "" };
    const booking = shop.shown(id, {
      ...{ ...fields, time: "20:00:00", store: other.id, notes: "", revision: 2 },
      ...{ store_code: other.code, store_name: "Menteng" },
      ...decidedByTill,
    });
    const first = await shop.call(PATH, body);
    expect(first.slice(0, 2)).toEqual([200, { booking }]);
    const second = await shop.call(PATH, body);
    expect(second.slice(0, 2)).toEqual([200, { booking }]);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
    expect(details).toMatchObject({
      changes: [
        {
          ...{ revision: 2, status_before: "Requested", status: "Requested" },
          fields: {
            store: [shop.store.id, other.id],
            date: ["2099-11-21", "2099-12-01"],
            time: ["19:30:00", "20:00:00"],
            number_of_people: [4, 6],
            phone: ["5551234", "5550000"],
            notes: ["By the window", ""],
          },
        },
      ],
    });
    const next = await shop.callTrpc("bookings.change", { id, revision: 2, phone: "5551111" });
    expect(next).toEqual([200, { booking: { ...booking, phone: "5551111", revision: 3 } }]);
  });

  it("leaves what is not named, null or absent, as it is", async () => {
    const id = await shop.book({ notes: "By the window" });
    const body = { id, revision: 1, time: null, notes: null, phone: "", number_of_people: "5" };
    expect(await call(body)).toEqual([
      200,
      {
        booking: shop.shown(id, {
          ...{ notes: "By the window", number_of_people: 5, revision: 2, ...decidedByTill },
        }),
      },
    ]);
  });

  it("refuses input, one field or all", async () => {
    const id = await shop.book();
    const needed = "A date, time, number_of_people, store, phone or notes is expected.";
    expect(await call({ id, revision: 1 })).toEqual([400, refusal("required", "date", needed)]);
    expect(await call({ id, revision: 1, time: "25:00" })).toEqual([
      400,
      refusal("invalid", "time", someMessage),
    ]);
    const [, wrong] = await call({ revision: 1, date: "x", number_of_people: 0, phone: "y" });
    const { errors } = wrong as { errors: object };
    expect(Object.keys(errors)).toEqual(["id", "date", "number_of_people", "phone"]);
  });

  it("refuses unknown ids, other stores, old and new, and other scopes", async () => {
    const id = await shop.book();
    const other = await house.given.store(shop.merchant);
    const body = { id, revision: 1, store: other.id };
    expect(await call({ ...body, id: 999_999 })).toEqual([404, unknown]);
    const here = await shop.otherTill(["bookings"], [shop.store.id]);
    expect(await call(body, here)).toEqual([403, notInStore(other.id)]);
    const there = await shop.otherTill(["bookings"], [other.id]);
    expect(await call(body, there)).toEqual([403, notInStore(shop.store.id)]);
    expect(await call({ ...body, store: 999_999 }, here)).toEqual([
      400,
      refusal("invalid_store", "store", "Store not found"),
    ]);
    const stranger = await openTables(house);
    expect(await call({ ...body, store: stranger.store.id })).toEqual([
      400,
      refusal("invalid_store", "store", "Store not found"),
    ]);
    expect(await call(body, stranger.token)).toEqual([404, unknown]);
    const without = await shop.otherTill(["members"]);
    expect(await call(body, without)).toEqual([403, withoutScope("bookings")]);
  });

  it("refuses another revision with the booking as it is", async () => {
    const id = await shop.book();
    await call({ id, revision: 1, time: "20:00" });
    const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
    const { booking } = details as { booking: object };
    expect(await call({ id, revision: 1, time: "21:00" })).toEqual([
      409,
      { ...refusal("stale_revision", "revision", expect.any(String)), booking },
    ]);
  });

  it("refuses a status in which nothing changes, and what the store cannot take", async () => {
    const before = { revision: 2, decidedBy: "staff:x", decidedAt: "2026-01-01T00:00:00Z" };
    const canceled = await shop.book({ status: "Canceled", ...before });
    expect(await call({ id: canceled, revision: 2, notes: "x" })).toEqual([
      400,
      refusal("invalid", "status", "A booking that is Canceled cannot be changed"),
    ]);
    const id = await shop.book();
    const small = await house.given.store(shop.merchant, {
      ...{
        name: "Kiosk",
        largestParty: 3,
        openingHours: { "1": [{ from: "10:00", to: "20:00" }] },
      },
    });
    const closed = await house.given.store(shop.merchant, { name: "Old", isActive: false });
    const refused = async (fields: object) => (await call({ id, revision: 1, ...fields }))[1];
    // 2099-11-23 is a Monday
    const monday = { store: small.id, date: "2099-11-23" };
    expect(await refused({ store: closed.id })).toEqual(
      refusal("invalid_store", "store", "Store Old is not active"),
    );
    expect(await refused({ date: "2026-01-10" })).toEqual(refusal("invalid", "date", someMessage));
    expect(await refused({ store: small.id })).toEqual(
      refusal("invalid", "date", "Kiosk is closed on Saturdays"),
    );
    expect(await refused({ ...monday, time: "20:00" })).toEqual(
      refusal("invalid", "time", "Kiosk is open from 10:00 to 20:00 on Mondays"),
    );
    expect(await refused(monday)).toEqual(
      refusal("invalid", "number_of_people", "Kiosk seats at most 3 people together"),
    );
  });
});

contract("bookings/undo (B10)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });
  const seated = async () => {
    const id = await shop.book();
    const [status, body] = await shop.call("/api/v2/bookings/seat", { id, revision: 1 });
    expect([status, body]).toMatchObject([200, { booking: { status: "Seated" } }]);
    return id;
  };
  const undo = async (body: object, token?: string) =>
    (await shop.call(UNDO, body, token === undefined ? {} : { token })).slice(0, 2);

  it("answers the booking over REST and tRPC, and again without a key", async () => {
    const id = await seated();
    const booking = shop.shown(id, { revision: 3, ...decidedByTill });
    const first = await shop.call(UNDO, { id, revision: 2 });
    const second = await shop.call(UNDO, { id, revision: 2 });
    expect([first.slice(0, 2), second.slice(0, 2)]).toEqual([
      [200, { booking }],
      [200, { booking }],
    ]);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    const other = await seated();
    expect(await shop.callTrpc("bookings.undo", { id: other, revision: 2 })).toEqual([
      200,
      { booking: { ...booking, id: other } },
    ]);
  });

  it("refuses what cannot be undone, and another revision with the booking as it is", async () => {
    const id = await seated();
    await undo({ id, revision: 2 });
    const words =
      "There is nothing to undo: only the last decision to Seated, Completed, Canceled or No-show can be, within 15 minute(s) of it.";
    expect(await undo({ id, revision: 3 })).toEqual([400, refusal("nothing_to_undo", "id", words)]);
    const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
    const { booking } = details as { booking: object };
    expect(await undo({ id, revision: 1 })).toEqual([
      409,
      { ...refusal("stale_revision", "revision", expect.any(String)), booking },
    ]);
  });

  it("refuses input, unknown ids, other stores and other scopes", async () => {
    const id = await seated();
    const body = { id, revision: 2 };
    expect(await undo({ id })).toEqual([
      400,
      refusal("required", "revision", "This field is required."),
    ]);
    expect(await undo({ ...body, id: 999_999 })).toEqual([404, unknown]);
    const other = await house.given.store(shop.merchant);
    const limited = await shop.otherTill(["bookings"], [other.id]);
    expect(await undo(body, limited)).toEqual([403, notInStore(shop.store.id)]);
    const without = await shop.otherTill(["members"]);
    expect(await undo(body, without)).toEqual([403, withoutScope("bookings")]);
    const stranger = await openTables(house);
    expect(await undo(body, stranger.token)).toEqual([404, unknown]);
  });

  describe("staff, by the same rules", () => {
    it("undo what a till did, and change a booking", async () => {
      const id = await seated();
      const staff = await shop.callTrpc("staff.bookings.undo", { id, revision: 2 });
      expect(staff).toMatchObject([200, { status: "Requested", revision: 3, canUndoUntil: null }]);
      const fields = { time: "20:00", notes: "Birthday" };
      expect(
        await shop.callTrpc("staff.bookings.change", { id, revision: 3, ...fields }),
      ).toMatchObject([
        200,
        { time: "20:00:00", notes: "Birthday", numberOfPeople: 4, revision: 4 },
      ]);
      const cleared = { id, revision: 4, notes: "" };
      expect(await shop.callTrpc("staff.bookings.change", cleared)).toMatchObject([
        200,
        { notes: null, revision: 5 },
      ]);
      const nowhere = { id, revision: 5, storeId: 999_999 };
      expect(await shop.callTrpc("staff.bookings.change", nowhere)).toMatchObject([
        400,
        { code: "invalid_store", field: "storeId" },
      ]);
    });

    it.each(["date", "time"])("are refused an emptied %s, which is not left out", async (field) => {
      const id = await shop.book();
      const emptied = { id, revision: 1, [field]: "" };
      expect(await shop.callTrpc("staff.bookings.change", emptied)).toMatchObject([400, { field }]);
    });
  });
});
