import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite } from "../../shop.ts";

const ADD = "/api/stamps/add";
const ALIAS = "/api/memberships/add-stamps";
const JOURNALS = "/api/v2/expiration-journals";

contract("stamps/add (S1, S2)", (house) => {
  const shop = shopOfSuite(house);
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat("sv", { timeZone: shop.merchant.timezone }).format(
      Date.now() + days * 86_400_000,
    );
  const shown = (id: number, stamps: number) => ({ id, stamps, status: "Blue" });
  const award = (number_of_stamps: number) => ({ id: expect.any(Number), number_of_stamps });

  it("answers with customer and award, whole, each time anew", async () => {
    const { id, email, memberId } = await shop.customer();
    const body = { user: email, store: shop.store.code, number_of_stamps: "5", notes: "Sorry" };
    expect((await shop.call(ADD, body)).slice(0, 2)).toEqual([
      200,
      { customer: shown(id, 255), award: award(5) },
    ]);
    const trpc = { user: memberId, store: shop.store.id, number_of_stamps: 7 };
    expect(await shop.callTrpc("stamps.add", trpc)).toEqual([
      200,
      { customer: shown(id, 262), award: award(7) },
    ]);
  });

  it("of a member answers in the words of the older path, with and without a store", async () => {
    const { id } = await shop.customer();
    const answer = (stamps_remaining: number) => ({
      award: { id: expect.any(Number), stamps: 5 },
      customer: { id, stamps_remaining, status: "Blue" },
    });
    const body = { user: id, stamps: 5, note: "Sorry", require_email_notification: "true" };
    expect((await shop.call(ALIAS, body)).slice(0, 2)).toEqual([200, answer(255)]);
    const inStore = { ...body, store: shop.store.id };
    expect(await shop.callTrpc("stamps.addToMember", inStore)).toEqual([200, answer(260)]);
  });

  it("gives stamps that can be spent through the named day, today at least", async () => {
    const { id } = await shop.customer();
    const give = (expiration_date: string) =>
      shop.call(ALIAS, { user: id, stamps: 5, expiration_date });
    expect((await give(dayIn(0)))[0]).toBe(200);
    expect((await give(dayIn(30)))[0]).toBe(200);
    const [, journals] = await shop.call(JOURNALS, { user: id });
    expect(journals).toMatchObject({
      expiration_journals: [
        { stamps_to_expire: 5, expiration_date: dayIn(0) },
        { stamps_to_expire: 5, expiration_date: dayIn(30) },
      ],
    });
    const said = "Today or a later day is expected.";
    expect((await give(dayIn(-1))).slice(0, 2)).toEqual([
      400,
      {
        errors: { expiration_date: said },
        detail: `expiration_date: ${said}`,
        error_code: "invalid",
        error_message: said,
      },
    ]);
  });

  it("gives stamps that expire by the merchant's setting, unless it names a day", async () => {
    const brief = await openShop(house, { stampsValidDays: 10 });
    const { id } = await brief.customer(0);
    const body = { user: id, store: brief.store.id, number_of_stamps: 3 };
    expect((await brief.call(ADD, body))[0]).toBe(200);
    expect((await brief.call(ADD, { ...body, expiration_date: dayIn(2) }))[0]).toBe(200);
    expect((await brief.call(JOURNALS, { user: id }))[1]).toMatchObject({
      expiration_journals: [{ expiration_date: dayIn(2) }, { expiration_date: dayIn(10) }],
    });
  });

  it.each([
    ["blocked", { is_blocked: true }],
    ["suspended", { status: 300 }],
  ])("gives a %s member stamps too", async (_, row) => {
    const { id } = await shop.customer();
    const [[column, value] = []] = Object.entries(row);
    await house.core.db.execute(
      `update memberships set ${column} = ${value} where customer_id = ${id}`,
    );
    const body = { user: id, store: shop.store.id, number_of_stamps: 5 };
    expect((await shop.call(ADD, body))[1]).toMatchObject({ customer: { stamps: 255 } });
  });

  it("a retry with the same key gives nothing more, and answers as the first did", async () => {
    const { id } = await shop.customer();
    const body = { user: id, store: shop.store.id, number_of_stamps: 5 };
    const headers = { "idempotency-key": "gift" };
    const first = await shop.call(ADD, body, { headers });
    expect((await shop.call(ADD, body))[1]).toMatchObject({ customer: { stamps: 260 } });
    const [status, answer, response] = await shop.call(ADD, body, { headers });
    expect([status, answer]).toEqual(first.slice(0, 2));
    expect(response["idempotency-replayed"]).toBe("true");
    const another = await shop.call(ADD, { ...body, number_of_stamps: 6 }, { headers });
    expect(another.slice(0, 2)).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
  });

  describe("refuses", () => {
    it.each([
      ["no user", { user: null }, "required", "user"],
      ["no store", { store: "" }, "required", "store"],
      ["no stamps", { number_of_stamps: null }, "required", "number_of_stamps"],
      ["0 stamps", { number_of_stamps: 0 }, "invalid", "number_of_stamps"],
      ["too many stamps", { number_of_stamps: 1_000_001 }, "invalid", "number_of_stamps"],
      ["long notes", { notes: "x".repeat(501) }, "max_length", "notes"],
      ["no day", { expiration_date: "soon" }, "invalid", "expiration_date"],
      ["an unknown store", { store: "nowhere" }, "invalid_store", "store"],
      ["an unknown customer", { user: "no@one.com" }, "invalid_user", "user"],
    ])("%s", async (_, changes, code, field) => {
      const { id } = await shop.customer();
      const body = { user: id, store: shop.store.id, number_of_stamps: 5, ...changes };
      const [status, answer] = await shop.call(ADD, body);
      expect([status, answer]).toEqual([400, refusal(code, field, expect.any(String))]);
    });

    it("an unknown member on no one field, on the path of members", async () => {
      const said = "User not found";
      const body = { user: "no@one.com", stamps: 5 };
      expect((await shop.call(ALIAS, body)).slice(0, 2)).toEqual([
        400,
        {
          errors: { __all__: said },
          detail: `__all__: ${said}`,
          error_code: "invalid_data",
          error_message: said,
        },
      ]);
    });

    it("a store that is not the token's, and a token without the scope", async () => {
      const { id } = await shop.customer();
      const body = { user: id, store: shop.store.id, number_of_stamps: 5 };
      const elsewhere = await house.given.store(shop.merchant);
      for (const limits of [{ stores: [elsewhere.id] }, { scopes: ["transactions"] as const }]) {
        const token = await house.tokenOf(shop.merchant, limits);
        expect((await shop.call(ADD, body, { token }))[0]).toBe(403);
      }
    });
  });
});
