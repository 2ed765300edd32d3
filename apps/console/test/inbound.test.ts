import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { type TrustsAddress, trustOf } from "@stampbook/edge/trusted-proxies";
import { expect, test } from "vitest";
import { settleOrigin } from "../src/server/inbound.ts";

const forged = {
  [CONSOLE_HOP]: "a guessed secret",
  forwarded: "for=10.0.0.1;proto=https",
  "x-forwarded-for": "10.0.0.1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-real-ip": "10.0.0.1",
  "x-middleware-subrequest": "src/middleware:src/middleware",
  "x-middleware-rewrite": "/till",
  "x-invoke-path": "/till",
  "x-matched-path": "/till",
  "x-now-route-matches": "1",
  "x-nonce": "known",
  "content-security-policy": "default-src *",
};

test("a trace is continued from a trusted proxy, not from a browser", () => {
  const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "x=1" };
  const keptFrom = (trusts: TrustsAddress) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request.headers, trace);
    settleOrigin(request, trusts);
    const { traceparent, tracestate } = request.headers;
    return { traceparent, tracestate };
  };
  expect(keptFrom(() => true)).toEqual(trace);
  expect(keptFrom(() => false)).toEqual({});
});

test("T52: of a browser's headers none counts by which the console or Next decides", () => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, forged, {
    "x-request-id": "another's id",
    cookie: "own",
    accept: "text/html",
  });
  expect(settleOrigin(request, trustOf([]))).toEqual({ address: "", isHttps: false });
  expect(request.headers).toEqual({
    cookie: "own",
    accept: "text/html",
    "x-forwarded-for": "",
    "x-forwarded-proto": "http",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
