import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, type Refusal, tooBusy, unknownCustomer } from "../failures.ts";
import { type CustomerFields, checkCustomerFields } from "./change.rules.ts";
import { type IdentifierEdit, loadEditScene, saveEdit } from "./change.store.ts";
import { checkIdentifiers, type Identifiers, identifierEntries } from "./identifiers.rules.ts";
import { readContacts } from "./read-contacts.ts";

/** Each means that somebody else changed the same identifiers between the look and the write. */
const MOST_TRIES = 5;

/** What changes; what is left out stays. */
export type CustomerEdit = { readonly customerId: number } & {
  readonly [Field in keyof CustomerFields]?: CustomerFields[Field] | undefined;
};

/**
 * Changes a customer, and records what was and what is; what others change meanwhile stays. Refuses
 * invalid_user, and what is wrong on its field: an identifier that another customer has, a number
 * that is none, an unknown level.
 */
export async function editCustomer(
  ctx: CoreContext,
  { customerId, ...edit }: CustomerEdit,
): Promise<CustomerFields> {
  const read = readContacts(ctx, edit);
  for (let tries = 0; ; tries++) {
    const { before, levels } = await loadEditScene(ctx, customerId, []);
    if (!before) throw new Failure(unknownCustomer);
    const changed = Object.entries({ ...edit, ...pick(read, edit) });
    const edited: CustomerFields = {
      ...before,
      ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    };
    const otherMemberIds = edited.otherMemberIds.filter((other) => other !== edited.memberId);
    const after = { ...edited, otherMemberIds };
    const identifiers = await changedIdentifiers(ctx, before, after);
    const refusal = checkCustomerFields(after, { before, levels }) ?? identifiers?.refusal;
    if (refusal) throw new Failure(refusal);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return before;
    const saved = await saveEdit(ctx, customerId, changes, identifiers);
    if (saved) return saved;
    // somebody else took the identifier in between: look again, and the rules say so
    if (tries === MOST_TRIES) throw new Failure(tooBusy);
  }

  async function changedIdentifiers(
    ctx: CoreContext,
    seen: CustomerFields,
    after: CustomerFields,
  ): Promise<(IdentifierEdit & { readonly refusal: Refusal | null }) | null> {
    const { country } = ctx.caller.merchant;
    const wanted = identifierEntries(after, country);
    const before = identifierEntries(seen, country);
    if (JSON.stringify(wanted) === JSON.stringify(before)) return null;
    const { taken } = await loadEditScene(ctx, customerId, wanted);
    return { seen, wanted, refusal: checkIdentifiers(wanted, taken) };
  }
}

/** The identifiers that the edit names, as they are stored. */
function pick(read: Identifiers, edit: Partial<Record<keyof Identifiers, unknown>>) {
  const named = Object.entries(read).filter(
    ([field]) => edit[field as keyof Identifiers] !== undefined,
  );
  return Object.fromEntries(named) as Partial<Identifiers>;
}
