import { expect, test } from "@playwright/test";
import { PASSWORD, people } from "../e2e/testing/merchant.ts";
import { call, limited, trySignIn, trySignIns } from "./testing/addresses.ts";

const front = `https://127.0.0.1:${process.env.DEPLOYED_FRONT_PORT}`;
const behind = `http://127.0.0.1:${process.env.DEPLOYED_CONSOLE_PORT}`;
const demo = `http://127.0.0.1:${process.env.DEPLOYED_DEMO_PORT}`;

/** Returns headers that claim another address for each try, in every way that a client can. */
const forged = (number: number) => ({
  "x-forwarded-for": `203.0.113.${number}`,
  "x-real-ip": `203.0.113.${number}`,
  forwarded: `for=203.0.113.${number}`,
  "x-stampbook-console": "what the console and the API share",
});

test.skip(
  process.platform === "darwin",
  "macOS has one loopback address, and clients need several",
);

test.describe("behind a proxy that brings HTTPS", () => {
  test("H1: a forged X-Forwarded-For gets no further tries to sign in", async () => {
    expect(await trySignIns(front, "127.0.0.11", forged)).toEqual(limited);
  });

  test("H1: a forged chain of proxies gets none either", async () => {
    const chain = (number: number) => ({
      "x-forwarded-for": `203.0.113.${number}, 127.0.0.1, 127.0.0.1`,
    });
    expect(await trySignIns(front, "127.0.0.12", chain)).toEqual(limited);
  });

  test("H1: each client has limits of its own", async () => {
    expect(await trySignIns(front, "127.0.0.13", () => ({}))).toEqual(limited);
    expect(await trySignIn(front, "127.0.0.14")).toBe(401);
    // if a client could claim another client's address, it could lock that client out
    expect(await trySignIn(front, "127.0.0.14", { "x-forwarded-for": "127.0.0.13" })).toBe(401);
  });

  test("H1: the list of sessions names the address that somebody came from", async () => {
    const from = "127.0.0.15";
    const headers = { origin: front, ...forged(1) };
    const data = { email: people.manager, password: PASSWORD };
    const signedIn = await call(`${front}/staff-auth/sign-in/email`, { from, headers, data });
    expect(signedIn.status, signedIn.body).toBe(200);
    const cookie = (signedIn.headers["set-cookie"] ?? [])
      .map((one) => one.split(";")[0])
      .join("; ");
    const sessions = await call(`${front}/staff-auth/list-sessions`, {
      from,
      headers: { ...headers, cookie },
    });
    const addresses: string[] = JSON.parse(sessions.body).map(
      ({ ipAddress }: { ipAddress: string }) => ipAddress,
    );
    expect(addresses).toContain(from);
    expect(addresses.join()).not.toContain("203.0.113");
  });

  test("H1: who reaches the console past the proxy is not believed about HTTPS", async () => {
    const headers = { "x-forwarded-proto": "https", forwarded: "proto=https" };
    for (const path of ["/sign-in", "/till", "/trpc/staff.waysIn"]) {
      const { status, body } = await call(`${behind}${path}`, { from: "127.0.0.16", headers });
      expect([path, status, body]).toEqual([
        path,
        403,
        '{"detail":"Please use https instead of http"}',
      ]);
    }
    for (const probe of ["/health", "/ready"])
      expect((await call(behind + probe, { from: "127.0.0.16" })).status).toBe(200);
  });
});

test.describe("the demo, without a proxy", () => {
  test("H1: a forged X-Forwarded-For gets no further tries to sign in", async () => {
    expect(await trySignIns(demo, "127.0.0.21", forged)).toEqual(limited);
    expect(await trySignIn(demo, "127.0.0.22")).toBe(401);
  });
});
