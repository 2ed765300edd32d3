import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { expectBoth, openCounter, PIN, tooManyGuesses } from "../../credentials.ts";
import { refusal, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/redemptions/authorize";
const VOUCHER = "/api/v2/redemptions/redeem-voucher";

contract("authorize (R7)", (house) => {
  const shop = shopOfSuite(house, { redemptionPinAuthorization: true });

  const given = async (pin: string | null = PIN) => {
    const customer = await shop.customer();
    const owner = { merchantId: shop.merchant.id, customerId: customer.id };
    if (pin !== null) {
      const verifier = await house.core.secrets.hashPin(owner, pin);
      await house.core.db.insert(schema.pins).values({ ...owner, verifier });
    }
    const body = { user: customer.email, pin: PIN, request_id: "r-1", timeout: 60 };
    return { customer, body };
  };

  it("answers ok, and one redemption may then name the request", async () => {
    const { customer, body } = await given();
    const [status, answer] = await shop.call(PATH, body);
    expect([status, answer]).toEqual([200, { status: "ok" }]);
    const to = { user: customer.email, store: shop.store.id, request_id: "r-1" };
    const first = await shop.voucherOf(customer.id);
    const second = await shop.voucherOf(customer.id);
    expect((await shop.call(VOUCHER, { ...to, voucher: first.id }))[0]).toBe(200);
    expect((await shop.call(VOUCHER, { ...to, voucher: second.id })).slice(0, 2)).toEqual([
      400,
      refusal("authorization_required", "request_id", someMessage),
    ]);
  });

  it("takes the customer in every form", async () => {
    const { customer, body } = await given();
    for (const user of [customer.email, customer.memberId, customer.id, String(customer.id)])
      expect((await shop.call(PATH, { ...body, user, timeout: "60" }))[0]).toBe(200);
  });

  describe("refuses", () => {
    it("what is missing, in the order of the table", async () => {
      const [status, answer] = await shop.call(PATH, {});
      expect(status).toBe(400);
      expect(Object.keys((answer as { errors: object }).errors)).toEqual([
        "user",
        "pin",
        "request_id",
        "timeout",
      ]);
    });

    it.each([
      ["pin", 123456, "A string of exactly 6 digits is expected."],
      ["pin", "12345", "A string of exactly 6 digits is expected."],
      ["timeout", 0, "A whole number from 1 to 86400 is expected."],
      ["timeout", 86_401, "A whole number from 1 to 86400 is expected."],
      ["timeout", "soon", "A whole number from 1 to 86400 is expected."],
    ])("%s %j", async (field, value, message) => {
      const { body } = await given();
      await shop.refuses(PATH, { ...body, [field]: value }, "invalid", field, message);
    });

    it("a wrong PIN with what is left, then a blocked one, even where it is right", async () => {
      const { body } = await given();
      const wrong = { ...body, pin: "111111" };
      for (const left of [2, 1, 0])
        expect((await shop.call(PATH, wrong)).slice(0, 2)).toEqual([
          400,
          refusal("invalid_pin", "pin", `Invalid PIN, ${left} attempt(s) left`),
        ]);
      for (const tried of [wrong, body])
        await shop.refuses(PATH, tried, "pin_blocked", "pin", someMessage);
    });

    it("a customer without a PIN, and one who is unknown or blocked", async () => {
      const { body } = await given(null);
      await shop.refuses(PATH, body, "pin_not_set", "pin", someMessage);
      expect((await shop.call(PATH, { ...body, user: "no@one.com" }))[1]).toEqual(
        refusal("invalid_user", "user", "User not found"),
      );
      const blocked = await house.given.customer(shop.merchant, {}, { isBlocked: true });
      expect((await shop.call(PATH, { ...body, user: blocked.email }))[1]).toEqual(
        refusal("membership_blocked", "user", someMessage),
      );
    });

    it("tries above what the token may guess in a minute, the right one too", async () => {
      const { body } = await given();
      const limited = await openCounter(house);
      const { user } = await limited.withPin();
      await limited.guessed(60);
      await expectBoth(
        limited,
        [PATH, "redemptions.authorize"],
        () => ({ ...body, user }),
        tooManyGuesses("pin"),
      );
    });

    it("a token that may only redeem", async () => {
      const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      expect((await shop.call(PATH, {}, { token }))[0]).toBe(403);
    });
  });

  it("says the same over tRPC, and nowhere in the log what the PIN was", async () => {
    const { body } = await given();
    const procedure = "redemptions.authorize";
    expect(await shop.callTrpc(procedure, body)).toEqual([200, { status: "ok" }]);
    expect(await shop.callTrpc(procedure, { ...body, pin: "111111" })).toMatchObject([
      400,
      { code: "invalid_pin", field: "pin", message: "Invalid PIN, 2 attempt(s) left" },
    ]);
    expect(house.log.join("")).not.toContain(PIN);
  });
});
