import type { CoreContext } from "../context.ts";
import { type Pulse, selectPulse } from "./pulse.sql.ts";

export type { Pulse };

/**
 * Reads hashes and ids that change when bookings, redemptions, refusals, sales or jobs change. Sends a single
 * short statement.
 */
export function readPulse(ctx: CoreContext): Promise<Pulse> {
  return selectPulse(ctx);
}
