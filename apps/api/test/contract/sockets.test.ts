import { connect } from "node:net";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type House, openHouse } from "../harness.ts";

/** Behavior that only a real connection shows. */
describe("a connection", () => {
  let house: House & { close: () => Promise<void> };
  let port = 0;
  let token = "";
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    token = await house.tokenOf(await house.given.merchant());
    port = Number(new URL(await house.app.listen({ host: "127.0.0.1", port: 0 })).port);
  });
  afterAll(() => house?.close());

  /** Sends bytes, and resolves with the received text as soon as `done` accepts it. */
  const talk = (parts: readonly string[], done: (seen: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      let seen = "";
      const socket = connect(port, "127.0.0.1", async () => {
        for (const part of parts) {
          socket.write(part);
          await new Promise((next) => setTimeout(next, 20));
        }
      });
      socket.on("data", (data) => {
        seen += data;
        if (!done(seen)) return;
        socket.destroy();
        resolve(seen);
      });
      socket.on("close", () => resolve(seen)).on("error", reject);
    });
  const statuses = (seen: string) =>
    [...seen.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);
  const head = (path: string, lines: readonly string[]) =>
    [`POST ${path} HTTP/1.1`, "Host: localhost", ...lines, "", ""].join("\r\n");
  const authorized = () => `Authorization: Token ${token}`;
  const typed = "Content-Type: application/json";
  const ping = () => head("/api/ping", [authorized(), "Content-Length: 0"]);

  it("carries the next call after one whose body nobody read", async () => {
    const unread = "x".repeat(200_000);
    const refused = head("/api/ping", [
      "Content-Type: text/plain",
      `Content-Length: ${unread.length}`,
    ]);
    const seen = await talk([refused, unread, ping()], (all) => statuses(all).length === 2);
    expect(statuses(seen)).toEqual(["401", "200"]);
  });

  it("S4: ends after a body that grew too large on the way, without reading it to its end", async () => {
    const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
    const chunked = head("/api/ping", [authorized(), typed, "Transfer-Encoding: chunked"]);
    const seen = await talk([chunked, ...Array<string>(4).fill(chunk)], () => false);
    expect(statuses(seen)).toEqual(["413"]);
    expect(seen).toMatch(/^connection: close\r$/im);
  });

  it("S3: of a stranger ends with the refusal of a large body, which is not read", async () => {
    const announced = head("/api/ping", [typed, "Content-Length: 10000000"]);
    const seen = await talk([announced, "x".repeat(100_000)], () => false);
    expect(statuses(seen)).toEqual(["401"]);
    expect(seen).toMatch(/^connection: close\r$/im);
  });

  it("takes an empty body in chunks as an empty object, whatever its type", async () => {
    const chunked = head("/api/ping", [
      authorized(),
      "Content-Type: text/plain",
      "Transfer-Encoding: chunked",
    ]);
    const seen = await talk([chunked, "0\r\n\r\n"], (all) => statuses(all).length === 1);
    expect(statuses(seen)).toEqual(["200"]);
  });

  it("that breaks in the middle of a body does no harm", async () => {
    const half = head("/api/ping", [authorized(), typed, "Content-Length: 100"]);
    await new Promise<void>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`${half}{"a":`);
        setTimeout(() => socket.destroy(), 50);
      });
      socket.on("close", () => resolve());
    });
    expect((await house.post("/api/ping", undefined, { token }))[0]).toBe(200);
    const lines = () => house.log.map((line) => JSON.parse(line));
    const req = { method: "POST", path: "/api/ping", remoteAddress: "127.0.0.1" };
    const ended = () => lines().filter(({ status }) => status === 499);
    await vi.waitFor(() => expect(ended()).toMatchObject([{ req }]), { timeout: 60_000 });
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
  });

  it("with what is not HTTP is answered and closed", async () => {
    const seen = await talk(["this is not http\r\n\r\n"], () => false);
    expect(seen).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toMatch(/\{"detail":"This is not HTTP\."\}$/);
  });

  it("with endless headers is answered and closed", async () => {
    const endless = head("/api/ping", [`X-Pad: ${"x".repeat(20_000)}`]);
    expect(await talk([endless], () => false)).toMatch(/^HTTP\/1\.1 431 /);
  });
});
