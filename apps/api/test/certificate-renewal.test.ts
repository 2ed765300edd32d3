import { X509Certificate } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { renewCertificate } from "../src/http/renew-certificate.ts";
import { type CertificatePaths, readCertificate } from "../src/http/tls.ts";
import { makeCertificate } from "./certificates.ts";
import { type House, openHouse } from "./harness.ts";
import { killServers, startServer } from "./server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "stampbook-renewal-"));
const [old, next] = [makeCertificate(folder, "old"), makeCertificate(folder, "next")];
/** The certificate files of the server. Tests change their content. */
const live = { cert: join(folder, "live.pem"), key: join(folder, "live-key.pem") };
const ca = [readFileSync(old.cert), readFileSync(next.cert)];
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => put(old));

function put({ cert, key }: CertificatePaths) {
  copyFileSync(cert, live.cert);
  copyFileSync(key, live.key);
}

const printOf = ({ cert }: CertificatePaths) =>
  new X509Certificate(readFileSync(cert)).fingerprint256;

/**
 * Calls the server through the agent. Returns the fingerprint of its certificate, and the local port of
 * the connection.
 */
function call(url: string, agent: Agent) {
  return new Promise<{ print: string; port: number | undefined }>((resolve, reject) => {
    const sent = request(`${url}/health`, { agent }).on("error", reject);
    sent.on("response", (response) => {
      const { socket } = response;
      if (!(socket instanceof TLSSocket)) return reject(new Error("not over TLS"));
      const seen = { print: socket.getPeerCertificate().fingerprint256, port: socket.localPort };
      response.resume().on("end", () => resolve(seen));
    });
    sent.end();
  });
}

const seenAnew = async (url: string) => {
  // no TLS session is reused, so the handshake shows the current certificate
  const { print } = await call(url, new Agent({ ca, maxCachedSessions: 0 }));
  return print;
};

describe("a certificate whose files change", () => {
  let house: House & { close: () => Promise<void> };
  let url = "";
  let renewal: ReturnType<typeof renewCertificate>;
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase(), { certificate: readCertificate(old) });
    const heard = await house.app.listen({ host: "127.0.0.1", port: 0 });
    url = heard.replace(/^http:/, "https:");
    renewal = renewCertificate(house.app, live, readCertificate(old));
  });
  afterAll(async () => {
    renewal?.stop();
    await house?.close();
  });
  const logged = (words: string) => house.log.filter((line) => line.includes(words)).length;

  it("is new to new connections, while open ones live on", async () => {
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 });
    const before = await call(url, agent);
    expect(before.print).toBe(printOf(old));
    renewal.look();
    expect(await seenAnew(url)).toBe(printOf(old));

    put(next);
    renewal.look();
    expect(await seenAnew(url)).toBe(printOf(next));
    expect(await call(url, agent)).toEqual(before);
    expect(logged("the certificate was renewed")).toBe(1);
    agent.destroy();
  });

  it.each([
    ["another's key", () => copyFileSync(old.key, live.key)],
    ["half a file", () => writeFileSync(live.cert, readFileSync(next.cert).subarray(0, 300))],
    ["no file", () => rmSync(live.key)],
  ])("stays where the new one has %s, and comes when it is mended", async (_, spoil) => {
    put(next);
    renewal.look();
    const before = logged("the old one stays");
    spoil();
    renewal.look();
    expect(logged("the old one stays")).toBe(before + 1);
    expect(await seenAnew(url)).toBe(printOf(next));
    put(old);
    renewal.look();
    expect(await seenAnew(url)).toBe(printOf(old));
  });
});

it("is looked at every minute, and told of once where it stays bad", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const house = await openHouse(await createTestDatabase(), { certificate: readCertificate(old) });
  const { stop } = renewCertificate(house.app, live, readCertificate(old));
  try {
    put(next);
    vi.advanceTimersByTime(59_999);
    expect(house.log.join("")).not.toContain("renewed");
    vi.advanceTimersByTime(1);
    expect(house.log.join("")).toContain("the certificate was renewed");
    writeFileSync(live.key, "no key");
    vi.advanceTimersByTime(10 * 60_000);
    expect(house.log.filter((line) => line.includes("the old one stays"))).toHaveLength(1);
    stop();
    put(old);
    vi.advanceTimersByTime(10 * 60_000);
    expect(house.log.filter((line) => line.includes("was renewed"))).toHaveLength(1);
  } finally {
    vi.useRealTimers();
    stop();
    await house.close();
  }
});

describe.skipIf(process.platform === "win32")("a process with a certificate", () => {
  afterAll(killServers);

  it("takes the new one at SIGHUP", async () => {
    const database = await createTestDatabase();
    const { child, address, hears, ended } = startServer({
      DATABASE_URL: database.url,
      SECRET_KEY: "a key of this test's own, long enough",
      NODE_ENV: "production",
      TLS_CERT: live.cert,
      TLS_KEY: live.key,
    });
    const url = await address();
    expect(await seenAnew(url)).toBe(printOf(old));
    writeFileSync(live.key, "no key");
    child.kill("SIGHUP");
    await hears(/the old one stays/);
    put(next);
    child.kill("SIGHUP");
    await hears(/the certificate was renewed/);
    expect(await seenAnew(url)).toBe(printOf(next));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await database.close();
  });
});
