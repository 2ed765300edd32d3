import type { CoreContext } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";
import type { Model } from "./model.ts";

/** One call, with the model's prediction. */
export type Step = {
  readonly operation: string;
  /** The call's input; equal calls have equal fingerprints. */
  readonly input: object;
  /** The expected refusal; null if the call must succeed. */
  readonly predict: (model: Model) => FailureCode | null;
  /**
   * Whether the service recognizes the call as a repeat by its content. The outcome of such a repeat is not
   * stored for the call's idempotency key.
   */
  readonly isRepeat?: (model: Model) => boolean;
  /** Set for reads, which have no idempotency key. */
  readonly isRead?: true;
  readonly call: (ctx: CoreContext) => Promise<Done>;
};

/** The response, and its expected effect on the model. */
export type Done = {
  readonly answer: string;
  /** Applies the effect to the model. Throws if the outcome differs from the model's prediction. */
  readonly apply: (model: Model) => Promise<void>;
};

type Parts<Outcome> = Omit<Step, "call"> & {
  readonly call: (ctx: CoreContext) => Promise<Outcome>;
  readonly apply: (model: Model, outcome: Outcome) => void | Promise<void>;
};

export function step<Outcome>({ call, apply, ...parts }: Parts<Outcome>): Step {
  return {
    ...parts,
    call: async (ctx) => {
      const outcome = await call(ctx);
      return {
        answer: JSON.stringify(outcome),
        apply: async (model) => apply(model, outcome),
      };
    },
  };
}

/** Throws if the service's answer differs from the model's. */
export function agree(what: string, said: unknown, expected: unknown) {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: the service says ${one}, the model ${other}`);
}
