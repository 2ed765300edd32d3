import { listStaff } from "@stampbook/core/access";
import type { CoreContext, KnownCaller, StaffRole } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";

/** The demo merchant, whose clock can be set back. */
export type Shop = {
  /** The present, in ms. */
  readonly now: number;
  /** The present date in Jakarta, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * Returns the context of the till's token, or of the member of staff with the role, at a moment in ms. A
   * moment after `now` is `now`.
   */
  readonly at: (who: "till" | StaffRole, moment: number) => CoreContext;
};

/** Opens the demo merchant with the context of a token for everything. */
export async function openShop(
  till: CoreContext,
  { now, today }: Pick<Shop, "now" | "today">,
): Promise<Shop> {
  const { members } = await listStaff(till);
  const callers = new Map(
    members.map(({ userId, role, stores }): [StaffRole, KnownCaller] => [
      role,
      {
        kind: "staff",
        merchant: till.caller.merchant,
        userId,
        role,
        stores: stores.length ? stores : null,
      },
    ]),
  );
  return {
    now,
    today,
    at: (who, moment) => {
      const caller = who === "till" ? till.caller : callers.get(who);
      if (!caller) throw new TypeError(`the demo has no ${who}`);
      const clockOffsetMs = till.clockOffsetMs + Math.min(0, moment - now);
      return { ...till, caller, clockOffsetMs };
    },
  };
}

/** Returns the role of the person who works in a store: the example's cashier works in Kemang only. */
export function roleIn(store: number): StaffRole {
  return store === 32 ? "cashier" : "manager";
}

/** Awaits a call that is refused with this code. Throws if it is not. */
export async function refused(code: string, call: Promise<unknown>): Promise<void> {
  const outcome = await call.catch((error: unknown) => {
    if (error instanceof Failure && error.code === code) return refused;
    throw error;
  });
  if (outcome !== refused) throw new Error(`A call of the demo was not refused with ${code}.`);
}
