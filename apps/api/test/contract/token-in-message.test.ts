import { beforeAll, describe, expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { openShop, type Shop } from "../shop.ts";

const PING = "/api/ping";
const REWARD = "/api/v2/redemptions/redeem-reward";
const JSON_TYPE = { "content-type": "application/json" };
const invalid = [401, { detail: "Invalid token" }];

contractInProcess("a token in the message", (house) => {
  let shop: Shop;
  /** A shop whose merchant does not accept a token in the message. */
  let strict: Shop;
  beforeAll(async () => {
    shop = await openShop(house, { acceptTokenInMessage: true });
    strict = await openShop(house);
  });

  let addresses = 0;
  /** Sends a call, from a new address unless one is given. */
  const send = async (
    query: string,
    body: unknown,
    { headers = {}, path = PING, remoteAddress = `203.0.113.${++addresses}` } = {},
  ) => {
    const answer = await house.app.inject({
      method: "POST",
      url: `${path}${query}`,
      headers: { ...JSON_TYPE, ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
      remoteAddress,
    });
    return [answer.statusCode, answer.json(), answer.headers] as const;
  };
  const result = async (...call: Parameters<typeof send>) => (await send(...call)).slice(0, 2);

  it("is accepted in the query and in the body, the query first", async () => {
    const pong = [200, { pong: { merchant: shop.merchant.name, merchant_id: shop.merchant.id } }];
    expect(await result(`?token=${shop.token}`, {})).toEqual(pong);
    expect(await result("", { token: shop.token })).toEqual(pong);
    expect(await result(`?token=${shop.token}`, { token: "wrong" })).toEqual(pong);
    expect(await result("?token=", { token: shop.token })).toEqual(pong);
    expect(await result("?token=wrong", { token: shop.token })).toEqual(invalid);
    expect(await result(`?token=${shop.token}&token=x`, {})).toEqual(invalid);
    const [, , headers] = await send("", { token: shop.token });
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("counts for nothing beside a header, even an empty one", async () => {
    for (const authorization of ["", "Token wrong"])
      expect(await result("", { token: shop.token }, { headers: { authorization } })).toEqual(
        invalid,
      );
    const authorization = `Token ${shop.token}`;
    const [status] = await send("?token=wrong", { token: 1 }, { headers: { authorization } });
    expect(status).toBe(200);
  });

  it("is refused for a merchant that does not accept it, and over tRPC", async () => {
    expect(await result("", { token: strict.token })).toEqual(invalid);
    const path = "/trpc/redemptions.cancel";
    expect((await result("", { token: shop.token, id: 1 }, { path }))[0]).toBe(401);
    expect((await result(`?token=${shop.token}`, { id: 1 }, { path }))[0]).toBe(401);
  });

  describe("is checked", () => {
    it("after the size and the type of the body, before its JSON", async () => {
      const long = `{"token":"${shop.token}","pad":"${"x".repeat(64 * 1024)}"}`;
      expect((await send("", long))[0]).toBe(413);
      expect((await send("?token=wrong", long))[0]).toBe(413);
      const headers = { "content-type": "text/plain" };
      expect((await send("", { token: shop.token }, { headers }))[0]).toBe(415);
      expect(await result("", '{"token":')).toEqual(invalid);
      expect(await result("", "[]")).toEqual(invalid);
    });

    it("before the rest of the call, which is refused as with a header", async () => {
      const path = "/api/redemptions/cancel";
      expect(await result(`?token=${shop.token}`, "{", { path })).toMatchObject([
        400,
        { error_code: "parse_error" },
      ]);
      expect(await result("", { token: shop.token }, { path })).toMatchObject([
        400,
        { errors: { id: "This field is required." } },
      ]);
      const limited = await house.tokenOf(shop.merchant, { scopes: ["pin"] });
      expect((await result("", { token: limited }, { path }))[0]).toBe(403);
    });
  });

  describe("that is wrong", () => {
    it("is answered 60 times a minute for an address, to calls at once as well", async () => {
      const remoteAddress = "198.51.100.1";
      const answers = await Promise.all(
        Array.from({ length: 90 }, (_, at) =>
          send("", { token: at % 2 ? "wrong" : `wrong-${at}` }, { remoteAddress }),
        ),
      );
      expect(answers.filter(([status]) => status === 401)).toHaveLength(60);
      const refused = answers.filter(([status]) => status === 429);
      expect(refused).toHaveLength(30);
      for (const [, body, headers] of refused) {
        expect(body).toEqual({ detail: expect.stringMatching(/^Too many attempts, try again in/) });
        expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
      }
      // from this address, tokens that were not seen before are refused now, even a valid one
      const unseen = await house.tokenOf(shop.merchant);
      expect((await send("", { token: unseen }, { remoteAddress }))[0]).toBe(429);
      expect((await send("", { token: unseen }))[0]).toBe(200);
      // from that address, a token that was right before still works, and other addresses are not limited
      expect((await send("", { token: unseen }, { remoteAddress }))[0]).toBe(200);
      expect((await send("", { token: "wrong" }))[0]).toBe(401);
    });

    it("S3: a call whose body has no token counts as a wrong token, and at the limit only small bodies are read", async () => {
      const remoteAddress = "198.51.100.3";
      const sale = (token: string) => ({ token, pad: "x".repeat(10_000) });
      expect((await send("", sale(shop.token), { remoteAddress }))[0]).toBe(200);
      const none = Array.from({ length: 61 }, () => send("", {}, { remoteAddress }));
      const statuses = (await Promise.all(none)).map(([status]) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(60);
      expect((await send("", sale(shop.token), { remoteAddress }))[0]).toBe(429);
      expect((await send("", { token: shop.token }, { remoteAddress }))[0]).toBe(200);
      expect((await send("", sale(shop.token)))[0]).toBe(200);
    });

    it("is not counted where it is right, or where nothing was sent", async () => {
      const remoteAddress = "198.51.100.2";
      const calls = Array.from({ length: 70 }, () =>
        send("", { token: shop.token }, { remoteAddress }),
      );
      expect((await Promise.all(calls)).map(([status]) => status)).toEqual(calls.map(() => 200));
      for (let at = 0; at < 61; at++) expect((await send("", "", { remoteAddress }))[0]).toBe(401);
      const fresh = await house.tokenOf(shop.merchant);
      expect((await send("", { token: fresh }, { remoteAddress }))[0]).toBe(200);
    });
  });

  it("is no part of a call's fingerprint", async () => {
    const customer = await shop.customer();
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
    const body = { user: customer.email, store: shop.store.id, reward: reward.id };
    const headers = { "idempotency-key": "one redemption" };
    const first = await send("", { ...body, token: shop.token }, { headers, path: REWARD });
    expect(first[0]).toBe(200);
    const second = await send(`?token=${shop.token}`, body, { headers, path: REWARD });
    expect([second[1], second[2]["idempotency-replayed"]]).toEqual([first[1], "true"]);
  });

  it("stands in no line of the log and in no row", async () => {
    const token = await house.tokenOf(shop.merchant);
    const before = house.log.length;
    await send(`?token=${token}`, {});
    await send("", { token, user: "nobody", store: 1, reward: 1 }, { path: REWARD });
    await send(`?token=${token}`, {}, { path: "/api/nowhere" });
    await send(`?token=${token}`, "{", { path: REWARD });
    await send(`?token=${token}`, {}, { path: "/api/%zz" });
    const lines = house.log.slice(before).join("\n");
    expect(lines).toContain(REWARD);
    expect(lines).not.toContain(token);
  });
});

contractInProcess("a token in the message that no merchant accepts", (house) => {
  it("is not read: the answer is 401 before the size and the type of the body", async () => {
    const shop = await openShop(house);
    const headers = { "content-type": "text/plain" };
    const [status, body] = await house.send({
      method: "POST",
      path: PING,
      headers,
      payload: JSON.stringify({ token: shop.token }),
    });
    expect([status, body]).toEqual(invalid);
  });
});
