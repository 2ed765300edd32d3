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
 * Saves an item of the catalogue: loads its `Surroundings`, checks its rules, and writes it with an audit
 * entry of the changed fields. A refusal names the wrong field; `missing` is the refusal if the item does not
 * exist.
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
    // somebody else took or used the code in between; the next try loads again, and the rules refuse it
  }
  throw new Failure(tooBusy);
}
