import { mkdtempSync, rmSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { Agent, request as tlsRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@stampbook/db/testing";
import { serverLimits } from "@stampbook/edge/listener";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadSettings, readEnv } from "../../src/env.ts";
import { readCertificate } from "../../src/http/tls.ts";
import { makeCertificate } from "../certificates.ts";
import { type House, openHouse } from "../harness.ts";

type OpenHouse = House & { close: () => Promise<void> };
type Seen = { status: number; body: string; headers: Record<string, unknown> };

const folder = mkdtempSync(join(tmpdir(), "stampbook-tls-"));
const paths = makeCertificate(folder, "own");
const other = makeCertificate(folder, "other");
const certificate = readCertificate(paths);
const agent = new Agent({ ca: certificate.cert });
const https403 = { status: 403, body: '{"detail":"Please use https instead of http"}' };

/** A call over a new connection. */
function call(
  port: number,
  tls: boolean,
  headers: Record<string, string> = {},
  path = "/api/ping",
) {
  return new Promise<Seen>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method: "POST", headers };
    const request = tls ? tlsRequest({ ...options, agent }) : plainRequest(options);
    request.on("error", reject).on("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (data) => {
        body += data;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      );
    });
    request.end();
  });
}

const listen = async ({ app }: House) =>
  Number(/:(\d+)$/.exec(await app.listen({ host: "127.0.0.1", port: 0 }))?.[1]);
const forged = {
  "x-forwarded-proto": "https",
  "x-forwarded-for": "10.9.9.9",
  forwarded: "proto=https",
};

afterAll(() => rmSync(folder, { recursive: true }));

describe("a server with a certificate", () => {
  let house: OpenHouse;
  let port = 0;
  let authorization = "";
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase(), { requireHttps: true, certificate });
    authorization = `Token ${await house.tokenOf(await house.given.merchant())}`;
    port = await listen(house);
  });
  afterAll(() => house?.close());

  it("speaks TLS, and its calls count as HTTPS", async () => {
    expect((await call(port, true, { authorization })).status).toBe(200);
    expect((await call(port, true)).body).toBe('{"detail":"Invalid token"}');
  });

  it("tells browsers to come by HTTPS from now on", async () => {
    const { headers } = await call(port, true, { authorization });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("believes nobody who says that the call was plain, or whence it came", async () => {
    const said = { authorization, "x-forwarded-proto": "http", "x-forwarded-for": "10.9.9.9" };
    expect((await call(port, true, said)).status).toBe(200);
    expect(house.log.join("")).not.toContain("10.9.9.9");
  });

  it("does not talk plain HTTP at all", async () => {
    await expect(call(port, false, { authorization, ...forged })).rejects.toThrow();
  });
});

describe("a server without one, where HTTPS is required", () => {
  let house: OpenHouse;
  let port = 0;
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase(), {
      requireHttps: true,
      trustedProxies: ["10.0.0.0/8"],
    });
    port = await listen(house);
  });
  afterAll(() => house?.close());

  it.each(["/api/ping", "/api/500", "/trpc/diagnostics.ping", "/docs", "/openapi.json"])(
    "refuses %s, whatever a caller that is no trusted proxy says of itself",
    async (path) => {
      const authorization = `Token ${await house.tokenOf(await house.given.merchant())}`;
      for (const headers of [{ authorization }, { authorization, ...forged }]) {
        const seen = await call(port, false, headers, path);
        expect(seen).toMatchObject(https403);
        expect(seen.headers["strict-transport-security"]).toBeUndefined();
      }
    },
  );
});

describe("a forged address", () => {
  it("does not get around the throttle of the open door", async () => {
    const house = await openHouse(await createTestDatabase());
    try {
      const port = await listen(house);
      const statuses = [];
      for (let calls = 0; calls < 31; calls++) {
        const headers = { "x-forwarded-for": `10.0.0.${calls}` };
        statuses.push((await call(port, false, headers, "/api/bookings/add")).status);
      }
      expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
    } finally {
      await house.close();
    }
  });
});

