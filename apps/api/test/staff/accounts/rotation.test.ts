import { createSecrets } from "@stampbook/core/secrets";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { contractInProcess } from "../../contract.ts";
import { type Browser, deskIn, ORIGIN, PASSWORD } from "../desk.ts";

/** The secret key of every test's harness. */
const OF_TESTS = "a test's own secret key, long enough";
const NEWER = "the key that came after it, long enough";

contractInProcess("a rotation of the secret key", (house) => {
  const desk = deskIn(house);
  const openWith = (current: string, old: string[]) =>
    createApp(
      { ...house.core, secrets: createSecrets({ current, old }) },
      { requireHttps: false, trustedProxies: [], log: { level: "silent" } },
    );
  let rotated: ReturnType<typeof openWith>;
  let stranger: ReturnType<typeof openWith>;
  beforeAll(() => {
    rotated = openWith(NEWER, [OF_TESTS]);
    stranger = openWith(NEWER, []);
  });
  afterAll(() => Promise.all([rotated.close(), stranger.close()]));

  async function post(app: typeof rotated, browser: Browser, url: string, payload: object = {}) {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { origin: ORIGIN, cookie, "content-type": "application/json" };
    return (await app.inject({ method: "POST", url, headers, payload })).statusCode;
  }

  it("signs nobody out: an old key's cookie opens the console and the own account", async () => {
    const own = await desk.at(await house.given.merchant(), "owner");
    expect(await post(rotated, own, "/trpc/diagnostics.ping")).toBe(200);
    const newPassword = "another long password";
    const change = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: false };
    expect(await post(rotated, own, "/staff-auth/change-password", change)).toBe(200);
    expect(await post(rotated, own, "/staff-auth/sign-out")).toBe(200);
    expect(await post(rotated, own, "/trpc/diagnostics.ping")).toBe(401);
  });

  it("does so by the keys of before alone", async () => {
    const own = await desk.at(await house.given.merchant(), "owner");
    expect(await post(stranger, own, "/trpc/diagnostics.ping")).toBe(401);
    const [name = "", value = ""] = [...own.cookies].find(([name]) => /session/.test(name)) ?? [];
    own.cookies.set(
      name,
      value.replace(/^./, (first) => (first === "x" ? "y" : "x")),
    );
    expect(await post(rotated, own, "/trpc/diagnostics.ping")).toBe(401);
    expect(await post(rotated, own, "/staff-auth/change-password", {})).not.toBe(200);
  });
});
