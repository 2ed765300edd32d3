import { untilWaiting } from "@stampbook/core/testing";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { at } from "../credentials.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { newTrace, ofTrace, openTraced, type TracedPlace } from "./open-traced.ts";

const REDEEM = "/api/v2/redemptions/redeem-voucher";
const BATCH = "/trpc/diagnostics.ping,staff.me?batch=1";
/** The status of a span that failed. */
const FAILED = 2;

let place: TracedPlace;
beforeAll(async () => {
  place = await openTraced();
});
afterAll(() => place?.close());

describe("O2: traces of the API in production", () => {
  let server: ServerProcess;
  let address: string;
  let metrics: string;
  beforeAll(async () => {
    server = startServer(
      place.traced({
        TRUSTED_PROXIES: "127.0.0.1",
        METRICS_PORT: "0",
        OTEL_SERVICE_NAME: "till-api",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=shops",
        ...{
          LOCK_TIMEOUT_MS: "20000",
          STATEMENT_TIMEOUT_MS: "30000",
          REQUEST_DEADLINE_MS: "40000",
        },
      }),
    );
    address = await server.address();
    metrics = await server.hears(/"metrics":"([^"]+)"/);
  });

  it("continue the proxy's trace with the call, its wait and its statement, also if it is refused", async () => {
    const { traceId, spanId, headers } = newTrace();
    const body = { user: "nobody@example.com", voucher: 1, store: 77 };
    expect((await place.post(address, REDEEM, body, headers)).status).toBe(400);
    const { root, all } = await place.traceOf(traceId);
    expect(root).toMatchObject({ name: "redemptions.redeemVoucher", parentSpanId: spanId });
    expect(root.attributes).toMatchObject({
      "stampbook.operation": "redemptions.redeemVoucher",
      "stampbook.merchant.id": place.merchantId,
      "stampbook.token.id": expect.any(Number),
      "stampbook.store": "77",
      "stampbook.error_code": "invalid_store",
      "http.request.method": "POST",
      "http.route": REDEEM,
      "http.response.status_code": 400,
    });
    expect(root.status).not.toBe(FAILED);
    const children = all.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    expect(children).toHaveLength(all.length - 1);
    const byName = Object.fromEntries(children.map((each) => [each.name, each]));
    const wait = byName["wait to be written"];
    const statement = byName.redeem_vouchers_plain;
    expect(statement?.attributes).toMatchObject({
      "db.system.name": "postgresql",
      "db.query.summary": "redeem_vouchers_plain",
    });
    if (!wait || !statement) throw new Error(Object.keys(byName).join());
    const times = [root.start, wait.start, wait.end, statement.start, statement.end];
    expect(times).toEqual(times.toSorted((a, b) => Number(a - b)));
    expect(root.end).toBeGreaterThanOrEqual(statement.end);
    expect(root.resource).toMatchObject({
      "service.name": "till-api",
      "service.version": expect.stringMatching(/^\d+\.\d+\.\d+/),
      "service.instance.id": expect.any(String),
      "deployment.environment.name": "test",
    });
    expect(place.receiver.requests[0]).toMatchObject({
      url: "/v1/traces",
      headers: { "x-tenant": "shops", "content-type": "application/json" },
    });
  });

  it("have a span for each call of a tRPC batch", async () => {
    const { traceId, headers } = newTrace();
    expect((await place.post(address, BATCH, { 0: {}, 1: {} }, headers)).status).toBe(207);
    const { root, all } = await place.traceOf(traceId);
    expect(root).toMatchObject({ name: "batch" });
    const calls = all.filter(({ attributes }) => "stampbook.operation" in attributes);
    expect(
      calls.map(({ name, parentSpanId, attributes }) => [name, parentSpanId, attributes]),
    ).toEqual([
      [
        "diagnostics.ping",
        root.spanId,
        expect.objectContaining({ "http.response.status_code": 200 }),
      ],
      [
        "staff.me",
        root.spanId,
        expect.objectContaining({ "stampbook.error_code": "permission_denied" }),
      ],
    ]);
  });

  it("have the statement of several calls in the trace of each, with the same times", async () => {
    const CALLS = 8;
    const blocker = openClient(place.databaseUrl, 2);
    const traces = Array.from({ length: CALLS }, () => newTrace());
    const inBatcher = async () => {
      const text = await (await fetch(metrics)).text();
      const value = (series: RegExp) => Number(series.exec(text)?.[1] ?? 0);
      return (
        value(/^stampbook_batch_calls_sum\{operation="redeem_vouchers"\} (\d+)/m) +
        value(/^stampbook_writes_waiting (\d+)/m)
      );
    };
    const before = await inBatcher();
    let answers: readonly Promise<Response>[] = [];
    await blocker.begin(async (tx) => {
      await tx`lock table vouchers in access exclusive mode`;
      answers = traces.map(({ headers }, n) =>
        place.post(
          address,
          REDEEM,
          { user: `nobody-${n}@example.com`, voucher: n + 1, store: 77 },
          headers,
        ),
      );
      await untilWaiting(blocker);
      await vi.waitUntil(async () => (await inBatcher()) - before === CALLS, { timeout: 20_000 });
    });
    await blocker.end();
    for (const answer of answers) expect((await answer).status).toBe(400);
    const all = (await Promise.all(traces.map(({ traceId }) => place.traceOf(traceId)))).flatMap(
      ({ all }) => all,
    );
    const batched = all.filter(({ name }) => name === "redeem_vouchers_many");
    const sizes = batched.map(({ attributes }) => Number(attributes["db.operation.batch.size"]));
    expect(Math.max(...sizes)).toBeGreaterThan(1);
    for (const [n, { start, end, traceId }] of batched.entries()) {
      const alike = batched.filter(
        (each) => each.attributes["db.operation.batch.size"] === sizes[n],
      );
      const together = alike.filter(
        (each) => abs(each.start - start) < CLOCKS && abs(each.end - end) < CLOCKS,
      );
      expect(together.length).toBe(sizes[n]);
      expect(ofTrace(together, traceId)).toHaveLength(1);
    }
  });

  it("have a trace for each message, and nowhere a secret or a person", async () => {
    const { email, token } = place;
    const [pin, password, mobile] = ["902718", "canary-battery-staple", "+6281299887766"];
    const bodies: [string, Record<string, string>][] = [
      [at.setPin[0], { user: email, pin, confirm_pin: pin }],
      [at.validatePin[0], { user: email, pin }],
      [at.setPassword[0], { email, new_password: password }],
      [at.validateMobileNumber[0], { mobile_number: mobile }],
      ["/staff-auth/sign-in/email", { email: "owner@example.com", password }],
    ];
    for (const [path, body] of bodies) await place.post(address, path, body);
    const { traceId, headers } = newTrace();
    const wanted = { user: email, template_code: "otp" };
    const answer = await place.post(
      address,
      `${at.requestPinOtp[0]}?secret=canary-query`,
      wanted,
      headers,
    );
    const { otp } = (await answer.json()) as { otp: string };
    expect(otp).toMatch(/^\d{6}$/);
    const sent = await place.receiver.until((spans) =>
      spans.find(({ name }) => name === "send email"),
    );
    expect(sent).toMatchObject({
      parentSpanId: undefined,
      attributes: {
        "stampbook.channel": "email",
        "stampbook.outcome": "sent",
        "stampbook.message.id": expect.any(String),
      },
    });
    expect(place.mail.mails[0]?.text).toContain(otp);
    await place.traceOf(traceId);
    await place.receiver.until((spans) => spans.find(({ name }) => name === "POST /staff-auth/*"));
    const text = place.receiver.text();
    expect(text).toContain("pin.validate");
    const ids = /"(traceId|spanId|parentSpanId)":"[0-9a-f]+"|"\w+UnixNano":"\d+"/g;
    const told = text.replaceAll(ids, "");
    for (const secret of [pin, password, mobile, otp, token, email, "owner@", "nobody", "canary"])
      expect([secret, told.includes(secret)]).toEqual([secret, false]);
    expect(told).not.toMatch(/select |insert |127\.0\.0\.1/i);
  });

  it("are named in the log, also those that the proxy did not sample, of which no span is sent", async () => {
    const unsampled = newTrace("00");
    const sampled = newTrace();
    for (const { headers } of [unsampled, sampled])
      expect((await place.post(address, "/api/ping", {}, headers)).status).toBe(200);
    const lineOf = async ({ traceId }: { readonly traceId: string }): Promise<object> =>
      JSON.parse(await server.hears(new RegExp(`^.*"traceId":"${traceId}".*$`, "m")));
    const { root } = await place.traceOf(sampled.traceId);
    const line = await lineOf(sampled);
    expect(line).toMatchObject({ operation: "diagnostics.ping", status: 200 });
    expect(line).toMatchObject({ reqId: root.attributes["stampbook.request.id"] });
    expect(await lineOf(unsampled)).toMatchObject({ operation: "diagnostics.ping" });
    expect(ofTrace(place.receiver.spans(), unsampled.traceId)).toEqual([]);
  });

  it("have no probe and no unknown path", async () => {
    await fetch(`${address}/ready`);
    await fetch(`${address}/made/up/by-strangers`);
    const { traceId, headers } = newTrace();
    await place.post(address, "/api/ping", {}, headers);
    await place.traceOf(traceId);
    expect(place.receiver.text()).not.toMatch(/\/ready|by-strangers/);
  });
});

/** How far the clocks of two traces may differ: each reads the time in whole milliseconds. */
const CLOCKS = 5_000_000n;
const abs = (time: bigint) => (time < 0n ? -time : time);
