import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import { authorizeRedemption, redeemReward } from "../../spending/redeeming/index.ts";
import { credentialsIn, rightPassword, rightPin } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf, untilWaiting } from "../../testing/index.ts";
import { requestOtp } from "../otp/index.ts";
import { resetPassword, setPassword } from "../password/index.ts";
import { changePin } from "./change-pin.ts";
import { resetPin } from "./reset-pin.ts";
import { resetPinWithPassword } from "./reset-pin-with-password.ts";
import { unblockPin } from "./unblock-pin.ts";

// A customer who suspects a theft changes the PIN. Tests that authorizations made with the old PIN end.

const t = harnessOfFile();
const given = credentialsIn(t);

const newPin = new Secret("864209");
const newPassword = new Secret("another horse");
const day = 86_400;
const later = 43_200_000;

/**
 * Makes a customer with a PIN and a reward that costs nothing. The merchant requires the PIN for redemptions.
 */
async function setting() {
  const { merchant, customer, ctx, user } = await given.withPin(
    {},
    { redemptionPinAuthorization: true },
  );
  const store = await t.given.store(merchant);
  const reward = await t.given.reward(merchant, { stampsToRedeem: 0 });
  const authorize = (requestId: string, pin = rightPin, context: CoreContext = ctx) =>
    authorizeRedemption(context, { user, pin, requestId, timeout: day });
  const redeem = (requestId: string, { email } = { email: customer.email }) =>
    redeemReward(t.as(merchant, { clockOffsetMs: later }), {
      ...plain,
      user: email,
      store: store.id,
      reward: reward.id,
      qty: 1,
      stamps: null,
      requestId,
    });
  const otp = async (purpose: "pin" | "password") => {
    const made = await requestOtp(ctx, { purpose, user, type: null, templateCode: null });
    return made.otp;
  };
  return { merchant, customer, ctx, user, authorize, redeem, otp };
}
type Setting = Awaited<ReturnType<typeof setting>>;

const pins = { pin: newPin, confirmPin: newPin };
const ways: Record<string, (scenario: Setting) => Promise<unknown>> = {
  "a change by the PIN": ({ ctx, user }) =>
    changePin(ctx, { user, currentPin: rightPin, newPin, confirmNewPin: newPin }),
  "a reset by a one-time password": async ({ ctx, user, otp }) =>
    resetPin(ctx, { user, otp: await otp("pin"), ...pins }),
  "a reset by the password": async ({ ctx, user, customer }) => {
    await setPassword(ctx, { user: customer.email, newPassword: rightPassword });
    await resetPinWithPassword(ctx, { user, password: rightPassword, ...pins });
  },
};

describe.each(Object.entries(ways))("%s", (_, change) => {
  test("ends what the old PIN has authorized, of this customer alone", async () => {
    const scenario = await setting();
    const { merchant, authorize, redeem } = scenario;
    const other = await t.given.customer(merchant);
    const { requestId } = await t.given.authorization(merchant, {
      customerId: other.id,
      expiresAt: new Date(Date.now() + day * 1000).toISOString(),
    });
    for (const order of ["order 7", "order 8"]) await authorize(order);
    await redeem("order 8");
    const before = await t.rows(merchant);
    await change(scenario);
    const { redemptionAuthorizations } = await t.written(merchant, before);
    expect(redemptionAuthorizations).toEqual([
      { id: expect.any(Number), expiresAt: expect.any(String) },
    ]);
    expect((await refusalOf(redeem("order 7"))).message).toBe("This authorization has expired");
    await redeem(requestId, other);
    await authorize("order 7", newPin);
    await redeem("order 7");
  });
});

test.each<[string, (scenario: Setting) => Promise<unknown>]>([
  [
    "a new password",
    async ({ ctx, user, otp }) =>
      resetPassword(ctx, {
        user,
        otp: await otp("password"),
        newPassword,
        confirmNewPassword: newPassword,
      }),
  ],
  ["unblocking", ({ ctx, user }) => unblockPin(ctx, { user })],
  [
    "a refused reset",
    async ({ ctx, user }) => refusalOf(resetPin(ctx, { user, otp: new Secret("000000"), ...pins })),
  ],
])("%s leaves it: the PIN behind it is still the customer's", async (_, does) => {
  const scenario = await setting();
  await scenario.authorize("order 7");
  await does(scenario);
  await scenario.redeem("order 7");
});

test("a PIN that is changed while it authorizes does not", async () => {
  const { merchant, ctx, user, authorize } = await setting();
  let hasChanged = false;
  const meanwhile: CoreContext = {
    ...ctx,
    ids: {
      ...ctx.ids,
      take: async (...input) => {
        if (input[1] === "redemption_authorizations" && !hasChanged) {
          hasChanged = true;
          await changePin(ctx, { user, currentPin: rightPin, newPin, confirmNewPin: newPin });
        }
        return ctx.ids.take(...input);
      },
    },
  };
  expect((await refusalOf(authorize("order 7", rightPin, meanwhile))).code).toBe("invalid_pin");
  const { redemptionAuthorizations: rows } = schema;
  expect(await t.db.select().from(rows).where(eq(rows.merchantId, merchant.id))).toEqual([]);
});

test("a change ends what the old PIN is authorizing meanwhile", async () => {
  const scenario = await setting();
  const otp = await scenario.otp("pin");
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    // the authorization is written, and waits to commit until the lock on the customer's row is released
    await holder`select 1 from customers where merchant_id = ${scenario.merchant.id} for update`;
    const authorized = scenario.authorize("order 7");
    await untilWaiting(sql, 1);
    const changed = resetPin(scenario.ctx, { user: scenario.user, otp, ...pins });
    await untilWaiting(sql, 2);
    await holder`commit`;
    holder.release();
    await Promise.all([authorized, changed]);
  } finally {
    await sql.end();
  }
  expect((await refusalOf(scenario.redeem("order 7"))).message).toBe(
    "This authorization has expired",
  );
});
