import { parseArgs } from "node:util";
import { isNetwork } from "@stampbook/edge/trusted-proxies";

/** Read at every call: a build must not keep the address that it happened to see. */
export function apiUrl(): string {
  return process.env.API_URL || "http://127.0.0.1:4000";
}

/** What proves to the API that a call was passed on by this console; empty where none is set. */
export function consoleSecret(): string {
  return process.env.CONSOLE_SECRET ?? "";
}

/** What the console's server is started with. */
export type ServerSettings = {
  readonly isDev: boolean;
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly requireHttps: boolean;
  /** Addresses and CIDRs of proxies whose `X-Forwarded-*` is believed. */
  readonly trustedProxies: readonly string[];
};

/** A setting that makes no sense, in words for who starts the console. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
}

/** Reads the command line and the environment; the command line wins. Throws `BadSettings`. */
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
  const isProduction = NODE_ENV === "production";
  if (REQUIRE_HTTPS && !["true", "false"].includes(REQUIRE_HTTPS))
    throw new BadSettings("REQUIRE_HTTPS must be true or false.");
  return {
    isDev: values.dev,
    isProduction,
    host: values.host || CONSOLE_HOST || "127.0.0.1",
    port: portOf(values.port || CONSOLE_PORT || "3000"),
    requireHttps: REQUIRE_HTTPS ? REQUIRE_HTTPS === "true" : isProduction,
    trustedProxies: networksOf(TRUSTED_PROXIES ?? ""),
  };
}

/** Next and React choose by this what they load; a built console is always their production form. */
export function setNodeEnv(isDev: boolean): void {
  Object.assign(process.env, { NODE_ENV: isDev ? "development" : "production" });
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > 65_535)
    throw new BadSettings("CONSOLE_PORT must be a port number.");
  return port;
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
