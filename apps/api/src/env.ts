import { fileURLToPath } from "node:url";
import { BadAddress, type DbLocation, limits, readAddress } from "@stampbook/db";
import { isNetwork } from "@stampbook/edge/trusted-proxies";
import { z } from "zod";
import { findMisspelt } from "./cli/doctor/misspelt.ts";
import { deliverySettings, deliveryVariables } from "./delivery/settings.ts";
import { callLimits } from "./running/limits.ts";
import { tracingSettings, tracingVariables } from "./tracing/settings.ts";
import { weaknessOf } from "./weak-key.ts";

/** A missing or invalid setting, described for the person who starts the process. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
}

/** The warning for production without a database server. */
export const embeddedInProduction =
  "DATABASE_URL is not set: production runs on the embedded database, which is for trials. It serves one API on this machine and ends with it.";

/** Advice for a secret key that is easy to guess. */
export const weakKey = (weakness: string) =>
  `SECRET_KEY ${weakness}, so it can be guessed. Make one with \`openssl rand -base64 48\`; name this one in SECRET_KEYS_OLD if PINs were set with it.`;

const SHORTEST_KEY = 32;
const SHUTDOWN_DELAY_MS = 5_000;
const dataOfRepository = fileURLToPath(new URL("../../../.data", import.meta.url));

const port = z.coerce
  .number("must be a port number")
  .int("must be a port number")
  .min(0, "must be a port number")
  .max(65_535, "must be a port number");
const flag = z
  .enum(["true", "false"], "must be true or false")
  .transform((word) => word === "true");
const key = z.string().min(SHORTEST_KEY, `must have at least ${SHORTEST_KEY} characters`);
/** A number within bounds. The error message shows `unit`. */
const count = (least: number, most: number, unit = "") => {
  const says = `must be a whole number from ${least} to ${most}${unit && ` (${unit})`}`;
  return z.coerce.number(says).int(says).min(least, says).max(most, says);
};
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean),
);

const databaseAddress = z.string().check(({ value, issues }) => {
  const message = problemOfAddress(value);
  if (message !== undefined) issues.push({ code: "custom", input: value, message });
});

const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  DATABASE_URL: databaseAddress.optional(),
  READ_DATABASE_URL: databaseAddress.optional(),
  STAMPBOOK_DATA: z.string().default(dataOfRepository),
  API_PORT: port.default(4000),
  API_HOST: z.string().default("127.0.0.1"),
  CONSOLE_PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  REQUIRE_HTTPS: flag.optional(),
  TRUSTED_PROXIES: list
    .refine((proxies) => proxies.every(isNetwork), "must be addresses or CIDRs, divided by commas")
    .default([]),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  CONSOLE_SECRET: key.optional(),
  SECRET_KEY: key.optional(),
  SECRET_KEYS_OLD: list.pipe(z.array(key)).default([]),
  SECRET_KEYS_LOST: list
    .refine((ids) => ids.every((id) => /^[0-9a-f]{8}$/.test(id)), "must be ids of keys")
    .default([]),
  DATABASE_POOL: count(1, 500, "connections").optional(),
  STATEMENT_TIMEOUT_MS: count(100, 50_000, "milliseconds").optional(),
  LOCK_TIMEOUT_MS: count(10, 50_000, "milliseconds").optional(),
  CONNECTION_LIFETIME_S: count(10, 86_400, "seconds").optional(),
  REQUEST_DEADLINE_MS: count(500, 50_000, "milliseconds").default(callLimits.deadlineMs),
  QUEUE_LIMIT: count(1, 10_000, "calls").default(callLimits.most),
  SHUTDOWN_DELAY_MS: count(0, 300_000, "milliseconds").optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
});

const names = [variables, deliveryVariables, tracingVariables].flatMap(({ shape }) =>
  Object.keys(shape),
);

/** The settings of a process. */
export type Env = ReturnType<typeof readEnv>;

