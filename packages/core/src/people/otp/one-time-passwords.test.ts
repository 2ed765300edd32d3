import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import { createSecrets } from "../../foundation/secrets.ts";
import { credentialsIn, rightPassword, rightPin, tallied } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { interrupted } from "../../testing/waiting/interrupted.ts";
import type { SecretKind } from "../credentials/index.ts";
import { editCustomer } from "../customers/index.ts";
import { resetPassword, setPassword, validatePassword } from "../password/index.ts";
import { resetPin, validatePin } from "../pin/index.ts";
import { requestOtp } from "./request-otp.ts";
import { resetOtpLimit } from "./reset-otp-limit.ts";

const t = harnessOfFile();
const given = credentialsIn(t);

const plain = { type: null, templateCode: null } as const;
const request = (ctx: CoreContext, user: number, purpose: SecretKind = "pin") =>
  requestOtp(ctx, { ...plain, user, purpose }).then(({ otp }) => otp);
const setPinBy = (ctx: CoreContext, user: number, otp: Secret, pin = rightPin) =>
  resetPin(ctx, { user, otp, pin, confirmPin: pin });
const setPasswordBy = (ctx: CoreContext, user: number, otp: Secret, newPassword = rightPassword) =>
  resetPassword(ctx, { user, otp, newPassword, confirmNewPassword: newPassword });

/** Returns six digits that differ from the one-time password. */
const not = (otp: Secret) => new Secret(otp.reveal() === "000000" ? "000001" : "000000");

async function rowsOf({ id }: Merchant) {
  const { oneTimePasswords } = schema;
  return t.db.select().from(oneTimePasswords).where(eq(oneTimePasswords.merchantId, id));
}

