import { setTimeout as pause } from "node:timers/promises";
import { type Pulse, readPulse } from "@stampbook/core/audit";
import { z } from "zod";
import { deskProcedure, router } from "../trpc.ts";
import { listOf, streamOf } from "./shown/named.ts";

const EVERY_MS = 2_000;

const ShownPulse = z.object({
  bookings: z.string(),
  refusal: z.int().nullable(),
  redemption: z.int().nullable(),
  cancel: z.int().nullable(),
  sales: z.string(),
  jobs: listOf(z.object({ id: z.int(), state: z.string(), done: z.int(), total: z.int() })),
});

/**
 * Streams a `ShownPulse` at the start and after each change. The pulse has a field for each list. If a field
 * changes, the client must reload that list. The stream ends after a minute and the client reconnects, so a
 * revoked session receives changes for at most a minute.
 */
const changes = deskProcedure("cashier")
  .output(streamOf(ShownPulse))
  .subscription(async function* ({ ctx, signal }) {
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