/**
 * Reads the settings; empty ones count as not set. Throws `BadSettings` with one line per invalid setting. If
 * each setting is valid, but one is missing or weak or contradicts another, the message names the first such
 * problem.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const [parsed, delivery] = [variables.safeParse(given), deliverySettings.safeParse(given)];
  const traces = tracingSettings.safeParse(given);
  if (!parsed.success || !delivery.success || !traces.success)
    throw new BadSettings(
      [parsed, delivery, traces]
        .flatMap(({ error }) => error?.issues ?? [])
        .map(({ path, message }) => `${String(path[0])} ${message}.`)
        .join("\n"),
    );
  const { data } = parsed;
  const production = data.NODE_ENV === "production";
  if (!data.SECRET_KEY && (data.DATABASE_URL || production))
    throw new BadSettings(
      "SECRET_KEY is missing. PINs are verified with keys derived from it, so it must stay the same: make one with `openssl rand -base64 48` and keep it.",
    );
  const weakness = production && data.SECRET_KEY ? weaknessOf(data.SECRET_KEY) : null;
  if (weakness !== null) throw new BadSettings(weakKey(weakness));
  const { TLS_CERT: cert, TLS_KEY: tlsKey } = data;
  if ((cert === undefined) !== (tlsKey === undefined))
    throw new BadSettings(`${cert ? "TLS_KEY" : "TLS_CERT"} is missing: TLS takes both.`);
  const { LOCK_TIMEOUT_MS: lockMs, STATEMENT_TIMEOUT_MS: statementMs } = data;
  if ((lockMs ?? limits.lockTimeoutMs) >= (statementMs ?? limits.statementTimeoutMs))
    throw new BadSettings(
      "LOCK_TIMEOUT_MS must be less than STATEMENT_TIMEOUT_MS: a statement ends before it has waited that long for a lock.",
    );
  if (data.READ_DATABASE_URL && !data.DATABASE_URL)
    throw new BadSettings(
      "READ_DATABASE_URL is a standby of the server in DATABASE_URL, which is missing.",
    );
  const database: DbLocation = data.DATABASE_URL
    ? { url: data.DATABASE_URL }
    : { directory: data.STAMPBOOK_DATA };
  return {
    production,
    database,
    /** The address of the standby that runs the heavy reads. */
    standby: data.READ_DATABASE_URL,
    dataDirectory: data.STAMPBOOK_DATA,
    apiPort: data.API_PORT,
    apiHost: data.API_HOST,
    /** Where metrics are served. If null, none are counted. */
    metrics:
      data.METRICS_PORT === undefined ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    /** How traces are sent. If null, nothing is traced. */
    traces: traces.data,
    hasPublicUrl: data.PUBLIC_URL !== undefined,
    publicUrl: data.PUBLIC_URL ?? `http://127.0.0.1:${data.CONSOLE_PORT}`,
    /** The secret by which the console proves that it forwards a call. */
    consoleSecret: data.CONSOLE_SECRET,
    requireHttps: data.REQUIRE_HTTPS ?? production,
    trustedProxies: data.TRUSTED_PROXIES,
    /** Files of a certificate and its key, if the server itself serves HTTPS. */
    tls: cert !== undefined && tlsKey !== undefined ? { cert, key: tlsKey } : null,
    /** Limits of the database connection pool. */
    pool: {
      ...limits,
      connections: data.DATABASE_POOL ?? limits.connections,
      statementTimeoutMs: statementMs ?? limits.statementTimeoutMs,
      lockTimeoutMs: lockMs ?? limits.lockTimeoutMs,
      maxLifetimeS: data.CONNECTION_LIFETIME_S ?? limits.maxLifetimeS,
    },
    calls: { ...callLimits, most: data.QUEUE_LIMIT, deadlineMs: data.REQUEST_DEADLINE_MS },
    /** How long `/ready` answers 503 before the listener closes, so that load balancers send no calls. */
    shutdownDelayMs: data.SHUTDOWN_DELAY_MS ?? (production ? SHUTDOWN_DELAY_MS : 0),
    secretKey: data.SECRET_KEY,
    oldSecretKeys: data.SECRET_KEYS_OLD,
    /** The ids of keys that are lost for good. */
    lostKeys: data.SECRET_KEYS_LOST,
    /** The providers that send messages. Messages of a channel without a provider wait. */
    delivery: delivery.data,
    misspelt: findMisspelt(given, names),
    /** By default `info` in production, with one line per request, and `warn` otherwise. */
    logLevel: data.LOG_LEVEL ?? (production ? ("info" as const) : ("warn" as const)),
  };
}

/** Returns what is wrong with a database address, without its password. Undefined for a valid address. */
function problemOfAddress(text: string): string | undefined {
  try {
    readAddress(text);
    return undefined;
  } catch (error) {
    if (error instanceof BadAddress) return error.says;
    throw error;
  }
}
