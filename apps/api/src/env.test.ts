import { DECIDING_SECONDS } from "@stampbook/core/credentials";
import { limits } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { BadSettings, readEnv } from "./env.ts";

const key = "a key of these tests: 81f0c2d97b";
const url = "postgres://stampbook:secret@localhost:5432/stampbook";

function complaint(source: NodeJS.ProcessEnv): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof BadSettings) return error.message;
    throw error;
  }
  return "";
}

describe("the settings", () => {
  it("need nothing for a start on one's own machine", () => {
    expect(readEnv({})).toEqual({
      production: false,
      database: { directory: expect.stringMatching(/\.data$/) },
      dataDirectory: expect.stringMatching(/\.data$/),
      apiPort: 4000,
      apiHost: "127.0.0.1",
      metrics: null,
      traces: null,
      hasPublicUrl: false,
      publicUrl: "http://127.0.0.1:3000",
      requireHttps: false,
      trustedProxies: [],
      tls: null,
      pool: limits,
      calls: { most: 128, longestWaitMs: 500, deadlineMs: 10_000 },
      shutdownDelayMs: 0,
      secretKey: undefined,
      oldSecretKeys: [],
      lostKeys: [],
      delivery: { email: null, sms: null, whatsapp: null },
      misspelt: [],
      logLevel: "warn",
    });
  });

  it("bound the pool, the calls and the way out", () => {
    const { pool, calls, shutdownDelayMs } = readEnv({
      DATABASE_POOL: "20",
      STATEMENT_TIMEOUT_MS: "5000",
      LOCK_TIMEOUT_MS: "2000",
      CONNECTION_LIFETIME_S: "600",
      QUEUE_LIMIT: "50",
      REQUEST_DEADLINE_MS: "3000",
      SHUTDOWN_DELAY_MS: "7000",
    });
    expect(pool).toMatchObject({
      connections: 20,
      statementTimeoutMs: 5_000,
      lockTimeoutMs: 2_000,
      maxLifetimeS: 600,
    });
    expect(calls).toMatchObject({ most: 50, deadlineMs: 3_000 });
    expect(shutdownDelayMs).toBe(7_000);
    const inProduction = readEnv({ NODE_ENV: "production", SECRET_KEY: key });
    expect(inProduction.shutdownDelayMs).toBe(5_000);
  });

  it.each([
    [{ DATABASE_POOL: "0" }, "DATABASE_POOL must be a whole number from 1 to 500 (connections)."],
    [{ REQUEST_DEADLINE_MS: "10s" }, "REQUEST_DEADLINE_MS must be a whole number from 500 to"],
    [{ REQUEST_DEADLINE_MS: "60000" }, "to 50000 (milliseconds)."],
    [{ SHUTDOWN_DELAY_MS: "1.5" }, "SHUTDOWN_DELAY_MS must be a whole number"],
    [
      { READ_DATABASE_URL: "postgres://h2/shop" },
      "READ_DATABASE_URL is a standby of the server in",
    ],
    [{ QUEUE_LIMIT: "-1" }, "QUEUE_LIMIT must be a whole number"],
    [{ STATEMENT_TIMEOUT_MS: "1000" }, "LOCK_TIMEOUT_MS must be less than STATEMENT_TIMEOUT_MS"],
  ])("say what is wrong with %j", (source, says) => {
    expect(complaint(source)).toContain(says);
  });

  it("leave a process time to decide a PIN before anybody else takes its try for a wrong one", () => {
    const { calls, pool } = readEnv({
      REQUEST_DEADLINE_MS: "50000",
      STATEMENT_TIMEOUT_MS: "50000",
    });
    const longest = calls.deadlineMs + pool.statementTimeoutMs + pool.queueWaitMs;
    expect(longest / 1_000).toBeLessThan(DECIDING_SECONDS);
  });

  it("are read, with empty ones as if not set", () => {
    const env = readEnv({
      NODE_ENV: "production",
      DATABASE_URL: url,
      API_PORT: "8080",
      CONSOLE_PORT: "",
      PUBLIC_URL: "https://stamps.example.com",
      TRUSTED_PROXIES: " 10.0.0.0/8, ::1 ,",
      SECRET_KEY: key,
      SECRET_KEYS_OLD: `${"a".repeat(32)},${"b".repeat(40)}`,
    });
    expect(env).toMatchObject({
      production: true,
      database: { url },
      apiPort: 8080,
      publicUrl: "https://stamps.example.com",
      requireHttps: true,
      trustedProxies: ["10.0.0.0/8", "::1"],
      tls: null,
      oldSecretKeys: ["a".repeat(32), "b".repeat(40)],
      logLevel: "info",
    });
  });

  it("serve metrics on loopback only where nothing else is said", () => {
    const host = "127.0.0.1";
    expect(readEnv({ METRICS_PORT: "9464" }).metrics).toEqual({ host, port: 9464 });
    const { metrics } = readEnv({ METRICS_PORT: "9464", METRICS_HOST: "::" });
    expect(metrics).toEqual({ host: "::", port: 9464 });
    expect(complaint({ METRICS_PORT: "on" })).toBe("METRICS_PORT must be a port number.");
  });

  it("send traces where OpenTelemetry's variables say so", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" };
    expect(readEnv(endpoint).traces).toEqual({
      sampler: "parentbased_always_on",
      ratio: 1,
      timeoutMs: 3_000,
      delayMs: 5_000,
      mostWaiting: 2_048,
      mostAtOnce: 512,
    });
    expect(readEnv({ ...endpoint, OTEL_SDK_DISABLED: "true" }).traces).toBeNull();
    const sampled = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
    expect(readEnv({ ...endpoint, ...sampled }).traces).toMatchObject({
      sampler: "traceidratio",
      ratio: 0.1,
    });
    expect(complaint({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "2" })).toBe(
      "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.",
    );
    expect(complaint({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })).toMatch(
      /an http or https/,
    );
  });

  it("lead to plain HTTP in production only where that is said", () => {
    const production = { NODE_ENV: "production", SECRET_KEY: key };
    expect(readEnv(production).requireHttps).toBe(true);
    expect(readEnv({ ...production, REQUIRE_HTTPS: "false" }).requireHttps).toBe(false);
  });

  it.each([
    [{ API_PORT: "http" }, "API_PORT must be a port number."],
    [{ API_PORT: "70000" }, "API_PORT must be a port number."],
    [{ DATABASE_URL: "mysql://x/y" }, "DATABASE_URL must be the address of a PostgreSQL database."],
    [{ REQUIRE_HTTPS: "yes" }, "REQUIRE_HTTPS must be true or false."],
    [{ PUBLIC_URL: "stamps" }, "PUBLIC_URL must be an http or https address."],
    [
      { TRUSTED_PROXIES: "10.0.0.0/33" },
      "TRUSTED_PROXIES must be addresses or CIDRs, divided by commas.",
    ],
    [
      { TRUSTED_PROXIES: "proxy" },
      "TRUSTED_PROXIES must be addresses or CIDRs, divided by commas.",
    ],
    [{ SECRET_KEY: "short" }, "SECRET_KEY must have at least 32 characters."],
    [{ SECRET_KEYS_OLD: `${key},short` }, "SECRET_KEYS_OLD must have at least 32 characters."],
  ])("are refused with a word on what is wrong: %j", (source, message) => {
    expect(complaint(source)).toBe(message);
  });

  it("are refused all at once", () => {
    expect(complaint({ API_PORT: "x", REQUIRE_HTTPS: "x", SMTP_URL: "smtp://x" })).toBe(
      [
        "API_PORT must be a port number.",
        "REQUIRE_HTTPS must be true or false.",
        "MAIL_FROM is needed with SMTP_URL: the address that mails come from.",
      ].join("\n"),
    );
  });

  it.each([{ DATABASE_URL: url }, { NODE_ENV: "production" }])(
    "need a secret key with %j",
    (source) => {
      expect(complaint(source)).toMatch(/^SECRET_KEY is missing\./);
      expect(complaint({ ...source, SECRET_KEY: key })).toBe("");
    },
  );
});
