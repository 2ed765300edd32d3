import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import { request as secureRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "@stampbook/db/testing/free-port";
import { makeCertificate } from "@stampbook/edge/testing";
import { killConsoles, startConsole } from "./testing/console-process.ts";
import { hasNginx, plainSocket, startFront } from "./testing/front.ts";

type Target = { readonly socketPath: string } | { readonly port: number; readonly isPlain?: true };
type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

async function call(target: Target, path: string, headers = {}, body = ""): Promise<Answer> {
  const options = { ...target, path, headers, method: "POST", rejectUnauthorized: false };
  const isSecure = "port" in target && !target.isPlain;
  const sent = isSecure ? secureRequest(options) : request(options);
  sent.end(body);
  const [response] = await once(sent, "response");
  const chunks = await response.toArray();
  return { status: response.statusCode, headers: response.headers, body: chunks.join("") };
}

test("O13: nginx as documented answers tills in JSON, and redirects only browsers", async () => {
  test.skip(!hasNginx, "there is no nginx");
  const home = mkdtempSync(join(tmpdir(), "stampbook-front-"));
  // answers with what it received
  const api = createServer(async (received, response) => {
    const size = (await received.toArray()).join("").length;
    response.writeHead(received.url === "/api/busy" ? 503 : 200, { "x-request-id": "of-the-api" });
    response.end(JSON.stringify({ url: received.url, size, headers: received.headers }));
  });
  await once(api.listen(0, "127.0.0.1"), "listening");
  const ports = {
    front: String(await freePort()),
    console: String(await freePort()),
    api: String((api.address() as AddressInfo).port),
    inner: String(await freePort()),
  };
  const nginx = startFront(home, ports, makeCertificate(home, "front"));
  const [front, plain, inner] = [
    { port: Number(ports.front) },
    { socketPath: plainSocket(home) },
    { port: Number(ports.inner), isPlain: true as const },
  ];
  try {
    await expect(async () => call(inner, "/health")).toPass();

    const sale = await call(front, "/api/ping?token=secret", {}, "x".repeat(1.5 * 1024 * 1024));
    expect(JSON.parse(sale.body)).toMatchObject({
      size: 1.5 * 1024 * 1024,
      headers: { "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" },
    });
    expect((await call(front, "/api/busy")).body, "the API's own 503").toContain('"/api/busy"');

    const given = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
    const ofConsole = await call(inner, "/trpc/staff.me", given);
    expect(JSON.parse(ofConsole.body).headers).toMatchObject(given);

    const unencrypted = await call(plain, "/api/ping", { host: "stamps.example.com" });
    expect(unencrypted).toMatchObject({
      status: 403,
      headers: { "content-type": "application/json" },
      body: '{"detail":"Please use https instead of http"}',
    });
    const page = await call(plain, "/till?customer=1", { host: "stamps.example.com" });
    expect(page).toMatchObject({
      status: 301,
      headers: { location: "https://stamps.example.com/till?customer=1" },
    });

    api.close();
    api.closeAllConnections();
    const away = await call(front, "/api/ping");
    expect(away).toMatchObject({
      status: 503,
      headers: { "content-type": "application/json", "retry-after": "1" },
    });
    expect(JSON.parse(away.body)).toEqual({ detail: "The service does not answer." });

    const log = readFileSync(join(home, "nginx", "access.log"), "utf8");
    expect(log).toMatch(/"POST \/api\/ping" 200 .* [0-9a-f]{32}\n/);
    expect(log).not.toContain("secret");
  } finally {
    nginx?.kill("SIGTERM");
    if (nginx) await once(nginx, "exit");
    rmSync(home, { recursive: true, force: true });
  }
});

test("O6: a console behind nginx answers while one of two API processes is away, and no write is repeated", async () => {
  test.skip(!hasNginx, "there is no nginx");
  const home = mkdtempSync(join(tmpdir(), "stampbook-front-"));
  const writes: string[] = [];
  // answers with its name and notes what it was asked to write; breaks off after a write with this path
  const startApi = async (name: string, port = 0) => {
    const server = createServer(async (received, response) => {
      writes.push((await received.toArray()).join(""));
      if (received.url?.includes("broken")) response.destroy();
      else response.end(name);
    });
    await once(server.listen(port, "127.0.0.1"), "listening");
    return server;
  };
  const stop = async (server: Server) => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const portOf = (server: Server) => String((server.address() as AddressInfo).port);
  const [one, other] = [await startApi("one"), await startApi("other")];
  const ports = {
    front: String(await freePort()),
    console: String(await freePort()),
    inner: String(await freePort()),
    api: portOf(one),
    otherApi: portOf(other),
  };
  const nginx = startFront(home, ports, makeCertificate(home, "front"));
  const write = async (port: string, body: string, path = "/trpc/staff.me") =>
    call({ port: Number(port), isPlain: true }, path, {}, body);
  const open = async (apiPort: string) => {
    const { address } = await startConsole({ API_URL: `http://127.0.0.1:${apiPort}` });
    return new URL(await address).port;
  };
  try {
    await expect(async () => write(ports.inner, "")).toPass();
    const [throughNginx, direct] = [await open(ports.inner), await open(ports.api)];
    const some = async (prefix: string) => {
      const answers: string[] = [];
      for (let n = 0; n < 8; n++) {
        const { status, body } = await write(throughNginx, `${prefix} ${n}`);
        answers.push(status === 200 ? body : String(status));
      }
      return new Set(answers);
    };
    expect(await some("both")).toEqual(new Set(["one", "other"]));

    await stop(one);
    expect((await write(direct, "direct")).status, "without nginx").toBe(503);
    expect(await some("while one is away")).toEqual(new Set(["other"]));

    const again = await startApi("one", Number(ports.api));
    expect(await some("both again")).toEqual(new Set(["one", "other"]));

    expect((await write(throughNginx, "cut", "/trpc/staff.me?broken")).status).toBe(502);
    const made = writes.filter(Boolean);
    expect(made, "each once").toHaveLength(new Set(made).size);
    expect(made.filter((body) => body === "cut")).toHaveLength(1);
    await Promise.all([stop(again), stop(other)]);
  } finally {
    killConsoles();
    nginx?.kill("SIGTERM");
    if (nginx) await once(nginx, "exit");
    rmSync(home, { recursive: true, force: true });
  }
});
