import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../../test/certificates.ts";
import { readEnv } from "../../env.ts";
import { lookAtHttps } from "./look-at-https.ts";
import { sayReplication } from "./look-at-replication.ts";
import { lookAtEncryption } from "./look-at-route.ts";
import { lookAtDisk, lookAtPool } from "./look-at-server.ts";
import { migrations, versionOf } from "./look-into-database.ts";
import { accountsOf, chainsOf, outboxOf, tokensOf } from "./look-into-tables.ts";

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
    const DAY_MS = 86_400_000;
    const { validTo } = new X509Certificate(readFileSync(TLS_CERT));
    const ending = https({ TLS_CERT, TLS_KEY }, Date.parse(validTo) - 0.3 * DAY_MS);
    expect(ending).toMatchObject({
      ok: false,
      says: expect.stringContaining(" ends in 0.3 days,"),
    });
    expect(https({ TLS_CERT, TLS_KEY }, Date.parse(validTo))).toMatchObject({
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

test("O11: messages that wait for long although their channel is set up are reported", () => {
  const waiting = (count: number, oldestS: number) => ({
    email: { count, tried: 0, oldestS },
    sms: { count: 0, tried: 0, oldestS: 0 },
    whatsapp: { count: 0, tried: 0, oldestS: 0 },
  });
  const mailing = readEnv({ SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com" });
  expect(outboxOf(mailing, waiting(0, 0)).says).toBe("no messages are waiting");
  expect(outboxOf(mailing, waiting(3, 900))).toMatchObject({
    ok: true,
    says: "waiting: 3 by email",
  });
  expect(outboxOf(mailing, waiting(3, 1_000))).toEqual({
    ok: false,
    of: "outbox",
    says: "waiting: 3 by email; the oldest by email for 16 min",
  });
  expect(outboxOf(readEnv({}), waiting(3, 1_000)).ok).toBe(true);
});

test("O11: standbys far behind, and slots that fill the disk for nobody, are reported", () => {
  const of = (state: string | null, behindS: number | null) => ({ name: "b", state, behindS });
  const say = (
    standbys: ReturnType<typeof of>[],
    unusedSlots: { name: string; bytes: number }[] = [],
  ) => sayReplication({ standbys, unusedSlots });
  expect(sayReplication(null).ok).toBe(true);
  expect(say([])).toMatchObject({ ok: true, says: "no standby is connected" });
  expect(say([of("streaming", 0.25)])).toMatchObject({
    ok: true,
    says: "b: streaming, 0.3 s behind",
  });
  expect(say([of("streaming", null), of(null, null)]).ok).toBe(true);
  for (const late of [of("streaming", 61), of("catchup", 1)]) expect(say([late]).ok).toBe(false);
  expect(say([], [{ name: "gone", bytes: 3 * 2 ** 20 }])).toMatchObject({
    ok: false,
    says: expect.stringMatching(/^the slot gone is not in use, .* 3 MiB /),
  });
});

test("O11: a volume that is nearly full is reported", async () => {
  const GIB = 2 ** 30;
  const look = async (free: number, of: number) =>
    (await lookAtDisk("/", (async () => ({ bavail: free, blocks: of, bsize: GIB })) as never)).ok;
  expect([
    await look(0.5, 1),
    await look(5, 100),
    await look(5, 40),
    await look(11, 1_000),
  ]).toEqual([false, false, true, true]);
  expect((await lookAtDisk(folder)).says).toMatch(/^\d+\.\d GiB \(\d+ %\) are free/);
});
