import { createHarness } from "@stampbook/core/testing";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { killServers, type ServerProcess, startServer } from "./server-process.ts";

const SECRET_KEY = "a key of these tests: 0c53b1f2a7";
/** A token may call the first of these only. */
const BATCH = "/trpc/diagnostics.ping,staff.me?batch=1";
const REDEEM = "/api/v2/redemptions/redeem-voucher";

describe("O2: the API in production, with metrics", () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let address: string;
  let metrics: string;
  let token: string;
  let merchantId: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { given, deps } = createHarness(database.db, { secretKey: SECRET_KEY });
    const merchant = await given.merchant();
    merchantId = merchant.id;
    token = deps.secrets.newTokenSecret();
    await given.token(merchant, { secret: token, hash: deps.secrets.hashToken(token) });
    server = startServer({
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      TRUSTED_PROXIES: "127.0.0.1",
      SHUTDOWN_DELAY_MS: "0",
      DATABASE_URL: database.url,
      METRICS_PORT: "0",
      SECRET_KEY,
    });
    address = await server.address();
    metrics = await server.hears(/"metrics":"([^"]+)"/);
  });
  afterAll(async () => {
    killServers();
    await database?.close();
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${address}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Token ${token}`,
        ...headers,
      },
      body: JSON.stringify(body),
    });

  /** The value of a series, as scraped; undefined if it is not there. */
  const scrape = async () => {
    const text = await (await fetch(metrics)).text();
    return (series: string) => {
      const line = text.split("\n").find((each) => each.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    };
  };

  /** The log's line of the call with this id. */
  const lineOf = async (id: string): Promise<object> =>
    JSON.parse(await server.hears(new RegExp(`^.*"reqId":"${id}".*$`, "m")));

  it("counts calls by operation and outcome, each call of a batch, and never by path", async () => {
    const before = await scrape();
    expect(before('stampbook_refused_calls_total{reason="full"}')).toBeUndefined();
    for (const status of [200, 200]) expect((await post("/api/ping", {})).status).toBe(status);
    const redeem = { user: "nobody@example.com", voucher: 1, store: 77 };
    expect((await post(REDEEM, redeem)).status).toBe(400);
    expect((await post(BATCH, { 0: {}, 1: {} })).status).toBe(207);
    const stranger = { authorization: "Token nobody" };
    expect((await post("/api/ping", {}, stranger)).status).toBe(401);
    expect((await post("/made/up/by-strangers", {})).status).toBe(404);

    await vi.waitFor(async () => {
      const value = await scrape();
      const calls = (operation: string, status: number, code: string) =>
        value(
          `stampbook_calls_total{operation="${operation}",status="${status}",error_code="${code}"}`,
        );
      expect({
        pings: calls("diagnostics.ping", 200, ""),
        redeemed: calls("redemptions.redeemVoucher", 400, "invalid_store"),
        denied: calls("staff.me", 403, "permission_denied"),
        strangers: calls("diagnostics.ping", 401, "unauthorized"),
        unknown: calls("unknown", 404, ""),
        timed: value('stampbook_call_seconds_count{operation="diagnostics.ping"}'),
        batches: value('stampbook_batch_calls_count{operation="redeem_vouchers"}'),
      }).toEqual({
        ...{ pings: 3, redeemed: 1, denied: 1, strangers: 1, unknown: 1 },
        ...{ timed: 4, batches: 1 },
      });
    });
    const text = await (await fetch(metrics)).text();
    expect(text).not.toMatch(/by-strangers|nobody@|sb_live_/);
  });

  it("shows the pool, the queues, the jobs, the messages and the build", async () => {
    const value = await scrape();
    expect(value("stampbook_pool_connections")).toBe(8);
    expect(value("stampbook_pool_waiting")).toBe(0);
    expect(value("stampbook_database_look_ok")).toBe(1);
    expect(value("stampbook_migrations_missing")).toBe(0);
    expect(Math.abs(value("stampbook_clock_offset_seconds") ?? 99)).toBeLessThan(5);
    expect(value('stampbook_messages_waiting{channel="email"}')).toBe(0);
    expect(value("stampbook_hashes_waiting")).toBe(0);
    expect(value("stampbook_writes_waiting")).toBe(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    const text = await (await fetch(metrics)).text();
    expect(text).toMatch(/^stampbook_build_info\{version="\d+\.\d+\.\d+/m);
    expect(text).toMatch(/^stampbook_key_info\{key_id="[0-9a-f]{8}"\} 1$/m);
    expect(text).toMatch(/^stampbook_pool_info\{host="127\.0\.0\.1:\d+",pooler="false"\} 1$/m);
    expect(text).toMatch(/^stampbook_statement_seconds_count\{statement="redeem_vouchers_/m);
    await vi.waitFor(
      async () => {
        const job = 'stampbook_job_last_success_timestamp_seconds{task="codes"}';
        expect((await scrape())(job)).toBeGreaterThan(Date.now() / 1_000 - 600);
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  it("says in the log who called what, and how it ended, under the proxy's id", async () => {
    const ids = ["proxy-id-ping", "proxy-id-redeem", "proxy-id-batch"];
    const [ping = "", redeem = "", batch = ""] = ids;
    const answer = await post("/api/ping", {}, { "x-request-id": ping });
    expect(answer.headers.get("x-request-id")).toBe(ping);
    await post(
      REDEEM,
      { user: "a@example.com", voucher: 1, store: 77 },
      { "x-request-id": redeem },
    );
    await post(BATCH, { 0: {}, 1: {} }, { "x-request-id": batch });
    const who = { level: 30, merchantId, tokenId: expect.any(Number) };
    const refused = {
      operation: "redemptions.redeemVoucher",
      status: 400,
      store: "77",
      errorCode: "invalid_store",
    };
    expect(await lineOf(ping)).toMatchObject({
      ...who,
      operation: "diagnostics.ping",
      status: 200,
    });
    expect(await lineOf(redeem)).toMatchObject({ ...who, ...refused });
    expect(await lineOf(batch)).toMatchObject({
      ...who,
      status: 207,
      calls: [
        { operation: "diagnostics.ping", status: 200 },
        { operation: "staff.me", status: 403, errorCode: "permission_denied" },
      ],
    });
    expect(server.said()).not.toContain(token);
  });

  it("serves nothing else on the metrics' port, and the metrics on no other", async () => {
    expect((await fetch(new URL("/health", metrics))).status).toBe(404);
    expect((await fetch(metrics, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    expect(new URL(metrics).hostname).toBe("127.0.0.1");
  });

  it("closes the metrics' port at the end, and exits with 0", async () => {
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await expect(fetch(metrics)).rejects.toThrow();
  });
});
