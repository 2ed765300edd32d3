import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { contract, contractInProcess } from "../contract.ts";
import type { AnyHouse, House } from "../harness.ts";

const ADD = "/api/bookings/add";
const TRPC = "/trpc/bookings.add";
const JSON_TYPE = { "content-type": "application/json" };

let lastAddress = 0;
/** A client's address from which no call has come yet. */
const newAddress = () => `10.1.${++lastAddress >> 8}.${lastAddress & 255}`;

type Sent = {
  readonly from?: string;
  readonly path?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes a store. Returns functions that send bookings for it, by default each call from a new address. */
async function openStore(
  house: AnyHouse,
  row: Parameters<House["given"]["store"]>[1] = {},
  settings: Parameters<House["given"]["merchant"]>[0] = {},
) {
  const merchant = await house.given.merchant(settings);
  const store = await house.given.store(merchant, { name: "Kemang", ...row });
  const fitting = {
    user: "guest@example.com",
    store: store.id,
    date: "2099-11-21",
    time: "19:30",
    phone: "5551234",
    number_of_people: 4,
  };
  const send = (payload: string, { path = ADD, from = newAddress(), headers, token }: Sent = {}) =>
    house.send({
      method: "POST",
      path,
      from,
      headers: { ...JSON_TYPE, ...headers },
      payload,
      ...(token === undefined ? {} : { token }),
    });
  const add = (changes: object = {}, sent?: Sent) =>
    send(JSON.stringify({ ...fitting, ...changes }), sent);
  return { merchant, store, fitting, send, add };
}
type Store = Awaited<ReturnType<typeof openStore>>;

/** The complete body of a refusal of this operation. */
const refused = (field: string, message: string) => ({
  detail: `${field}: ${message}`,
  validation_errors: { [field]: message },
});

contract("bookings/add", (house) => {
  let at: Store;
  beforeEach(async () => {
    at = await openStore(house, { largestParty: 20 });
  });

  describe("answers", () => {
    it("the booking, whole and nothing else", async () => {
      const [status, body] = await at.add({ notes: "By the window", phone: " (021) 555-1234" });
      expect(status).toBe(200);
      expect(body).toEqual({
        booking: {
          id: expect.any(Number),
          store: at.store.id,
          date: "2099-11-21",
          time: "19:30:00",
          phone: " (021) 555-1234",
          number_of_people: 4,
          status: "Requested",
          link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/booking#v1\./),
        },
      });
    });

    it("the same over tRPC", async () => {
      const [, body] = await at.add();
      const [status, answer] = await at.add({}, { path: TRPC });
      const its = { id: expect.any(Number), link: expect.any(String) };
      const { booking } = body as { booking: object };
      expect([status, answer]).toEqual([
        200,
        { result: { data: { booking: { ...booking, ...its } } } },
      ]);
    });

    it("with any token, and with a wrong one", async () => {
      const other = await house.given.merchant();
      const tokens = [await house.tokenOf(other, { scopes: ["otp"] }), "wrong", ""];
      for (const token of tokens) expect((await at.add({}, { token }))[0]).toBe(200);
      const fromOtherPhone = { phone: "5554321" };
      for (const authorization of ["Basic x", "Token", "Bearer  ", "Token a b"])
        expect((await at.add(fromOtherPhone, { headers: { authorization } }))[0]).toBe(200);
    });

    it("a member as a guest: nothing tells them apart", async () => {
      const customer = await house.given.customer(at.merchant);
      const shown = async (user: unknown) => {
        const [status, body, headers] = await at.add({ user });
        const { booking } = body as { booking: Record<string, unknown> };
        const { "x-request-id": _, date: __, ...rest } = headers;
        // apart from the id, and the link that has it too, the bodies must be equally long
        const { "content-length": length, ...same } = rest;
        const spare = Number(length) - `${booking.id}${booking.link}`.length;
        return { status, headers: same, spare, booking: { ...booking, id: 0, link: "" } };
      };
      const guest = await shown("stranger@example.com");
      for (const user of [customer.email, customer.memberId, "M-unknown", 424242])
        expect(await shown(user)).toEqual(guest);
    });

    it.each([
      ["numbers as strings", { store: "id", number_of_people: "4" }],
      ["a Member ID as a number", { user: 70077 }],
      ["keys that nobody knows", { unknown: 1, status: "Confirmed", customer_id: 1 }],
      ["null for what may be left out", { notes: null }],
      ["an international number", { phone: "+62 812 3456 7890" }],
      ["a short one", { phone: "110" }],
      ["a Member ID with a blank", { user: "M 001" }],
      ["a Member ID of signs alone", { user: "---" }],
      ["notes of 500 characters that are two units each", { notes: "😀".repeat(500) }],
      ["the largest party", { number_of_people: 20 }],
    ])("%s", async (_, changes) => {
      const store = "store" in changes ? { store: String(at.store.id) } : {};
      const [status, body] = await at.add({ ...changes, ...store });
      expect([status, body]).toMatchObject([200, { booking: { status: "Requested" } }]);
    });

    it("two equal bookings as two", async () => {
      const [, one] = await at.add();
      const [, two] = await at.add();
      expect(one).not.toEqual(two);
    });
  });

  describe("wrong input", () => {
    const missing = "This field is required.";
    const day = "A date YYYY-MM-DD is expected.";
    const time = "A time HH:MM is expected, from 00:00 to 23:59.";
    const phone = "A phone number is expected: 3 to 15 digits, as 5551234 or +62 812 3456.";
    const who = "An email address or a Member ID is expected.";
    const people = "A whole number from 1 to 10000 is expected.";

    it.each(["user", "store", "date", "time", "phone", "number_of_people"])(
      "without %s",
      async (field) => {
        for (const absent of [undefined, null, ""]) {
          const [status, body] = await at.add({ [field]: absent });
          expect([status, body]).toEqual([400, refused(field, missing)]);
        }
      },
    );

    it("all of it at once, in the order of the table", async () => {
      const wrong = { user: "a@", date: "x", time: "x", phone: "x", number_of_people: 0 };
      const [status, body] = await at.add({ ...wrong, notes: "x".repeat(501) });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toBe(
        JSON.stringify({
          detail: `user: ${who}`,
          validation_errors: {
            user: who,
            date: day,
            time,
            phone,
            number_of_people: people,
            notes: "At most 500 characters are allowed.",
          },
        }),
      );
    });

    it.each<[string, unknown, string]>([
      ["user", "ani@", who],
      ["user", "@ani", who],
      ["notes", "😀".repeat(501), "At most 500 characters are allowed."],
      ["user", true, "A string or a whole number above zero is expected."],
      ["store", "K1", "A whole number above zero is expected."],
      ["store", -1, "A whole number above zero is expected."],
      ["date", "21-11-2099", day],
      ["date", "2099-02-29", day],
      ["date", 20991121, day],
      ["time", "25:00", time],
      ["time", "7pm", time],
      ["time", 1930, time],
      ["phone", "call me", phone],
      ["phone", "12", phone],
      ["phone", 5551234, phone],
      ["phone", "1".repeat(256), "At most 255 characters are allowed."],
      ["number_of_people", 0, people],
      ["number_of_people", -1, people],
      ["number_of_people", 1.5, people],
      ["number_of_people", "many", people],
      ["notes", 1, "A string is expected."],
      ["notes", "a\0b", "NUL characters and halves of surrogate pairs are not allowed."],
    ])("%s: %j", async (field, value, message) => {
      const [status, body] = await at.add({ [field]: value });
      expect([status, body]).toEqual([400, refused(field, message)]);
      const [trpcStatus, answer] = await at.add({ [field]: value }, { path: TRPC });
      expect(trpcStatus).toBe(400);
      expect(answer).toMatchObject({ error: { data: { failure: { field, message } } } });
    });

    it.each([
      ["broken", '{"user":'],
      ["a list", "[]"],
      ["null", "null"],
    ])("that is no object but %s", async (_, payload) => {
      const [status, body] = await at.send(payload);
      expect([status, body]).toEqual([400, refused("body", "A JSON object is expected.")]);
    });

    it("of another content type, or too much of it", async () => {
      const [status, body] = await at.add({}, { headers: { "content-type": "text/plain" } });
      expect([status, Object.keys(body as object)]).toEqual([415, ["detail"]]);
      const [tooLarge, told] = await at.add({ pad: "x".repeat(1024 * 1024) });
      expect([tooLarge, Object.keys(told as object)]).toEqual([413, ["detail"]]);
    });
  });

  it("whatever is sent is answered, with no fault of ours, and kept as it was said", async () => {
    const fields = Object.keys({ ...at.fitting, notes: null });
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: "binary" }),
      fc.constantFrom("\0", "\ud800", "😀", "' or 1=1 --", "٤", "1e3", 1e300, -0, "9".repeat(300)),
      fc.constantFrom("0000-01-01", "-infinity", "9999-12-31", "23:59", "(+62) 812", "a@b", 7),
    );
    const changes = fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 3 });
    let stores = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        // a new merchant after five calls, because a merchant limits the bookings for one phone to five
        if (++stores % 5 === 0) at = await openStore(house);
        const sent: Record<string, unknown> = { ...at.fitting, ...changed };
        const [status, body] = await at.add(changed);
        expect([200, 400]).toContain(status);
        if (status === 400) {
          expect(Object.keys(body as object)).toEqual(["detail", "validation_errors"]);
          return;
        }
        const { booking } = body as { booking: Record<string, unknown> };
        expect(booking).toMatchObject({
          date: sent.date,
          time: `${sent.time}:00`,
          phone: sent.phone,
          number_of_people: Number(sent.number_of_people),
        });
      }),
      { numRuns: 200 },
    );
  });

  describe("what the store does not take", () => {
    it("as nobody has it, whatever the merchant of the token", async () => {
      const token = await house.tokenOf(at.merchant);
      const [status, body] = await at.add({ store: 999_999_999 }, { token });
      expect([status, body]).toEqual([400, refused("store", "Store not found")]);
    });

    it("as it is not active", async () => {
      const { add } = await openStore(house, { isActive: false });
      const [status, body] = await add();
      expect([status, body]).toEqual([400, refused("store", "Store Kemang is not active")]);
    });

    it("as it is past, in the store's zone", async () => {
      const [status, body] = await at.add({ date: "2020-01-01" });
      expect(status).toBe(400);
      expect(body).toEqual({
        detail: expect.stringMatching(/^date: This is in the past: at Kemang it is 20\d\d-/),
        validation_errors: { date: expect.stringMatching(/^This is in the past/) },
      });
    });

    it("as they are too many", async () => {
      const [status, body] = await at.add({ number_of_people: 21 });
      const message = "Kemang seats at most 20 people together";
      expect([status, body]).toEqual([400, refused("number_of_people", message)]);
    });

    it("as it is closed then", async () => {
      const openingHours = { "6": [{ from: "11:00", to: "14:30" }] };
      const { add } = await openStore(house, { openingHours });
      const message = "Kemang is open from 11:00 to 14:30 on Saturdays";
      expect((await add()).slice(0, 2)).toEqual([400, refused("time", message)]);
      const [status, body] = await add({ date: "2099-11-22" });
      expect([status, body]).toEqual([400, refused("date", "Kemang is closed on Sundays")]);
      expect((await add({ time: "14:29" }))[0]).toBe(200);
    });
  });

  describe("with an Idempotency-Key", () => {
    /** All calls come from one address, because a guest's idempotency key belongs to the address. */
    const keyed = (key: string) => ({ headers: { "idempotency-key": key }, from: "10.2.0.1" });

    it("a retry is answered byte for byte as the first", async () => {
      const [, first, headers] = await at.add({}, keyed("k1"));
      const again = await at.add({ number_of_people: "4" }, keyed("k1"));
      expect(again.slice(0, 2)).toEqual([200, first]);
      expect(headers["idempotency-replayed"]).toBeUndefined();
      expect(again[2]["idempotency-replayed"]).toBe("true");
      expect(again[2]["content-length"]).toBe(headers["content-length"]);
      const [, other] = await at.add({}, { ...keyed("k1"), path: TRPC });
      expect(other).toEqual({ result: { data: first } });
    });

    it("another request is answered 422", async () => {
      await at.add({}, keyed("k2"));
      const [status, body] = await at.add({ number_of_people: 5 }, keyed("k2"));
      const message = "This key was used with another request.";
      expect([status, body]).toEqual([422, refused("idempotency_key", message)]);
    });

    it("that is none is refused", async () => {
      const [status, body] = await at.add({}, keyed("x".repeat(256)));
      const message = "1 to 255 printable ASCII characters are expected.";
      expect([status, body]).toEqual([400, refused("idempotency_key", message)]);
    });
  });
});

