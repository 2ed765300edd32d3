import { createSecrets } from "@stampbook/core/secrets";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { contract } from "../../contract.ts";
import { openShop, refusal, type Shop, someMessage } from "../../shop.ts";

const VOUCHER = "/api/v2/redemptions/redeem-voucher";
const REWARD = "/api/v2/redemptions/redeem-reward";
const CANCEL = "/api/redemptions/cancel";

contract("an Idempotency-Key", (house) => {
  let shop: Shop;
  let last = 0;
  beforeAll(async () => {
    shop = await openShop(house);
  });

  const keyed = (key = `key-${++last}`) => ({ headers: { "idempotency-key": key } });
  /** Posts a call. Returns the status, the body as text, and whether the answer is marked as a replay. */
  const raw = async (path: string, body: unknown, { headers } = keyed()) => {
    const [status, text, answered] = await house.sendRaw({
      method: "POST",
      path,
      token: shop.token,
      headers: { ...headers, "content-type": "application/json" },
      payload: JSON.stringify(body),
    });
    return [status, text, answered["idempotency-replayed"]] as const;
  };
  const given = async () => {
    const customer = await shop.customer();
    const template = await house.given.template(shop.merchant);
    const voucher = await shop.voucherOf(customer.id);
    const issuing = { voucherTemplateId: template.id };
    const reward = await house.given.reward(shop.merchant, issuing);
    const to = { user: customer.email, store: shop.store.id };
    return { to, voucher: { ...to, voucher: voucher.id }, reward: { ...to, reward: reward.id } };
  };

  it("makes a retry answer as the first did, byte for byte, and says so", async () => {
    const { reward } = await given();
    const extra = '{"z":1,"a":{"10":1,"2":2,"b":1.50},"e":"\\u00e9"}';
    const body = { ...reward, qty: 2, extra_data: JSON.parse(extra) };
    const key = keyed();
    const [status, first, replayed] = await raw(REWARD, body, key);
    expect([status, replayed]).toEqual([200, undefined]);
    // changes in between do not affect the retry's answer
    await raw(REWARD, reward);
    expect(await raw(REWARD, body, key)).toEqual([200, first, "true"]);
    expect(await raw(REWARD, body, key)).toEqual([200, first, "true"]);
  });

  it("counts equal calls as equal, whatever their form", async () => {
    const { voucher } = await given();
    const key = keyed();
    const [, first] = await raw(VOUCHER, { ...voucher, channel: 2 }, key);
    const same = {
      channel: "2",
      extra_data: null,
      unknown: 1,
      store: voucher.store,
      voucher: String(voucher.voucher),
      user: voucher.user,
    };
    expect(await raw(VOUCHER, same, key)).toEqual([200, first, "true"]);
  });

  it("counts names as equal that mean the same, in another form or case", async () => {
    const { to } = await given();
    const reward = await house.given.reward(shop.merchant);
    const key = keyed();
    const MULTIPLE = "/api/v2/redemptions/redeem-multiple-rewards";
    const [, first] = await raw(MULTIPLE, { ...to, rewards: [{ code: reward.code }] }, key);
    const same = {
      user: to.user.toUpperCase(),
      store: String(to.store),
      rewards: [{ code: reward.code.toLowerCase(), qty: "1" }],
    };
    expect(await raw(MULTIPLE, same, key)).toEqual([200, first, "true"]);
    const other = { ...same, rewards: [{ code: "R2" }] };
    expect((await raw(MULTIPLE, other, key))[0]).toBe(422);
  });

  it("with another request is answered 422", async () => {
    const { voucher, reward } = await given();
    const key = keyed();
    await raw(VOUCHER, voucher, key);
    const reused = refusal("idempotency_key_reused", "idempotency_key", someMessage);
    for (const other of [
      { ...voucher, channel: 3 },
      { ...voucher, voucher: 999_999 },
    ])
      expect((await shop.call(VOUCHER, other, key)).slice(0, 2)).toEqual([422, reused]);
    // a key belongs to its operation, so another operation may use the same key
    expect((await shop.call(REWARD, reward, key))[0]).toBe(200);
  });

  it("belongs to the merchant", async () => {
    const other = await openShop(house);
    const customer = await other.customer();
    const voucher = await other.voucherOf(customer.id);
    const key = keyed();
    await raw(VOUCHER, (await given()).voucher, key);
    const body = { user: customer.email, voucher: voucher.id, store: other.store.id };
    const [status, answer, headers] = await other.call(VOUCHER, body, key);
    expect([status, headers["idempotency-replayed"]]).toEqual([200, undefined]);
    expect(answer).toMatchObject({ voucher: { id: voucher.id } });
  });

  it("keeps no refusal: the retry is judged anew", async () => {
    const { reward } = await given();
    const customer = await shop.customer(0);
    const key = keyed();
    const body = { ...reward, user: customer.email };
    expect((await raw(REWARD, body, key))[0]).toBe(400);
    await house.core.db.execute(
      `update memberships set stamps = 2 where customer_id = ${customer.id}`,
    );
    expect((await raw(REWARD, body, key)).slice(0, 1)).toEqual([200]);
  });

  it("makes parallel calls one redemption, each with the same answer", async () => {
    const { reward } = await given();
    const key = keyed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => raw(REWARD, reward, key)));
    expect(new Set(answers.map(([status, body]) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(200);
    expect(answers.filter(([, , replayed]) => replayed === undefined)).toHaveLength(1);
  });

  it("answers a cancel again as at first, after more has changed", async () => {
    const { reward } = await given();
    const [, done] = await raw(REWARD, reward);
    const id = JSON.parse(done).redemption.id;
    const key = keyed();
    const [status, first] = await raw(CANCEL, { id }, key);
    expect(status).toBe(200);
    await raw(REWARD, reward);
    expect(await raw(CANCEL, { id }, key)).toEqual([200, first, "true"]);
  });

  it("keeps a cancel of what was canceled before, too", async () => {
    const { reward } = await given();
    const ids = [];
    for (const _ of [1, 2]) ids.push(JSON.parse((await raw(REWARD, reward))[1]).redemption.id);
    const [id, other] = ids;
    await raw(CANCEL, { id });
    const key = keyed();
    const [status, first, replayed] = await raw(CANCEL, { id }, key);
    expect([status, replayed]).toEqual([200, undefined]);
    await raw(REWARD, reward);
    expect(await raw(CANCEL, { id }, key)).toEqual([200, first, "true"]);
    expect((await raw(CANCEL, { id: other }, key))[0]).toBe(422);
    const row = await house.core.db.query.redemptions.findFirst({
      where: (each, { eq }) => eq(each.id, other),
    });
    expect(row?.status).toBe("Created");
  });

  it("is known after the secret key was replaced, by the old ones", async () => {
    const { reward } = await given();
    const { headers } = keyed();
    const under = async (current: string, old: string[], body: unknown) => {
      const core = { ...house.core, secrets: createSecrets({ current, old }) };
      const log = { level: "silent" } as const;
      const app = createApp(core, { requireHttps: false, trustedProxies: [], log });
      const authorization = `Token ${shop.token}`;
      const call = { method: "POST", url: REWARD, headers: { ...headers, authorization } } as const;
      const reply = await app.inject({ ...call, payload: body as object });
      await app.close();
      return [reply.statusCode, reply.body, reply.headers["idempotency-replayed"]] as const;
    };
    const [first, second, third] = ["1".repeat(32), "2".repeat(32), "3".repeat(32)];
    const [status, body] = await under(first, [], reward);
    expect(status).toBe(200);
    expect(await under(third, [second, first], reward)).toEqual([200, body, "true"]);
    expect((await under(third, [second, first], { ...reward, qty: 2 }))[0]).toBe(422);
    expect((await under(third, [second], reward))[0]).toBe(422);
  });

  it("works over tRPC, for the same call on either side", async () => {
    const { voucher } = await given();
    const key = keyed();
    const [status, data] = await shop.callTrpc("redemptions.redeemVoucher", voucher, key);
    expect(status).toBe(200);
    const [, body, replayed] = await raw(VOUCHER, voucher, key);
    expect([JSON.parse(body), replayed]).toEqual([data, "true"]);
  });

  describe("is refused", () => {
    const message = "1 to 255 printable ASCII characters are expected.";
    it.each([
      ["empty", ""],
      ["too long", "x".repeat(256)],
      ["not printable", "a\tb"],
      ["not ASCII", "kéy"],
    ])("where it is %s", async (_, key) => {
      const { voucher } = await given();
      expect((await shop.call(VOUCHER, voucher, keyed(key))).slice(0, 2)).toEqual([
        400,
        refusal("invalid", "idempotency_key", message),
      ]);
    });

    it("not where it has 255 characters", async () => {
      const { voucher } = await given();
      expect((await shop.call(VOUCHER, voucher, keyed("~".repeat(255))))[0]).toBe(200);
    });

    it("after the input, and nowhere that it means nothing", async () => {
      expect((await shop.call(VOUCHER, {}, keyed("")))[1]).toMatchObject({
        error_code: "required",
      });
      expect((await shop.call("/api/ping", {}, keyed("")))[0]).toBe(200);
    });
  });
});
