import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, refusal, someMessage, withoutScope } from "../../shop.ts";
import { decidedByTill, isReplay, narrow, openTables, undoable, unknown } from "./table.ts";

const past = { date: "2026-01-10" };
const seated = { status: "Seated", revision: 2, recordedRevision: 0 } as const;
const decidedBefore = { decidedBy: "staff:nobody", decidedAt: "2026-01-01T00:00:00Z" };

/** Each operation: its path, procedure, new status, what may follow, and the booking that it decides. */
const decisions = [
  ["confirm", "confirm", "Confirmed", ["Seated", "Canceled", "No-show"], {}],
  ["seat", "seat", "Seated", ["Completed"], {}],
  ["complete", "complete", "Completed", [], { ...seated, ...decidedBefore }],
  ["cancel", "cancel", "Canceled", [], {}],
  ["no-show", "noShow", "No-show", ["Seated"], past],
] as const;

const changed = (status: string) => ({
  ...{ detail: expect.any(String), error_code: "stale_revision" },
  error_message: expect.any(String),
  errors: { revision: expect.stringMatching(new RegExp(`is ${status}$`)) },
});

contract("decisions about bookings (B5 to B9)", (house) => {
  let shop: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    shop = await openTables(house);
  });

  describe.each(decisions)("%s", (name, procedure, status, next, row) => {
    const path = `/api/v2/bookings/${name}`;
    const { revision = 1 } = row as { revision?: number };
    const shown = (id: number) =>
      shop.shown(id, {
        ...("date" in row ? row : {}),
        ...{ status, next: [...next], revision: revision + 1 },
        ...decidedByTill,
        ...(status === "Confirmed" ? {} : undoable),
      });

    it("answers the booking over REST and tRPC, and again without a key", async () => {
      const id = await shop.book(row);
      const first = await shop.call(path, { id, revision });
      expect(first.slice(0, 2)).toEqual([200, { booking: shown(id) }]);
      expect(isReplay(first)).toBe(false);
      const second = await shop.call(path, { id: String(id), revision: String(revision) });
      expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
      expect(isReplay(second)).toBe(true);
      const other = await shop.book(row);
      expect(await shop.callTrpc(`bookings.${procedure}`, { id: other, revision })).toEqual([
        200,
        { booking: shown(other) },
      ]);
    });

    it("refuses another revision with the booking as it is", async () => {
      const id = await shop.book(row);
      const till = await shop.otherTill(["bookings"]);
      await shop.call(path, { id, revision });
      const hidden = { ...shown(id), customer: { id: shop.customer.id, name: null } };
      const stale = (await shop.call(path, { id, revision }, { token: till })).slice(0, 2);
      expect(stale).toEqual([409, { ...changed(status), booking: hidden }]);
      const tooNew = (await shop.call(path, { id, revision: revision + 2 })).slice(0, 2);
      expect(tooNew).toEqual([409, { ...changed(status), booking: shown(id) }]);
      expect(await shop.callTrpc(`bookings.${procedure}`, { id, revision: revision + 2 })).toEqual([
        409,
        expect.objectContaining({ code: "stale_revision", current: { booking: shown(id) } }),
      ]);
    });

    it("refuses a status that does not follow, and changes nothing", async () => {
      const id = await shop.book({ ...row, status: "Canceled", revision: 2, ...decidedBefore });
      const answer = (await shop.call(path, { id, revision: 2 })).slice(0, 2);
      const words = `A booking that is Canceled cannot become ${status}`;
      expect(answer).toEqual([400, refusal("invalid", "status", words)]);
      const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
      expect(details).toMatchObject({ booking: { status: "Canceled", revision: 2 }, changes: [] });
    });

    it("refuses input, unknown ids, other stores and other scopes", async () => {
      const call = async (body: object, token?: string) =>
        (await shop.call(path, body, token === undefined ? {} : { token })).slice(0, 2);
      const missing = "This field is required.";
      expect(await call({})).toEqual([
        400,
        { ...refusal("required", "id", missing), errors: { id: missing, revision: missing } },
      ]);
      const id = await shop.book(row);
      expect(await call({ id, revision: 0 })).toEqual([
        400,
        refusal("invalid", "revision", someMessage),
      ]);
      expect(await call({ id: 999_999, revision })).toEqual([404, unknown]);
      const other = await house.given.store(shop.merchant);
      const limited = await shop.otherTill(["bookings"], [other.id]);
      expect(await call({ id, revision }, limited)).toEqual([403, notInStore(shop.store.id)]);
      const without = await shop.otherTill(["members"]);
      expect(await call({ id, revision }, without)).toEqual([403, withoutScope("bookings")]);
      const stranger = await openTables(house);
      expect(await call({ id, revision }, stranger.token)).toEqual([404, unknown]);
    });
  });

  it("a no-show is refused before the booking's time", async () => {
    const id = await shop.book();
    const answer = await shop.call("/api/v2/bookings/no-show", { id, revision: 1 });
    expect(answer.slice(0, 2)).toEqual([
      400,
      refusal("invalid", "status", "The booking's time has not come yet"),
    ]);
  });

  it("staff and tills share one rule: each is told of the other's decision", async () => {
    const id = await shop.book();
    await shop.call("/api/v2/bookings/confirm", { id, revision: 1 });
    const [status, failure] = await shop.callTrpc("staff.bookings.cancel", { id, revision: 1 });
    expect([status, failure]).toMatchObject([409, { code: "stale_revision" }]);
    expect(failure).not.toHaveProperty("current");
    const again = await house.post("/trpc/staff.bookings.confirm", { id, revision: 1 }, shop);
    expect(again.slice(0, 2)).toMatchObject([200, { result: { data: { revision: 2 } } }]);
    expect(isReplay(again)).toBe(true);
  });

  it("a decision is answered even if no more customers may be shown: without the name", async () => {
    const busy = await openTables(house, narrow);
    const id = await busy.book();
    await busy.exhaust(id);
    const [status, body] = await busy.call("/api/v2/bookings/confirm", { id, revision: 1 });
    const { customer } = (body as { booking: { customer: unknown } }).booking;
    expect([status, customer]).toEqual([200, { id: busy.customer.id, name: null }]);
  });
});
