import { setTimeout as pause } from "node:timers/promises";
import { type Pulse, readPulse } from "@stampbook/core/audit";
import { router, staffProcedure } from "../trpc.ts";

const EVERY_MS = 2_000;

/**
 * Tells what changes, as it changes: a part of the pulse that differs says which list to load again.
 * The stream ends after a minute, and the client asks anew: so a session that was revoked hears no
 * more than that.
 */
const changes = staffProcedure.subscription(async function* ({ ctx, signal }) {
  const over = AbortSignal.any([ctx.closing, ...(signal ? [signal] : [])]);
  let last = "";
  while (!over.aborted) {
    const pulse: Pulse = await readPulse(ctx.desk);
    const text = JSON.stringify(pulse);
    if (text !== last) yield pulse;
    last = text;
    await pause(EVERY_MS, undefined, { signal: over }).catch(() => {});
  }
});

export const live = router({ changes });
