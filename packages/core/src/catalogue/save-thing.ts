import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type FailureCode, type Refusal, tooBusy } from "../failures.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { Save } from "./types.ts";

type Store<Fields> = {
  readonly lookAround: (ctx: CoreContext, save: Save<Fields>) => Promise<Surroundings<Fields>>;
  readonly write: (
    ctx: CoreContext,
    save: Save<Fields>,
    details: Readonly<Record<string, unknown>>,
  ) => Promise<number | null>;
};

/**
 * Reads the item's `Surroundings`, checks the rules, and writes the item with an audit entry of the changed
 * fields. Writes nothing if no field has changed. Returns the item's id. Throws the refusal of `check`,
 * `missing` if the id is unknown, and `overloaded` if other calls take or use the code during both tries.
 */
export async function saveThing<Fields extends object>(
  ctx: CoreContext,
  store: Store<Fields>,
  save: Save<Fields>,
  rules: {
    readonly check: (fields: Fields, around: Surroundings<Fields>) => Refusal | null;
    readonly missing: FailureCode;
  },
): Promise<{ readonly id: number }> {
  for (let tries = 0; tries < 2; tries++) {
    const around = await store.lookAround(ctx, save);
    if (save.id !== null && !around.before)
      throw new Failure({ code: rules.missing, field: "id", message: "This is not there." });
    const refusal = rules.check(save.fields, around);
    if (refusal) throw new Failure(refusal);
    const details = changesOf(around.before, save.fields);
    if (save.id !== null && Object.keys(details).length === 0) return { id: save.id };
    const id = await store.write(ctx, save, details);
    if (id !== null) return { id };
    // another call took or used the code meanwhile: the next try reads the data again
  }
  throw new Failure(tooBusy);
}