describe("a one-time password", () => {
  test("resets the PIN once, whether there was one or not, and lifts a block", async () => {
    const { merchant, ctx, user } = await given.withPin({ wrongTries: 3, lifetimeWrongTries: 50 });
    const otp = await request(ctx, user);
    expect(otp.reveal()).toMatch(/^[0-9]{6}$/);
    const pin = new Secret("864209");
    await setPinBy(ctx, user, otp, pin);
    await validatePin(ctx, { user, pin });
    expect(await refusalOf(setPinBy(ctx, user, otp))).toMatchObject({
      code: "invalid_otp",
      message: "Invalid OTP",
    });
    expect(await rowsOf(merchant)).toEqual([]);
    const first = await given.customer();
    await setPinBy(first.ctx, first.user, await request(first.ctx, first.user));
    await validatePin(first.ctx, { user: first.user, pin: rightPin });
  });

  test("O1: of a key that is not set is neither right nor wrong: nothing is counted", async () => {
    const { merchant, ctx, user } = await given.withPin();
    const otp = await request(ctx, user);
    const before = await rowsOf(merchant);
    const secrets = createSecrets({ current: "the key of another installation, long", old: [] });
    const elsewhere = t.as(merchant, { secrets });
    for (const tried of [otp, not(otp), not(otp), not(otp), not(otp), not(otp)])
      expect(await refusalOf(setPinBy(elsewhere, user, tried))).toMatchObject({
        code: "overloaded",
        found: ctx.secrets.keyIds[0],
      });
    expect(await rowsOf(merchant)).toEqual(before);
    const guesses = await t.db.query.budgets.findMany({
      where: eq(schema.budgets.merchantId, merchant.id),
    });
    expect(guesses.filter(({ budget }) => budget.startsWith("guess"))).toEqual([]);
    await setPinBy(ctx, user, otp);
  });

  test("resets the password once", async () => {
    const { ctx, user, customer } = await given.customer();
    const otp = await request(ctx, user, "password");
    await setPasswordBy(ctx, user, otp);
    await validatePassword(ctx, { user: customer.email, password: rightPassword });
    expect((await refusalOf(setPasswordBy(ctx, user, otp))).code).toBe("invalid_otp");
  });

  test("works for its customer, its purpose and its merchant alone", async () => {
    const [one, two] = [await given.customer(), await given.customer()];
    const neighbour = await t.given.customer(one.merchant);
    const otps = {
      pin: await request(one.ctx, one.user),
      password: await request(one.ctx, one.user, "password"),
    };
    await request(one.ctx, neighbour.id);
    await request(two.ctx, two.user);
    const wrong = [
      setPinBy(one.ctx, one.user, otps.password),
      setPasswordBy(one.ctx, one.user, otps.pin),
      setPinBy(one.ctx, neighbour.id, otps.pin),
      setPinBy(two.ctx, two.user, otps.pin),
    ];
    expect(await tallied(wrong)).toEqual({ "Invalid OTP": 4 });
    await setPinBy(one.ctx, one.user, otps.pin);
    await setPasswordBy(one.ctx, one.user, otps.password);
  });

  test("is void once there is a newer one", async () => {
    const { ctx, user } = await given.customer();
    const [first, second] = [await request(ctx, user), await request(ctx, user)];
    expect((await refusalOf(setPinBy(ctx, user, first))).code).toBe("invalid_otp");
    await setPinBy(ctx, user, second);
  });

  test("goes to the new address if the email changes while it is made", async () => {
    const { merchant, ctx, user, customer } = await given.customer();
    await given.template(merchant, { code: "otp", body: "{{otp}}" });
    const email = `new-${customer.email}`;
    const edited = interrupted(ctx, () => editCustomer(ctx, { customerId: customer.id, email }));
    const wanted = { user, purpose: "pin", type: "email", templateCode: "otp" } as const;
    await requestOtp(edited, wanted);
    const messages = await t.db.query.outboxMessages.findMany({
      where: (o, { and, eq }) => and(eq(o.merchantId, merchant.id), eq(o.kind, "otp")),
    });
    expect(messages.map(({ recipient }) => recipient)).toEqual([email]);
  });

  test("works through its time by the database's clock, and not after it", async () => {
    const { merchant, ctx, user } = await given.customer({ otpTtlSeconds: 120 });
    const at = (seconds: number) => t.as(merchant, { clockOffsetMs: seconds * 1_000 });
    const late = await request(ctx, user);
    expect((await refusalOf(setPinBy(at(120), user, late))).code).toBe("invalid_otp");
    await setPinBy(at(110), user, late);
  });

  test("is kept keyed: no column holds it, and the key's successor still knows it", async () => {
    const { merchant, ctx, user } = await given.customer();
    const otp = await request(ctx, user);
    expect(JSON.stringify(await rowsOf(merchant))).not.toContain(`"${otp.reveal()}"`);
    const secrets = createSecrets({
      current: "the key that came after it, as long as that",
      old: ["a test's own secret key, long enough"],
    });
    await setPinBy(t.as(merchant, { secrets }), user, otp);
  });

  test("is void where the secret was set in another way", async () => {
    const { ctx, user, customer } = await given.withPassword();
    const otp = await request(ctx, user, "password");
    await setPassword(ctx, { user: customer.email, newPassword: rightPassword });
    expect((await refusalOf(setPasswordBy(ctx, user, otp))).code).toBe("invalid_otp");
  });

  test("what is sent is judged before it is tried", async () => {
    const { merchant, ctx, user } = await given.customer({ pinRefuseCommon: true });
    const otp = not(await request(ctx, user));
    const easy = new Secret("111111");
    const pin = { user, otp, pin: rightPin };
    const password = { user, otp, newPassword: rightPassword };
    const short = new Secret("short");
    const codes = [];
    for (const call of [
      resetPin(ctx, { ...pin, confirmPin: new Secret("864209") }),
      resetPin(ctx, { ...pin, pin: easy, confirmPin: easy }),
      resetPin(ctx, { ...pin, user: "nobody", confirmPin: rightPin }),
      resetPassword(ctx, { ...password, confirmNewPassword: new Secret("battery staple") }),
      resetPassword(ctx, { ...password, newPassword: short, confirmNewPassword: short }),
    ].map(refusalOf))
      codes.push((await call).code);
    expect(codes).toEqual([
      "pin_mismatch",
      "invalid",
      "invalid_user",
      "mismatch_password",
      "weak_password",
    ]);
    expect((await rowsOf(merchant))[0]?.wrongTries).toBe(0);
  });
});

