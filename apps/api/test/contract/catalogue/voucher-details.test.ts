import { schema } from "@stampbook/db";
import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, refusal, shopOfSuite, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/vouchers/details";

contract("vouchers/details (C7)", (house) => {
  const shop = shopOfSuite(house);

  const get = async (input: object, token = shop.token) =>
    (await shop.call(PATH, input, { token })).slice(0, 2);
  const unknown = refusal("invalid_voucher", "code", someMessage);

  it("answers whole, over REST and tRPC, in all forms of the user", async () => {
    const customer = await shop.customer();
    const texts = { shortDescription: "Bun", description: "A bun", instructions: "Show it" };
    const { id, code, template } = await shop.voucherOf(customer.id, {
      value: "100.00",
      remainingValue: "100.00",
      notes: "For the delay",
      startDate: "2026-01-01",
      endDate: "2099-12-31",
      template: {
        ...texts,
        termsAndConditions: "One each",
        pictureUrl: "https://example.com/bun.png",
        extraData: { sku: "KB-1" },
        channels: [2, 4],
        isDynamic: true,
        value: "100.00",
      },
    });
    const answer = {
      id,
      code,
      is_active: true,
      quantity: 1,
      value: 100,
      remaining_value: 100,
      notes: "For the delay",
      start_date: "2026-01-01",
      end_date: "2099-12-31",
      terms_and_conditions: "One each",
      constraint: { channels: [2, 4] },
      template: {
        id: template.id,
        name: "Free Kaya Bun",
        short_description: "Bun",
        description: "A bun",
        instructions: "Show it",
        terms_and_conditions: "One each",
        picture_url: "https://example.com/bun.png",
        extra_data: { sku: "KB-1" },
        type: 2,
        landscape_picture_url: null,
        merchant_id: shop.merchant.id,
        merchant_code: "",
        usable_in_merchant_ids: [shop.merchant.id],
      },
      state: "open",
      redeemed: null,
      value_entries: [{ cause: "opening", delta: 100, created: expect.any(Number) }],
    };
    for (const user of [customer.email, customer.memberId, customer.id])
      expect(await get({ user, code })).toEqual([200, answer]);
    const input = { user: customer.id, code: code.toLowerCase() };
    expect(await get({ ...input, image_size: "200x200", landscape_image_size: 7 })).toEqual([
      200,
      answer,
    ]);
    expect(await shop.callTrpc("vouchers.details", input)).toEqual([200, answer]);
    const path = `${PATH}?user_email=${customer.email}&code=${code}`;
    const [status, body] = await house.send({ method: "GET", path, token: shop.token });
    expect([status, body]).toEqual([200, answer]);
  });

  it.each([
    ["not_started", { startDate: "2099-01-01" }],
    ["ended", { endDate: "2026-01-31" }],
    ["withdrawn", { isActive: false, endDate: "2026-01-31" }],
    ["redeemed", { isActive: false, redeemedAt: "2026-11-01T00:00:00Z" }],
  ])("shows a voucher that is %s", async (state, row) => {
    const { id: user } = await shop.customer();
    const { code } = await shop.voucherOf(user, row);
    const redeemed = state === "redeemed" ? Date.parse("2026-11-01T00:00:00Z") / 1000 : null;
    expect(await get({ user, code })).toMatchObject([200, { code, state, redeemed }]);
  });

  it("lists what changed a dynamic value, oldest first", async () => {
    const { id: user } = await shop.customer();
    const worth = { value: "100.00", remainingValue: "100.00" };
    const dynamic = { ...worth, template: { isDynamic: true, value: "100.00" } };
    const { id: voucher, code } = await shop.voucherOf(user, dynamic);
    const deduct = async (value: string) => {
      const body = { user, voucher, store: shop.store.id, value };
      const [status, answer] = await shop.call("/api/vouchers/deduct-value", body);
      expect(status).toBe(200);
      return (answer as { redemption: { id: number } }).redemption.id;
    };
    const id = await deduct("40.25");
    expect((await shop.call("/api/redemptions/cancel", { id }))[0]).toBe(200);
    await deduct("100.00");
    const [status, body] = await get({ user, code });
    const { value_entries: entries, ...shown } = body as { value_entries: { delta: number }[] };
    expect([status, shown]).toMatchObject([200, { state: "redeemed", remaining_value: 0 }]);
    expect(entries.map(({ delta }) => delta)).toEqual([100, -40.25, 40.25, -100]);
    expect(entries[1]).toEqual({ cause: "redemption", delta: -40.25, created: expect.any(Number) });
  });

  it("refuses in the documented order", async () => {
    const { id: user } = await shop.customer();
    const { code } = await shop.voucherOf((await shop.customer()).id);
    const { code: free } = await shop.voucherOf(null);
    const nobody = refusal("invalid_user", "user", someMessage);
    expect(await get({ user: "nobody@example.com", code: "NONE" })).toEqual([400, nobody]);
    // a voucher that nobody holds is answered as one that does not exist
    expect(await get({ user, code: free })).toEqual(await get({ user, code: "NONE" }));
    expect(await get({ user, code: "NONE" })).toEqual([400, unknown]);
    const others = refusal("invalid_voucher_owner", "user", "This voucher is not owned by Ayu");
    expect(await get({ user, code })).toEqual([400, others]);
    const [, failure] = await shop.callTrpc("vouchers.details", { user, code });
    expect(failure).toMatchObject({ code: "invalid_voucher_owner", field: "user" });
  });

  it.each([
    ["user", { user: "" }],
    ["code", { code: " " }],
  ])("requires %s", async (field, change) => {
    const input = { user: (await shop.customer()).id, code: "NONE", ...change };
    expect(await get(input)).toEqual([400, refusal("required", field, someMessage)]);
  });

  it("counts unknown codes, and codes that nobody holds, as guesses", async () => {
    const own = await openShop(house, { guessesPerMinute: 10 });
    const { id: user } = await own.customer();
    const { code: free } = await own.voucherOf(null);
    const { code } = await own.voucherOf(user);
    const ask = async (code: string) => (await own.call(PATH, { user, code })).slice(0, 2);
    for (let n = 0; n < 5; n++) {
      expect(await ask("NONE")).toEqual([400, unknown]);
      expect(await ask(code)).toMatchObject([200, { code }]);
      expect(await ask(free)).toEqual([400, unknown]);
    }
    for (const each of ["NONE", free, code])
      expect(await ask(each)).toMatchObject([
        429,
        { error_code: "too_many_attempts", errors: { code: someMessage } },
      ]);
  });

  it("refuses another merchant's voucher and customer, and a token without the scope", async () => {
    const { id: user, email } = await shop.customer();
    const { code } = await shop.voucherOf(user);
    const other = await openShop(house);
    const { id: theirs } = await other.customer();
    expect(await get({ user: email, code }, other.token)).toMatchObject([
      400,
      { error_code: "invalid_user" },
    ]);
    expect(await get({ user: theirs, code }, other.token)).toEqual([400, unknown]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions", "members"] });
    expect(await get({ user, code }, token)).toEqual([403, withoutScope("vouchers")]);
  });

  it("shows one of a job's codes as type 7", async () => {
    const { db } = house.core;
    const own = { merchantId: shop.merchant.id };
    const { id: user } = await shop.customer();
    const made = await shop.voucherOf(user);
    const others = await shop.voucherOf(user);
    const job = { ...own, id: 1, kind: "voucher_codes", task: {}, total: 1, done: 1 };
    const ended = { state: "done", endedAt: "2026-11-01T00:00:00Z", createdBy: "staff:1" };
    await db.insert(schema.jobs).values({ ...job, ...ended });
    const batch = { ...own, jobId: 1, firstVoucherId: made.id, count: 1 };
    await db.insert(schema.jobVouchers).values(batch);
    for (const [{ code }, type] of [[made, 7] as const, [others, 2] as const])
      expect(await get({ user, code })).toMatchObject([200, { code, template: { type } }]);
  });
});
