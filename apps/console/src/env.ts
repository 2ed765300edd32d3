import { parseArgs } from "node:util";
import { isNetwork } from "@stampbook/edge/trusted-proxies";

/**
 * Returns the API's base URL. Reads the environment at every call, so that a build does not fix the address.
 */
export function apiUrl(): string {
  return (process.env.API_URL || "http://127.0.0.1:4000").replace(/\/+$/, "");
}

/** Returns the secret that proves to the API that this console forwarded a call. Empty if none is set. */
export function consoleSecret(): string {
  return process.env.CONSOLE_SECRET ?? "";
}

/** The start settings of the console's server. */
export type ServerSettings = {
  readonly isDev: boolean;
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly requireHttps: boolean;
  /** How long the server waits for a page's first data, in ms. The browser then reads the missing data. */
  readonly pageReadMs: number;
  /** How long `/ready` answers 503 after SIGTERM before the server closes its port, in ms. */
  readonly shutdownDelayMs: number;
  /** How long the API lets a call run, in ms. */
  readonly deadlineMs: number;
  /** Addresses and CIDRs of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Where metrics are served. If null, none are counted. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** The lowest level that is logged. */
  readonly logLevel: string;
};

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** An invalid setting, described for the person who starts the console. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
}

/**
 * Reads the command line and the environment. The command line wins. Throws `BadSettings` if a variable of
 * the environment or the port is invalid.
 */
export function readServerSettings(args: readonly string[]): ServerSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dev: { type: "boolean", default: false },
      host: { type: "string", short: "H" },
      port: { type: "string", short: "p" },
    },
  });
  const { CONSOLE_HOST, CONSOLE_PORT, NODE_ENV, REQUIRE_HTTPS, TRUSTED_PROXIES } = process.env;
  const { CONSOLE_METRICS_PORT, METRICS_HOST, LOG_LEVEL } = process.env;
  const isProduction = NODE_ENV === "production";
  if (REQUIRE_HTTPS && !["true", "false"].includes(REQUIRE_HTTPS))
    throw new BadSettings("REQUIRE_HTTPS must be true or false.");
  if (LOG_LEVEL && !levels.includes(LOG_LEVEL))
    throw new BadSettings(`LOG_LEVEL must be one of ${levels.join(", ")}.`);
  return {
    isDev: values.dev,
    isProduction,
    host: values.host || CONSOLE_HOST || "127.0.0.1",
    port: portOf(values.port || CONSOLE_PORT || "3000"),
    requireHttps: REQUIRE_HTTPS ? REQUIRE_HTTPS === "true" : isProduction,
    pageReadMs: msOf("PAGE_READ_MS", 300, { most: 99_999 }),
    shutdownDelayMs: msOf("SHUTDOWN_DELAY_MS", isProduction ? 5_000 : 0, { most: 300_000 }),
    deadlineMs: msOf("REQUEST_DEADLINE_MS", 10_000, { least: 500, most: 50_000 }),
    trustedProxies: networksOf(TRUSTED_PROXIES ?? ""),
    metrics: CONSOLE_METRICS_PORT
      ? {
          host: METRICS_HOST || "127.0.0.1",
          port: portOf(CONSOLE_METRICS_PORT, "CONSOLE_METRICS_PORT"),
        }
      : null,
    logLevel: LOG_LEVEL || (isProduction ? "info" : "warn"),
  };
}

/**
 * Sets `NODE_ENV`, by which Next and React load their development or production code. A built console is
 * always in production mode.
 */
export function setNodeEnv(isDev: boolean): void {
  Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production" });
}

function portOf(text: string, name = "CONSOLE_PORT"): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535)
    throw new BadSettings(`${name} must be a port number.`);
  return port;
}

function msOf(
  name: string,
  byDefault: number,
  { least = 0, most }: { readonly least?: number; readonly most: number },
): number {
  const text = process.env[name] || String(byDefault);
  if (!/^[0-9]{1,6}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new BadSettings(`${name} must be a number of milliseconds from ${least} to ${most}.`);
  return Number(text);
}

function networksOf(text: string): readonly string[] {
  const networks = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  if (!networks.every(isNetwork))
    throw new BadSettings("TRUSTED_PROXIES must be addresses or CIDRs, divided by commas.");
  return networks;
}
