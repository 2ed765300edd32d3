import { countGuess, guessInTurn, guessParameters } from "../../entering/access/index.ts";
import { auditOf, changesOf } from "../../foundation/audit/index.ts";
import { emailKeyOf, storedCode } from "../../foundation/comparing.rules.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownMember } from "../../foundation/failures.ts";
import { again, keyOf } from "../../foundation/writing/index.ts";
import {
  type CustomerRef,
  changedIdentifiers,
  type Identifier,
  type IdentifierEntry,
  identifierForms,
  prepareNotices,
  readIdentifier,
  toE164,
} from "../../people/customers/index.ts";
import { findMember } from "../find-member.ts";
import { isTaken } from "../taken.rules.ts";
import type { Member } from "../types.ts";
import {
  basisOf,
  type ChangeProfileSeen,
  changedProfile,
  identifierChanges,
  type ProfileChange,
  refuseProfile,
} from "./change-profile.rules.ts";
import {
  type ChangeProfileCall,
  columnsOfChanges,
  isIdentifierTaken,
  operation,
  profileChanges,
} from "./change-profile.sql.ts";

/**
 * Changes the fields of a member that are not null in `input`, and returns the changed member. A changed
 * email, mobile number or Member ID voids open one-time passwords. If the merchant sends such notices, it
 * also queues a notice to an old address (`prepareNotices`). Throws `invalid_data` for an unknown member,
 * `permission_denied` for a token that changes identifiers without the scope `members.identity`,
 * `invalid_mobile_number`, `invalid` and `too_many_attempts`. Throws `email_already_used`,
 * `mobile_number_already_used` or `member_id_already_used` for an identifier of another member, and counts
 * this as a wrong guess of the caller. Interface 2, section 5.
 */
export async function changeProfile(
  ctx: CoreContext,
  user: Identifier,
  input: ProfileChange,
): Promise<Member> {
  const { country } = ctx.caller.merchant;
  const change = readChange(input, country);
  const ref = readIdentifier(user, identifierForms, country);
  const isCounted = await countMember(ctx, ref);
  const { id: customer, ...named } = ref;
  const { caller } = ctx;
  const mayIdentify =
    caller.kind === "staff" ||
    caller.scopes.some((each) => ["*", "members.identity"].includes(each));
  const call: ChangeProfileCall = {
    ...{ ...named, customer },
    ...{ computedFrom: null, changes: null, claimed: [], freed: [], hasIdentifiers: false },
    ...{ notices: [], spendings: [], details: {}, ...guessParameters(ctx) },
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  const { changed } = await guessInTurn(ctx, () =>
    again(ctx, {
      operation: { name: operation, statement: profileChanges, subjects },
      call,
      refuse: (seen) => refuseProfile(seen, { change, mayIdentify, country }),
      record: async (_, refusal) => {
        if (isTaken(refusal)) await countGuess(ctx);
      },
      complete: async (sent, seen) => complete(ctx, { sent, seen, change }),
      isRace: isIdentifierTaken,
    }),
  );
  const written = {
    email: null,
    memberId: null,
    mobileNumber: null,
    firstId: changed.id,
    id: null,
  };
  return findMember(ctx, written, { isCounted });
}

/**
 * Spends the token's budgets of shown customers before the change is written, because the response shows the
 * member. Returns false for an unknown member instead of throwing: a retry may use an identifier that the
 * first call has changed.
 */
async function countMember(ctx: CoreContext, ref: CustomerRef): Promise<boolean> {
  try {
    await findMember(ctx, ref);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === unknownMember.code) return false;
    throw error;
  }
}

/** Converts identifiers to stored form. Refuses an invalid number. */
function readChange(input: ProfileChange, country: string): ProfileChange {
  const { email, mobileNumber, memberId } = input;
  const number = mobileNumber === null ? null : toE164(mobileNumber, country);
  if (mobileNumber !== null && number === null)
    throw new Failure({
      code: "invalid_mobile_number",
      message: "Please enter a valid mobile phone number.",
    });
  return {
    ...input,
    email: email === null ? null : emailKeyOf(email),
    memberId: memberId === null ? null : storedCode(memberId),
    mobileNumber: number,
  };
}

/**
 * The subjects of a call (`writing/batch.ts`): the member, under the identifier that the request uses, and
 * each new identifier.
 */
function subjects(call: ChangeProfileCall): readonly string[] {
  const { email, memberId, mobileNumber, firstId, customer, claimed } = call;
  const wanted = (claimed as readonly IdentifierEntry[]).map(
    (entry) => `${entry.form} ${entry.value}`,
  );
  return [`customer ${email ?? memberId ?? mobileNumber ?? firstId ?? customer}`, ...wanted];
}

type Computing = {
  readonly sent: ChangeProfileCall;
  readonly seen: ChangeProfileSeen;
  readonly change: ProfileChange;
};

/**
 * Returns the call with the values to write, computed from the current profile and `extraData`. Null if the
 * member is unknown, or if the call's values were already computed from this profile and `extraData`.
 */
function complete(ctx: CoreContext, { sent, seen, change }: Computing): ChangeProfileCall | null {
  const { profile: before } = seen;
  const computedFrom = basisOf(seen);
  if (!before || JSON.stringify(sent.computedFrom) === JSON.stringify(computedFrom)) return null;
  const after = changedProfile(before, change);
  const extraData: unknown = JSON.parse(seen.extraData ?? "null");
  const changes = {
    ...changesOf(before, after),
    ...(change.extraData && changesOf({ extraData }, { extraData: change.extraData })),
  };
  const { claimed, freed } = identifierChanges(before, after, ctx.caller.merchant.country);
  const stored = ({ form, value, isReserved }: IdentifierEntry) => ({ form, value, isReserved });
  return {
    ...sent,
    computedFrom,
    changes: Object.keys(changes).length === 0 ? null : columnsOfChanges(changes),
    claimed: claimed.map(stored),
    freed: freed.map(stored),
    hasIdentifiers: changedIdentifiers(before, after).length > 0,
    ...prepareNotices(ctx, seen, { id: seen.customerId, before, after }),
    details: changes,
  };
}
