import type { CoreDeps } from "@stampbook/core/context";
import { expireDueStamps } from "@stampbook/core/stamps";

const TELLS_EVERY_MS = 30_000;

/** The part of a log that the job uses. */
type Log = { readonly info: (values: object, line: string) => void };

/**
 * Returns the job that removes expired stamps. During a long run it logs the number of customers so far, by
 * default every half a minute. At its end it logs the total, unless that is 0.
 */
export function expiryJob(log: Log, tellsEveryMs = TELLS_EVERY_MS) {
  return async (core: CoreDeps, isStopped: () => boolean): Promise<void> => {
    let told = performance.now();
    const onBatch = (customers: number) => {
      if (performance.now() - told < tellsEveryMs) return;
      told = performance.now();
      log.info({ customers }, "expired stamps are being taken");
    };
    const customers = await expireDueStamps(core, isStopped, { onBatch });
    if (customers > 0) log.info({ customers }, "expired stamps were taken");
  };
}
