import { createStampbookClient } from "@stampbook/client";
import type { Scope } from "@stampbook/core/context";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import { openShop, type Shop } from "../shop.ts";

const forbidden = {
  code: "permission_denied",
  message: "You do not have permission to perform this action.",
};
const failing = (failure: object) =>
  expect.objectContaining({
    data: expect.objectContaining({ failure: expect.objectContaining(failure) }),
  });

contract("bookings by a token with their scope", (house) => {
  let url = "";
  let shop: Shop;
  beforeAll(async () => {
    url = await house.url();
  });
  beforeEach(async () => {
    shop = await openShop(house);
  });

  const callerWith = async (scopes: Scope[], stores?: number[]) => {
    const token = await house.tokenOf(shop.merchant, { scopes, ...(stores && { stores }) });
    return createStampbookClient({ url, token }).staff.bookings;
  };
  const book = async (storeId = shop.store.id, date = "2099-11-21") => {
    const wish = { user: "M 001", date, time: "19:30", phone: "110", number_of_people: 2 };
    const [status, body] = await house.post("/api/bookings/add", { ...wish, store: storeId });
    expect(status).toBe(200);
    return { id: (body as { booking: { id: number } }).booking.id, revision: 0 };
  };

  it.each<[Scope]>([["bookings"], ["*"]])("are read and decided with %s", async (scope) => {
    const bookings = await callerWith([scope]);
    const customer = await house.given.customer(shop.merchant);
    const [first, second] = [await book(), await book()];
    const { items } = await bookings.list.query({ storeId: shop.store.id });
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [first.id, "Requested"],
      [second.id, "Requested"],
    ]);
    let { revision } = await bookings.get.query({ id: first.id });
    for (const [step, status] of [
      ["confirm", "Confirmed"],
      ["seat", "Seated"],
      ["complete", "Completed"],
    ] as const) {
      const done = await bookings[step].mutate({ id: first.id, revision });
      expect(done).toMatchObject({ status, decidedBy: { kind: "token" } });
      revision = done.revision;
    }
    const matched = await bookings.match.mutate({ id: first.id, revision, user: customer.email });
    expect(matched.customer).toMatchObject({ id: customer.id });
    const seen = await bookings.get.query({ id: second.id });
    const canceled = { id: second.id, revision: seen.revision };
    expect(await bookings.cancel.mutate(canceled)).toMatchObject({ status: "Canceled" });
    expect(await bookings.cancel.mutate(canceled)).toMatchObject({ status: "Canceled" });
    await expect(bookings.confirm.mutate(canceled)).rejects.toEqual(
      failing({ code: "stale_revision", field: "revision" }),
    );
    await expect(bookings.markNoShow.mutate(await book())).rejects.toThrow();
  });

  it("stand on the record by the token", async () => {
    const bookings = await callerWith(["bookings"]);
    const { id } = await book();
    const { revision } = await bookings.get.query({ id });
    await bookings.confirm.mutate({ id, revision });
    const entries = await house.core.db.query.auditEntries.findMany({
      where: (row, { eq }) => eq(row.merchantId, shop.merchant.id),
    });
    expect(entries).toMatchObject([
      {
        action: "bookings.confirm",
        subject: `booking ${id}`,
        actor: expect.stringMatching(/^token:\d+$/),
      },
    ]);
  });

  describe("are closed", () => {
    it("to tokens without it", async () => {
      const bookings = await callerWith(["redemptions", "vouchers", "pin", "password", "otp"]);
      const decision = await book();
      const { id } = decision;
      for (const call of [
        () => bookings.list.query({}),
        () => bookings.get.query({ id }),
        () => bookings.confirm.mutate(decision),
        () => bookings.seat.mutate(decision),
        () => bookings.complete.mutate(decision),
        () => bookings.cancel.mutate(decision),
        () => bookings.markNoShow.mutate(decision),
        () => bookings.match.mutate({ ...decision, user: 1 }),
      ])
        await expect(call()).rejects.toEqual(failing(forbidden));
    });

    it("outside of the token's stores", async () => {
      const other = await house.given.store(shop.merchant);
      const bookings = await callerWith(["bookings"], [shop.store.id]);
      const [here, there] = [await book(), await book(other.id)];
      expect((await bookings.list.query({})).items.map(({ id }) => id)).toEqual([here.id]);
      for (const call of [
        () => bookings.list.query({ storeId: other.id }),
        () => bookings.get.query({ id: there.id }),
        () => bookings.confirm.mutate(there),
      ])
        await expect(call()).rejects.toEqual(failing(forbidden));
    });

    it("to another merchant's, which nobody has", async () => {
      const { id } = await book();
      shop = await openShop(house);
      const bookings = await callerWith(["*"]);
      for (const call of [
        () => bookings.get.query({ id }),
        () => bookings.confirm.mutate({ id, revision: 0 }),
      ])
        await expect(call()).rejects.toEqual(failing({ code: "booking_not_found" }));
      expect((await bookings.list.query({})).items).toEqual([]);
    });

    it("for what else is staff's", async () => {
      const token = await house.tokenOf(shop.merchant, { scopes: ["*"] });
      const { staff } = createStampbookClient({ url, token });
      for (const call of [
        () => staff.bookings.csv.query({}),
        () => staff.customers.search.query({}),
      ])
        await expect(call()).rejects.toEqual(failing({ message: "This is for staff alone." }));
    });
  });
});
