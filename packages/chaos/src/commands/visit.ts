import type { RedeemInput } from "@stampbook/core/redeeming";
import { plain } from "@stampbook/core/testing";
import type { Member, Model, Store } from "./model.ts";
import type { Real } from "./world.ts";

/** The drawn values of a command. `nth` chooses a record by `member`, `store` or `thing`. */
export type Draw = {
  readonly member: number;
  readonly store: number;
  readonly thing: number;
  readonly request: number | null;
  readonly qty: number;
  readonly amount: number;
  readonly flag: boolean;
};

export function nth<T>(from: readonly T[], index: number): T {
  const one = from[index % from.length];
  if (one === undefined) throw new TypeError("there is nothing to choose from");
  return one;
}

/** The member and the store of a call, as the model has them. `input` names them for the service. */
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
