import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { shopOfSuite, shownMembership } from "../../shop.ts";

const DEDUCT = "/api/memberships/deduct-stamps";

contract("memberships/deduct-stamps (S4)", (house) => {
  const shop = shopOfSuite(house);
  const onField = (field: string, said: unknown) =>
    typeof said === "string" ? `${field}: ${said}` : expect.stringMatching(`^${field}: .`);
  const refused = (code: string, field: string, said: unknown) => ({
    errors: { [field]: said },
    error_code: code,
    detail: onField(field, said),
    error_message: onField(field, said),
  });

  it("C9: answers with membership and deduction, whole, each time anew", async () => {
    const { id, email } = await shop.customer();
    const answer = (stamps: number) => ({
      membership: { ...shownMembership(id, stamps), group_id: shop.merchant.id },
      stamps_deduction: {
        id: expect.any(Number),
        stamps: 5,
        notes: "Counted twice",
        status: 1,
        created: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        created_timestamp: expect.any(Number),
      },
    });
    const body = { user: email, stamps: "5", notes: "Counted twice" };
    const before = Math.floor(Date.now() / 1_000);
    const [status, first] = await shop.call(DEDUCT, body);
    expect([status, first]).toEqual([200, answer(245)]);
    expect(await shop.callTrpc("stamps.deduct", body)).toEqual([200, answer(240)]);
    const { stamps_deduction: made } = first as {
      stamps_deduction: { created: string; created_timestamp: number };
    };
    expect(Date.parse(made.created) / 1_000).toBe(made.created_timestamp);
    expect(made.created_timestamp - before).toBeGreaterThanOrEqual(0);
    expect(made.created_timestamp - before).toBeLessThan(60);
  });

  it("a retry with the same key takes nothing more, and answers as the first did", async () => {
    const { id } = await shop.customer();
    const body = { user: id, stamps: 5, notes: "Counted twice" };
    const headers = { "idempotency-key": "twice" };
    const first = await shop.call(DEDUCT, body, { headers });
    expect((await shop.call(DEDUCT, body))[1]).toMatchObject({ membership: { stamps: 240 } });
    const [status, answer, response] = await shop.call(DEDUCT, body, { headers });
    expect([status, answer]).toEqual(first.slice(0, 2));
    expect(response["idempotency-replayed"]).toBe("true");
  });

  it("takes all, but no more than that", async () => {
    const { id } = await shop.customer();
    const take = (stamps: number) => shop.call(DEDUCT, { user: id, stamps, notes: "All" });
    expect((await take(251)).slice(0, 2)).toEqual([
      400,
      refused("insufficient_stamps", "stamps", "Not enough stamps: has 250, needs 251"),
    ]);
    expect((await take(250))[1]).toMatchObject({ membership: { stamps: 0 } });
  });

  it("takes stamps from a blocked member too", async () => {
    const customer = await shop.customer();
    await house.given.block(shop.merchant, customer);
    const body = { user: customer.id, stamps: 5, notes: "A test" };
    expect((await shop.call(DEDUCT, body))[1]).toMatchObject({
      membership: { stamps: 245, is_blocked: true, redemption_allowed: false },
    });
  });

  it("says that a member without a name may not redeem", async () => {
    const user = "deducted@example.com";
    await shop.call("/api/v3/memberships/partial-registration", { user });
    await shop.call("/api/stamps/add", { user, store: shop.store.id, number_of_stamps: 5 });
    const body = { user, stamps: 5, notes: "A test" };
    expect((await shop.call(DEDUCT, body))[1]).toMatchObject({
      membership: { stamps: 0, redemption_allowed: false, member_status: "Active" },
    });
  });

  it.each([
    ["no stamps", { stamps: null }, "required", "stamps"],
    ["0 stamps", { stamps: 0 }, "invalid", "stamps"],
    ["a part of a stamp", { stamps: 1.5 }, "invalid", "stamps"],
    ["no notes", { notes: "" }, "required", "notes"],
    ["long notes", { notes: "x".repeat(501) }, "max_length", "notes"],
    ["an unknown member", { user: "no@one.com" }, "invalid_data", "__all__"],
  ])("refuses %s", async (_, changes, code, field) => {
    const { id } = await shop.customer();
    const body = { user: id, stamps: 5, notes: "A test", ...changes };
    const [status, answer] = await shop.call(DEDUCT, body);
    expect([status, answer]).toEqual([400, refused(code, field, expect.any(String))]);
  });

  it("needs the scope stamps", async () => {
    const { id } = await shop.customer();
    const token = await house.tokenOf(shop.merchant, { scopes: ["members.write"] });
    const body = { user: id, stamps: 5, notes: "A test" };
    expect((await shop.call(DEDUCT, body, { token }))[0]).toBe(403);
  });
});
