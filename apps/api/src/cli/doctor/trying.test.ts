import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../../test/certificates.ts";
import { startMailServer } from "../../../test/mail-server.ts";
import { readEnv } from "../../env.ts";
import { lookAtConsole } from "./look-at-console.ts";
import { trySenders } from "./try-senders.ts";

const folder = mkdtempSync(join(tmpdir(), "stampbook-trying-"));
const open = new Set<Server>();
afterAll(() => {
  for (const server of open) server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  open.add(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
const answering = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttp(answer))}`;
/** An address on which nobody listens. */
async function nobody(): Promise<string> {
  const server = createHttp();
  const port = await listening(server);
  await new Promise((closed) => server.close(closed));
  return `127.0.0.1:${port}`;
}

describe("O11: doctor tries the senders, and sends nothing", () => {
  const tried = (settings: Record<string, string>) => trySenders(readEnv(settings).delivery);

  test("nothing is configured", async () => {
    expect(await tried({})).toMatchObject({
      ok: true,
      says: expect.stringContaining("nothing configured"),
    });
  });

  test("email", async () => {
    const mail = await startMailServer();
    const settings = { SMTP_URL: mail.url, MAIL_FROM: "a@example.com" };
    expect(await tried(settings)).toMatchObject({
      ok: true,
      says: `email by 127.0.0.1:${mail.port}: it answers`,
    });
    const withAccount = { ...settings, SMTP_URL: mail.url.replace("//", "//ani:canary@") };
    const refused = await tried(withAccount);
    expect(refused).toMatchObject({ ok: false, says: expect.stringContaining("(SMTP ") });
    expect(refused.says).not.toContain("canary");
    expect([mail.conversations(), mail.mails]).toEqual([2, []]);
    await mail.close();
    expect(await tried(settings)).toMatchObject({
      ok: false,
      says: `email by 127.0.0.1:${mail.port} does not work (SMTP ESOCKET): look at SMTP_URL`,
    });
  });

  test.each([
    ["twilio", "GET /2010-04-01/Accounts/me.json", `Basic ${btoa("me:secret")}`],
    ["cloud", "GET /me?fields=id", "Bearer secret"],
    ["webhook", "OPTIONS /", undefined],
  ])("WhatsApp by %s", async (provider, wanted, authorization) => {
    const asked: unknown[] = [];
    let status = 200;
    const url = await answering(({ method, url, headers }, response) => {
      asked.push([`${method} ${url}`, headers.authorization]);
      response.writeHead(status).end("{}");
    });
    const settings = {
      WHATSAPP_PROVIDER: provider,
      WHATSAPP_URL: url,
      WHATSAPP_ACCOUNT: "me",
      WHATSAPP_TOKEN: "secret",
      WHATSAPP_FROM: "+62",
    };
    expect(await tried(settings)).toMatchObject({
      ok: true,
      says: `WhatsApp by ${provider}: it answers`,
    });
    expect(asked).toEqual([[wanted, authorization]]);
    status = provider === "webhook" ? 500 : 401;
    expect(await tried(settings)).toMatchObject({
      ok: false,
      says: `WhatsApp by ${provider} does not work (HTTP ${status}): look at WHATSAPP_…`,
    });
    const away = { ...settings, WHATSAPP_URL: `http://${await nobody()}` };
    expect((await tried(away)).says).toContain("no answer: ECONNREFUSED");
  });
});

describe("the console", () => {
  const SECRET_KEY = "kO3v+Z1rP8wq5Lx2Ty7Hn4Bd6Gs9Jm0c";
  const inProduction = (PUBLIC_URL = "") =>
    lookAtConsole(readEnv({ NODE_ENV: "production", SECRET_KEY, PUBLIC_URL }));

  test("needs its address in production, by https", async () => {
    const says = expect.stringMatching(
      /^PUBLIC_URL is not set: .*127\.0\.0\.1:3000 and nowhere else$/,
    );
    expect(await inProduction()).toMatchObject({ ok: false, says });
    expect(await lookAtConsole(readEnv({}))).toMatchObject({ ok: true });
    expect(await inProduction("http://stamps.example.com")).toMatchObject({
      ok: false,
      says: expect.stringContaining("nobody can sign in"),
    });
  });

  test("O11: is asked whether it is ready", async () => {
    let status = 200;
    const url = await answering(({ url }, response) => {
      response.writeHead(url === "/ready" ? status : 404).end();
    });
    expect(await inProduction(url)).toEqual({
      ok: true,
      of: "console",
      says: `staff sign in at ${url}, which answers`,
    });
    status = 503;
    expect((await inProduction(url)).says).toMatch(/\/ready answers 503: /);
    expect((await inProduction(`http://${await nobody()}`)).says).toMatch(
      /\/ready does not answer \(ECONNREFUSED\): start the console/,
    );
  });

  test("O11: a certificate that nobody issued is reported, as a browser would", async () => {
    const { cert, key } = makeCertificate(folder, "own");
    const files = { cert: readFileSync(cert), key: readFileSync(key) };
    const port = await listening(createHttps(files, (_, response) => response.end()));
    expect(await inProduction(`https://127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      says: expect.stringMatching(/\((DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY\w+)\)/),
    });
  });
});
