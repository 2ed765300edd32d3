import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import { withoutScope } from "../shop.ts";

const PING = "/api/ping";
const CANCEL = "/api/redemptions/cancel";
const JSON_TYPE = { "content-type": "application/json" };
const parseError = {
  detail: "body: A JSON object is expected.",
  errors: { body: "A JSON object is expected." },
  error_code: "parse_error",
  error_message: "body: A JSON object is expected.",
};

contract("transport", (house) => {
  let token = "";
  let limited = "";
  beforeAll(async () => {
    const merchant = await house.given.merchant({ id: 1, name: "My Merchant" });
    token = await house.tokenOf(merchant);
    limited = await house.tokenOf(merchant, { scopes: ["otp"] });
  });

  describe("the token", () => {
    it.each(["Token", "Bearer", "token", "BEARER"])("comes after the word %s", async (word) => {
      const [status] = await house.post(PING, undefined, {
        headers: { authorization: `${word} ${token}` },
      });
      expect(status).toBe(200);
    });

    it.each([
      ["missing", undefined],
      ["empty", ""],
      ["without a word before it", "secret"],
      ["after another word", "Basic c2VjcmV0"],
      ["unknown", "Token sb_live_unknown"],
      ["not ASCII", "Token gehe\u00edm"],
      ["endless", `Token ${"x".repeat(5_000)}`],
    ])("C11: that is %s is answered 401", async (_, authorization) => {
      const [status, body, headers] = await house.post(
        CANCEL,
        { id: 1 },
        { headers: authorization === undefined ? {} : { authorization } },
      );
      expect([status, body]).toEqual([401, { detail: "Invalid token" }]);
      expect(headers["www-authenticate"]).toBe("Token, Bearer");
    });

    it("that is revoked or expired is answered 401", async () => {
      const merchant = await house.given.merchant();
      const secret = house.core.secrets.newTokenSecret();
      const hash = house.core.secrets.hashToken(secret);
      await house.given.token(merchant, { secret, hash, expiresAt: "2020-01-01T00:00:00Z" });
      const [status, body] = await house.post(PING, undefined, { token: secret });
      expect([status, body]).toEqual([401, { detail: "Invalid token" }]);
    });
  });

  describe("paths and methods", () => {
    it.each([
      ["POST", "/api/unknown"],
      ["GET", "/"],
      ["POST", "/api/ping/more"],
      ["POST", "/api//ping"],
      ["GET", "/api/%"],
      ["GET", "/api/%zz"],
    ])("%s %s is not found", async (method, path) => {
      const [status, body] = await house.send({ method, path });
      expect([status, body]).toEqual([404, { detail: "Not found." }]);
    });

    it.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE", "QUERY"])(
      "%s is not allowed where only POST is",
      async (method) => {
        const [status, body, headers] = await house.send({ method, path: PING });
        expect([status, body]).toEqual([405, { detail: `Method "${method}" not allowed.` }]);
        expect(headers.allow).toBe("POST");
      },
    );

    it("the path with a trailing slash is the same endpoint, in every answer", async () => {
      expect((await house.post(`${PING}/`, undefined, { token }))[0]).toBe(200);
      expect((await house.send({ method: "GET", path: `${PING}/` }))[0]).toBe(405);
      expect((await house.post(`${PING}/`))[0]).toBe(401);
      expect((await house.send({ method: "GET", path: "/api/500/" }))[0]).toBe(500);
    });

    it("a query behind the path changes nothing", async () => {
      expect((await house.post(`${PING}?a=1`, undefined, { token }))[0]).toBe(200);
    });
  });

  describe("the body", () => {
    it.each([
      ["nothing at all", undefined, {}],
      ["an empty body of JSON", "", JSON_TYPE],
      ["an empty body of another type", "", { "content-type": "text/plain" }],
      ["an empty object", "{}", JSON_TYPE],
      ["JSON with a charset", "{}", { "content-type": 'Application/JSON; charset="UTF-8"' }],
      ["JSON after a byte order mark", "\ufeff{}", JSON_TYPE],
      ["keys that nobody knows", '{"unknown":1,"__proto__":{"a":1}}', JSON_TYPE],
    ])("may be %s", async (_, payload, headers) => {
      const [status] = await house.send({ method: "POST", path: PING, token, headers, payload });
      expect(status).toBe(200);
    });

    it.each([
      ["broken", '{"id":'],
      ["not an object but a list", "[]"],
      ["null", "null"],
      ["a string", '"text"'],
      ["a number", "1"],
      ["not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ])("that is %s is a parse error", async (_, payload) => {
      for (const path of [PING, CANCEL]) {
        const call = { method: "POST", path, token, headers: JSON_TYPE, payload };
        const [status, body] = await house.send(call);
        expect([status, body]).toEqual([400, parseError]);
      }
    });

    it.each([
      ["another type", { "content-type": "application/x-www-form-urlencoded" }],
      ["no type", {}],
      ["what is no type", { "content-type": "json" }],
      ["another charset", { "content-type": "application/json; charset=latin1" }],
      ["compression", { ...JSON_TYPE, "content-encoding": "gzip" }],
    ])("with %s is answered 415", async (_, headers) => {
      const call = { method: "POST", path: CANCEL, token, headers, payload: '{"id":1}' };
      const [status, body] = await house.send(call);
      expect([status, body]).toEqual([
        415,
        { detail: "The body must be JSON in UTF-8, sent as application/json." },
      ]);
    });

    it.each([
      ["of 64 KiB", PING, 64, 2_000, 200],
      ["of a sale, of 1 MiB,", "/api/v2/transactions/add", 1024, 20_000, 400],
      ["of a call without a token, of 8 KiB,", "/api/bookings/add", 8, 200, 400],
    ])("S3 (S4, T42): %s is read, and a byte or a value more is answered 413", async (...row) => {
      const [, path, kib, values, read] = row;
      const from = "203.0.113.77";
      const send = async (payload: string) => {
        // a body costs its bytes, so each call has its own token
        const own = await house.tokenOf(await house.given.merchant());
        const call = { method: "POST", path, token: own, headers: JSON_TYPE, payload, from };
        return (await house.send(call)).slice(0, 2);
      };
      const filled = (bytes: number) => `{"pad":"${"x".repeat(bytes - 10)}"}`;
      const listed = (count: number) => `{"pad":[${Array(count).fill(1)}]}`;
      expect((await send(filled(kib * 1024)))[0]).toBe(read);
      expect((await send(listed(values)))[0]).toBe(read);
      expect(await send(filled(kib * 1024 + 1))).toEqual([
        413,
        { detail: `The body must have at most ${kib} KiB.` },
      ]);
      expect(await send(listed(values + 1))).toEqual([
        413,
        { detail: `The lists and objects of the body must have at most ${values} values.` },
      ]);
    });
  });

  describe("the order of the checks", () => {
    const badBody = { headers: { "content-type": "json" }, payload: '{"id":' };
    it("path before method before token", async () => {
      expect((await house.send({ method: "GET", path: "/api/unknown", ...badBody }))[0]).toBe(404);
      expect((await house.send({ method: "PUT", path: CANCEL, ...badBody }))[0]).toBe(405);
      expect((await house.send({ method: "POST", path: CANCEL, ...badBody }))[0]).toBe(401);
    });

    it("scope before content type before size before JSON before input", async () => {
      const send = (as: string, headers: Record<string, string>, payload: string) =>
        house.send({ method: "POST", path: CANCEL, token: as, headers, payload });
      const tooLong = `[${"1,".repeat(600_000)}`;
      const [status, body] = await send(limited, { "content-type": "json" }, tooLong);
      expect([status, body]).toEqual([403, withoutScope("redemptions")]);
      const other = await house.tokenOf(await house.given.merchant());
      expect((await send(token, { "content-type": "json" }, tooLong))[0]).toBe(415);
      expect((await send(other, JSON_TYPE, tooLong))[0]).toBe(413);
      expect((await send(token, JSON_TYPE, "["))[1]).toEqual(parseError);
      expect((await send(token, JSON_TYPE, "{}"))[1]).toMatchObject({ error_code: "required" });
    });
  });

  describe("every answer", () => {
    it.each([
      ["POST", PING],
      ["GET", PING],
      ["GET", "/api/400"],
      ["GET", "/api/%"],
      ["GET", "/nowhere"],
      ["GET", "/health"],
      ["GET", "/trpc/diagnostics.ping"],
    ])("%s %s has an id of its own and is not to be stored", async (method, path) => {
      const [, , first] = await house.send({ method, path });
      const [, , second] = await house.send({ method, path });
      expect(first["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(second["x-request-id"]).not.toBe(first["x-request-id"]);
      expect(first["cache-control"]).toBe("no-store");
    });
  });

  describe("the diagnostic pages", () => {
    it.each([
      ["GET", "/api/500", 500, "Server error - 500"],
      ["POST", "/api/500", 500, "Server error - 500"],
      ["GET", "/api/400", 400, "Bad request - 400"],
      ["POST", "/api/400", 400, "Bad request - 400"],
    ])("%s %s needs no token, and reads no body", async (method, path, status, text) => {
      const call = method === "POST" ? { headers: { "content-type": "x" }, payload: "{" } : {};
      const answer = await house.send({ method, path, ...call });
      expect(answer.slice(0, 2)).toEqual([status, text]);
      expect(answer[2]["content-type"]).toBe("text/html; charset=utf-8");
    });

    it("allow GET and POST alone", async () => {
      const [status, , headers] = await house.send({ method: "DELETE", path: "/api/500" });
      expect([status, headers.allow]).toEqual([405, "GET, POST, HEAD"]);
    });
  });

  it("O8: reports that the process works, with its version and build, and that the database does", async () => {
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const [status, health] = await house.send({ method: "GET", path: "/health" });
    expect([status, health]).toEqual([
      200,
      { status: "ok", version: expect.stringMatching(/^[\d.]+(\+[0-9a-f]{8})?$/) },
    ]);
    expect(JSON.stringify(health)).toContain(version);
    const ready = await house.send({ method: "GET", path: "/ready" });
    expect(ready.slice(0, 2)).toEqual([200, { status: "ok" }]);
  });
});
