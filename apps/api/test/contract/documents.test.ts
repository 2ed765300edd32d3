import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import bundled from "@sparticuz/chromium";
import { createTestDatabase } from "@stampbook/db/testing";
import { documents } from "@stampbook/router/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { type House, openHouse } from "../harness.ts";
import { documentedPaths, isGet } from "../open-api.ts";

describe("the served documents", () => {
  let house: House & { close: () => Promise<void> };
  let browser: Browser;
  const place = mkdtempSync(join(tmpdir(), "stampbook-browser-"));
  let origin = "";
  let token = "";
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    token = await house.tokenOf(await house.given.merchant({ id: 7, name: "Kopi Kemang" }));
    origin = await house.app.listen({ host: "127.0.0.1", port: 0 });
    browser = await chromium.launch({
      executablePath: await chromiumPath(place),
      args: ["--no-sandbox"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(place, { recursive: true });
    await house?.close();
  });

  it("C4: /openapi.json is the document that the router says, with this server's address", async () => {
    const ask = (host: string) =>
      house.send({ method: "GET", path: "/openapi.json", headers: { host } });
    const [status, body, headers] = await ask("stamps.example.com:8443");
    const said = JSON.parse(documents()["openapi.json"]);
    const servers = [{ url: "http://stamps.example.com:8443" }];
    const info = { ...said.info, version };
    expect([status, body]).toEqual([200, { ...said, info, servers }]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect((await ask('a"b'))[1]).toMatchObject({ servers: [{ url: "/" }] });
  });

  it("each path served under /api is in it, and each path in it is served", async () => {
    // Fastify prints a tree with one line for each part of a path. The bars of its branches show the depth.
    const parts: string[] = [];
    const served = new Set<string>();
    for (const line of house.app.printRoutes({ commonPrefix: false }).split("\n")) {
      const [, bars = "", part = "", methods] = /^(.*?── )(\S*)( \(.*\))?$/.exec(line) ?? [];
      const depth = bars.length / 4;
      parts.splice(Math.max(0, depth - 1), parts.length, part);
      const path = parts.join("");
      if (methods && path.startsWith("/api/"))
        // the server writes `:name` for a part that the document writes as `{name}`
        served.add(path.replace(/:(\w+)/g, "{$1}"));
    }
    expect([...served].sort()).toEqual([...documentedPaths].sort());
    for (const path of documentedPaths) {
      const method = isGet(path) ? "GET" : "POST";
      expect((await house.send({ method, path }))[0]).not.toBe(404);
    }
  });

  describe("/docs in a browser", () => {
    let page: Page;
    const problems: string[] = [];
    const hosts = new Set<string>();
    beforeAll(async () => {
      page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
      // the page draws all operations: ten seconds of a processor that nothing else uses
      page.setDefaultTimeout(200_000);
      page.on("request", (request) => hosts.add(new URL(request.url()).origin));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
      await page.goto(`${origin}/docs/#tag/diagnostics/POST/api/ping`);
    });
    afterAll(() => page?.close());

    it("C4: shows a sample call that works when it is pasted, with a token set", async () => {
      const sample = page.locator("pre", { hasText: "/api/ping" }).first();
      const shown = (await sample.textContent())?.replace("YOUR_SECRET_TOKEN", token) ?? "";
      expect(shown).toContain(`'Authorization: Bearer ${token}'`);
      const { stdout } = await promisify(execFile)("bash", ["-c", shown]);
      expect(JSON.parse(stdout)).toEqual({ pong: { merchant: "Kopi Kemang", merchant_id: 7 } });
    });

    it("asks no other host, and a ping tried there answers", async () => {
      await page.getByRole("button", { name: /^Test Request\s*\(post \/api\/ping\)/ }).click();
      const client = page.getByRole("dialog");
      await client.getByPlaceholder("Token").fill(token);
      const answered = page.waitForResponse((response) => response.url().endsWith("/api/ping"));
      await client.getByRole("button", { name: /^Send/ }).first().click();

      const answer = await answered;
      expect(answer.request().headers().authorization).toBe(`Bearer ${token}`);
      expect([answer.status(), await answer.json()]).toEqual([
        200,
        { pong: { merchant: "Kopi Kemang", merchant_id: 7 } },
      ]);
      await client.getByText("Kopi Kemang").first().waitFor();
      expect([...hosts]).toEqual([origin]);
      expect(problems).toEqual([]);
    });
  });

  it("/docs may not be framed, and its scripts come from here alone", async () => {
    const [status, page, headers] = await house.send({ method: "GET", path: "/docs/" });
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(
      /script-src 'nonce-[^']+';.*frame-ancestors 'none'/,
    );
    expect(String(page)).not.toMatch(/https?:\/\//);
  });

  it("M11: each answer of /docs has a nonce of its own", async () => {
    const nonces: (string | undefined)[] = [];
    for (let at = 0; at < 2; at++) {
      const [, page, headers] = await house.send({ method: "GET", path: "/docs/" });
      const policy = headers["content-security-policy"] ?? "";
      const [, nonce] = /script-src 'nonce-([^']{22,})'/.exec(policy) ?? [];
      const scripts = [...String(page).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });
});

/**
 * Returns a browser that the machine has, or npm's, unpacked in `place`. The package unpacks into the temporary
 * directory, and would take another user's browser there.
 */
async function chromiumPath(place: string): Promise<string> {
  const known = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome"];
  const found = known.find((file) => file && isProgram(file));
  if (found) return found;
  const { TMPDIR = "" } = process.env;
  process.env.TMPDIR = place;
  try {
    return await bundled.executablePath();
  } finally {
    if (TMPDIR) process.env.TMPDIR = TMPDIR;
    else delete process.env.TMPDIR;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
