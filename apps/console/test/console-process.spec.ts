import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { freePort } from "@stampbook/db/testing/free-port";
import { SAME_SIGNAL_MS } from "@stampbook/edge/stop-signals";
import { call } from "./testing/addresses.ts";
import { killConsoles, startConsole } from "./testing/console-process.ts";

const SECRET = "what the console and the API share, long";

/** Starts a fake API, which answers with `answer`. `stop` cuts its connections. */
async function startApi(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.closeAllConnections() };
}

/** Sends a raw text on a connection, and resolves with the whole answer once the connection is closed. */
function say(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = "";
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (part) => {
      seen += part;
    });
    socket.on("error", reject).on("close", () => resolve(seen));
  });
}

/** Returns a promise, and the function that resolves it. */
function promised<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

test.afterAll(killConsoles);

test("H1: the API hears one address and one protocol, and nothing that a browser made up", async () => {
  const heard: IncomingMessage["headers"][] = [];
  const api = await startApi(({ headers }, response) => {
    heard.push(headers);
    response.end("{}");
  });
  const settings = { API_URL: api.url, CONSOLE_SECRET: SECRET };
  const alone = await startConsole(settings);
  const behind = await startConsole({ ...settings, TRUSTED_PROXIES: "127.0.0.1,10.0.0.5" });
  const headers = {
    "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.5",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.example",
    "x-forwarded-port": "1",
    forwarded: "for=6.6.6.6;proto=https",
    "x-real-ip": "6.6.6.6",
    "x-stampbook-console": "forged",
    "x-middleware-subrequest": "src/proxy:src/proxy",
    connection: "x-stampbook-console, x-forwarded-for",
  };
  for (const { address } of [alone, behind])
    await call(`${await address}/trpc/staff.me`, { headers });
  expect(
    heard.map((one) => [
      one["x-forwarded-for"],
      one["x-forwarded-proto"],
      one["x-stampbook-console"],
    ]),
  ).toEqual([
    ["127.0.0.1", "http", SECRET],
    ["203.0.113.9", "https", SECRET],
  ]);
  for (const one of heard) {
    expect(JSON.stringify(one)).not.toMatch(/6\.6\.6\.6|evil|x-real-ip|forwarded-port|middleware/);
    expect(one.connection).toBe("keep-alive");
  }
  // rendering a page calls the API too, with the same values
  heard.length = 0;
  await call(`${await behind.address}/till`, { headers: { ...headers, cookie: "a=b" } });
  expect(heard.length).toBeGreaterThan(0);
  for (const one of heard)
    expect(one).toMatchObject({
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "https",
      "x-stampbook-console": SECRET,
      cookie: "a=b",
    });
  api.stop();
});

test("where the API is away, it says so, and comes back with it", async () => {
  const port = await freePort();
  const console = await startConsole({ API_URL: `http://127.0.0.1:${port}` });
  const url = `${await console.address}/trpc/staff.me`;
  const away = await call(url, { data: {} });
  expect([away.status, away.body]).toEqual([503, '{"detail":"The service does not answer."}']);
  expect(away.headers["retry-after"]).toBe("1");
  const server = createServer((asked, response) =>
    asked.url?.includes("broken") ? response.socket?.destroy() : response.end("{}"),
  );
  await once(server.listen(port, "127.0.0.1"), "listening");
  expect((await call(url)).status).toBe(200);
  const broken = await call(`${url}?broken`);
  expect([broken.status, broken.body]).toEqual([
    502,
    '{"detail":"The service broke off its answer."}',
  ]);
  server.closeAllConnections();
});

