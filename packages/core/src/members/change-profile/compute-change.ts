import { changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  changedIdentifiers,
  type IdentifierEntry,
  prepareNotices,
  refuseFields,
  refuseMemberId,
} from "../../people/customers/index.ts";
import {
  changedProfile,
  identifierChanges,
  type Profile,
  type ProfileChange,
} from "./profile.rules.ts";
import { columnsOfChanges } from "./profile.sql.ts";

type Seen = Parameters<typeof prepareNotices>[1] & {
  readonly customer: { readonly id: number } | null;
  readonly profile: Profile | null;
  readonly extraData: string | null;
};

/**
 * Returns the call with the values to write, computed from the current profile and `extraData`. Null if the
 * member is unknown, or if the call was computed from this profile already.
 */
export async function computeChange<
  Call extends { readonly asked: unknown; readonly computedFrom: unknown },
>(ctx: CoreContext, call: Call, seen: Seen) {
  const { customer, profile: before, extraData: stored } = seen;
  if (!customer || !before) return null;
  const computedFrom = { ...before, extraData: stored };
  if (JSON.stringify(call.computedFrom) === JSON.stringify(computedFrom)) return null;
  const change = call.asked as ProfileChange;
  const after = changedProfile(before, change);
  const extraData: unknown = JSON.parse(stored ?? "null");
  const details = {
    ...changesOf(before, after),
    ...(change.extraData && changesOf({ extraData }, { extraData: change.extraData })),
  };
  const { claimed, freed } = identifierChanges(before, after, ctx.caller.merchant.country);
  const sent = ({ form, value, isReserved }: IdentifierEntry) => ({ form, value, isReserved });
  const changed = changedIdentifiers(before, after);
  const wrongEmail = refuseFields({ name: before.name, email: after.email }, before);
  const isWrongId = changed.includes("memberId") && refuseMemberId(after.memberId ?? "");
  return {
    ...call,
    computedFrom,
    changes: Object.keys(details).length === 0 ? null : columnsOfChanges(details),
    identifiers: claimed.map(sent),
    freed: freed.map(sent),
    hasIdentifiers: changed.length > 0,
    impossible: wrongEmail ? "email" : isWrongId ? "memberId" : null,
    ...prepareNotices(ctx, seen, { id: customer.id, before, after }),
    details,
  };
}
