import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import { shopOfSuite } from "../shop.ts";

const PING = "/trpc/diagnostics.ping";
const CANCEL = "/trpc/redemptions.cancel";
const JSON_TYPE = { "content-type": "application/json" };

contract("tRPC's protocol", (house) => {
  const shop = shopOfSuite(house);
  let token = "";
  let limited = "";
  beforeAll(async () => {
    token = shop.token;
    limited = await house.tokenOf(shop.merchant, { scopes: ["otp"] });
  });

  describe("an error", () => {
    it("of the caller's token", async () => {
      const [status, body] = await house.post(CANCEL, { id: 1 });
      expect([status, body]).toEqual([
        401,
        {
          error: {
            message: "Invalid token",
            code: -32001,
            data: {
              code: "UNAUTHORIZED",
              httpStatus: 401,
              path: "redemptions.cancel",
              failure: null,
            },
          },
        },
      ]);
    });

    it("of the token's scope", async () => {
      const [status, body] = await house.post(CANCEL, { id: 1 }, { token: limited });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        error: {
          data: {
            code: "FORBIDDEN",
            failure: {
              code: "permission_denied",
              field: null,
              message: "You do not have permission to perform this action.",
              errors: {},
            },
          },
        },
      });
    });

    it("of the input tells code, field and every message, as on REST", async () => {
      const sent = { id: "x", create_replacement_voucher: "x" };
      const [status, body] = await house.post(CANCEL, sent, { token });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          message: "A whole number above zero is expected.",
          data: {
            failure: {
              code: "invalid",
              field: "id",
              message: "A whole number above zero is expected.",
              errors: {
                id: "A whole number above zero is expected.",
                create_replacement_voucher: "true or false is expected.",
              },
            },
          },
        },
      });
    });

    it("of the state", async () => {
      expect(await shop.callTrpc("redemptions.cancel", { id: 9 })).toEqual([
        404,
        { code: "redemption_not_found", field: null, message: "Redemption not found", errors: {} },
      ]);
    });

    it("of the state, with its field and message, as on REST", async () => {
      const { email } = await shop.customer(9);
      const { code } = await house.given.reward(shop.merchant, { kind: "flexible" });
      const body = { user: email, store: shop.store.id, reward: code, stamps: 10 };
      const [, refused] = await shop.call("/api/v2/redemptions/redeem-reward", body);
      const { errors } = refused as { errors: { stamps: string } };
      expect(errors).toEqual({ stamps: expect.stringMatching(/./) });
      expect(await shop.callTrpc("redemptions.redeemReward", body)).toEqual([
        400,
        { code: "insufficient_stamps", field: "stamps", errors, message: errors.stamps },
      ]);
    });

    it.each([
      ["broken JSON", '{"id":'],
      ["a list", "[]"],
      ["null", "null"],
    ])("of a body that is %s", async (_, payload) => {
      const call = { method: "POST", path: CANCEL, token, headers: JSON_TYPE, payload };
      const [status, body] = await house.send(call);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: { data: { failure: { code: "parse_error", field: "body" } } },
      });
      expect(JSON.stringify(body)).not.toMatch(/stack|token .* in JSON/i);
    });

    it.each([
      ["no type", {}],
      ["another type", { "content-type": "text/plain" }],
      ["a form", { "content-type": "multipart/form-data; boundary=x" }],
      ["bytes", { "content-type": "application/octet-stream" }],
      ["what is no type", { "content-type": "json" }],
    ])("of a body with %s", async (_, headers) => {
      const call = { method: "POST", path: CANCEL, token, headers, payload: '{"id":1}' };
      const [status, body] = await house.send(call);
      expect(status).toBe(415);
      expect(body).toMatchObject({ error: { data: { code: "UNSUPPORTED_MEDIA_TYPE" } } });
    });

    it("of a body beyond 1 MiB", async () => {
      const [status, body] = await house.post(CANCEL, { id: "x".repeat(1024 * 1024) }, { token });
      expect(status).toBe(413);
      expect(body).toMatchObject({ error: { data: { code: "PAYLOAD_TOO_LARGE", failure: null } } });
    });

    it("of a procedure that is none", async () => {
      expect((await house.post("/trpc/nothing.here", {}, { token }))[0]).toBe(404);
      expect((await house.post("/trpc", {}, { token })).slice(0, 2)).toEqual([
        404,
        { detail: "Not found." },
      ]);
    });

    it.each(["/trpc/x", "/trpc/staff.me", `${PING},${"staff.me"}?batch=1`, "/staff-auth/ok"])(
      "S16: of HEAD %s",
      async (path) => {
        const [status, , headers] = await house.send({ method: "HEAD", path, token });
        expect([status, headers.allow]).toEqual([405, "GET, POST"]);
      },
    );

    it("of the method", async () => {
      const [status, , headers] = await house.send({ method: "PUT", path: PING });
      expect([status, headers.allow]).toEqual([405, "GET, POST"]);
      const path = `${CANCEL}?input=${encodeURIComponent('{"id":1}')}`;
      expect((await house.send({ method: "GET", path, token }))[0]).toBe(405);
    });
  });

  describe("a single call is answered as tRPC's own adapter answers it:", () => {
    const tokens = { none: () => undefined, full: () => token, limited: () => limited };
    it.each<[what: string, path: string, payload: string, by: keyof typeof tokens]>([
      ["done", PING, "{}", "full"],
      ["without a body", PING, "", "full"],
      ["without a token", CANCEL, '{"id":1}', "none"],
      ["without the scope", CANCEL, '{"id":1}', "limited"],
      ["with wrong input", CANCEL, '{"id":"x"}', "full"],
      ["with broken JSON", CANCEL, '{"id":', "full"],
      ["refused", CANCEL, '{"id":9}', "full"],
      ["with a byte order mark", CANCEL, '\ufeff{"id":9}', "full"],
      ["of a member of staff alone", "/trpc/staff.me", "{}", "full"],
      ["of no procedure", "/trpc/nothing.here", "{}", "full"],
    ])("%s", async (_, path, payload, by) => {
      const sent = { method: "POST", token: tokens[by](), headers: JSON_TYPE, payload };
      const [status, body, headers] = await house.send({ ...sent, path });
      // tRPC's own adapter serves paths with a query string, and both answers must be the same
      const adapter = await house.send({ ...sent, path: `${path}?x=1` });
      expect([status, body, headers.vary]).toEqual([...adapter.slice(0, 2), adapter[2].vary]);
      expect(headers["content-type"]).toMatch(/^application\/json/);
    });
  });

  it("takes an empty body as an empty object", async () => {
    const call = { method: "POST", path: PING, token, headers: JSON_TYPE, payload: "" };
    expect((await house.send(call))[0]).toBe(200);
  });

  describe("a batch", () => {
    const batch = (calls: number, headers: Record<string, string> = {}) =>
      house.send({
        method: "POST",
        path: `/trpc/${Array(calls).fill("redemptions.cancel").join(",")}?batch=1`,
        token,
        headers: { ...JSON_TYPE, ...headers },
        payload: JSON.stringify(
          Object.fromEntries(Array.from({ length: calls }, (_, at) => [at, { id: 9 }])),
        ),
      });

    it("of ten calls is answered one by one", async () => {
      const [status, body] = await batch(10);
      expect(status).toBe(404);
      expect(body).toHaveLength(10);
    });

    it("of eleven is refused whole", async () => {
      const [status, body] = await batch(11);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { message: "Batch call exceeds maximum size" } });
    });

    it("of several calls carries no idempotency key", async () => {
      const [status, body] = await batch(2, { "idempotency-key": "k" });
      expect(status).toBe(400);
      const refused = {
        error: { data: { failure: { code: "invalid", field: "idempotency_key" } } },
      };
      expect(body).toMatchObject([refused, refused]);
      expect((await batch(1, { "idempotency-key": "k" }))[0]).toBe(404);
    });
  });
});
