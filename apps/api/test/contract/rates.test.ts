import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../harness.ts";

const PING = "/api/ping";
const CANCEL = "/api/redemptions/cancel";
const tooFast = { detail: "Too many requests, please try again later.", limit: "requests" };

describe("the rate of a token", () => {
  let house: House & { close: () => Promise<void> };
  beforeAll(async () => {
    // three calls are allowed, and the fourth only after 1,000 seconds
    house = await openHouse(await createTestDatabase(), { rate: { perSecond: 0.001, burst: 3 } });
  });
  afterAll(() => house?.close());
  const newToken = async (limits = {}) => house.tokenOf(await house.given.merchant(), limits);

  it("is told with every answer, and refused with 429 and the time to wait", async () => {
    const token = await newToken();
    const lefts = [];
    for (let calls = 0; calls < 3; calls++) {
      const [status, , headers] = await house.post(PING, undefined, { token });
      lefts.push([status, /r=(\d+)/.exec(headers.ratelimit ?? "")?.[1]]);
      expect(headers["ratelimit-policy"]).toBe('"requests";q=3;w=3000');
      expect(headers["retry-after"]).toBeUndefined();
    }
    expect(lefts).toEqual([
      [200, "2"],
      [200, "1"],
      [200, "0"],
    ]);
    const [status, body, headers] = await house.post(PING, undefined, { token });
    expect([status, body]).toEqual([429, tooFast]);
    expect(headers["retry-after"]).toMatch(/^\d{2,4}$/);
    expect(headers.ratelimit).toMatch(/^"requests";r=0;t=\d+$/);
  });

  it("is each token's own", async () => {
    const [one, other] = [await newToken(), await newToken()];
    for (let calls = 0; calls < 5; calls++) await house.post(PING, undefined, { token: one });
    expect((await house.post(PING, undefined, { token: one }))[0]).toBe(429);
    expect((await house.post(PING, undefined, { token: other }))[0]).toBe(200);
  });

  it("S4: is spent by the bytes of a body, also where no header says how many come", async () => {
    const url = `${await house.url()}${PING}`;
    const body = JSON.stringify({ pad: "x".repeat(20_000) });
    const inPieces = new Blob([body]).stream.bind(new Blob([body]));
    for (const sent of [() => body, inPieces]) {
      const authorization = `Token ${await newToken()}`;
      const headers = { authorization, "content-type": "application/json" };
      const init = () => ({ method: "POST", headers, body: sent(), duplex: "half" }) as const;
      const first = await fetch(url, init());
      expect([first.status, first.headers.get("ratelimit")?.slice(0, 14)]).toEqual([
        200,
        '"requests";r=0',
      ]);
      expect((await fetch(url, init())).status).toBe(429);
    }
  });

  it("comes after the path, the method and the token, and before scope and content type", async () => {
    const token = await newToken({ scopes: ["otp"] });
    const bad = { token, headers: { "content-type": "x" }, payload: "{" };
    for (let calls = 0; calls < 3; calls++)
      expect((await house.send({ method: "POST", path: CANCEL, ...bad }))[0]).toBe(403);
    expect((await house.send({ method: "POST", path: CANCEL, ...bad }))[0]).toBe(429);
    expect((await house.send({ method: "PUT", path: CANCEL, ...bad }))[0]).toBe(405);
    expect((await house.send({ method: "POST", path: "/api/no", ...bad }))[0]).toBe(404);
    expect((await house.send({ method: "POST", path: CANCEL, ...bad, token: "no" }))[0]).toBe(401);
  });

  it("counts calls that are refused for their scope, but not those without a token", async () => {
    const [status, , headers] = await house.post(PING);
    expect([status, headers.ratelimit]).toEqual([401, undefined]);
    const open = await house.send({ method: "GET", path: "/api/400" });
    expect(open[2].ratelimit).toBeUndefined();
  });

  it("counts a batch call by call", async () => {
    const token = await newToken();
    const path = `/trpc/${Array<string>(5).fill("diagnostics.ping").join(",")}?batch=1`;
    const [status, body, headers] = await house.post(path, {}, { token });
    const answers = body as { result?: unknown; error?: { data: { httpStatus: number } } }[];
    expect(status).toBe(207);
    expect(answers.filter(({ result }) => result)).toHaveLength(3);
    expect(answers.flatMap(({ error }) => error?.data.httpStatus ?? [])).toEqual([429, 429]);
    expect(headers["retry-after"]).toMatch(/^\d+$/);
    expect((await house.post(PING, undefined, { token }))[0]).toBe(429);
  });
});
