import { appRouter, listProcedures } from "@stampbook/router";
import { expect, it } from "vitest";
import { contract } from "../contract.ts";

const JSON_TYPE = { "content-type": "application/json" };
const KIB = 1024;

/** Paths of better-auth that read a body, and one that it does not serve. */
const signIn = [
  "sign-in/email",
  "sign-out",
  "request-password-reset",
  "reset-password",
  "change-password",
  "verify-password",
  "update-user",
  "update-session",
  "revoke-session",
  "two-factor/enable",
  "two-factor/verify-totp",
  "two-factor/verify-backup-code",
  "passkey/verify-authentication",
  "passkey/verify-registration",
  "quick-switch/switch",
  "nothing/here",
].map((path) => `/staff-auth/${path}`);

contract("large bodies", (house) => {
  const procedures = listProcedures(appRouter).map(({ name }) => `/trpc/${name}`);

  it.each([
    ["a sign-in", signIn],
    ["a procedure", [...procedures, "/trpc/nothing.here"]],
  ])("S22: to %s are refused, never a failure of ours", async (_, paths) => {
    let addresses = 0;
    for (const path of paths)
      for (const kib of [1, 9, 65, 400, 2_048]) {
        const payload = JSON.stringify({ email: "x".repeat(kib * KIB), 0: {} });
        const from = `2001:db8:22:${(++addresses).toString(16)}::1`;
        const call = { method: "POST", path, headers: JSON_TYPE, payload, from };
        const [status, answer] = await house.sendRaw(call);
        const isFine = kib >= 65 && paths === signIn ? status === 413 : status < 500;
        expect([path, kib, isFine, status === 404 || answer !== ""]).toEqual([
          path,
          kib,
          true,
          true,
        ]);
      }
  });

  it("S3: of a stranger are read only by operations that anybody may call", async () => {
    const payload = JSON.stringify({ 0: { secret: "x".repeat(9 * KIB) } });
    const send = async (path: string, headers = {}) => {
      const call = { method: "POST", path, headers: { ...JSON_TYPE, ...headers }, payload };
      return (await house.send(call))[0];
    };
    expect(await send("/trpc/staff.me")).toBe(401);
    expect(await send("/trpc/staff.me,staff.overview.numbers?batch=1")).toBe(401);
    expect(await send("/trpc/transactions.add", { authorization: "Token wrong" })).toBe(401);
    expect(await send("/trpc/staff.invitation.get")).toBe(413);
    expect(await send("/trpc/staff.invitation.get,staff.me?batch=1")).toBe(413);
  });

  it("S3: a stranger's input counts before it is parsed", async () => {
    const from = "203.0.113.3";
    const get = async (payload: string) => {
      const path = "/trpc/staff.invitation.get";
      return (await house.send({ method: "POST", path, headers: JSON_TYPE, payload, from }))[0];
    };
    for (let calls = 0; calls < 15; calls++) {
      expect(await get("{}")).toBe(400);
      expect(await get("{")).toBe(400);
    }
    expect(await get("{}")).toBe(429);
  });

  it.each([
    ["/trpc/staff.invitation.get", "203.0.113.4", { secret: "nobody's" }],
    ["/api/bookings/add", "203.0.113.5", { store: 0 }],
  ])("S3: a body to %s that is too large counts for nothing", async (path, from, fine) => {
    const send = async (body: object) => {
      const payload = JSON.stringify(body);
      const answer = await house.send({ method: "POST", path, headers: JSON_TYPE, payload, from });
      return answer[0];
    };
    // one more than both count in a minute
    for (let calls = 0; calls < 31; calls++)
      expect(await send({ note: "x".repeat(9 * KIB) })).toBe(413);
    expect(await send(fine)).toBe(400);
  });
});
