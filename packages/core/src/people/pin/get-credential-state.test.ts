import { expect, test } from "vitest";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import { Secret } from "../../foundation/secret.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { requestOtp } from "../otp/index.ts";
import { getCredentialState } from "./get-credential-state.ts";
import { setPin } from "./set-pin.ts";
import { unblockPin } from "./unblock-pin.ts";
import { validatePin } from "./validate-pin.ts";

const t = harnessOfFile();

test("tells how a customer's secrets stand, until staff unblock the PIN for a reason", async () => {
  const merchant = await t.given.merchant();
  const { id } = await t.given.customer(merchant);
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "cashier", stores: null },
  });
  const state = () => getCredentialState(ctx, id);
  const nothing = { hasPassword: false, otp: { requested: 0, allowed: 5 } };
  const none = { state: "none", attemptsLeft: 0, secondsToLapse: null };
  expect(await state()).toEqual({ ...nothing, pin: none });

  const pin = new Secret("123456");
  await setPin(ctx, { user: id, pin, confirmPin: pin });
  expect((await state()).pin).toEqual({ state: "open", attemptsLeft: 3, secondsToLapse: null });
  for (let tries = 0; tries < 3; tries++)
    await refusalOf(validatePin(ctx, { user: id, pin: new Secret("654321") }));
  expect((await state()).pin).toMatchObject({ state: "blocked", attemptsLeft: 0 });

  await unblockPin(ctx, { user: id, reason: "Showed an identity card" });
  expect((await state()).pin).toMatchObject({ state: "open", attemptsLeft: 3 });
  const any = { from: null, to: null, actor: null, subject: null, text: null, after: null };
  const { items } = await listAuditEntries(ctx, { ...any, action: "pin.unblock", limit: 9 });
  expect(items).toMatchObject([
    {
      actor: { kind: "staff", id: "u1" },
      subject: `customer ${id}`,
      reason: "Showed an identity card",
    },
  ]);

  await requestOtp(ctx, { user: id, purpose: "pin", type: null, templateCode: null });
  expect((await state()).otp).toEqual({ requested: 1, allowed: 5 });
  const strange = t.as(await t.given.merchant());
  expect((await refusalOf(getCredentialState(strange, id))).code).toBe("invalid_user");
});
