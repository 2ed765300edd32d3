import { isAnyOf, optional, rowsOf, run, statement } from "@stampbook/db";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
  showCustomers,
} from "../../people/customers/index.ts";
import type { RedemptionStatus } from "../redeeming/index.ts";
import { redemptions } from "./redemptions.sql.ts";
import {
  type WholeRedemption,
  wholeRedemption,
  withCustomerAndStore,
  zoneOfStore,
} from "./whole-redemption.sql.ts";

const p = sql.placeholder;

/** Filters of a customer's redemptions; null means no filter. */
type RedemptionsOfCustomer = {
  readonly user: Identifier;
  /** Only redemptions with a smaller id than this, the last id of the previous page. */
  readonly before: number | null;
  readonly status: RedemptionStatus | null;
  /** Only redemptions on one of these channels. */
  readonly channels: readonly number[] | null;
  /** The first and the last business day. */
  readonly from: string | null;
  readonly to: string | null;
};

/** Whether the customer exists, and the customer's redemptions. */
type Seen = { readonly isKnown: boolean; readonly redemptions: readonly WholeRedemption[] };

const day = sql`(${redemptions.createdAt} at time zone ${zoneOfStore})::date`;

const found = withCustomerAndStore(
  rowsOf(redemptions, {
    where: [
      eq(redemptions.customerId, sql`(select id from customer)`),
      optional(p("before"), lt(redemptions.id, sql`${p("before")}`)),
      optional(p("status"), eq(redemptions.status, sql`${p("status")}`)),
      optional(p("channels"), isAnyOf(redemptions.channel, p("channels"))),
      optional(p("from"), sql`${day} >= ${p("from")}`),
      optional(p("to"), sql`${day} <= ${p("to")}`),
      optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
    ],
    orderBy: [desc(redemptions.id)],
    limit: sql`${p("limit")}`,
  }),
).list(wholeRedemption);

const load = statement<Seen>(
  "read_redemptions_of_customer",
  { customer: customerArm },
  sql`json_build_object('isKnown', exists (select 1 from customer), 'redemptions', ${found})`,
);

const PAGE = 20;

/**
 * Returns at most 20 of a customer's redemptions in the caller's stores as tokens read them, the highest id
 * first. The customer counts as shown if there is one and the token may see members. `hasNext`: whether there
 * are more. Throws `invalid_user` and `too_many_attempts`. Interface 3, R13.
 */
export async function listRedemptionsOfCustomer(
  ctx: CoreContext,
  { user, channels, ...filter }: RedemptionsOfCustomer,
): Promise<{ readonly redemptions: readonly WholeRedemption[]; readonly hasNext: boolean }> {
  const { merchant, stores } = ctx.caller;
  const seen = await run(ctx.db, load, {
    ...filter,
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
    merchantId: merchant.id,
    channels: channels && `{${channels.join(",")}}`,
    stores: stores && `{${stores.join(",")}}`,
    limit: PAGE + 1,
  });
  if (!seen.isKnown) throw new Failure(unknownCustomer);
  const shown = await showCustomers(ctx, seen.redemptions.slice(0, PAGE));
  return { redemptions: shown, hasNext: seen.redemptions.length > PAGE };
}
