import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { refusal } from "../../shop.ts";
import { dataOf, deskIn, refusedBy } from "../../staff/desk.ts";
import { openTables } from "./table.ts";

const full = (people: number) =>
  refusal("booking_slot_full", "time", `19:30 is full for ${people} people`);

contract("slots of bookings (2.5)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });

  /** A store with ten seats in each half-hour, and eight taken at 19:30. */
  async function openFull() {
    const store = await house.given.store(shop.merchant, { slotMinutes: 30, coversPerSlot: 10 });
    const cashier = await deskIn(house).at(shop.merchant, "cashier");
    const wish = { storeId: store.id, date: "2099-11-21", phone: "5551234", name: "Ani" };
    const book = async (time: string, numberOfPeople: number) => {
      const booked = await cashier.mutate("staff.bookings.add", { ...wish, time, numberOfPeople });
      return (dataOf(booked) as { id: number }).id;
    };
    await book("19:59", 8);
    return { store, book };
  }
  const send = async (path: string, body: object) => (await shop.call(path, body)).slice(0, 2);

  it("are full for a guest in the body of bookings/add", async () => {
    const { store } = await openFull();
    const guest = { user: "ani@example.com", date: "2099-11-21", time: "19:30", phone: "5551234" };
    const add = (people: number) =>
      send("/api/bookings/add", { ...guest, store: store.id, number_of_people: people });
    const detail = expect.any(String);
    expect(await add(3)).toEqual([
      400,
      { detail, validation_errors: { time: "19:30 is full for 3 people" } },
    ]);
    expect(await add(2)).toMatchObject([200, { booking: { status: "Requested" } }]);
  });

  it("are full for a change, unless it ignores this, which the change says", async () => {
    const { book } = await openFull();
    const id = await book("12:00", 3);
    const body = { id, revision: 2, time: "19:30" };
    expect(await send("/api/v2/bookings/change", body)).toEqual([400, full(3)]);
    const anyway = { ...body, ignore_capacity: "true" };
    expect(await send("/api/v2/bookings/change", anyway)).toMatchObject([
      200,
      { booking: { time: "19:30:00", revision: 3 } },
    ]);
    const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
    expect(details).toMatchObject({ changes: [{ over_capacity: false }, { over_capacity: true }] });
  });

  it("are full for an undo, unless it ignores this", async () => {
    const { book } = await openFull();
    const id = await book("19:30", 2);
    await send("/api/v2/bookings/cancel", { id, revision: 2 });
    await book("19:45", 1);
    const body = { id, revision: 3 };
    expect(await send("/api/v2/bookings/undo", body)).toEqual([400, full(2)]);
    const undone = await shop.callTrpc("bookings.undo", { ...body, ignore_capacity: true });
    expect(undone).toMatchObject([200, { booking: { status: "Confirmed", revision: 4 } }]);
  });

  it("are set by managers, and staff may go beyond them", async () => {
    const manager = await deskIn(house).at(shop.merchant, "manager");
    const { id } = await house.given.store(shop.merchant);
    const save = (slots: object) =>
      manager.mutate("staff.settings.stores.saveSlots", { id, ...slots });
    for (const wrong of [{ slotMinutes: 20 }, { coversPerSlot: 0 }, { coversPerSlot: 10_001 }])
      expect((await save(wrong))[0]).toBe(400);
    expect((await save({ slotMinutes: 60, coversPerSlot: 4 }))[0]).toBe(200);
    const cashier = await deskIn(house).at(shop.merchant, "cashier");
    expect((await cashier.mutate("staff.settings.stores.saveSlots", { id }))[0]).toBe(403);
    const booking = {
      ...{ storeId: id, date: "2099-11-21", time: "19:30", name: "Ani", phone: "5551234" },
      numberOfPeople: 5,
    };
    const add = (more: object) => cashier.mutate("staff.bookings.add", { ...booking, ...more });
    expect(refusedBy(await add({}))).toBe("booking_slot_full");
    expect(dataOf(await add({ ignoreCapacity: true }))).toMatchObject({ status: "Confirmed" });
  });
});
