import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, refusal, someMessage, withoutScope } from "../../shop.ts";
import { byTill, decidedByTill, narrow, openTables, undoable, unknown } from "./table.ts";

const PATH = "/api/v2/bookings/details";

contract("bookings/details (B3)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });

  const get = async (booking_id: unknown, token?: string) =>
    (await shop.call(PATH, { booking_id }, token === undefined ? {} : { token })).slice(0, 2);

  it("shows a request, over REST and tRPC", async () => {
    const id = await shop.book({ notes: "By the window" });
    const answer = { booking: shop.shown(id, { notes: "By the window" }), changes: [] };
    expect(await get(id)).toEqual([200, answer]);
    expect(await get(String(id))).toEqual([200, answer]);
    expect(await shop.callTrpc("bookings.details", { booking_id: id })).toEqual([200, answer]);
  });

  it("shows what was changed, and by whom", async () => {
    const id = await shop.book();
    await shop.call("/api/v2/bookings/confirm", { id, revision: 1 });
    await shop.call("/api/v2/bookings/seat", { id, revision: 2 });
    const change = { over_capacity: false, fields: {}, by: byTill, created: expect.any(Number) };
    expect(await get(id)).toEqual([
      200,
      {
        booking: shop.shown(id, {
          ...{ status: "Seated", next: ["Completed"], revision: 3 },
          ...decidedByTill,
          ...undoable,
        }),
        changes: [
          { revision: 2, status_before: "Requested", status: "Confirmed", ...change },
          { revision: 3, status_before: "Confirmed", status: "Seated", ...change },
        ],
      },
    ]);
  });

  it("hides the customer's name from tokens without members, and shows guests", async () => {
    const till = await shop.otherTill(["bookings"]);
    const { customer } = shop;
    const id = await shop.book();
    expect(await get(id, till)).toEqual([
      200,
      { booking: shop.shown(id, { customer: { id: customer.id, name: null } }), changes: [] },
    ]);
    const guest = await shop.book({ customerId: null, claim: "guest@example.com" });
    const booking = shop.shown(guest, { customer: null, user: "guest@example.com" });
    expect(await get(guest, till)).toEqual([200, { booking, changes: [] }]);
  });

  it("counts a customer as shown, and refuses when none are left", async () => {
    const busy = await openTables(house, narrow);
    const id = await busy.book();
    await busy.exhaust(id);
    const [status, body] = await busy.call(PATH, { booking_id: id });
    expect([status, body]).toEqual([
      429,
      { ...refusal("too_many_attempts", "__all__", someMessage), limit: "customers-minute" },
    ]);
    const till = await busy.otherTill(["bookings"]);
    expect((await busy.call(PATH, { booking_id: id }, { token: till }))[0]).toBe(200);
  });

  it("refuses input, unknown ids, other stores and other scopes", async () => {
    expect(await get(null)).toEqual([
      400,
      refusal("required", "booking_id", "This field is required."),
    ]);
    expect(await get("x")).toEqual([400, refusal("invalid", "booking_id", someMessage)]);
    expect(await get(999_999)).toEqual([404, unknown]);
    const id = await shop.book();
    const other = await house.given.store(shop.merchant);
    const limited = await shop.otherTill(["bookings"], [other.id]);
    expect(await get(id, limited)).toEqual([403, notInStore(shop.store.id)]);
    const without = await shop.otherTill(["members"]);
    expect(await get(id, without)).toEqual([403, withoutScope("bookings")]);
    const stranger = await openTables(house);
    expect(await get(id, stranger.token)).toEqual([404, unknown]);
  });
});
