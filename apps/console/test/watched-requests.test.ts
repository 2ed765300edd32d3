import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readServerSettings } from "../src/env.ts";
import { createConsoleServer } from "../src/server/console-server.ts";
import type { ApiFailure, EndedRequest } from "../src/server/ended.ts";
import { createForward } from "../src/server/forward.ts";
import { openMetrics } from "../src/server/metrics.ts";

const ended: EndedRequest[] = [];
const failures: ApiFailure[] = [];
const metrics = openMetrics();
const api = createServer((_, response) => response.end("{}"));
let served: Awaited<ReturnType<typeof metrics.serve>>;
let url: string;

const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  await once(api.listen(0, "127.0.0.1"), "listening");
  served = await metrics.serve({ host: "127.0.0.1", port: 0 });
  const { server } = createConsoleServer(
    { ...readServerSettings([]), trustedProxies: ["127.0.0.1"] },
    createForward(`http://127.0.0.1:${portOf(api)}`, "", (failure) => {
      failures.push(failure);
      metrics.apiFailed(failure);
    }),
    (request, response) => response.writeHead(request.url === "/broken" ? 500 : 200).end(),
    null,
    (request) => {
      ended.push(request);
      metrics.ended(request);
    },
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => served.close());

const ask = (path: string, headers = {}) => fetch(`${url}${path}`, { headers });

test("O2: the console counts requests by kind and status, and calls that the API did not answer", async () => {
  for (const path of ["/till?q=Ayu", "/broken", "/_next/static/a.js", "/trpc/x", "/health"])
    await ask(path, { "x-request-id": "the-proxys-id" });
  api.close();
  api.closeAllConnections();
  for (const path of ["/trpc/staff.me?input=secret", "/staff-auth/ok"])
    expect((await ask(path)).status).toBe(503);

  await vi.waitFor(() => expect(ended).toHaveLength(7));
  expect(ended.map(({ kind, path, status }) => `${kind} ${path} ${status}`)).toEqual([
    "page /till 200",
    "page /broken 500",
    "static /_next/static/a.js 200",
    "data /trpc/x 200",
    "probe /health 200",
    "data /trpc/staff.me 503",
    "sign_in /staff-auth/ok 503",
  ]);
  expect(ended.slice(0, 5).every(({ id }) => id === "the-proxys-id")).toBe(true);
  expect(ended[5]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(failures).toMatchObject([
    { code: "ECONNREFUSED", path: "/trpc/staff.me", id: ended[5]?.id, isFirst: true },
    { code: "ECONNREFUSED", path: "/staff-auth/ok", isFirst: false },
  ]);

  const text = await (await fetch(served.address)).text();
  for (const line of [
    'stampbook_console_requests_total{kind="page",status="500"} 1',
    'stampbook_console_requests_total{kind="data",status="503"} 1',
    'stampbook_console_request_seconds_count{kind="page"} 2',
    'stampbook_console_api_failures_total{code="ECONNREFUSED"} 2',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).not.toMatch(/till|Ayu|secret/);
});
