import type { CoreDeps } from "@stampbook/core/context";
import { withCaller } from "@stampbook/db";
import { type ServerLimits, serverLimits } from "@stampbook/edge/listener";
import { trustOf } from "@stampbook/edge/trusted-proxies";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createCallers, holderOf } from "./callers.ts";
import { mountDocs } from "./docs.ts";
import { createCallContexts } from "./http/call-context.ts";
import { type CallRecords, createCallRecords } from "./http/call-records.ts";
import { createHttp } from "./http/create-http.ts";
import { onCallEnd } from "./http/on-call-end.ts";
import { createRateLimit, type Rate, tokenRate } from "./http/rate-limit.ts";
import type { Certificate } from "./http/tls.ts";
import { callLog, type LogOptions } from "./logging.ts";
import type { RequestMetrics } from "./metrics/requests.ts";
import { gate } from "./rest/gate.ts";
import { greeting } from "./rest/greeting.ts";
import { mountRest, notFound } from "./rest/handler.ts";
import { createAdmission, operationOf } from "./running/admission.ts";
import { createArrivals } from "./running/arrivals.ts";
import { createDeadlines } from "./running/deadlines.ts";
import { mountHealth, type PoolState, wellPool } from "./running/health.ts";
import { type CallLimits, callLimits } from "./running/limits.ts";
import { enableShutDown } from "./running/shut-down.ts";
import { endUnread } from "./running/unread.ts";
import { type ConsoleHop, consoleHop } from "./staff-auth/hop.ts";
import { mountStaffAuth } from "./staff-auth/mount.ts";
import { createStaffAuth } from "./staff-auth/staff-auth.ts";
import { createTokenInMessage } from "./token-in-message.ts";
import type { RequestTraces } from "./tracing/requests.ts";
import { mountTrpc } from "./trpc.ts";

export type AppSettings = {
  /**
   * Whether to refuse calls over plain HTTP. If a trusted proxy or the console reports HTTPS, the call counts
   * as HTTPS.
   */
  readonly requireHttps: boolean;
  /** Addresses and CIDRs of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly log: LogOptions;
  readonly console?: ConsoleSettings;
  /** Rate limit of each token. Default: `tokenRate`. */
  readonly rate?: Rate;
  /** The certificate for HTTPS on the server's own listener. If null or absent, it serves plain HTTP. */
  readonly certificate?: Certificate | null;
  readonly limits?: ServerLimits;
  readonly calls?: CallLimits;
  /** State of the database connections. Default: healthy. */
  readonly pool?: PoolState;
  /** Counts requests. Absent if nobody reads metrics. */
  readonly metrics?: RequestMetrics;
  /** Traces requests. Absent if nothing is traced. */
  readonly traces?: RequestTraces;
  /** Whether mails are sent. If not, the console shows the links of invitations. Default: true. */
  readonly hasMail?: boolean;
  /** Closes the database. Called when the app closes, after all work that uses the database has ended. */
  readonly closeDatabase?: () => Promise<void>;
};

export type ConsoleSettings = {
  /** The console's address in the browser. */
  readonly publicUrl: string;
  /** Whether staff cookies are sent over HTTPS only. */
  readonly secureCookies: boolean;
  /**
   * The secret by which the console proves that it forwards a call. The API then trusts the browser's address
   * and protocol that the console sends.
   */
  readonly secret: string | undefined;
};

const consoleAtHome: ConsoleSettings = {
  publicUrl: "http://127.0.0.1:3000",
  secureCookies: false,
  secret: undefined,
};

