import { schema, withCaller } from "@stampbook/db";
import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { appRouter, listProcedures } from "@stampbook/router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../harness.ts";

const PATH = "/api/v2/redemptions/redeem-voucher";
const busy = { detail: "Too busy, please try again." };

describe("what is not the caller's fault", () => {
  let database: TestDatabase;
  let house: House & { close: () => Promise<void> };
  let token = "";
  beforeAll(async () => {
    database = await createTestDatabase();
    house = await openHouse(database, {}, "costly");
    token = await house.tokenOf(await house.given.merchant());
  });
  afterAll(() => house?.close());
  const redeem = () =>
    house.post(PATH, { user: "canary@example.com", voucher: 1, store: 1 }, { token });

  it("is 503 with Retry-After where a lock is not had in time", async () => {
    const client = openClient(database.url);
    try {
      await client.begin(async (sql) => {
        await sql`lock table customers in access exclusive mode`;
        const [status, body, headers] = await redeem();
        expect([status, body, headers["retry-after"]]).toEqual([503, busy, "1"]);
        const [trpcStatus, trpcBody, trpcHeaders] = await house.post(
          "/trpc/redemptions.redeemVoucher",
          { user: "a@example.com", voucher: 1, store: 1 },
          { token },
        );
        expect([trpcStatus, trpcHeaders["retry-after"]]).toEqual([503, "1"]);
        expect(trpcBody).toMatchObject({
          error: { data: { failure: { code: "overloaded", field: null, retryAfter: 1 } } },
        });
      });
    } finally {
      await client.end();
    }
  });

  it("is 503 with Retry-After for whatever takes a hash, and for nothing else, while no more may wait", async () => {
    const hashing = listProcedures(appRouter).filter(({ meta }) => meta.hashes);
    const paths = hashing.flatMap(({ meta }) => (meta.rest ? [meta.rest.path] : []));
    expect([paths.length, hashing.length]).toEqual([10, 11]);
    const { secrets } = house.core;
    let leave = () => {};
    const until = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const held: Promise<void>[] = [];
    // two merchants, because one alone does not get all places
    for (const merchantId of [-1, -2])
      withCaller({ signal: undefined, merchantId }, () => {
        while (!secrets.isFull()) held.push(secrets.onPlace(() => until));
      });
    try {
      for (const { name, meta } of hashing) {
        if (meta.rest) {
          const [status, body, headers] = await house.post(meta.rest.path, {}, { token });
          expect([name, status, body, headers["retry-after"]]).toEqual([name, 503, busy, "1"]);
        }
        const [trpcStatus, trpcBody] = await house.post(`/trpc/${name}`, {}, { token });
        expect([name, trpcStatus]).toEqual([name, 503]);
        expect(trpcBody).toMatchObject({
          error: { data: { failure: { code: "overloaded", field: null, retryAfter: 1 } } },
        });
      }
      expect((await house.post("/api/ping", {}, { token }))[0]).toBe(200);
      expect((await redeem())[0]).toBe(400);
    } finally {
      leave();
    }
    await Promise.all(held);
    const [status] = await house.post("/api/auth/validate-password", {}, { token });
    expect(status).toBe(400);
  });

  it("T41: keeps no call waiting that takes no hash, while others compute theirs", async () => {
    const { email } = await house.given.customer(await house.given.merchant());
    const guess = { user: email, password: "a wrong password" };
    let done = 0;
    const flood = Array.from({ length: 40 }, async () => {
      const [status] = await house.post("/api/auth/validate-password", guess, { token });
      done++;
      return status;
    });
    const pings = await Promise.all(
      Array.from({ length: 5 }, () => house.post("/api/ping", {}, { token })),
    );
    expect(pings.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(done).toBeLessThan(flood.length / 2);
    expect(new Set(await Promise.all(flood))).not.toContain(500);
  });

  it("is 500 without a word of it where it is unexpected, and logged with the request's id", async () => {
    await house.core.db.execute("alter table vouchers rename to vouchers_gone");
    try {
      const [status, body, headers] = await redeem();
      expect([status, body]).toEqual([500, { detail: "Server error" }]);
      const line = house.log.find((each) => each.includes(`${headers["x-request-id"]}`));
      expect(line).toContain("vouchers");
      expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 50, err: { code: "42P01" } });

      const [trpcStatus, trpcBody] = await house.post(
        "/trpc/redemptions.redeemVoucher",
        { user: "canary@example.com", voucher: 1, store: 1 },
        { token },
      );
      expect(trpcStatus).toBe(500);
      expect(trpcBody).toEqual({
        error: {
          message: "Server error",
          code: -32603,
          data: {
            code: "INTERNAL_SERVER_ERROR",
            httpStatus: 500,
            path: "redemptions.redeemVoucher",
            failure: null,
          },
        },
      });
    } finally {
      await house.core.db.execute("alter table vouchers_gone rename to vouchers");
    }
  });

  it("leaves no secret and no customer in the log", async () => {
    await house.post(
      `${PATH}?pin=123456`,
      { user: "canary@example.com", pin: "123456" },
      { token },
    );
    await house.post("/trpc/redemptions.redeemVoucher", { user: "canary@example.com" }, { token });
    const path = `/trpc/diagnostics.ping?input=${encodeURIComponent('{"pin":"123456"}')}`;
    await house.send({ method: "GET", path, token });
    const written = house.log.join("");
    expect(written).toContain('"path":"/trpc/diagnostics.ping"');
    for (const canary of [token, token.slice(12), "canary@example.com", "123456"])
      expect(written).not.toContain(canary);
  });
});

describe("a database that is away", () => {
  it("is 503 on every path that needs it, and the process stays up", async () => {
    const database = await createTestDatabase();
    const away = { ...database, close: async () => {} };
    const house = await openHouse(away);
    const token = await house.tokenOf(await house.given.merchant());
    await house.core.db.select().from(schema.merchants);
    await database.close();
    const [status, body, headers] = await house.post("/api/ping", undefined, { token });
    expect([status, body, headers["retry-after"]]).toEqual([503, busy, "1"]);
    expect((await house.send({ method: "GET", path: "/health" }))[0]).toBe(200);
    expect((await house.send({ method: "GET", path: "/ready" })).slice(0, 2)).toEqual([
      503,
      { detail: "The database does not answer." },
    ]);
    await house.close();
  });
});
