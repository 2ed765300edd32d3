import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { unknownCustomer } from "../../../foundation/failures.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { issueVouchers } from "../../../holding/vouchers/index.ts";
import { audit, issuing, member, merchant, template } from "../../../machinery/facts/index.ts";
import {
  check,
  fact,
  from,
  lock,
  merchantId,
  operation,
  rowOf,
  send,
} from "../../../machinery/kernel/index.ts";

const call = {
  /** The ids of the customers, without duplicates. */
  customers: "bigint[]",
  /** A list of `NewVoucher` with `customerId`, one for each customer. Null until the vouchers are made. */
  vouchers: "json | null",
} as const;
const c = rowOf("c", call);
const b = rowOf("b", call);

const { customers } = member;

/** The call's customers by their ids, and the ids that the merchant does not have. */
const customersFound = fact({
  call,
  joins: ({ limit }) => sql`
  cross join lateral (select json_agg(w.id order by w.place) as customers
    from unnest(${c.customers}) with ordinality as w (id, place)
    left join lateral (select ${customers.id} from ${from(customers)} where ${customers.merchantId} = ${merchantId}
      and ${customers.id} = w.id and ${member.isFound}${sql.raw(limit)}) u on true
    where ${customers.id} is null) missing`,
  keeps: { customers: c.customers },
  shows: {
    template: template.document,
    today: member.day,
    unknownCustomers: sql<readonly number[] | null>`missing.customers`,
  },
});

/** Locks all of the customers. */
const customersLocked = lock({
  ...member.customerLocked,
  is: sql`${customers.id} = w.id and ${member.isFound}`,
  each: b.customers,
});

/** A refusal names at most this many customers. */
const MOST_NAMED = 10;

const customersExist = check({
  code: unknownCustomer.code,
  holds: () => sql`missing.customers is null`,
  words: ({ unknownCustomers }: { readonly unknownCustomers: readonly number[] }) => ({
    ...unknownCustomer,
    field: "customerIds",
    message: `Customer ${unknownCustomers.slice(0, MOST_NAMED).join(", ")} not found`,
  }),
});

/** An issued voucher, as staff see it. */
type Issued = { readonly id: number; readonly code: string; readonly customerId: number };

/** Issues a voucher to each customer, all of a call or none. */
export const issues = operation({
  name: "catalogue.issueVouchers",
  statement: "issue_vouchers",
  call: {},
  sees: [merchant.found, template.found, customersFound, audit.found],
  checks: [template.checks, { customersExist }],
  completes: {
    lacks: issuing.lacksVouchers,
    complete: async (ctx, call, { template, today }) => {
      if (call.vouchers !== null) return null;
      const made = await issueVouchers(ctx, template, call.customers.length, today);
      const vouchers = made.map((each, n) => ({ ...each, customerId: call.customers[n] }));
      return { ...call, vouchers };
    },
  },
  once: [],
  locks: [customersLocked, template.locked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {},
  arms: issuing.written(() => 'i."customerId"', { origin: {} }),
  frame: sql<object>`json_build_object()`,
  changed: sql<readonly Issued[]>`(select json_agg(json_build_object('id', i.id, 'code', i.code,
      'customerId', i."customerId") order by i.id) from new_vouchers i where i.n = s.n)`,
});

/** One voucher for each customer, at most 500 customers. */
type IssueInput = {
  readonly templateId: number;
  readonly customerIds: readonly number[];
  /** Recorded in the audit entry. */
  readonly reason: string | null;
};

/** The values that one call sends, without its idempotency key. */
export type IssueCall = Parameters<typeof issues.refuse>[1];

/**
 * Issues one voucher of a template to each customer. If one cannot be issued, none is. The vouchers are valid
 * from today in the merchant's calendar. Throws `invalid_voucher_template`, `invalid_user`, and `invalid`
 * for a dynamic template without a value.
 */
export async function issueVouchersTo(
  ctx: CoreContext,
  { templateId, customerIds, reason }: IssueInput,
): Promise<readonly Issued[]> {
  const call = {
    ...(await auditOf(ctx, { subject: `voucher template ${templateId}`, reason })),
    template: templateId,
    customers: [...new Set(customerIds)],
    vouchers: null,
    ...keyOf(ctx),
  };
  const { changed } = await send(ctx, issues, call, {
    subjects: () => [],
    recordedAs: null,
    weight: ({ vouchers, customers }: IssueCall) => (vouchers === null ? 0 : customers.length),
  });
  return changed;
}
