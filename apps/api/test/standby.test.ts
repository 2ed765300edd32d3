import { createHarness } from "@stampbook/core/testing";
import { connect, type OpenDb } from "@stampbook/db";
import {
  type RunningPostgres,
  type RunningStandby,
  startPostgres,
  startStandby,
} from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { stampbook } from "./cli/stampbook.ts";
import { houseOf } from "./harness.ts";
import { killServers, type ServerProcess, startServer } from "./server-process.ts";
import { type Browser, deskIn } from "./staff/desk.ts";

const SECRET_KEY = "a key of the tests with a standby: 51c7";

describe("the API with READ_DATABASE_URL", { timeout: 180_000 }, () => {
  let primary: RunningPostgres;
  let standby: RunningStandby;
  let open: OpenDb;
  let server: ServerProcess;
  let owner: Browser;
  let settings: { DATABASE_URL: string; READ_DATABASE_URL: string; SECRET_KEY: string };
  let metrics: string;

  beforeAll(async () => {
    primary = await startPostgres();
    open = await connect({ url: primary.url });
    const t = createHarness(open.db, { secretKey: SECRET_KEY });
    const merchant = await t.given.merchant();
    standby = await startStandby(primary);
    settings = { DATABASE_URL: primary.url, READ_DATABASE_URL: standby.url, SECRET_KEY };
    server = startServer({ ...settings, METRICS_PORT: "0", LOG_LEVEL: "info" });
    const address = await server.address();
    metrics = await server.hears(/"metrics":"([^"]+)"/);
    const house = houseOf(t.deps, t.given, async ({ method, path, headers, payload }) => {
      const body = payload === undefined ? {} : { body: String(payload) };
      const answer = await fetch(`${address}${path}`, { method, ...body, headers: { ...headers } });
      const own: object = { "set-cookie": answer.headers.getSetCookie() };
      const found = { ...Object.fromEntries(answer.headers), ...own };
      return [answer.status, await answer.text(), found];
    });
    owner = await deskIn({ ...house, url: server.address, log: [] }).at(merchant, "owner");
  }, 180_000);
  afterAll(async () => {
    killServers();
    await open?.close();
    await Promise.all([primary?.stop(), standby?.stop()]);
  });

  /** How many reads had this outcome so far. */
  const outcomes = async (outcome: string) => {
    const text = await (await fetch(metrics)).text();
    const series = `stampbook_standby_reads_total{outcome="${outcome}"} `;
    const line = text.split("\n").find((each) => each.startsWith(series));
    return Number(line?.slice(series.length) ?? 0);
  };
  const list = async () => {
    const [status, body] = await owner.query("staff.audit.list", {});
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  const readThere = () =>
    vi.waitFor(
      async () => {
        const before = await outcomes("read");
        await list();
        expect(await outcomes("read")).toBe(before + 1);
      },
      { timeout: 30_000, interval: 200 },
    );

  it("reads lists there, and shows what was changed just before", async () => {
    await readThere();
    for (let round = 0; round < 10; round++) {
      const name = `Store of round ${round}`;
      const [status] = await owner.mutate("staff.settings.stores.create", {
        ...{ code: `R${round}`, name, timezone: "Asia/Jakarta", isActive: true },
      });
      expect(status).toBe(200);
      expect(await list()).toContain(name);
    }
    expect((await stampbook(settings, "doctor")).out).toMatch(
      /^ok +standby +READ_DATABASE_URL: it has applied the last changes/m,
    );
  });

  it("answers lists while the standby is away, and says so once", async () => {
    await readThere();
    const before = server.said().length;
    const since = (line: RegExp) => server.said().slice(before).match(line) ?? [];
    await standby.kill9();
    for (let round = 0; round < 3; round++) await list();
    expect(await outcomes("away")).toBeGreaterThan(0);
    const toPrimary = /the primary runs the heavy reads/g;
    const toStandby = /the standby runs the heavy reads again/g;
    await vi.waitFor(() => expect(since(toPrimary)).toHaveLength(1), 10_000);
    expect((await stampbook(settings, "doctor")).out).toMatch(
      /^fix +standby +READ_DATABASE_URL: The database does not answer/m,
    );
    await standby.restart();
    await readThere();
    await vi.waitFor(() => expect(since(toStandby)).toHaveLength(1), 10_000);
    expect(since(toPrimary)).toHaveLength(1);
  });
});
