import { type Figures, figuresOf } from "./figures.ts";
import { onStage, QUIET } from "./stage.ts";
import { rewards } from "./town-menu.ts";

/** Calls per second of the noisy merchant: half of what the rate limits of its tokens allow. */
const NOISY = 800;
/** Calls per second of a merchant whose rows are locked, so that each call waits. */
const WAITING = 100;

/**
 * Measures one merchant alone, beside a merchant that floods, and beside a merchant whose rows are locked.
 */
export function runNoisyMerchant(seconds: number): Promise<Figures[]> {
  return onStage(seconds, async ({ quiet, noisy, sql, measure, disturb }) => {
    const alone = await measure(rewards(quiet), QUIET);
    const [beside] = await Promise.all([
      measure(rewards(quiet), QUIET),
      disturb(rewards(noisy), NOISY),
    ]);
    const locked = await sql.begin(async (tx) => {
      await tx`select 1 from memberships where merchant_id = ${noisy.id} for update`;
      const [quietly] = await Promise.all([
        measure(rewards(quiet), QUIET),
        disturb(rewards(noisy), WAITING),
      ]);
      return quietly;
    });
    return [
      figuresOf("alone", alone),
      figuresOf("beside a merchant who floods", beside),
      figuresOf("beside a merchant whose rows are locked", locked),
    ];
  });
}
