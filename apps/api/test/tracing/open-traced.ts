import { randomBytes } from "node:crypto";
import { createHarness } from "@stampbook/core/testing";
import { schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { startMailServer } from "../mail-server.ts";
import { killServers } from "../server-process.ts";
import { type ReceivedSpan, startTraceReceiver } from "./trace-receiver.ts";

const SECRET_KEY = "a key of these tests: 5b0de6c41f";

/** A merchant's database, a collector and a mail server, for API processes that send traces. */
export type TracedPlace = Awaited<ReturnType<typeof openTraced>>;

/** Opens the place. The merchant has a customer with `email`, a template for codes, and a token. */
export async function openTraced() {
  const [database, receiver, mail] = await Promise.all([
    createTestDatabase(),
    startTraceReceiver(),
    startMailServer(),
  ]);
  const { given, deps } = createHarness(database.db, { secretKey: SECRET_KEY });
  const merchant = await given.merchant();
  const { email } = await given.customer(merchant);
  const template = { merchantId: merchant.id, code: "otp", channel: "email" } as const;
  const words = { body: "Your code is {{otp}}", html: "" };
  await database.db.insert(schema.messageTemplates).values({ ...template, ...words });
  const token = deps.secrets.newTokenSecret();
  await given.token(merchant, { secret: token, hash: deps.secrets.hashToken(token) });
  const settings = (more: Record<string, string> = {}) => ({
    NODE_ENV: "production",
    REQUIRE_HTTPS: "false",
    SHUTDOWN_DELAY_MS: "0",
    DATABASE_URL: database.url,
    SMTP_URL: mail.url,
    MAIL_FROM: "Shop <shop@example.com>",
    SECRET_KEY,
    ...more,
  });
  return {
    ...{ merchantId: merchant.id, email, token, databaseUrl: database.url, mail, receiver },
    /** The settings of a process that traces nothing. */
    settings,
    /** The settings of a process that sends its traces to the collector. */
    traced: (more: Record<string, string> = {}) =>
      settings({
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
        OTEL_BSP_SCHEDULE_DELAY: "20",
        ...more,
      }),
    post: (address: string, path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${address}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Token ${token}`,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    /** Waits for the span of a request in a trace, and returns it with all of the trace's spans. */
    traceOf: async (id: string) => {
      const root = await receiver.until((spans) =>
        ofTrace(spans, id).find(({ kind }) => kind === SERVER),
      );
      return { root, all: ofTrace(receiver.spans(), id) };
    },
    close: async () => {
      killServers();
      await Promise.all([receiver.close(), mail.close(), database.close()]);
    },
  };
}

/** The kind of a request's span. */
const SERVER = 2;

/** A trace of a proxy, with the headers that continue it. */
export function newTrace(flags = "01") {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

/** The spans of a trace. */
export const ofTrace = (spans: readonly ReceivedSpan[], id: string) =>
  spans.filter(({ traceId }) => traceId === id);
