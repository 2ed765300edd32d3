import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, shopOfSuite, someMessage } from "../../shop.ts";

const PATH = "/api/redemptions/by-voucher-code";

contract("by-voucher-code (R4)", (house) => {
  const shop = shopOfSuite(house);

  const given = async (held = true, row: Parameters<Shop["voucherOf"]>[1] = {}) => {
    const customer = await shop.customer();
    const voucher = await shop.voucherOf(held ? customer.id : null, row);
    const body = {
      identifier: customer.email,
      voucher_code: voucher.code,
      voucher_template: voucher.template.id,
      store: shop.store.id,
    };
    return { customer, voucher, body };
  };

  it("answers with the redemption's state and the customer, whole", async () => {
    const { customer, body } = await given();
    const sent = { ...body, voucher_code: body.voucher_code.toLowerCase() };
    const [status, answer] = await shop.call(PATH, sent);
    expect([status, answer]).toEqual([
      200,
      {
        redemption: { id: expect.any(Number), status: "Created" },
        customer: { id: customer.id, status: "Blue", stamps_remaining: 250 },
      },
    ]);
  });

  it("takes a code that nobody holds, and a phone in either form", async () => {
    for (const identifier of ["081239871234", "+6281239871234"]) {
      const open = await openShop(house);
      const mobileNumber = "+6281239871234";
      const customer = await house.given.customer(open.merchant, { mobileNumber });
      const voucher = await open.voucherOf(null);
      const [status, answer] = await open.call(PATH, {
        identifier,
        voucher_code: voucher.code,
        voucher_template: String(voucher.template.id),
        store: open.store.code,
      });
      expect([status, answer]).toMatchObject([200, { customer: { id: customer.id } }]);
    }
  });

  it("takes a code of digits as a number", async () => {
    const code = String(Date.now());
    const { body } = await given(true, { code });
    expect((await shop.call(PATH, { ...body, voucher_code: Number(code) }))[0]).toBe(200);
  });

  it("needs no template", async () => {
    const { voucher_template: _, ...body } = (await given()).body;
    expect((await shop.call(PATH, body))[0]).toBe(200);
  });

  it("takes a Member ID", async () => {
    const { customer, body } = await given();
    const [status] = await shop.call(PATH, { ...body, identifier: customer.memberId });
    expect(status).toBe(200);
  });

  describe("refuses", () => {
    it("what is missing, in the order of the table", async () => {
      const [status, answer] = await shop.call(PATH, {});
      expect(status).toBe(400);
      expect(Object.keys((answer as { errors: object }).errors)).toEqual([
        "identifier",
        "voucher_code",
        "store",
      ]);
    });

    it.each([
      ["an unknown customer", "invalid_user", "identifier", { identifier: "no@one.com" }],
      ["an unknown store", "invalid_store", "store", { store: 999_999 }],
      ["an unknown code", "invalid_voucher", "voucher_code", { voucher_code: "NONE" }],
      [
        "a template that does not match",
        "invalid_voucher_template",
        "voucher_template",
        { voucher_template: 999_999 },
      ],
    ])("%s", async (_, code, field, changed) => {
      const { body } = await given();
      const answer = await shop.call(PATH, { ...body, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it.each([
      ["voucher_expired", { endDate: "2020-01-01" }],
      ["voucher_not_started", { startDate: "2999-01-01" }],
      ["voucher_not_available", { isActive: false }],
    ])("%s", async (code, row) => {
      const { body } = await given(true, row);
      expect((await shop.call(PATH, body)).slice(0, 2)).toEqual([
        400,
        refusal(code, "voucher_code", someMessage),
      ]);
    });

    it("another customer's code, and one that was redeemed", async () => {
      const { body } = await given();
      const { customer } = await given();
      expect((await shop.call(PATH, { ...body, identifier: customer.email })).slice(0, 2)).toEqual([
        400,
        refusal("invalid_voucher_owner", "identifier", "This voucher is not owned by Ayu"),
      ]);
      expect((await shop.call(PATH, body))[0]).toBe(200);
      expect((await shop.call(PATH, body)).slice(0, 2)).toEqual([
        400,
        refusal("voucher_already_redeemed", "voucher_code", someMessage),
      ]);
    });

    it("a blocked membership", async () => {
      const { body } = await given();
      const blocked = await house.given.customer(shop.merchant, {}, { isBlocked: true });
      expect((await shop.call(PATH, { ...body, identifier: blocked.email })).slice(0, 2)).toEqual([
        400,
        refusal("membership_blocked", "identifier", someMessage),
      ]);
    });

    it("a call without a request id where the PIN is asked for, and takes it as an extra", async () => {
      const strict = await openShop(house, { redemptionPinAuthorization: true });
      const customer = await strict.customer();
      const voucher = await strict.voucherOf(customer.id);
      const body = {
        identifier: customer.email,
        voucher_code: voucher.code,
        voucher_template: voucher.template.id,
        store: strict.store.id,
      };
      await strict.refuses(PATH, body, "authorization_required", "request_id", someMessage);
      await strict.authorize(customer.id, "r-1");
      expect((await strict.call(PATH, { ...body, request_id: "r-1" }))[0]).toBe(200);
    });

    it("guessing: 60 unknown codes a minute, then 429 with Retry-After", async () => {
      const token = await house.tokenOf(shop.merchant);
      const { body } = await given();
      const guess = (n: number) =>
        shop.call(PATH, { ...body, voucher_code: `GUESS${n}` }, { token });
      const first = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
      expect(first.map(([status]) => status)).toEqual(Array(60).fill(400));
      const [status, answer, headers] = await guess(61);
      expect([status, answer]).toEqual([
        429,
        { ...refusal("too_many_attempts", "voucher_code", someMessage), limit: "guesses" },
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    });
  });
});
