import { Failure } from "@stampbook/core/failures";
import type { OpenHarness } from "@stampbook/core/testing";
import type { GuessOrder } from "./guess.ts";
import { ours } from "./guessers.ts";
import { naive } from "./naive.ts";
import { PIN_TRIES, type Victims } from "./victims.ts";

/**
 * Guesses every customer's PIN until the PIN is blocked. Returns how often the PIN of each was checked.
 * Throws if `PIN_TRIES` + 1 guesses do not block a PIN.
 */
export async function guessToTheEnd(
  harness: OpenHarness,
  { merchant, customers }: Victims,
  { variant, clockOffsetMs }: Pick<GuessOrder, "variant" | "clockOffsetMs">,
): Promise<ReadonlyMap<number, number>> {
  const { validatePin } = variant === "ours" ? ours : naive;
  const looked = new Map<number, number>();
  const ctxOf = (customer: number) =>
    harness.as(merchant, {
      clockOffsetMs,
      caller: {
        kind: "token",
        merchant,
        tokenId: 1_000_000 + customer,
        scopes: ["*"],
        stores: null,
      },
      secrets: {
        ...harness.deps.secrets,
        // this context computes no hash, so its calls need not wait for a place in the hash queue
        onPlace: (work) => work(),
        verifyPin: async () => {
          looked.set(customer, (looked.get(customer) ?? 0) + 1);
          return false;
        },
      },
    });
  await Promise.all(
    customers.map(async (customer) => {
      const ctx = ctxOf(customer);
      for (let tries = 0; tries <= PIN_TRIES; tries++) {
        const told = await validatePin(ctx, customer, () => {}).catch((error: unknown) => error);
        if (!(told instanceof Failure)) throw told;
        if (told.code === "pin_blocked") return;
      }
      throw new Error(`The PIN of customer ${customer} is never blocked.`);
    }),
  );
  return looked;
}
