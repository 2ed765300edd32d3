import type { CoreContext } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";
import type { RedeemInput } from "@stampbook/core/redemptions";
import { plain } from "@stampbook/core/testing";
import type { Member, Model, Store } from "./model.ts";
import type { Real } from "./world.ts";

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
  readonly apply: (model: Model) => Promise<"something" | "nothing">;
};

type Parts<Outcome> = Omit<Step, "call"> & {
  readonly call: (ctx: CoreContext) => Promise<Outcome>;
  /** Tells where nothing was to be done. */
  readonly apply: (model: Model, outcome: Outcome) => void | "nothing" | Promise<void>;
};

export function step<Outcome>({ call, apply, ...parts }: Parts<Outcome>): Step {
  return {
    ...parts,
    call: async (ctx) => {
      const outcome = await call(ctx);
      return {
        answer: JSON.stringify(outcome),
        apply: async (model) => (await apply(model, outcome)) ?? "something",
      };
    },
  };
}

/** What a command has drawn: which of the things that there are is a number modulo how many. */
export type Draw = {
  readonly member: number;
  readonly store: number;
  readonly thing: number;
  readonly request: number | null;
  readonly qty: number;
  readonly amount: number;
  readonly flag: boolean;
};

export function nth<T>(from: readonly T[], at: number): T {
  const one = from[at % from.length];
  if (one === undefined) throw new TypeError("there is nothing to choose from");
  return one;
}

/** Who calls from where, as the model and as the service know it. */
export type Visit = {
  readonly member: Member;
  readonly store: Store;
  readonly requestId: string | null;
  readonly input: RedeemInput;
};

export function visit(
  model: Model,
  real: Real,
  draw: Draw,
  member = nth(model.members, draw.member),
): Visit {
  const store = nth(real.stores, draw.store);
  const requestId = draw.request === null ? null : `request-${draw.request}`;
  return {
    member,
    store,
    requestId,
    input: { ...plain, user: member.email, store: store.id, requestId },
  };
}

/** Fails where what the service says differs from the model. */
export function agree(what: string, said: unknown, expected: unknown) {
  const [one, other] = [JSON.stringify(said), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: the service says ${one}, the model ${other}`);
}
