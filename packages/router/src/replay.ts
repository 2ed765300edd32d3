import type { CoreContext, Merchant } from "@stampbook/core/context";
import type { Kept } from "@stampbook/core/writing";

/** The caller to whom an answer is shown again. Some answers depend on the caller's scopes. */
export type Asker = { readonly core: CoreContext; readonly merchant: Merchant };

/** How the answer of an earlier call is made again from its stored outcome. */
export type Replay = {
  /** The operation of the core that stores the outcome. */
  readonly operation: string;
  readonly answer: (outcome: unknown, asker: Asker) => unknown;
};

/** Makes the answer of an earlier call by the functions that made its first answer. */
export function replay<Outcome, Result>(
  { operation, read }: Kept<Outcome, Result>,
  present: (result: Result, asker: Asker) => unknown,
): Replay {
  return {
    operation,
    // the core reads only outcomes that this operation has stored
    answer: (outcome, asker) => present(read(outcome as Outcome), asker),
  };
}
