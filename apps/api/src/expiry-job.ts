import type { CoreDeps } from "@stampbook/core/context";
import { expireDueStamps } from "@stampbook/core/stamps";

const TELLS_EVERY_MS = 30_000;

/** A log to which a line is written with its values. */
type Log = { readonly info: (values: object, line: string) => void };

/**
 * The job that takes expired stamps. A long run logs how many customers it has written, every half a
 * minute by default; a run that wrote anything logs it at its end too.
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
