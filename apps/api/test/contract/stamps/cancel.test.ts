import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, shopOfSuite } from "../../shop.ts";

const ADD = "/api/stamps/add";
const CANCEL = "/api/stamps/cancel";

contract("stamps/cancel (S3)", (house) => {
  const shop = shopOfSuite(house);

  /** Gives 5 stamps to a new customer. */
  const give = async (at: Shop = shop) => {
    const customer = await at.customer();
    const body = { user: customer.id, store: at.store.id, number_of_stamps: 5 };
    const [status, answer] = await at.call(ADD, body);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return { customer, id: (answer as { award: { id: number } }).award.id };
  };
  const missing = [404, { detail: "Award not found" }];

  it("answers with customer and award, whole, and again the same", async () => {
    const { customer, id } = await give();
    const answer = {
      customer: { id: customer.id, stamps: 250, status: "Blue" },
      award: { id, number_of_stamps: 5, status: "Canceled" },
    };
    const body = { user: customer.email, id: String(id) };
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([200, answer]);
    expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual([200, answer]);
    expect(await shop.callTrpc("stamps.cancel", { user: customer.memberId, id })).toEqual([
      200,
      answer,
    ]);
  });

  it("a retry with the same key answers as the first did", async () => {
    const { customer, id } = await give();
    const headers = { "idempotency-key": `cancel ${id}` };
    const first = await shop.call(CANCEL, { user: customer.id, id }, { headers });
    const more = { user: customer.id, store: shop.store.id, number_of_stamps: 9 };
    expect((await shop.call(ADD, more))[0]).toBe(200);
    const [status, answer, response] = await shop.call(
      CANCEL,
      { user: customer.id, id },
      { headers },
    );
    expect([status, answer]).toEqual(first.slice(0, 2));
    expect(response["idempotency-replayed"]).toBe("true");
  });

  it("is refused if the customer has spent what goes back", async () => {
    const { customer, id } = await give();
    const less = { user: customer.id, stamps: 251, notes: "A test" };
    expect((await shop.call("/api/memberships/deduct-stamps", less))[0]).toBe(200);
    expect((await shop.call(CANCEL, { user: customer.id, id })).slice(0, 2)).toEqual([
      400,
      refusal("insufficient_stamps", "id", "Award can't be canceled due to insufficient Stamps"),
    ]);
    expect(await shop.callTrpc("stamps.cancel", { user: customer.id, id })).toMatchObject([
      400,
      { code: "insufficient_stamps", field: "id" },
    ]);
  });

  it("of an award that the customer does not have is not found", async () => {
    const { customer, id } = await give();
    const other = await shop.customer();
    const stranger = await openShop(house);
    for (const body of [
      { user: customer.id, id: id + 1_000_000 },
      { user: other.id, id },
    ])
      expect((await shop.call(CANCEL, body)).slice(0, 2)).toEqual(missing);
    const theirOwn = { user: customer.email, id };
    await stranger.refuses(CANCEL, theirOwn, "invalid_user", "user", "User not found");
  });

  it("is forbidden in another store, and without the scope", async () => {
    const { customer, id } = await give();
    const elsewhere = await house.given.store(shop.merchant);
    for (const limits of [{ stores: [elsewhere.id] }, { scopes: ["transactions"] as const }]) {
      const token = await house.tokenOf(shop.merchant, limits);
      expect((await shop.call(CANCEL, { user: customer.id, id }, { token }))[0]).toBe(403);
    }
  });

  it.each([
    [{ id: null }, "required", "id"],
    [{ id: "one" }, "invalid", "id"],
    [{ user: "no@one.com" }, "invalid_user", "user"],
    [{ user: null }, "required", "user"],
  ])("refuses %j", async (changes, code, field) => {
    const { customer, id } = await give();
    const [status, answer] = await shop.call(CANCEL, { user: customer.id, id, ...changes });
    expect([status, answer]).toEqual([400, refusal(code, field, expect.any(String))]);
  });
});
