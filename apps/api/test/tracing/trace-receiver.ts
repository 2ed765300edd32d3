import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { vi } from "vitest";

/** A span as it was exported. Times are in nanoseconds since 1970. */
export type ReceivedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 2 if the span failed. */
  readonly status: number;
  /** The attributes of the process. */
  readonly resource: Readonly<Record<string, unknown>>;
};

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Exported = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Pick<ReceivedSpan, "name" | "traceId" | "spanId" | "kind"> & {
        readonly parentSpanId?: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: readonly Attribute[];
        readonly links?: ReceivedSpan["links"];
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
};

/** A collector on loopback that takes traces by OTLP over HTTP as JSON. */
export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>;

/** Starts the collector. It answers each export with `answer.status`, which tests may change. */
export async function startTraceReceiver() {
  const bodies: string[] = [];
  const requests: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] =
    [];
  const answer = { status: 200 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    requests.push({ url: request.url, headers: request.headers });
    if (answer.status === 200) bodies.push(body.toString());
    response.writeHead(answer.status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const { port } = server.address() as AddressInfo;
  const spans = () => bodies.flatMap((body) => spansIn(JSON.parse(body) as Exported));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    answer,
    requests,
    /** Everything that was exported, as text. */
    text: () => bodies.join("\n"),
    spans,
    /** Waits until the spans include what `find` returns. */
    until: <Found>(find: (spans: readonly ReceivedSpan[]) => Found | undefined): Promise<Found> =>
      vi.waitUntil(() => find(spans()) ?? false, {
        timeout: 30_000,
        interval: 20,
      }) as Promise<Found>,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

const spansIn = ({ resourceSpans }: Exported): readonly ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, links, status, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        start: BigInt(startTimeUnixNano),
        end: BigInt(endTimeUnixNano),
        attributes: valuesOf(span.attributes),
        links: (links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        status: status?.code ?? 0,
        resource: valuesOf(resource.attributes),
      })),
    ),
  );

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
