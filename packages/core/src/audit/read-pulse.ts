import type { CoreContext } from "../context.ts";
import { type Pulse, selectPulse } from "./pulse.sql.ts";

export type { Pulse };

/** One short read that shows whether anything that staff watch has changed. */
export function readPulse(ctx: CoreContext): Promise<Pulse> {
  return selectPulse(ctx);
}