contract("the limits of bookings/add", (house) => {
  let at: Store;
  beforeEach(async () => {
    at = await openStore(house);
  });

  describe("the limit of an address", () => {
    const tooMany = {
      detail: expect.stringMatching(/^Too many requests, try again in \d+ second/),
    };

    it("is 30 calls a minute, whatever they are, whatever they say of themselves", async () => {
      const from = newAddress();
      const calls = [
        () => at.send("{", { from }),
        () => at.send("{}", { from, headers: { "content-type": "text/plain" } }),
        () => at.add({ store: 999_999_999 }, { from }),
        () => at.add({ phone: "x" }, { from, path: TRPC }),
        () => at.add({ store: "x" }, { from, headers: { "x-forwarded-for": newAddress() } }),
      ];
      for (let round = 0; round < 6; round++)
        for (const call of calls) expect([400, 415]).toContain((await call())[0]);
      for (const call of [...calls, () => at.add({}, { from })]) {
        const [status, , headers] = await call();
        expect(status).toBe(429);
        expect(headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
      }
      expect((await at.add({}, { from }))[1]).toEqual(tooMany);
      const [, body] = await at.add({}, { from, path: TRPC });
      const failure = { code: "too_many_attempts", field: null, message: tooMany.detail };
      expect(body).toMatchObject({ error: { data: { failure } } });
      expect((await at.add())[0]).toBe(200);
    });
  });

  describe("the limit of a store", () => {
    let lastPhone = 5_550_000;
    const phone = () => String(++lastPhone);

    it("is 60 bookings a minute, from wherever", async () => {
      const busy = await openStore(house);
      for (let calls = 0; calls < 60; calls++)
        expect((await busy.add({ phone: phone() }))[0]).toBe(200);
      for (const path of [ADD, TRPC]) {
        const [status, , headers] = await busy.add({ phone: phone() }, { path });
        expect(status).toBe(429);
        expect(headers["retry-after"]).toMatch(/^([1-9]|[1-5]\d|60)$/);
      }
      expect((await at.add())[0]).toBe(200);
    });

    it("M3 (T17): is not spent by 70 invalid ones: an honest guest is not shut out", async () => {
      const busy = await openStore(house, { largestParty: 6 });
      const wrong = [{ phone: "x" }, { number_of_people: 7 }, { date: "2020-01-01" }, { user: "" }];
      for (let calls = 0; calls < 70; calls++)
        expect((await busy.add(wrong[calls % wrong.length]))[0]).toBe(400);
      expect((await busy.add({ phone: phone() }))[0]).toBe(200);
    });

    it("is not touched by a retry with its key", async () => {
      const busy = await openStore(house);
      const sent = { headers: { "idempotency-key": "again" }, from: newAddress() };
      for (let calls = 0; calls < 8; calls++) expect((await busy.add({}, sent))[0]).toBe(200);
    });
  });

  describe("the limit of an address", () => {
    it("S13 (T17): is 5 accepted bookings an hour at a store, and an honest guest is not shut out", async () => {
      const busy = await openStore(house);
      let phone = 5_660_000;
      const statuses = async (from: string, calls: number) => {
        const all = [];
        for (let call = 0; call < calls; call++)
          all.push((await busy.add({ phone: String(++phone) }, { from }))[0]);
        return all;
      };
      const [one, other] = [newAddress(), newAddress()];
      for (const from of [one, other])
        expect(await statuses(from, 29)).toEqual([...Array(5).fill(200), ...Array(24).fill(429)]);
      // a subnet of IPv6 is one address
      expect(await statuses("2001:db8:1:2::1", 5)).toEqual(Array(5).fill(200));
      expect(await statuses("2001:db8:1:2::ffff", 1)).toEqual([429]);
      expect(await statuses(newAddress(), 1)).toEqual([200]);
      const elsewhere = await house.given.store(busy.merchant);
      const [status] = await busy.add({ store: elsewhere.id, phone: "5551111" }, { from: one });
      expect(status).toBe(200);
    });
  });

  describe("the limit of a phone", () => {
    it("S13 (T17): is 5 bookings an hour from one address at a merchant, however the number is spelled", async () => {
      const spelled = ["0812 3456 7890", "+62 812-3456-7890", "081234567890", "(0812) 34567890"];
      const from = newAddress();
      const second = await house.given.store(at.merchant);
      for (let calls = 0; calls < 5; calls++) {
        const phone = spelled[calls % spelled.length];
        // two stores, so that the address is not over its count at one
        const store = calls % 2 ? second.id : at.store.id;
        expect((await at.add({ phone, store }, { from }))[0]).toBe(200);
      }
      const [status, body, headers] = await at.add({ phone: spelled[0] }, { from });
      expect([status, body]).toEqual([
        429,
        { detail: expect.stringMatching(/^Too many requests/) },
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(3_000);
      expect((await at.add({ phone: "0812 3456 7891" }, { from }))[0]).toBe(200);
      // nobody keeps the number out for others
      expect((await at.add({ phone: spelled[0] }))[0]).toBe(200);
      const elsewhere = await openStore(house);
      expect((await elsewhere.add({ phone: spelled[0] }))[0]).toBe(200);
    });
  });
});

contractInProcess(
  "bookings/add behind a proxy that is trusted",
  (house) => {
    it("counts the address that the proxy tells", async () => {
      const { add } = await openStore(house);
      const from = "192.0.2.1";
      const as = (address: string) => ({ from, headers: { "x-forwarded-for": address } });
      for (let calls = 0; calls < 30; calls++)
        expect((await add({ phone: "x" }, as("203.0.113.1")))[0]).toBe(400);
      expect((await add({}, as("203.0.113.1")))[0]).toBe(429);
      // the part of the header that the client sent itself is ignored
      expect((await add({}, as("203.0.113.9, 203.0.113.1")))[0]).toBe(429);
      expect((await add({}, as("203.0.113.2")))[0]).toBe(200);
    });
  },
  { trustedProxies: ["192.0.2.1"] },
);