test("a page waits for its data no longer than it is allowed to, and its call to the API ends", async () => {
  let isLeft = false;
  let isSlow = true;
  const desk = {
    person: { id: "1", name: "Owner", email: "owner@example.com", image: null },
    merchant: { id: 1, name: "Kopi", timezone: "Asia/Jakarta", currency: "IDR" },
    role: "owner",
    may: [],
    merchants: [],
    stores: [],
    levels: [],
  };
  const failure = { code: "invalid_user", field: null, message: "User not found", errors: {} };
  const api = await startApi(({ url = "" }, response) => {
    if (url.includes("staff.me")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: { data: desk } }));
    } else if (isSlow) {
      response.once("close", () => {
        isLeft = true;
      });
    } else {
      response.writeHead(400, { "content-type": "application/json" });
      const data = { code: "BAD_REQUEST", httpStatus: 400, failure };
      response.end(JSON.stringify({ error: { message: "User not found", code: -32600, data } }));
    }
  });
  const console = await startConsole({ API_URL: api.url, PAGE_READ_MS: "50" });
  const url = `${await console.address}/customers/5`;
  // on a busy machine the time may be over before the page calls the API
  await expect(async () => {
    const early = await call(url);
    expect(early.status).toBe(200);
    expect(early.body).toContain("data-skeletons");
    expect(early.body).toContain("<title>#5 · Customers · Stampbook</title>");
    expect(isLeft).toBe(true);
  }).toPass({ timeout: 60_000 });
  isSlow = false;
  const patient = await startConsole({ API_URL: api.url, PAGE_READ_MS: "10000" });
  expect((await call(`${await patient.address}/customers/5`)).status).toBe(404);
  api.stop();
});

test("a browser that leaves ends its call to the API", async () => {
  const left = promised<void>();
  const asked = promised<void>();
  const api = await startApi((_request, response) => {
    response.once("close", left.resolve);
    asked.resolve();
  });
  const console = await startConsole({ API_URL: api.url });
  const waiting = request(`${await console.address}/trpc/staff.me`).on("error", () => {});
  waiting.end();
  await asked.promise;
  waiting.destroy();
  await left.promise;
});

