import type { CoreContext } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { validatePassword } from "@stampbook/core/password";
import { resetPin, validatePin } from "@stampbook/core/pin";
import { authorizeRedemption } from "@stampbook/core/redeeming";
import { Secret } from "@stampbook/core/secret";

/**
 * Tries a wrong PIN, password or one-time password of a customer. Calls `known` when a one-time password is
 * refused as wrong. Wrong PINs and passwords are reported by the context's `verifyPin` and `verifyPassword`
 * (`guess.ts`).
 */
type Guess = (ctx: CoreContext, customerId: number, known: () => void) => Promise<void>;

/** The ways to guess; naive variants may replace them. */
export type Guessers = Readonly<
  Record<"validatePin" | "authorize" | "validatePassword" | "resetPin", Guess>
>;

const wrong = new Secret("000000");

export const ours: Guessers = {
  validatePin: (ctx, user) => validatePin(ctx, { user, pin: wrong }),
  authorize: (ctx, user) =>
    authorizeRedemption(ctx, { user, pin: wrong, requestId: "r", timeout: 60 }),
  // the harness's Member ID, because validate-password does not accept the primary key
  validatePassword: (ctx, user) => validatePassword(ctx, { user: `M${user}`, password: wrong }),
  resetPin: async (ctx, user, known) => {
    try {
      await resetPin(ctx, { user, otp: wrong, pin: wrong, confirmPin: wrong });
    } catch (error) {
      if (error instanceof Failure && error.code === "invalid_otp") known();
      throw error;
    }
  },
};
