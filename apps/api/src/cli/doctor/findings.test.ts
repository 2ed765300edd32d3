import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../../test/certificates.ts";
import { readEnv } from "../../env.ts";
import { lookAtConsole } from "./look-at-console.ts";
import { lookAtHttps } from "./look-at-https.ts";
import { lookAtPool } from "./look-at-pool.ts";
import { lookAtEncryption } from "./look-at-route.ts";
import { accountsOf, chainsOf, migrations, tokensOf, versionOf } from "./look-into-database.ts";

const folder = mkdtempSync(join(tmpdir(), "stampbook-doctor-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const required = { REQUIRE_HTTPS: "true" };
const https = (settings: Record<string, string>, now?: number) =>
  lookAtHttps(readEnv(settings), now);

describe("HTTPS", () => {
  test("is missing where it is required and nobody brings it", () => {
    expect(https(required)).toMatchObject({
      ok: false,
      says: expect.stringContaining("every call is refused"),
    });
  });

  test("comes by a proxy, or is not required", () => {
    const TRUSTED_PROXIES = "10.0.0.0/8";
    expect(https({ ...required, TRUSTED_PROXIES })).toMatchObject({ ok: true });
    expect(https({ REQUIRE_HTTPS: "false" })).toMatchObject({ ok: true, says: "not required" });
  });

  test("comes by a certificate that can be read and has not ended", () => {
    const { cert: TLS_CERT, key: TLS_KEY } = makeCertificate(folder, "good");
    const says = expect.stringMatching(/^by TLS_CERT, valid until /);
    expect(https({ ...required, TLS_CERT, TLS_KEY })).toMatchObject({ ok: true, says });
    const other = makeCertificate(folder, "other");
    const gone = join(folder, "gone.pem");
    for (const settings of [
      { TLS_CERT: gone, TLS_KEY },
      { TLS_CERT, TLS_KEY: gone },
      { TLS_CERT, TLS_KEY: other.key },
    ])
      expect(https(settings)).toMatchObject({ ok: false, says: expect.stringMatching(/^TLS_/) });
    expect(https({ TLS_CERT, TLS_KEY }, Date.now() + 3 * 86_400_000)).toMatchObject({
      ok: false,
      says: expect.stringMatching(/ended on .*: renew it$/),
    });
  });
});

describe("encryption of the database's connections", () => {
  test.each([
    ["nothing for this machine", "localhost,127.0.0.1,[::1]:5433", "", []],
    ["none by default", "db1,localhost,db2", "", [/^to db1, db2: none, .*sslmode=verify-full/]],
    ["without a check of the certificate", "db1", "?sslmode=require", [/^to db1: .*not checked/]],
    ["with a check", "db1", "?sslmode=verify-full", [/^to db1: on, .* is checked$/]],
  ])("%s", (_, hosts, query, says) => {
    expect(lookAtEncryption(`postgres://user:password@${hosts}/stampbook${query}`)).toEqual(
      says.map((text) => ({ ok: true, of: "encryption", says: expect.stringMatching(text) })),
    );
  });
});

describe("the console", () => {
  const SECRET_KEY = "kO3v+Z1rP8wq5Lx2Ty7Hn4Bd6Gs9Jm0c";
  const inProduction = (PUBLIC_URL = "") =>
    lookAtConsole(readEnv({ NODE_ENV: "production", SECRET_KEY, PUBLIC_URL }));

  test("needs its address in production", () => {
    const says = expect.stringMatching(
      /^PUBLIC_URL is not set: .*127\.0\.0\.1:3000 and nowhere else$/,
    );
    expect(inProduction()).toMatchObject({ ok: false, says });
    expect(lookAtConsole(readEnv({}))).toMatchObject({ ok: true });
  });

  test("needs https there, as the cookie of a session does", () => {
    const says = expect.stringContaining("nobody can sign in");
    expect(inProduction("http://stamps.example.com")).toMatchObject({ ok: false, says });
    for (const address of ["https://stamps.example.com", "http://localhost:3000"])
      expect(inProduction(address)).toMatchObject({
        ok: true,
        says: `staff sign in at ${address}`,
      });
  });
});

test("a pool must fit into the connections that the server accepts", () => {
  const look = (DATABASE_POOL: string) =>
    lookAtPool(readEnv({ DATABASE_POOL }), { mostConnections: 97 });
  const enough = expect.stringMatching(/accepts 97: enough for 4 process/);
  expect(look("20")).toEqual({ ok: true, of: "pool", says: enough });
  expect(look("98")).toMatchObject({ ok: false, says: expect.stringContaining("lower it") });
});

test("a server before 15 is too old", () => {
  expect(versionOf({ version: "14.19", major: 14 })).toEqual({
    ok: false,
    of: "database",
    says: "PostgreSQL 14.19: 15 or newer is needed",
  });
  expect(versionOf({ version: "15.0", major: 15 }).ok).toBe(true);
});

test("merchants that accept tokens in messages are named", () => {
  const merchant = (id: number, acceptsTokenInMessage: boolean) => ({
    id,
    name: `Merchant ${id}`,
    acceptsTokenInMessage,
    activeStores: 1,
    tokensInUse: 1,
  });
  expect(tokensOf([merchant(1, false)]).says).toBe("accepted in the Authorization header only");
  const { ok, says } = tokensOf([merchant(1, false), merchant(2, true), merchant(3, true)]);
  expect(ok).toBe(true);
  expect(says).toMatch(/^also accepted in .* for 2 Merchant 2, 3 Merchant 3: proxies /);
});

test("C2: a merchant with more than ten stores and one token in use is named", () => {
  const merchant = (id: number, activeStores: number, tokensInUse: number) => ({
    id,
    name: `Chain ${id}`,
    acceptsTokenInMessage: false,
    activeStores,
    tokensInUse,
  });
  expect(chainsOf([merchant(1, 10, 1), merchant(2, 11, 2)]).says).toMatch(/^no merchant/);
  expect(chainsOf([merchant(1, 10, 1), merchant(3, 11, 1)]).says).toMatch(/: 3 Chain 3\. Give/);
});

test("S1: several merchants without mail are reported", () => {
  const merchant = (id: number) => ({
    id,
    name: `Shop ${id}`,
    acceptsTokenInMessage: false,
    activeStores: 1,
    tokensInUse: 1,
  });
  const without = readEnv({});
  expect(accountsOf(without, [merchant(1)])).toMatchObject({ ok: true });
  expect(accountsOf(without, [merchant(1), merchant(2)])).toMatchObject({
    ok: false,
    says: expect.stringContaining("set SMTP_URL"),
  });
  const mailing = readEnv({ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com" });
  expect(accountsOf(mailing, [merchant(1), merchant(2)])).toMatchObject({ ok: true });
});

test("O8: migrations of a newer version are not called current", () => {
  expect(migrations({ missing: [], newer: 0 }).says).toBe("current");
  expect(migrations({ missing: [], newer: 2 }).says).toMatch(/^2 newer than version \d/);
});