describe("a server's limits", () => {
  let house: OpenHouse;
  let port = 0;
  beforeAll(async () => {
    const limits = { ...serverLimits, headersMs: 200, requestMs: 400, connections: 2 };
    house = await openHouse(await createTestDatabase(), { limits });
    port = await listen(house);
  });
  afterAll(() => house?.close());

  /** Sends text, and resolves with everything received until the server closes the connection. */
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let seen = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (data) => {
        seen += data;
      });
      socket.on("error", () => {}).on("close", () => resolve(seen));
    });

  it("end a request whose headers do not arrive", async () => {
    expect(await say("POST /api/ping HTTP/1.1\r\nHost: x\r\n")).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("end a request whose body does not arrive", async () => {
    const token = await house.tokenOf(await house.given.merchant());
    const head = `POST /api/ping HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}`;
    const typed = "Content-Type: application/json\r\nContent-Length: 9";
    expect(await say(`${head}\r\n${typed}\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("close connections beyond the cap, and answer again once there is room", async () => {
    const held = [1, 2].map(() => connect(port, "127.0.0.1"));
    await Promise.all(held.map((socket) => new Promise((open) => socket.on("connect", open))));
    const count = () =>
      new Promise<number>((told) => house.app.server.getConnections((_, open) => told(open)));
    while ((await count()) < 2) await new Promise((next) => setTimeout(next, 5));
    expect(await say("POST /api/ping HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
    for (const socket of held) socket.destroy();
    while ((await count()) > 0) await new Promise((next) => setTimeout(next, 5));
    expect((await call(port, false)).status).toBe(401);
  });
});

describe("nesting without an end", () => {
  let house: OpenHouse;
  let token = "";
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    token = await house.tokenOf(await house.given.merchant());
  });
  afterAll(() => house?.close());
  const typed = { "content-type": "application/json" };
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

  it.each([64, 10_000, 30_000])("of %i levels is no JSON object, on REST", async (depth) => {
    const sent = { method: "POST", token, headers: typed, payload: nested(depth) };
    const [status, body] = await house.send({ ...sent, path: "/api/ping" });
    expect([status, body]).toMatchObject([400, { error_code: "parse_error" }]);
  });

  it("nor on tRPC, by POST or by GET", async () => {
    const failure = { code: "parse_error", field: "body" };
    const wanted = [400, { error: { data: { failure } } }];
    const path = "/trpc/diagnostics.ping";
    const sent = { method: "POST", token, headers: typed, payload: nested(30_000), path };
    expect((await house.send(sent)).slice(0, 2)).toMatchObject(wanted);
    const input = `${path}?input=${encodeURIComponent(nested(1_000))}`;
    expect((await house.send({ method: "GET", token, path: input })).slice(0, 2)).toMatchObject(
      wanted,
    );
  });

  it("of 63 levels is read", async () => {
    const sent = { method: "POST", token, headers: typed, payload: nested(63) };
    expect((await house.send({ ...sent, path: "/api/ping" }))[0]).toBe(200);
  });
});

describe("a certificate that is none", () => {
  it.each([
    ["a file that is not there", { ...paths, cert: "/nowhere.pem" }, /^TLS_CERT cannot be read: /],
    ["a key that is a certificate", { ...paths, key: paths.cert }, /^TLS_CERT and TLS_KEY must be/],
    ["another's key", { ...paths, key: other.key }, /^TLS_CERT and TLS_KEY must be/],
  ])("is told: %s", (_, named, message) => {
    expect(() => readCertificate(named)).toThrow(BadSettings);
    expect(() => readCertificate(named)).toThrow(message);
  });

  it("is told when the settings name one half of it", () => {
    expect(readEnv({ TLS_CERT: "c", TLS_KEY: "k" }).tls).toEqual({ cert: "c", key: "k" });
    expect(readEnv({ TLS_CERT: "", TLS_KEY: "" }).tls).toBeNull();
    expect(() => readEnv({ TLS_CERT: "c" })).toThrow("TLS_KEY is missing");
    expect(() => readEnv({ TLS_KEY: "k" })).toThrow("TLS_CERT is missing");
  });
});
