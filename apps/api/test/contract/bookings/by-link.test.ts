import { tokenOf } from "@stampbook/core/bookings";
import { createHarness } from "@stampbook/core/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { contract, contractInProcess } from "../../contract.ts";
import type { AnyHouse } from "../../harness.ts";
import { refusal, withoutScope } from "../../shop.ts";
import { isReplay, openTables, unknown } from "./table.ts";

const SHOW = "/api/bookings/by-link";
const CANCEL = "/api/bookings/cancel-by-link";
const TOO_LATE = "It can no longer be canceled here. Please call +62 21 555 0100.";

let lastAddress = 0;
const newAddress = () => `10.7.${++lastAddress >> 8}.${lastAddress & 255}`;

/** A shop, and functions that book as a guest and use links. */
async function openGuests(house: AnyHouse, settings: Parameters<typeof openTables>[1] = {}) {
  const shop = await openTables(house, settings);
  const { merchant, store } = shop;
  await house.core.db.execute(`update stores set display_name = 'Kopi Kemang',
    address = 'Jl Kemang Raya 1', phone = '+62 21 555 0100' where id = ${store.id}`);
  const call = async (path: string, token: unknown, from = newAddress()) =>
    (await house.send({
      ...{ method: "POST", path, from, payload: JSON.stringify({ token }) },
      headers: { "content-type": "application/json" },
    })) as [number, unknown, Record<string, string>];
  const callTrpc = async (name: string, token: unknown) => {
    const [status, answer] = await call(`/trpc/bookings.${name}`, token);
    const { result, error } = answer as {
      result?: { data: unknown };
      error?: { data: { failure: unknown } };
    };
    return [status, result?.data ?? error?.data.failure];
  };
  const tokenFor = (id: number, ends = 4_000_000_000) =>
    tokenOf(house.core, { merchantId: merchant.id, bookingId: id, ends });
  const shown = (id: number, changes: object = {}) => ({
    booking: {
      id,
      date: "2099-11-21",
      time: "19:30:00",
      number_of_people: 4,
      status: "Requested",
      can_cancel: true,
      cancel_until: "2099-11-21T12:30:00Z",
      store: {
        name: "Kopi Kemang",
        address: "Jl Kemang Raya 1",
        phone: "+62 21 555 0100",
        timezone: "Asia/Jakarta",
      },
      merchant: { name: merchant.name, language: "id" },
      ...changes,
    },
  });
  const set = (column: "booking_links" | "booking_cancel_minutes", value: boolean | number) =>
    house.core.db.execute(`update merchants set ${column} = ${value} where id = ${merchant.id}`);
  return { ...shop, request: call, requestTrpc: callTrpc, tokenFor, seen: shown, set };
}

const canceled = { status: "Canceled", can_cancel: false };

