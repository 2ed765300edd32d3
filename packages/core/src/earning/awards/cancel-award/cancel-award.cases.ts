import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import type { CallKey } from "../../../foundation/writing/index.ts";
import { namedBy, type OpenHarness } from "../../../testing/index.ts";
import { past } from "../../../testing/operation/days.ts";
import {
  anonymized,
  dueMeanwhile,
  memberExists,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { addAward } from "../add-award/add-award.ts";
import { awardCancels, type CancelAwardCall, cancelAward } from "./cancel-award.ts";

type Call = CancelAwardCall & CallKey;

const unreplayed = { allowedStores: null, replayed: null, replayedTo: null };

/** `parts.membership` is written after the award of 9 stamps. */
export async function openAwards(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const { id: store } = await t.given.store(merchant);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const { email: user } = await member({ customer: parts.customer ?? {} }, twin);
    const { isCanceled, ...given } = parts.award ?? {};
    const gift = { user, store, stamps: 9, notes: null, expiresOn: null, ...given };
    const { award, customer } = await addAward(t.as(merchant), gift);
    if (isCanceled) await cancelAward(t.as(merchant), { user, award: award.id });
    const { memberships: ms } = schema;
    if (parts.membership)
      await t.db
        .update(ms)
        .set(parts.membership)
        .where(and(eq(ms.merchantId, merchant.id), eq(ms.customerId, customer.id)));
    const named = { ...namedBy(user), award: award.id, ...unreplayed };
    return { ...named, ...(await recorded()), ...parts.call };
  };
  return { merchant, call };
}

/** Every member for whom there is a call has this number of ledger entries after the award. */
const LATER = 300;

/** Gives each of 20,000 members an award with the member's id. */
async function manyAwards(t: OpenHarness) {
  const many = await manyMembers(
    t,
    ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), award: id, ...unreplayed },
      ...recorded,
    }),
    20_000,
  );
  const sql = await openFillClient(t.open.url);
  const of = sql`${many.merchantId}::bigint`;
  await sql`update memberships set entry_number = case when customer_id % 100 = 1 then ${LATER}::int + 4 else 4 end
    where merchant_id = ${of}`;
  await sql`insert into stamp_awards (merchant_id, id, customer_id, stamps, created_by)
    select ${of}, n, n, 9, 'token:1' from generate_series(1, 20000) n`;
  // Before the award there are three entries that the statement must ignore: an earning whose `cause_id`
  // equals the award's id, another award, and an expiry.
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, e.cause, e.cause_id, e.delta, e.number, current_date
    from generate_series(1, 20000) n cross join lateral (values ('earning', n, 1, 1),
      ('award', n + 100000, 1, 2), ('expiry', 1, -2, 3), ('award', n, 9, 4)
    ) as e(cause, cause_id, delta, number)`;
  // some members with few entries have stamps that expired after the award
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, 'expiry', 2, -1, 5, current_date from generate_series(2, 20000, 100) n`;
  await sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day)
    select ${of}, n, 'adjustment', later, 1, 4 + later, current_date
    from generate_series(1, 20000, 100) n cross join generate_series(1, ${LATER}::int) later`;
  await sql.end();
  const tables = [...many.tables, "stamp_awards", "stamp_entries"];
  return { ...many, tables, changes: "stamp_awards" };
}

export const canceling = tested({
  operation: awardCancels,
  open: openAwards,
  cases: {
    memberExists,
    awardExists: { call: { award: 999_999 } },
    awardIsCallers: { call: { allowedStores: [] } },
    stampsAreLeft: { membership: { stamps: 8 } },
  },
  onlyWords: ["memberExists", "awardExists"],
  due: { membership: { nextExpiryOn: past } },
  gone: anonymized,
  dueMeanwhile,
  fine: [
    { membership: { stamps: 9, isBlocked: true, status: 300 } },
    { award: { store: null }, call: { allowedStores: [] } },
    { award: { isCanceled: true }, membership: { stamps: 0 } },
  ],
  meanwhile: { stampsAreLeft: "stamps = 8" },
  asSeen: {
    isCanceled: "canceled_at = now(), canceled_by = 'token:2'",
    seenEntry: "entry_number = entry_number + 1",
  },
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  queued: ["customerId"],
  many: manyAwards,
});
