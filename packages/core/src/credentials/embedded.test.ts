import type { OpenDb } from "@stampbook/db";
import { createEmbeddedTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMessages, forgetOldMessages, type OutgoingMessage } from "../messages/index.ts";
import { requestOtp, resetOtpLimit } from "../otp/index.ts";
import { changePassword, resetPassword, setPassword, validatePassword } from "../password/index.ts";
import {
  changePin,
  resetPin,
  resetPinWithPassword,
  setPin,
  unblockPin,
  validatePin,
} from "../pin/index.ts";
import { authorizeRedemption } from "../redeeming/index.ts";
import { Secret } from "../secret.ts";
import {
  credentialsIn,
  rightPassword,
  rightPin,
  tallied,
  wrongPin,
} from "../testing/credentials.ts";
import { type OpenHarness, openHarness, refusalOf } from "../testing/index.ts";

let t: OpenHarness<OpenDb>;
beforeAll(async () => {
  t = await openHarness(createEmbeddedTestDatabase);
});
afterAll(() => t?.close());

test("every credential operation, and its messages, on the embedded database", async () => {
  const given = credentialsIn(t);
  const { merchant, customer, ctx, user } = await given.customer();
  await given.template(merchant, { code: "otp", body: "{{otp}}" });
  const pin = new Secret("864209");
  const newPassword = new Secret("battery staple");
  const otp = (purpose: "pin" | "password") =>
    requestOtp(ctx, { user, purpose, type: "email", templateCode: "otp" }).then(({ otp }) => otp);

  await setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
  const guesses = Array.from({ length: 20 }, () => validatePin(ctx, { user, pin: wrongPin }));
  const said = await tallied(guesses);
  expect(said["Invalid PIN, 0 attempt(s) left"]).toBe(1);
  expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("pin_blocked");
  await unblockPin(ctx, { user });
  await changePin(ctx, { user, currentPin: rightPin, newPin: pin, confirmNewPin: pin });
  await authorizeRedemption(ctx, { user, pin, requestId: "r", timeout: 60 });
  await resetPin(ctx, { user, otp: await otp("pin"), pin: rightPin, confirmPin: rightPin });
  await setPassword(ctx, { user: customer.email, newPassword: rightPassword });
  await resetPinWithPassword(ctx, { user, password: rightPassword, pin, confirmPin: pin });
  await validatePin(ctx, { user, pin });
  await changePassword(ctx, { user, oldPassword: rightPassword, newPassword });
  await resetOtpLimit(ctx, { user });
  const code = await otp("password");
  const sent: OutgoingMessage[] = [];
  await deliverMessages(t.deps, "email", async (message) => {
    sent.push(message);
    return { kind: "sent", providerId: null };
  });
  expect(sent.map(({ text }) => text)).toEqual([code.reveal()]);
  const reset = { user, otp: code, newPassword, confirmNewPassword: newPassword };
  await resetPassword(ctx, reset);
  expect((await refusalOf(resetPassword(ctx, reset))).code).toBe("invalid_otp");
  await validatePassword(ctx, { user: customer.email, password: newPassword });
  expect(await forgetOldMessages({ ...t.deps, clockOffsetMs: 40 * 86_400_000 })).toBe(2);
});
