import type { IncomingMessage } from "node:http";
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { FastifyRequest } from "fastify";
import type { EndedCall, EndedRequest } from "../http/call-records.ts";
import type { TraceIdOf } from "../logging.ts";
import { addChild, epochNow, markFailed, type ParentSpan } from "./spans.ts";

/** Functions that trace requests. A request that runs nothing, such as a probe, is not traced. */
export type RequestTraces = {
  /**
   * To be called first. The span continues the trace of the header `traceparent` if its sender is trusted.
   * Otherwise it begins a trace, with a link to that one, because strangers could fill a trace or have each
   * call traced.
   */
  readonly begin: (request: FastifyRequest, isTrusted: boolean) => void;
  readonly spansOf: (request: FastifyRequest) => readonly object[] | undefined;
  readonly idOf: TraceIdOf;
  readonly ended: (request: FastifyRequest, ended: EndedRequest) => void;
};

/** Routes that are called so often that their spans would hide the others. */
const probes = ["/health", "/ready"];

const propagator = new W3CTraceContextPropagator();

/** Traces each request as a span, and each call of a batch as a child of it. */
export function traceRequests(tracer: Tracer): RequestTraces {
  const parents = new WeakMap<IncomingMessage, ParentSpan>();

  function begin(request: FastifyRequest, isTrusted: boolean) {
    const { is404, method, headers, routeOptions } = request;
    const { url = "" } = routeOptions;
    if (is404 || probes.includes(url)) return;
    const given = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const remote = trace.getSpanContext(given);
    const epoch = epochNow();
    const context = isTrusted ? given : ROOT_CONTEXT;
    const span = tracer.startSpan(
      `${method} ${url}`,
      {
        kind: SpanKind.SERVER,
        startTime: epoch + performance.now(),
        attributes: { "http.request.method": method, "http.route": url },
        links: remote && !isTrusted ? [{ context: remote }] : [],
      },
      context,
    );
    parents.set(request.raw, { span, context: trace.setSpan(context, span), epoch });
  }

  function ended(request: FastifyRequest, { status, calls, merchantId, tokenId }: EndedRequest) {
    const parent = parents.get(request.raw);
    if (!parent?.span.isRecording()) return;
    const { span, epoch } = parent;
    const [call, ...others] = calls;
    if (call) span.updateName(others.length ? "batch" : call.operation);
    span.setAttributes({
      "http.response.status_code": status,
      "stampbook.request.id": request.id,
      ...(merchantId !== undefined && { "stampbook.merchant.id": merchantId }),
      ...(tokenId !== undefined && { "stampbook.token.id": tokenId }),
      ...(call && !others.length && attributesOf(call)),
    });
    if (others.length)
      for (const each of calls)
        addChild(tracer, parent, {
          name: each.operation,
          start: each.began,
          end: Math.min(each.began + each.ms, performance.now()),
          attributes: { ...attributesOf(each), "http.response.status_code": each.status },
          error: errorOf(each),
        });
    // as for other servers, a refusal is no error of the span: the caller has to change something
    markFailed(span, call && !others.length ? errorOf(call) : errorOf({ status }));
    span.end(epoch + performance.now());
  }

  return {
    begin,
    ended,
    spansOf: (request) => {
      const parent = parents.get(request.raw);
      return parent && [parent];
    },
    idOf: (raw) => parents.get(raw)?.span.spanContext().traceId,
  };
}

const attributesOf = ({ operation, store, errorCode, refused }: EndedCall): Attributes => ({
  "stampbook.operation": operation,
  ...(store !== undefined && { "stampbook.store": store }),
  ...(errorCode !== undefined && { "stampbook.error_code": errorCode }),
  ...(refused !== undefined && { "stampbook.refused": refused }),
});

const errorOf = ({ status, errorCode }: Pick<EndedCall, "status" | "errorCode">) =>
  status >= 500 ? (errorCode ?? String(status)) : undefined;
