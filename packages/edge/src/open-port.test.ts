import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createListener, serverLimits } from "./listener.ts";
import { openPort } from "./open-port.ts";

const host = "127.0.0.1";
/** Only Linux distributes the connections to one port among several sockets. */
const onLinux = it.runIf(process.platform === "linux");

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a server that answers each request with 200. */
async function open({ sockets, connections = 100 }: { sockets?: number; connections?: number }) {
  const limits = { ...serverLimits, connections };
  const server = createListener((_request, response) => response.end("ok"), limits, null);
  const listen = (options: object) => once(server.listen(options), "listening");
  await openPort(server, { host, port: 0 }, listen, sockets);
  const close = () => new Promise((resolve) => server.close(resolve));
  ends.push(close);
  return { server, close, port: (server.address() as AddressInfo).port };
}

/** Begins to connect `count` sockets at the same time. Does not wait for the connections. */
function begin(port: number, count: number): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, host);
    socket.on("error", () => {});
    ends.push(() => socket.destroy());
    return socket;
  });
}

/**
 * Returns the number of event-loop turns in which a server accepts 50 clients that connect at the same time.
 */
async function countTurns(sockets?: number): Promise<number> {
  const { server, port } = await open({ ...(sockets && { sockets }) });
  let turn = 0;
  const next = () => {
    turn += 1;
    turning = setImmediate(next);
  };
  let turning = setImmediate(next);
  ends.push(() => clearImmediate(turning));
  const turns = new Set<number>();
  let accepted = 0;
  const all = new Promise<void>((resolve) => {
    server.on("connection", () => {
      turns.add(turn);
      accepted += 1;
      if (accepted === 50) resolve();
    });
  });
  begin(port, 50);
  await all;
  return turns.size;
}

onLinux("F3: many clients that connect at once are accepted in a few turns", async () => {
  expect(await countTurns()).toBeLessThan(25);
});

it("F3: with a single socket each turn accepts one of them", async () => {
  expect(await countTurns(1)).toBeGreaterThanOrEqual(50);
});

it("a port that is taken is refused, also by a process that shares its own", async () => {
  const { port } = await open({});
  const second = createListener(() => {}, serverLimits, null);
  const opened = openPort(second, { host, port }, (options) =>
    once(second.listen(options), "listening"),
  );
  await expect(opened).rejects.toMatchObject({ code: "EADDRINUSE" });
});

it("all sockets together take no more connections than allowed", async () => {
  const { port } = await open({ connections: 3 });
  const clients = begin(port, 9);
  let closed = 0;
  await new Promise<void>((resolve) => {
    for (const client of clients)
      client.once("close", () => {
        closed += 1;
        if (closed === 6) resolve();
      });
  });
  const left = clients.filter(({ destroyed }) => !destroyed);
  expect(left).toHaveLength(3);
  left[0]?.destroy();
  await expect
    .poll(async () => {
      const response = await fetch(`http://${host}:${port}/`).catch(() => null);
      return response?.status;
    })
    .toBe(200);
});

it("closing the server closes every socket, and waits for running requests", async () => {
  const { server, close, port } = await open({});
  server.removeAllListeners("request");
  const running: ServerResponse[] = [];
  const all = new Promise<void>((resolve) => {
    server.on("request", (_request, response) => {
      if (running.push(response) === 20) resolve();
    });
  });
  const answers = Array.from({ length: 20 }, () => fetch(`http://${host}:${port}/`));
  await all;
  let isClosed = false;
  const closed = close().then(() => {
    isClosed = true;
  });
  const late = begin(port, 20);
  await Promise.all(late.map((client) => new Promise((resolve) => client.once("close", resolve))));
  expect(isClosed).toBe(false);
  for (const response of running) response.writeHead(200, { connection: "close" }).end();
  await closed;
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});