describe("guesses", () => {
  test("void it after five, the right one too", async () => {
    const { merchant, ctx, user } = await given.customer();
    const otp = await request(ctx, user);
    for (let n = 0; n < 5; n++)
      expect((await refusalOf(setPinBy(ctx, user, not(otp)))).code).toBe("invalid_otp");
    expect((await refusalOf(setPinBy(ctx, user, otp))).code).toBe("invalid_otp");
    expect((await rowsOf(merchant))[0]?.wrongTries).toBe(5);
  });

  test("of 1,000 in parallel five are evaluated, whoever makes them", async () => {
    const { merchant, user, ctx } = await given.customer();
    const otp = await request(ctx, user);
    const caller = (tokenId: number) =>
      t.as(merchant, { caller: { kind: "token", merchant, tokenId, scopes: ["*"], stores: null } });
    const calls = Array.from({ length: 1_000 }, (_, n) => setPinBy(caller(n % 20), user, not(otp)));
    expect(await tallied(calls)).toEqual({ "Invalid OTP": 1_000 });
    expect((await rowsOf(merchant))[0]?.wrongTries).toBe(5);
    const { attemptCounters } = schema;
    const counted = await t.db
      .select()
      .from(attemptCounters)
      .where(eq(attemptCounters.merchantId, merchant.id));
    const inAll = counted.filter(({ subject }) => !subject.includes(" store "));
    expect(inAll.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  });

  test("of 100 resets in parallel with one, one wins, and its PIN is what holds", async () => {
    const { merchant, user, ctx } = await given.customer();
    const otp = await request(ctx, user);
    const unlimited = t.as(merchant, {
      // calls `hashPin` without "refusable", because a full hash queue would refuse a part of the burst
      secrets: { ...t.deps.secrets, hashPin: (owner, pin) => t.deps.secrets.hashPin(owner, pin) },
    });
    const pins = Array.from({ length: 100 }, (_, n) => new Secret(String(500_000 + n)));
    const ends = await Promise.allSettled(pins.map((pin) => setPinBy(unlimited, user, otp, pin)));
    const won = pins.filter((_, n) => ends[n]?.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const pin of won) await validatePin(ctx, { user, pin });
  });
});

describe("requests", () => {
  const limit = async (call: Promise<unknown>) => refusalOf(call);

  test("are five in an hour, for both purposes together; the next is possible when the first is an hour old", async () => {
    const { merchant, user } = await given.customer();
    const at = (minutes: number) => t.as(merchant, { clockOffsetMs: minutes * 60_000 });
    const purposes = ["pin", "password", "pin", "password", "pin"] as const;
    for (const [n, purpose] of purposes.entries()) await request(at(n * 10), user, purpose);
    // the running time of the test itself shortens the wait
    const { retryAfter, ...refused } = await limit(request(at(50), user));
    expect(refused).toMatchObject({
      code: "otp_limit_reached",
      message: "Too many OTP requests, try again in 10 minute(s)",
    });
    expect(retryAfter).toBeGreaterThan(540);
    expect(retryAfter).toBeLessThanOrEqual(600);
    await request(at(60), user);
    const next = await limit(request(at(61), user));
    expect(next.retryAfter).toBeGreaterThan(480);
    expect(next.retryAfter).toBeLessThanOrEqual(540);
  });

  test("in parallel are no more than that", async () => {
    const { user, ctx, merchant } = await given.customer({ otpRequestsPerHour: 3 });
    const said = await tallied(Array.from({ length: 60 }, () => request(ctx, user)));
    expect(said).toEqual({ ok: 3, "Too many OTP requests, try again in 1 hour(s)": 57 });
    expect(await rowsOf(merchant)).toHaveLength(1);
  });

  test("are possible again after the limit was reset; a live one keeps its wrong tries", async () => {
    const { user, ctx, merchant } = await given.customer({ otpRequestsPerHour: 1 });
    const otp = await request(ctx, user);
    expect((await refusalOf(setPinBy(ctx, user, not(otp)))).code).toBe("invalid_otp");
    expect((await limit(request(ctx, user))).code).toBe("otp_limit_reached");
    await resetOtpLimit(ctx, { user });
    expect((await rowsOf(merchant))[0]?.wrongTries).toBe(1);
    await setPinBy(ctx, user, otp);
    await request(ctx, user);
    expect((await refusalOf(resetOtpLimit(ctx, { user: "nobody" }))).code).toBe("invalid_user");
  });

  test("for who is not there are refused", async () => {
    const { ctx } = await given.customer();
    const call = requestOtp(ctx, { ...plain, user: "nobody", purpose: "pin" });
    expect((await refusalOf(call)).code).toBe("invalid_user");
  });
});
