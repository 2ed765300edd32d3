import { changesOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure, notPermitted, type Refusal, tooBusy, unknownCustomer } from "../../failures.ts";
import { refuseBirthday } from "../birthday.rules.ts";
import { type CustomerFields, refuseFields, refuseLevel } from "../fields.rules.ts";
import {
  checkIdentifiers,
  emailAfter,
  type Identifiers,
  identifierEntries,
} from "../identifiers/identifiers.rules.ts";
import { distinctMemberIds } from "../identifiers/member-id.rules.ts";
import { readContacts } from "../identifiers/read-contacts.ts";
import { changedIdentifiers } from "../notices/notices.rules.ts";
import { prepareNotices } from "../notices/prepare-notices.ts";
import { type IdentifierEdit, loadEditScene, saveEdit } from "./edit-customer.sql.ts";

/** How often an edit is retried after a deadlock, or after another change of the same identifiers. */
const MOST_TRIES = 5;

/** The fields to change; missing fields stay unchanged. */
export type CustomerEdit = {
  readonly customerId: number;
  /** Whether to refuse a customer who has a name. For people who may only add a missing name. */
  readonly isFirstName?: boolean;
} & {
  readonly [Field in keyof CustomerFields]?: CustomerFields[Field] | undefined;
};

/**
 * Changes a customer, and records the old and new values. Writes only changed fields, so no concurrent edit
 * of other fields is lost. A changed email, mobile number or Member ID voids open one-time passwords and
 * queues a notice to the old address. Throws `invalid_user`, and `permission_denied` with `isFirstName` if
 * the customer has another name. Refuses invalid input, such as an identifier of
 * another customer, an invalid number or an unknown level. The refusal's `field` names the input.
 */
export async function editCustomer(
  ctx: CoreContext,
  { customerId, isFirstName = false, ...edit }: CustomerEdit,
): Promise<CustomerFields> {
  const read = readContacts(ctx, edit);
  for (let tries = 0; ; tries++) {
    const seen = await loadEditScene(ctx, customerId, []);
    const { before, levels, today } = seen;
    if (!before) throw new Failure(unknownCustomer);
    const changed = Object.entries({ ...edit, ...pick(read, edit) });
    const edited: CustomerFields = {
      ...before,
      ...Object.fromEntries(changed.filter(([, value]) => value !== undefined)),
    };
    const otherMemberIds = distinctMemberIds([
      edited.memberId ?? "",
      ...edited.otherMemberIds,
    ]).slice(1);
    const after = { ...edited, otherMemberIds, email: emailAfter(before.email, edited.email) };
    const identifiers = await identifierEdit(ctx, before, after);
    const refusal =
      (isFirstName ? refuseRename(before.name, after.name) : null) ??
      refuseFields(after, before) ??
      refuseBirthday(after.birthday, today, before.birthday) ??
      refuseLevel(after.level, levels) ??
      identifiers?.refusal;
    if (refusal) throw new Failure(refusal);
    const changes = changesOf(before, after);
    if (Object.keys(changes).length === 0) return before;
    const saved = await saveEdit(ctx, {
      ...{ customerId, changes, identifiers, isFirstName },
      voidsCodes: changedIdentifiers(before, after).length > 0,
      ...prepareNotices(ctx, seen, { id: customerId, before, after }),
    });
    if (saved) return saved;
    // There was a deadlock, or other calls changed identifiers or anonymized the customer meanwhile. The next
    // try reads the data again.
    if (tries === MOST_TRIES) throw new Failure(tooBusy);
  }

  async function identifierEdit(
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

/** Refuses a new name for a customer who has one. The same name is allowed, so that a call may be repeated. */
function refuseRename(before: string, after: string): Refusal | null {
  if (before === "" || before === after) return null;
  return { ...notPermitted, message: "This customer has a name already. A manager can change it." };
}

/** Returns only the identifiers that the edit contains, in stored form. */
function pick(read: Identifiers, edit: Partial<Record<keyof Identifiers, unknown>>) {
  const named = Object.entries(read).filter(
    ([field]) => edit[field as keyof Identifiers] !== undefined,
  );
  return Object.fromEntries(named) as Partial<Identifiers>;
}
