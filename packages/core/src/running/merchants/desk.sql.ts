import {
  byName,
  type DocumentOf,
  isAnyOf,
  json,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { asc, sql } from "drizzle-orm";
import type { CoreContext, StaffRole } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";

const { levels, merchants, staffMembers, staffPasskeys, staffUsers, stores } = schema;

const person = {
  id: staffUsers.id,
  name: staffUsers.name,
  email: staffUsers.email,
  image: staffUsers.image,
  hasSecondFactor: sql<boolean>`${staffUsers.twoFactorEnabled}
    or exists (select 1 from ${staffPasskeys} where ${staffPasskeys.userId} = ${staffUsers.id})`,
};

const merchant = {
  id: merchants.id,
  name: merchants.name,
  country: merchants.country,
  timezone: merchants.timezone,
  currency: merchants.currency,
  /** Whether every redemption needs the customer's PIN. */
  needsPin: merchants.redemptionPinAuthorization,
};

const workplace = {
  id: merchants.id,
  name: merchants.name,
  role: oneOf<StaffRole>(staffMembers.role),
};

const store = {
  id: stores.id,
  code: stores.code,
  name: stores.name,
  timezone: stores.timezone,
  isActive: stores.isActive,
};

/** A store in which a member of staff may act, as the console shows it. */
export type DeskStore = DocumentOf<typeof store>;

type DeskInput = { readonly userId: string; readonly stores: string | null };

const desk = read("get_desk", (p: Parameters<DeskInput>) => {
  const user = sql`from ${staffUsers} where ${staffUsers.id} = ${p("userId")}`;
  return rowsOf(merchants, { where: [sql`exists (select 1 ${user})`] }).one({
    person: sql<DocumentOf<typeof person>>`(select ${json(person)} ${user})`,
    merchant: json(merchant),
    /** All merchants for which the person works. */
    merchants: sql<readonly DocumentOf<typeof workplace>[]>`(
      select json_agg(${json(workplace)} order by ${byName(merchants.name)}, ${merchants.id})
      from ${staffMembers} join ${merchants} on ${merchants.id} = ${staffMembers.merchantId}
      where ${staffMembers.userId} = ${p("userId")})`,
    stores: rowsOf(stores, {
      where: [optional(p("stores"), isAnyOf(stores.id, p("stores")))],
      orderBy: [byName(stores.name), asc(stores.id)],
    }).list(store),
    levels: rowsOf(levels, { where: [], orderBy: [asc(levels.level)] }).list({
      level: levels.level,
      name: levels.name,
    }),
  });
});

/** The person, the person's merchants, the stores in which the person may act, and the merchant's levels. */
export type Desk = NonNullable<(typeof desk)["doc"]>;

/** Reads the `Desk` of a member of staff. Null if the person no longer exists. */
function selectDesk(ctx: CoreContext, userId: string): Promise<Desk | null> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, desk, {
    merchantId: merchant.id,
    userId,
    stores: stores && `{${stores.join(",")}}`,
  });
}

/**
 * Returns the calling person, the person's merchants, and the stores in which the person may act. Throws
 * `permission_denied` for a caller who is not staff.
 */
export async function getDesk(ctx: CoreContext): Promise<Desk> {
  const { caller } = ctx;
  const found = caller.kind === "staff" ? await selectDesk(ctx, caller.userId) : null;
  if (!found) throw new Failure({ code: "permission_denied", message: "This is for staff alone." });
  return found;
}
