import fc from "fast-check";
import { Failure } from "../../../foundation/failures.ts";
import type { OpenHarness } from "../../open-harness.ts";
import { drawFacts, stepNames, stepOf } from "./history-steps.ts";
import { actingIn, type History } from "./make-history.ts";

/** Random histories of a merchant with three members: 15 to 35 steps, some of them days apart. */
export const histories = fc.record({
  steps: fc.array(
    fc.record({
      name: fc.constantFrom(...stepNames),
      draw: drawFacts,
      /** How many days pass before the step. */
      days: fc.constantFrom(0, 0, 0, 0, 1, 3, 20),
    }),
    { minLength: 15, maxLength: 35, size: "max" },
  ),
  /** The member who is anonymized after the steps. */
  victim: fc.nat(2),
  /** Whether a token with an idempotency key anonymizes the member. Else the merchant's owner does. */
  isByToken: fc.boolean(),
});
export type HistoryFacts = typeof histories extends fc.Arbitrary<infer Facts> ? Facts : never;

/** Does a step. Adds its name to `met` if it was done, or its name and `refused` if it was refused. */
export async function take(
  t: OpenHarness,
  history: History,
  { name, draw, days }: HistoryFacts["steps"][number],
  met: Set<string>,
): Promise<void> {
  history.pass(days);
  const person = history.people[draw.who];
  if (!person) throw new Error("a person is missing");
  const acting = actingIn(t, history, draw.hasKey ? `key ${history.count()}` : null);
  try {
    if ((await stepOf(name)(history, person, draw, acting)) !== false) met.add(name);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    met.add(`${name} refused`);
  }
}