test("SIGTERM ends streams, lets a request have its answer, also if it comes twice, and leaves with 0", async () => {
  const asked = promised<ServerResponse>();
  const api = await startApi((request, response) => {
    if (request.url === "/trpc/late") return asked.resolve(response);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  const console = await startConsole({ API_URL: api.url });
  const address = await console.address;
  const late = call(`${address}/trpc/late`);
  const answer = await asked.promise;
  const opened = request(`${address}/trpc/stream`);
  opened.end();
  const [stream] = (await once(opened, "response")) as [IncomingMessage];
  // events arrive while the stream is open
  expect(String((await once(stream, "data"))[0])).toBe("data: 1\n\n");
  const ended = once(stream, "end");
  console.child.kill("SIGTERM");
  await ended;
  console.child.kill("SIGTERM");
  answer.end('{"late":true}');
  expect(await late).toMatchObject({ status: 200, body: '{"late":true}' });
  expect(await console.ended).toBe(0);
  api.stop();
});

test("F7: SIGTERM fails /ready first, while calls are still answered; a second one ends the delay", async () => {
  const api = await startApi((_request, response) => response.end("{}"));
  const console = await startConsole({ API_URL: api.url, SHUTDOWN_DELAY_MS: "300000" });
  const address = await console.address;
  const ready = async () => (await call(`${address}/ready`)).status;
  expect(await ready()).toBe(200);
  console.child.kill("SIGTERM");
  await expect.poll(ready).toBe(503);
  const answer = await call(`${address}/trpc/staff.me`);
  expect([answer.status, answer.headers.connection]).toEqual([200, "close"]);
  // a second signal soon after the first would have no effect, a third one could kill the process as it exits
  await sleep(SAME_SIGNAL_MS + 100);
  console.child.kill("SIGTERM");
  expect(await console.ended).toBe(0);
  api.stop();
});

test("SIGTERM closes connections whose request does not arrive, while another one has its answer", async () => {
  const [late, begun] = [promised<ServerResponse>(), promised<void>()];
  const api = await startApi((request, response) => {
    if (request.url === "/trpc/late") return late.resolve(response);
    request.resume();
    begun.resolve();
  });
  const console = await startConsole({ API_URL: api.url, REQUEST_DEADLINE_MS: "50000" });
  const url = await console.address;
  const whole = call(`${url}/trpc/late`);
  const answer = await late.promise;
  const half = Promise.allSettled([
    say(url, "POST /trpc/staff.me HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"),
    say(url, "POST /trpc/staff.me HTTP/1.1\r\nHost: a\r\n"),
    say(url, ""),
  ]);
  await begun.promise;
  console.child.kill("SIGTERM");
  await half;
  answer.end('{"late":true}');
  // at the deadline, all connections would be cut
  expect(await whole).toMatchObject({ status: 200, body: '{"late":true}' });
  expect(await console.ended).toBe(0);
  api.stop();
});

test("slow headers and slow bodies are cut as the API cuts them", async () => {
  // the limits are 10 and 15 s; Node's own defaults are a minute and more
  test.setTimeout(55_000);
  const api = await startApi((request) => request.resume());
  const { address } = await startConsole({ API_URL: api.url });
  const url = await address;
  const head = "POST /trpc/staff.me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
  const [headers, body, page] = await Promise.all([
    say(url, head),
    say(url, `${head}Content-Length: 100\r\n\r\n{`),
    say(
      url,
      `${head.replace("/trpc/staff.me", "/choices")}Origin: http://a\r\nContent-Length: 100\r\n\r\n{`,
    ),
  ]);
  for (const seen of [headers, body, page]) expect(seen).toMatch(/^HTTP\/1\.1 408 /);
  api.stop();
});

test("what is no call of ours is answered and closed", async () => {
  const api = await startApi((_request, response) => response.end("reached"));
  const { address } = await startConsole({ API_URL: api.url });
  const url = await address;
  const get = (path: string, lines = "") =>
    say(url, `GET ${path} HTTP/1.1\r\nHost: a\r\n${lines}Connection: close\r\n\r\n`);
  expect(await say(url, "this is not http\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await get("/till", `X-Pad: ${"x".repeat(20_000)}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  for (const path of ["/trpc/../api/ping", "/trpc/%2e%2E/api/ping", "http://evil.example/trpc/a"])
    expect(await get(path)).toMatch(/^HTTP\/1\.1 400 /);
  // an upgraded connection would be outside all limits
  expect(
    await say(
      url,
      "GET /sign-in HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    ),
  ).toMatch(/^HTTP\/1\.1 200 /);
  api.stop();
});

test("S21: a request for Next's pictures makes no folder, and no error where it may not write", async () => {
  const { address, said } = await startConsole({ API_URL: "http://127.0.0.1:9" });
  const url = await address;
  expect((await call(`${url}/_next/image?url=%2Ficon.png&w=64&q=75`)).status).toBe(404);
  // drawn after the error would have been written
  expect((await call(`${url}/sign-in`)).status).toBe(200);
  expect(said()).not.toContain("Error");
});

test("in production it says what keeps it from working", async () => {
  const none = await startConsole({ NODE_ENV: "production" });
  await none.address;
  await expect.poll(none.said).toMatch(/HTTPS is required, but TRUSTED_PROXIES names no proxy/);
  await expect.poll(none.said).toMatch(/CONSOLE_SECRET is not set/);
  const bad = await startConsole({ TRUSTED_PROXIES: "proxy.example" });
  expect(await bad.ended).toBe(1);
  expect(bad.said()).toBe("TRUSTED_PROXIES must be addresses or CIDRs, divided by commas.\n");
  const slow = await startConsole({ SHUTDOWN_DELAY_MS: "5s" });
  expect(await slow.ended).toBe(1);
  expect(slow.said()).toBe(
    "SHUTDOWN_DELAY_MS must be a number of milliseconds from 0 to 300000.\n",
  );
  const short = await startConsole({ REQUEST_DEADLINE_MS: "100" });
  expect(await short.ended).toBe(1);
  expect(short.said()).toBe(
    "REQUEST_DEADLINE_MS must be a number of milliseconds from 500 to 50000.\n",
  );
});