/** Builds the app: REST, tRPC, staff sign-in, health and docs, with shared hooks. It does not listen yet. */
export function createApp(core: CoreDeps, settings: AppSettings): FastifyInstance {
  const { requireHttps, trustedProxies, log, console = consoleAtHome } = settings;
  const { rate = tokenRate, limits = serverLimits, certificate = null, hasMail = true } = settings;
  const { calls = callLimits, pool = wellPool, metrics, traces } = settings;
  let isDraining = () => false;
  const admission = createAdmission({
    most: calls.most,
    holderOf: ({ headers }) => holderOf(headers, callers, staff),
    waitedMs: waitsIn(core, pool),
    longestWaitMs: calls.longestWaitMs,
    isDraining: () => isDraining(),
    ...(metrics && { onTurnedAway: metrics.turnedAway }),
    onRefused: (refused) => app.log.warn({ refused }, "calls were refused: no room for more"),
  });
  const deadlines = createDeadlines(calls.deadlineMs);
  const greet = greeting(requireHttps);
  const trusts = trustOf(trustedProxies);
  const hop = consoleHop(console.secret, trusts);
  const demandHttps = gate(requireHttps);
  const guard = (request: FastifyRequest, reply: FastifyReply) =>
    !hop.isHttps(request) && demandHttps(request, reply);
  const app = createHttp({
    log,
    hop,
    traceIdOf: traces?.idOf,
    trustProxy: trustedProxies.length > 0 && trusts,
    limits,
    certificate,
    door: admission.door,
    onBrokenPath: (request, reply) => {
      greet(request, reply);
      if (!guard(request, reply)) notFound(request, reply);
    },
  });

  // Registered first, so that it runs last: Fastify runs `onClose` hooks in reverse order.
  app.addHook("onClose", async () => settings.closeDatabase?.());
  const records = createCallRecords(({ raw }) => admission.lackOf(raw));
  watchRequests(app, settings, records, hop);
  app.addHook("onRequest", (request, reply, done) => {
    greet(request, reply);
    deadlines.enter(request, reply);
    if (!guard(request, reply)) done();
  });
  // Aborts a call's work when the call ends early. The hook is `preHandler`, because an async context that is
  // set before the body is read would be lost.
  app.addHook("preHandler", (request, reply, done) => {
    const [signal, operation] = [deadlines.signalOf(reply.raw), operationOf(request.raw)];
    withCaller({ signal, operation, spans: traces?.spansOf(request) }, done);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    admission.leave(reply.raw);
    deadlines.leave(reply.raw);
    endUnread(request.raw, reply.raw);
    done();
  });
  app.addHook("onClose", async () => deadlines.stop());
  isDraining = enableShutDown(app, deadlines, calls.deadlineMs);

  const staff = createStaffAuth(core, { ...console, hasMail, log: app.log });
  app.addHook("onClose", () => staff.workDone());
  const callers = createCallers(core, {
    onError: (error) => app.log.warn(error, "a token's use was not noted"),
    staff,
  });
  const inMessages = createTokenInMessage(core, {
    callers,
    onError: (error) => app.log.warn(error, "a try of a token was not given back"),
  });
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  const { contextOf, pageContextOf } = createCallContexts({
    core,
    callers,
    inMessages,
    admission,
    count: createRateLimit(rate),
    records,
    addressOf: hop.addressOf,
    consoleUrl: new URL(console.publicUrl).origin,
    hasMail,
    closing: closing.signal,
  });
  const readBody = createArrivals({ admission, addressOf: hop.addressOf });
  mountRest(app, contextOf, readBody);
  mountTrpc(app, pageContextOf, readBody);
  mountStaffAuth(app, staff, hop, readBody);
  mountHealth(app, { ...pool, db: core.db, isDraining });
  mountDocs(app);
  return app;
}

/** How long calls have waited for a connection, or to be written. */
function waitsIn({ writing }: CoreDeps, pool: PoolState): PoolState["waitedMs"] {
  return (merchantId, operation) =>
    Math.max(
      pool.waitedMs(merchantId, operation),
      merchantId === null ? 0 : writing.waitedMs(merchantId, operation),
    );
}

/** Traces, logs and counts each request. */
function watchRequests(
  app: FastifyInstance,
  { log, metrics, traces }: AppSettings,
  records: CallRecords,
  { addressOf, isTrusted }: ConsoleHop,
) {
  if (traces)
    app.addHook("onRequest", (request, _reply, done) => {
      traces.begin(request, isTrusted(request.raw));
      done();
    });
  const logEnd = callLog(log, addressOf, traces?.idOf);
  onCallEnd(app, (request, reply) => {
    const ended = records.end(request, reply);
    logEnd(request, ended);
    metrics?.ended(request, ended);
    traces?.ended(request, ended);
  });
}
