import type { OpenContext } from "../context.ts";
import type { Keyed } from "./types.ts";

/** What a save is given of the call's key. */
export function keyedBy(ctx: OpenContext, operation: string, frame: unknown): Keyed {
  const { idempotency } = ctx;
  return {
    operation,
    key: idempotency?.key ?? null,
    fingerprint: idempotency?.fingerprint ?? null,
    frame: idempotency && frame ? JSON.stringify(frame) : null,
  };
}
