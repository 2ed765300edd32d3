import { describe, expect, it } from "vitest";
import { BadSettings, readEnv } from "./env.ts";

const key = "k".repeat(32);
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
      hasPublicUrl: false,
      publicUrl: "http://127.0.0.1:3000",
      requireHttps: false,
      trustedProxies: [],
      tls: null,
      secretKey: undefined,
      oldSecretKeys: [],
      delivery: { email: null, sms: null, whatsapp: null },
      logLevel: "warn",
    });
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
