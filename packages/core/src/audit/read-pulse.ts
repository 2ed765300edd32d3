import type { CoreContext } from "../context.ts";
import { type Pulse, selectPulse } from "./pulse.store.ts";

export type { Pulse };

/** One short read that tells whether anything has changed that staff watch. */
export function readPulse(ctx: CoreContext): Promise<Pulse> {
  return selectPulse(ctx);
}
