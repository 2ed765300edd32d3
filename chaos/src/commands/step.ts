import type { CoreContext } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";
import type { Model } from "./model.ts";

/** One call on things that are known by now, with what the model says of it. */
export type Step = {
  readonly operation: string;
  /** All that the call says; equal calls have equal fingerprints. */
  readonly input: object;
  /** The refusal that it has to get; null where it has to succeed. */
  readonly predict: (model: Model) => FailureCode | null;
  readonly call: (ctx: CoreContext) => Promise<Done>;
};

/** The answer, and what it has to have done. */
export type Done = {
  readonly answer: string;
  /** Does it to the model; throws where the outcome says otherwise. */
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

/** Fails where what the service says differs from the model. */
export function agree(what: string, said: unknown, expected: unknown) {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: the service says ${one}, the model ${other}`);
}
