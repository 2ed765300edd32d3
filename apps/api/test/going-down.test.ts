import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { getPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { createHarness } from "@stampbook/core/testing";
import {
  createEmptyTestDatabase,
  createTestDatabase,
  openClient,
  type TestDatabase,
} from "@stampbook/db/testing";
import { SAME_SIGNAL_MS } from "@stampbook/edge/stop-signals";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { killServers, startServer, untilClosed } from "./server-process.ts";

/** Waits for a condition, at most 100 seconds. */
const until = <T>(look: () => T | Promise<T>) =>
  vi.waitFor(look, { timeout: 100_000, interval: 20 });

describe("the process in production", { timeout: 180_000 }, () => {
  let database: TestDatabase;
  let token = "";
  beforeAll(async () => {
    database = await createTestDatabase();
    const { given, deps } = createHarness(database.db);
    const merchant = await given.merchant();
    token = deps.secrets.newTokenSecret();
    await given.token(merchant, { secret: token, hash: deps.secrets.hashToken(token) });
  });
  afterAll(async () => {
    killServers();
    await database?.close();
  });

  const start = async (settings: Record<string, string> = {}) => {
    const server = startServer({
      NODE_ENV: "production",
      REQUIRE_HTTPS: "false",
      DATABASE_URL: database.url,
      SECRET_KEY: "a key of these tests: 81f0c2d97b",
      ...settings,
    });
    const url = await server.address();
    return { ...server, url, port: Number(new URL(url).port) };
  };
  const ping = (url: string) =>
    fetch(`${url}/api/ping`, { method: "POST", headers: { authorization: `Token ${token}` } });
  const ready = async (url: string) => (await fetch(`${url}/ready`)).status;

  /** Opens a connection and sends the beginning of a request. */
  const saying = async (port: number, text: string) => {
    const socket = connect(port, "127.0.0.1");
    let seen = "";
    socket.on("data", (data) => {
      seen += data;
    });
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(text);
    return { socket, seen: () => seen };
  };
  const half = () =>
    `POST /api/ping HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`;

  /**
   * Sends a second SIGTERM, late enough not to count as the first, and returns the exit code. Sends no third
   * one: it could kill the process while it exits.
   */
  async function hurried<Code>(child: ChildProcess, ended: Promise<Code>) {
    await sleep(SAME_SIGNAL_MS + 100);
    child.kill("SIGTERM");
    return ended;
  }

  it("F7: SIGTERM fails /ready first, while calls are answered; a second one hurries", async () => {
    const { url, child, ended } = await start({ SHUTDOWN_DELAY_MS: "300000" });
    const seen: unknown[] = [];
    /** Sends calls over one connection until an answer closes it. A reset would be an error. */
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let last: unknown = "keep-alive"; last === "keep-alive"; ) {
        const sent = request(`${url}/api/ping`, {
          agent,
          method: "POST",
          headers: { authorization: `Token ${token}` },
        }).end();
        const [answer] = await Promise.race([
          once(sent, "response"),
          once(sent, "error").then(([error]) => Promise.reject(error)),
        ]);
        await once(answer.resume(), "end");
        last = answer.headers.connection;
        seen.push(answer.statusCode);
      }
    };
    expect(await ready(url)).toBe(200);
    const clients = Promise.all(Array.from({ length: 4 }, client));
    await until(() => expect(seen.length).toBeGreaterThan(8));
    child.kill("SIGTERM");
    await clients;
    expect(new Set(seen)).toEqual(new Set([200]));
    await until(async () => expect(await ready(url)).toBe(503));
    const call = await ping(url);
    expect([call.status, call.headers.get("connection")]).toEqual([200, "close"]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await hurried(child, ended)).toBe(0);
  });

  it("O8: its log tells a start, with each migration, and an end", async () => {
    const { url, close } = await createEmptyTestDatabase();
    const { child, ended, said } = await start({ DATABASE_URL: url, SHUTDOWN_DELAY_MS: "0" });
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const lines = said()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    const { hostname, port } = new URL(url);
    expect(lines.filter(({ msg }) => msg === "migration applied")[0]).toMatchObject({
      migration: "0000_initial",
    });
    const others = lines.filter(({ msg }) => /^(started|stopping|drained|exit)$/.test(msg));
    expect(others).toMatchObject([
      {
        msg: "started",
        version: expect.stringMatching(/^\d/),
        database: `${hostname}:${port || 5432}`,
        connections: 8,
      },
      { msg: "stopping", signal: "SIGTERM", delayMs: 0 },
      { msg: "drained" },
      { msg: "exit", code: 0 },
    ]);
    expect(said()).not.toMatch(/password|postgres:\/\//);
    await close();
  });

  it("F7: neither an unfinished body nor unfinished headers hold the exit", async () => {
    const { port, url, child, ended } = await start({ SHUTDOWN_DELAY_MS: "0" });
    const body = await saying(port, half());
    const headers = await saying(port, "POST /api/ping HTTP/1.1\r\nHost: x\r\n");
    await until(() => expect(body.seen()).toContain("100 Continue"));
    child.kill("SIGTERM");
    await untilClosed(url);
    expect(await ended).toBe(0);
    expect(body.seen()).toMatch(/HTTP\/1\.1 503 /);
    expect(body.seen()).toMatch(/^connection: close\r$/im);
    headers.socket.destroy();
  });

  /**
   * Node options that preload a module. On SIGUSR2 the module runs the code `how`, whose errors nothing
   * catches.
   */
  const failing = (how: string) =>
    `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${how} });`)}`;

  it.each([
    ["thrown", 'throw new Error("a bug");'],
    ["a rejection", 'void Promise.reject(new Error("a bug"));'],
  ])("ends with an error when a bug is %s that nobody catches, and says which", async (_, how) => {
    const { child, ended, said } = await start({ NODE_OPTIONS: failing(how) });
    child.kill("SIGUSR2");
    expect(await ended).toBe(1);
    const lines = said()
      .split("\n")
      .filter((line) => line.includes('"level":60'))
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ err: { message: "a bug" } }]);
  });

  describe("while it runs", () => {
    /** A failed connection whose error, with a secret, nothing awaits. */
    const lost =
      'void Promise.reject(Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED", parameters: ["can" + "ary"] }));';
    let server: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      server = await start({ NODE_OPTIONS: failing(lost) });
    });

    it("F7: /ready fails while the database takes no writes, and /health does not", async () => {
      const { url } = server;
      expect(await ready(url)).toBe(200);
      const client = openClient(database.url);
      const name = new URL(database.url).pathname.slice(1);
      const readOnly = async (value: string) => {
        await client.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`);
        // open connections keep their old setting, so they are closed
        await client`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
      };
      try {
        await readOnly("on");
        await until(async () => {
          const answer = await fetch(`${url}/ready`);
          expect([answer.status, await answer.json()]).toEqual([
            503,
            { detail: "The database takes no writes." },
          ]);
        });
        expect((await fetch(`${url}/health`)).status).toBe(200);
      } finally {
        await client.unsafe("set default_transaction_read_only = off");
        await readOnly("off");
        await client.end();
      }
      await until(async () => expect(await ready(url)).toBe(200));
    });

    it.runIf(process.platform === "linux")(
      "lets the bundle's hash threads run at lower priority, and no other",
      async () => {
        const { child } = server;
        const tasks = `/proc/${child.pid}/task`;
        const threads = readdirSync(tasks).map((id) => ({
          name: readFileSync(`${tasks}/${id}/comm`, "utf8").trim(),
          priority: getPriority(Number(id)),
        }));
        const own = getPriority(child.pid);
        const hashing = threads.filter(({ name }) => name === "libuv-worker");
        expect(hashing.map(({ priority }) => priority)).toEqual(
          Array(4).fill(Math.min(19, own + 10)),
        );
        const others = threads.filter(({ name }) => name !== "libuv-worker");
        expect(new Set(others.map(({ priority }) => priority))).toEqual(new Set([own]));
      },
    );

    it("serves on when a connection's failure is awaited by nobody", async () => {
      const { child, hears, url, said } = server;
      child.kill("SIGUSR2");
      await hears(/a failure that nobody awaited/);
      expect((await ping(url)).status).toBe(200);
      expect(said()).not.toContain("canary");
    });
  });
});
