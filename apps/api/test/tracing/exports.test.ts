import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer } from "../server-process.ts";
import { newTrace, openTraced, type TracedPlace } from "./open-traced.ts";
import { startTraceReceiver } from "./trace-receiver.ts";

let place: TracedPlace;
beforeAll(async () => {
  place = await openTraced();
});
afterAll(() => place?.close());

it("a stranger's trace is linked, not continued, and the last spans are sent at SIGTERM", async () => {
  const server = startServer(place.traced({ OTEL_BSP_SCHEDULE_DELAY: "60000" }));
  const { traceId, spanId, headers } = newTrace();
  const answer = await place.post(await server.address(), "/api/ping", {}, headers);
  const linked = () =>
    place.receiver.spans().filter(({ links }) => links.some((link) => link.traceId === traceId));
  expect([answer.status, linked()]).toEqual([200, []]);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(linked()).toMatchObject([
    { name: "diagnostics.ping", parentSpanId: undefined, links: [{ traceId, spanId }] },
  ]);
  expect(linked()[0]?.traceId).not.toBe(traceId);
});

it("a collector that refuses or is away hurts no call, and is logged once", async () => {
  const failing = await startTraceReceiver();
  failing.answer.status = 400;
  const lost = /traces cannot be sent/g;
  const server = startServer(place.traced({ OTEL_EXPORTER_OTLP_ENDPOINT: failing.endpoint }));
  const address = await server.address();
  for (let exports = 0; exports < 3; exports = failing.requests.length)
    expect((await place.post(address, "/api/ping", {})).status).toBe(200);
  await server.hears(lost);
  failing.answer.status = 200;
  expect((await place.post(address, "/api/ping", {})).status).toBe(200);
  await server.hears(/traces are sent again/);
  expect(server.said().match(lost)).toHaveLength(1);
  await failing.close();
  expect((await place.post(address, "/api/ping", {})).status).toBe(200);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.said().match(lost)).toHaveLength(2);
}, 60_000);

it("without an endpoint nothing of the SDK is loaded", async () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) {
      const loaded = next(url, context);
      if (String(loaded.source).includes("OTLPExportDelegate")) process.stderr.write("SDK LOADED\\n");
      return loaded;
    } });`;
  const watched = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  const [off, on, disabled] = [
    startServer(place.settings(watched)),
    startServer(place.traced(watched)),
    startServer(place.traced({ ...watched, OTEL_SDK_DISABLED: "true" })),
  ];
  for (const server of [off, on, disabled])
    expect((await place.post(await server.address(), "/api/ping", {})).status).toBe(200);
  const loads = [off, on, disabled].map((server) => server.said().includes("SDK LOADED"));
  expect(loads).toEqual([false, true, false]);
  expect(off.said()).not.toContain("traceId");
});
