import { changesOf } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure, tooBusy, unknownCustomer } from "../failures.ts";
import { type CustomerFields, checkCustomerFields } from "./change.rules.ts";
import { loadEditScene, saveEdit } from "./change.store.ts";
import { readContacts } from "./read-contacts.ts";

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
  const { email, memberId, mobileNumber } = readContacts(ctx, edit);
  for (let tries = 0; ; tries++) {
    const scene = await loadEditScene(ctx, customerId, { email, memberId, mobileNumber });
    const { before } = scene;
    if (!before) throw new Failure(unknownCustomer);
    const given = Object.entries(edit).filter(([, value]) => value !== undefined);
    const after: CustomerFields = {
      ...before,
      ...Object.fromEntries(given),
      ...(edit.email === undefined ? {} : { email }),
      ...(edit.memberId === undefined ? {} : { memberId }),
      ...(edit.mobileNumber === undefined ? {} : { mobileNumber }),
    };
    const refusal = checkCustomerFields(after, { ...scene, before });
    if (refusal) throw new Failure(refusal);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return before;
    const saved = await saveEdit(ctx, customerId, changes);
    if (saved) return saved;
    // somebody else took the identifier in between: look again, and the rules say so
    if (tries) throw new Failure(tooBusy);
  }
}
