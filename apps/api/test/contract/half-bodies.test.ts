import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createTestDatabase } from "@stampbook/db/testing";
import { serverLimits } from "@stampbook/edge/listener";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type House, openHouse } from "../harness.ts";
import { deskIn } from "../staff/desk.ts";

/** Waits for an answer, also on a busy machine. */
const until = (look: () => unknown) => vi.waitFor(look, { timeout: 60_000 });

/** More than the calls that the process handles at once. */
const HALVES = 40;
const MOST = 16;

const paths = [
  "/trpc/bookings.add",
  "/trpc/staff.invitation.get",
  "/staff-auth/sign-in/email",
  "/api/bookings/add",
  "/api/ping",
];

describe("requests of which half has arrived", { timeout: 180_000 }, () => {
  let house: House & { close: () => Promise<void> };
  let url = "";
  const open: Socket[] = [];
  beforeAll(async () => {
    const calls = { most: MOST, longestWaitMs: 120_000, deadlineMs: 120_000 };
    const limits = { ...serverLimits, requestMs: 120_000 };
    const settings = { calls, limits, trustedProxies: ["127.0.0.1"] };
    house = await openHouse(await createTestDatabase(), settings);
    url = await house.url();
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await house?.close();
  });

  /** Sends the head of a request and the first byte of its body. Returns what was answered so far. */
  async function sendHalf(path: string, lines: readonly string[] = [], body = "{") {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    open.push(socket);
    let seen = "";
    socket.setEncoding("latin1").on("data", (text) => {
      seen += text;
    });
    socket.on("error", () => {});
    await once(socket, "connect");
    const head = [`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", ...lines];
    socket.write(`${[...head, "Content-Length: 100", "", ""].join("\r\n")}${body}`);
    return { socket, seen: () => seen };
  }

  it("S2: keep out neither staff, nor a sign-in, nor a token that was not seen before", async () => {
    const merchant = await house.given.merchant();
    await house.given.merchant({ acceptTokenInMessage: true });
    const staff = await deskIn(house).at(merchant, "owner");
    const token = await house.tokenOf(merchant);
    const half: Awaited<ReturnType<typeof sendHalf>>[] = [];
    for (let at = 0; at < HALVES; at++) half.push(await sendHalf(paths[at % paths.length] ?? ""));
    await until(async () => expect((await staff.query("staff.me"))[0]).toBe(200));
    const signIn = { email: "nobody@example.com", password: "a wrong password" };
    expect((await staff.auth("/sign-in/email", signIn))[0]).toBe(401);
    expect((await house.post("/api/ping", {}, { token }))[0]).toBe(200);
    expect((await house.post("/api/bookings/add", {}))[0]).toBe(400);
    // some may be refused while others look up their caller, but more wait than there are places
    expect(half.filter(({ seen }) => seen() === "").length).toBeGreaterThan(MOST);
  });

  it("S2: are counted by network: more than 128 of one are refused, and no other's", async () => {
    const from = (address: string) => [`X-Forwarded-For: ${address}`];
    const half: Awaited<ReturnType<typeof sendHalf>>[] = [];
    for (let at = 0; at < 129; at++)
      half.push(await sendHalf("/staff-auth/sign-out", from("2001:db8:7::1")));
    const last = half.at(-1);
    await until(() => expect(last?.seen()).toMatch(/^HTTP\/1\.1 503 /));
    expect(half.filter(({ seen }) => seen() !== "")).toEqual([last]);
    const other = await sendHalf("/staff-auth/sign-out", from("2001:db8:8::1"));
    other.socket.write("}".padEnd(99));
    await until(() => expect(other.seen()).toMatch(/^HTTP\/1\.1 [24]/));
    half[0]?.socket.write("}".padEnd(99));
    await until(() => expect(half[0]?.seen()).toMatch(/^HTTP\/1\.1 [24]/));
    const next = await sendHalf("/staff-auth/sign-out", from("2001:db8:7::2"));
    next.socket.write("}".padEnd(99));
    await until(() => expect(next.seen()).toMatch(/^HTTP\/1\.1 [24]/));
  });
});
