import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  notInStore,
  openShop,
  refusal,
  type Shop,
  shopOfSuite,
  shownMembership,
  someMessage,
} from "../../shop.ts";

const PATH = "/api/v2/redemptions/redeem-voucher";

contract("redeem-voucher (R2)", (house) => {
  const shop = shopOfSuite(house);

  const holder = async (row?: Parameters<Shop["voucherOf"]>[1]) => {
    const customer = await shop.customer();
    const voucher = await shop.voucherOf(customer.id, row);
    return {
      customer,
      voucher,
      body: { user: customer.email, voucher: voucher.id, store: shop.store.id },
    };
  };

  it("answers with redemption, membership and voucher, whole", async () => {
    const { customer, voucher, body } = await holder();
    const extra = { table: 7, nested: { a: [1, "x", null] } };
    const sent = { ...body, extra_data: extra, invoice_number: 17, channel: "2" };
    const [status, answer] = await shop.call(PATH, sent);
    expect([status, answer]).toEqual([
      200,
      {
        redemption: {
          id: expect.any(Number),
          reward: "Free Kaya Bun",
          stamps_used: 0,
          extra_data: extra,
        },
        membership: shownMembership(customer.id, 250),
        voucher: { id: voucher.id, name: "Free Kaya Bun", code: voucher.code, type: "voucher" },
      },
    ]);
  });

  it("has no data of the request where none was sent", async () => {
    const { body } = await holder();
    expect((await shop.call(PATH, body))[1]).toMatchObject({ redemption: { extra_data: null } });
  });

  it("takes user, voucher and store in every form", async () => {
    for (const form of ["email", "memberId"] as const) {
      const { customer, body } = await holder();
      const sent = {
        user: ` ${customer[form]} `,
        voucher: ` ${body.voucher} `,
        store: shop.store.code.toLowerCase(),
        channel: form === "email" ? null : " ",
        request_id: form === "email" ? "" : "  ",
        invoice_number: " ",
        extra_data: "",
        unknown: { ignored: true },
      };
      expect((await shop.call(PATH, sent))[0]).toBe(200);
    }
  });

  describe("refuses the input", () => {
    it("naming every wrong field, in the order of the table", async () => {
      const [status, answer] = await shop.call(PATH, {
        extra_data: [],
        channel: 12,
        voucher: [4],
        user: "",
        invoice_number: "x".repeat(256),
      });
      const channels =
        "One of 1 (Mobile App), 2 (POS), 3 (Kiosk), 4 (Web), 5 (Android), 6 (iOS), 7 (Call Center), 8 (GrabFood), 9 (GoFood) is expected.";
      expect(status).toBe(400);
      expect(JSON.stringify(answer)).toBe(
        JSON.stringify({
          detail: "user: This field is required.",
          errors: {
            user: "This field is required.",
            voucher: "A string or a whole number above zero is expected.",
            store: "This field is required.",
            invoice_number: "At most 255 characters are allowed.",
            channel: channels,
            extra_data: "A JSON object is expected.",
          },
          error_code: "required",
          error_message: "user: This field is required.",
        }),
      );
    });

    it.each([
      ["9007199254740993", "A string or a whole number above zero is expected."],
      ["1.5", "A string or a whole number above zero is expected."],
      ["-1", "A string or a whole number above zero is expected."],
      ["1e400", "A string or a whole number above zero is expected."],
    ])("where the raw number is %s", async (raw, message) => {
      const payload = `{"user":"a@example.com","voucher":${raw},"store":1}`;
      const headers = { "content-type": "application/json" };
      const call = { method: "POST", path: PATH, token: shop.token, headers, payload };
      expect((await house.send(call)).slice(0, 2)).toEqual([
        400,
        refusal("invalid", "voucher", message),
      ]);
    });

    it("where a NUL or half a surrogate pair stands in it", async () => {
      const { body } = await holder();
      const message = "NUL characters and halves of surrogate pairs are not allowed.";
      for (const bad of ["a\u0000b", "a\ud800b"]) {
        for (const field of ["user", "store", "invoice_number", "request_id"])
          expect((await shop.call(PATH, { ...body, [field]: bad })).slice(0, 2)).toEqual([
            400,
            refusal("invalid", field, message),
          ]);
        for (const extra of [{ [bad]: 1 }, { a: [{ b: bad }] }])
          expect((await shop.call(PATH, { ...body, extra_data: extra }))[1]).toEqual(
            refusal("invalid", "extra_data", message),
          );
      }
      expect((await shop.call(PATH, body))[0]).toBe(200);
    });
  });

  describe("refuses the state", () => {
    type Row = Parameters<Shop["voucherOf"]>[1];
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

    it.each<[string, string, string, unknown, Row?, object?]>([
      ["an unknown customer", "invalid_user", "user", "User not found", {}, { user: "no@one.com" }],
      ["an unknown store", "invalid_store", "store", someMessage, {}, { store: 999_999 }],
      ["an unknown voucher", "invalid_voucher", "voucher", someMessage, {}, { voucher: 999_999 }],
      ["an expired voucher", "voucher_expired", "voucher", someMessage, { endDate: day(-2) }],
      [
        "one that has not begun",
        "voucher_not_started",
        "voucher",
        someMessage,
        { startDate: day(2) },
      ],
      ["an inactive one", "voucher_not_available", "voucher", someMessage, { isActive: false }],
      [
        "one of another store",
        "voucher_not_available",
        "voucher",
        someMessage,
        { template: { stores: [1] } },
      ],
      [
        "one of another channel",
        "voucher_not_available",
        "voucher",
        someMessage,
        { template: { channels: [3] } },
        { channel: 2 },
      ],
    ])("of %s", async (_, code, field, message, row = {}, changed = {}) => {
      const { body } = await holder(row);
      const answer = await shop.call(PATH, { ...body, ...changed });
      expect(answer.slice(0, 2)).toEqual([400, refusal(code, field, message)]);
    });

    it("of a voucher that is another customer's", async () => {
      const { customer } = await holder();
      const { body } = await holder();
      expect((await shop.call(PATH, { ...body, user: customer.email })).slice(0, 2)).toEqual([
        400,
        refusal("invalid_voucher_owner", "user", "This voucher is not owned by Ayu"),
      ]);
    });

    it("of a voucher that was redeemed", async () => {
      const { body } = await holder();
      expect((await shop.call(PATH, body))[0]).toBe(200);
      expect((await shop.call(PATH, body)).slice(0, 2)).toEqual([
        400,
        refusal("voucher_already_redeemed", "voucher", someMessage),
      ]);
    });

    it("of a membership that is blocked or not active", async () => {
      for (const membership of [{ isBlocked: true }, { status: 300 }]) {
        const customer = await house.given.customer(shop.merchant, {}, membership);
        const voucher = await shop.voucherOf(customer.id);
        const sent = { user: customer.email, voucher: voucher.id, store: shop.store.id };
        expect((await shop.call(PATH, sent)).slice(0, 2)).toEqual([
          400,
          refusal("membership_blocked", "user", someMessage),
        ]);
      }
    });

    it("of another merchant exactly as of what does not exist", async () => {
      const other = await openShop(house);
      const { body } = await holder();
      const theirs = await other.customer();
      const theirVoucher = await other.voucherOf(theirs.id);
      const cases = [
        [{ user: theirs.email }, { user: "no@one.com" }],
        [{ voucher: theirVoucher.id }, { voucher: 999_999 }],
        [{ store: other.store.id }, { store: 999_999 }],
        [{ store: other.store.code }, { store: "NOWHERE" }],
      ];
      for (const [foreign, absent] of cases) {
        const [status, answer] = await shop.call(PATH, { ...body, ...foreign });
        expect(status).toBe(400);
        expect([status, answer]).toEqual(
          (await shop.call(PATH, { ...body, ...absent })).slice(0, 2),
        );
      }
      expect((await shop.call(PATH, body))[0]).toBe(200);
    });
  });

  describe("where PIN authorization is asked for", () => {
    let strict: Shop;
    beforeAll(async () => {
      strict = await openShop(house, { redemptionPinAuthorization: true });
    });
    const strictHolder = async () => {
      const customer = await strict.customer();
      const voucher = await strict.voucherOf(customer.id);
      const body = { user: customer.email, voucher: voucher.id, store: strict.store.id };
      return { customer, body };
    };

    it("refuses a call without a request that the PIN stands behind", async () => {
      const { customer, body } = await strictHolder();
      await strict.authorize(customer.id, "expired", -1);
      for (const requestId of [undefined, "unknown", "expired"])
        expect((await strict.call(PATH, { ...body, request_id: requestId })).slice(0, 2)).toEqual([
          400,
          refusal("authorization_required", "request_id", someMessage),
        ]);
    });

    it("redeems with one, once", async () => {
      const { customer, body } = await strictHolder();
      await strict.authorize(customer.id, "r-1");
      const other = await strict.voucherOf(customer.id);
      expect((await strict.call(PATH, { ...body, request_id: "r-1" }))[0]).toBe(200);
      expect(
        (await strict.call(PATH, { ...body, voucher: other.id, request_id: "r-1" }))[1],
      ).toEqual(refusal("authorization_required", "request_id", someMessage));
    });
  });

  it("C11: keeps a token to its stores: 403 after the input, before the state", async () => {
    const elsewhere = await house.given.store(shop.merchant);
    const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
    const denied = [403, notInStore(shop.store.id)];
    const { body } = await holder();
    expect((await shop.call(PATH, body, { token })).slice(0, 2)).toEqual(denied);
    const noOne = { ...body, user: "no@one.com" };
    expect((await shop.call(PATH, noOne, { token })).slice(0, 2)).toEqual(denied);
    expect((await shop.call(PATH, { ...body, voucher: 1.5 }, { token }))[0]).toBe(400);
    expect((await shop.call(PATH, { ...body, store: 999_999 }, { token }))[1]).toEqual(
      refusal("invalid_store", "store", someMessage),
    );
    expect((await shop.call(PATH, { ...body, store: elsewhere.id }, { token }))[0]).toBe(200);
  });
});