contract("a guest's link (B12, B13)", (house) => {
  let shop: Awaited<ReturnType<typeof openGuests>>;
  beforeAll(async () => {
    shop = await openGuests(house);
  });

  describe("of bookings/add", () => {
    const add = async (
      changes: object = {},
      headers: Record<string, string> = {},
      from?: string,
    ) => {
      const wish = { user: "guest@example.com", store: shop.store.id, phone: "5551234" };
      const when = { date: "2099-11-21", time: "19:30", number_of_people: 4 };
      const [status, answer] = await house.send({
        ...{ method: "POST", path: "/api/bookings/add", from: from ?? newAddress() },
        headers: { "content-type": "application/json", ...headers },
        payload: JSON.stringify({ ...wish, ...when, ...changes }),
      });
      expect(status).toBe(200);
      return (answer as { booking: { id: number; link: string | null } }).booking;
    };

    it("opens the booking, over REST and tRPC", async () => {
      const { id, link } = await add();
      const [page, token] = String(link).split("#");
      expect(page).toBe("http://127.0.0.1:3000/booking");
      expect((await shop.request(SHOW, token)).slice(0, 2)).toEqual([200, shop.seen(id)]);
      expect(await shop.requestTrpc("byLink", token)).toEqual([200, shop.seen(id)]);
    });

    it("ends a day after the booking's time, and is the same for a retry", async () => {
      const key = { "idempotency-key": "one" };
      const from = newAddress();
      const { id, link } = await add({}, key, from);
      const ends = Date.parse("2099-11-22T12:30:00Z") / 1000;
      expect(link).toBe(`http://127.0.0.1:3000/booking#${shop.tokenFor(id, ends)}`);
      expect((await add({}, key, from)).link).toBe(link);
    });

    it("is null where the merchant has none", async () => {
      await shop.set("booking_links", false);
      try {
        expect((await add()).link).toBeNull();
      } finally {
        await shop.set("booking_links", true);
      }
    });
  });

  describe("cancels", () => {
    it.each(["Requested", "Confirmed"])(
      "a %s booking, and answers a second call the same",
      async (status) => {
        const id = await shop.book();
        const revision = status === "Confirmed" ? 2 : 1;
        if (revision === 2) await shop.call("/api/v2/bookings/confirm", { id, revision: 1 });
        const token = shop.tokenFor(id);
        const first = await shop.request(CANCEL, token);
        expect(first.slice(0, 2)).toEqual([200, shop.seen(id, canceled)]);
        expect(isReplay(first)).toBe(false);
        const second = await shop.request(CANCEL, token);
        expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
        expect(isReplay(second)).toBe(true);
        expect((await shop.request(SHOW, token))[1]).toEqual(shop.seen(id, canceled));
        const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
        const guest = { kind: "guest", id: "guest", name: null };
        expect(details).toEqual({
          booking: shop.shown(id, {
            ...{ status: "Canceled", revision: revision + 1, next: [] },
            ...{ decided: expect.any(Number), decided_by: guest },
          }),
          changes: expect.arrayContaining([
            {
              ...{ revision: revision + 1, status_before: status, status: "Canceled", fields: {} },
              ...{ by: guest, created: expect.any(Number), over_capacity: false },
            },
          ]),
        });
      },
    );

    it("over tRPC, and staff and tills cannot undo it", async () => {
      const id = await shop.book();
      expect(await shop.requestTrpc("cancelByLink", shop.tokenFor(id))).toEqual([
        200,
        shop.seen(id, canceled),
      ]);
      const undone = await shop.call("/api/v2/bookings/undo", { id, revision: 2 });
      expect(undone.slice(0, 2)).toMatchObject([400, { error_code: "nothing_to_undo" }]);
    });

    it("nothing that the store has canceled: it answers the booking", async () => {
      const id = await shop.book();
      await shop.call("/api/v2/bookings/cancel", { id, revision: 1 });
      const answer = await shop.request(CANCEL, shop.tokenFor(id));
      expect(answer.slice(0, 2)).toEqual([200, shop.seen(id, canceled)]);
      const [, details] = await shop.call("/api/v2/bookings/details", { booking_id: id });
      expect(details).toMatchObject({ booking: { decided_by: { kind: "token" } } });
    });

    it("no booking that is too late, and names the store's phone", async () => {
      const late = [400, refusal("booking_too_late", "token", TOO_LATE)];
      const seated = await shop.book();
      await shop.call("/api/v2/bookings/seat", { id: seated, revision: 1 });
      const past = await shop.book({ date: "2026-01-10" });
      for (const id of [seated, past]) {
        const token = shop.tokenFor(id);
        expect((await shop.request(CANCEL, token)).slice(0, 2)).toEqual(late);
        expect((await shop.request(SHOW, token))[1]).toMatchObject({
          booking: { can_cancel: false },
        });
        expect(await shop.requestTrpc("cancelByLink", token)).toEqual([
          400,
          expect.objectContaining({ code: "booking_too_late", field: "token", message: TOO_LATE }),
        ]);
      }
    });
  });

  describe("is refused", () => {
    it("without a token, and with one that is too long", async () => {
      const missing = "This field is required.";
      for (const path of [SHOW, CANCEL]) {
        const none = (await shop.request(path, null)).slice(0, 2);
        expect(none).toEqual([400, refusal("required", "token", missing)]);
        const long = (await shop.request(path, "x".repeat(256))).slice(0, 2);
        expect(long).toMatchObject([400, { error_code: "max_length" }]);
      }
    });

    it("T64: forged, ended, of another merchant, of nobody, and anonymized: all the same", async () => {
      const id = await shop.book();
      const erased = await shop.book({ claim: "", phone: "" });
      const other = await openGuests(house);
      const right = shop.tokenFor(id);
      const forged = createHarness(house.core.db).deps;
      const wrong = [
        "nothing",
        right.slice(0, -1),
        right.replace(/^v1/, "v2"),
        right.replace(/.{22}$/, "A".repeat(22)),
        right.replace(/^(v1\.\w+)\.\w+/, `$1.${(id + 1).toString(36)}`),
        tokenOf(forged, { merchantId: shop.merchant.id, bookingId: id, ends: 4_000_000_000 }),
        shop.tokenFor(id, Math.floor(Date.now() / 1000) - 1),
        shop.tokenFor(999_999_999),
        other.tokenFor(id),
        shop.tokenFor(erased),
      ];
      const before = await shop.call("/api/v2/bookings/details", { booking_id: id });
      for (const path of [SHOW, CANCEL])
        for (const token of wrong)
          expect([token, ...(await shop.request(path, token)).slice(0, 2)]).toEqual([
            ...[token, 404, unknown],
          ]);
      expect(await shop.requestTrpc("byLink", wrong[0])).toEqual([
        404,
        expect.objectContaining({ code: "booking_not_found" }),
      ]);
      const after = await shop.call("/api/v2/bookings/details", { booking_id: id });
      expect(after[1]).toEqual(before[1]);
      expect((await shop.request(SHOW, right))[0]).toBe(200);
    });

    it("where the merchant has switched links off", async () => {
      const id = await shop.book();
      await shop.set("booking_links", false);
      try {
        for (const path of [SHOW, CANCEL])
          expect((await shop.request(path, shop.tokenFor(id))).slice(0, 2)).toEqual([404, unknown]);
      } finally {
        await shop.set("booking_links", true);
      }
    });

    it("T64: above 60 calls a minute from an address, for both paths together", async () => {
      const token = shop.tokenFor(await shop.book());
      const from = newAddress();
      const statuses = await Promise.all(
        Array.from(
          { length: 61 },
          async (_, n) => (await shop.request(n % 2 ? SHOW : CANCEL, token, from))[0],
        ),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
      const [status, body, headers] = await shop.request(SHOW, token, from);
      expect([status, body]).toEqual([
        429,
        { detail: expect.stringMatching(/^Too many requests/) },
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    });
  });

  it("ends in time before the booking, by the merchant's setting", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000 + 7 * 3_600_000).toISOString();
    const id = await shop.book({ date: tomorrow.slice(0, 10), time: tomorrow.slice(11, 16) });
    const token = shop.tokenFor(id);
    await shop.set("booking_cancel_minutes", 1_441);
    try {
      expect((await shop.request(CANCEL, token))[0]).toBe(400);
      await shop.set("booking_cancel_minutes", 1_430);
      expect((await shop.request(CANCEL, token))[0]).toBe(200);
    } finally {
      await shop.set("booking_cancel_minutes", 0);
    }
  });

  it("an older link opens a booking that has moved", async () => {
    const id = await shop.book();
    const token = shop.tokenFor(id);
    await shop.call("/api/v2/bookings/change", { id, revision: 1, time: "20:00" });
    const moved = { time: "20:00:00", cancel_until: "2099-11-21T13:00:00Z" };
    expect((await shop.request(SHOW, token))[1]).toEqual(shop.seen(id, moved));
  });

  it("is for the guest alone: a token changes nothing, and its scope does not matter", async () => {
    const id = await shop.book();
    const bearer = await shop.otherTill(["otp"]);
    const payload = { token: shop.tokenFor(id) };
    expect((await shop.call(SHOW, payload, { token: bearer }))[1]).toEqual(shop.seen(id));
    const listed = await shop.call(
      "/api/v2/bookings/details",
      { booking_id: id },
      { token: bearer },
    );
    expect(listed.slice(0, 2)).toEqual([403, withoutScope("bookings")]);
  });
});

contractInProcess("the log", (house) => {
  it("has no token of a link, whatever becomes of the call", async () => {
    const shop = await openGuests(house);
    const token = shop.tokenFor(await shop.book());
    const ended = shop.tokenFor(await shop.book(), 1);
    for (const path of [SHOW, CANCEL, "/trpc/bookings.byLink", "/trpc/bookings.cancelByLink"])
      for (const each of [token, ended, `${token}x`]) await shop.request(path, each);
    expect(house.log.length).toBeGreaterThan(0);
    const [, , , , mac = "-"] = token.split(".");
    expect(house.log.filter((line) => line.includes(mac))).toEqual([]);
    expect(house.log.filter((line) => line.includes(ended.slice(-22)))).toEqual([]);
  });
});
