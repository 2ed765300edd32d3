import { json } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import {
  type HeldVoucherListed,
  issueVouchers,
  type NewVoucher,
  type VoucherTemplate,
} from "../../../holding/vouchers/index.ts";
import { audit, issuing, member, merchant, template } from "../../../machinery/facts/index.ts";
import { fact, operation, rowOf, send } from "../../../machinery/kernel/index.ts";
import type { Customer, Identifier } from "../../../people/customers/index.ts";

const noted = {
  notes: "text | null",
  /** The sale that issues the vouchers. */
  transaction: "bigint | null",
} as const;
const c = rowOf("c", noted);

/** What the call writes beside the vouchers' own data. */
const notes = fact({
  call: noted,
  joins: () => sql``,
  keeps: { notes: c.notes as SQL<string | null>, transaction: c.transaction },
  shows: {},
});

type IssuedVoucher = Pick<
  NewVoucher,
  "id" | "code" | "value" | "remainingValue" | "startDate" | "endDate"
>;

/** What an issue and its check look up. */
export const sees = [merchant.found, template.found, member.customerFound, issuing.found] as const;

export const checks = [
  {
    customerExists: member.customerExists,
    templateExists: {
      ...template.checks.templateExists,
      words: () => ({ message: "Voucher template not found", rule: "voucher template exists" }),
    },
  },
  issuing.checks,
] as const;

/** Issues vouchers to customers, all of a call or none. */
export const issuesToCustomers = operation({
  name: "vouchers.issue",
  statement: "issue_to_customers",
  call: {},
  sees: [...sees, notes, audit.found],
  checks,
  completes: {
    lacks: issuing.lacksVouchers,
    complete: async (ctx, call, { template, today }) => {
      if (call.vouchers !== null) return null;
      const { quantity, startDate, value } = call;
      const worth = template && { ...template, value: value ?? template.value };
      return { ...call, vouchers: await issueVouchers(ctx, worth, quantity, startDate ?? today) };
    },
  },
  once: [],
  locks: [member.customerLocked, template.locked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {},
  arms: issuing.written((row) => `${row}.customer_id`, {
    origin: { issued_by_transaction_id: "s.transaction" },
    notes: "s.notes",
  }),
  frame: json({
    customer: sql`b.customer` as SQL<Pick<Customer, "id" | "email">>,
    template: sql`b.template` as SQL<VoucherTemplate>,
    channels: sql<readonly number[]>`b.channels`,
    notes: sql<string | null>`b.notes`,
  }),
  changed: sql<
    readonly IssuedVoucher[]
  >`(select json_agg(json_build_object('id', i.id, 'code', i.code,
      'value', i.value::text, 'remainingValue', i."remainingValue"::text, 'startDate', i."startDate",
      'endDate', i."endDate") order by i.id) from new_vouchers i where i.n = s.n)`,
});

/** Vouchers for one customer; `quantity` is 1 to 100. */
export type IssueToCustomerInput = {
  readonly user: Identifier;
  readonly templateId: number;
  readonly quantity: number;
  /** The first day, `YYYY-MM-DD`; null is today. */
  readonly startDate: string | null;
  /** The current day in the store, `YYYY-MM-DD`. Null without a store: the merchant's day. */
  readonly today: string | null;
  readonly notes: string | null;
  /**
   * The value of each voucher, a decimal above 0. Only for dynamic templates. Null: the template's own value.
   */
  readonly value: string | null;
  /** The sale that issues the vouchers. Its cancel withdraws them. */
  readonly transactionId?: number | null;
};

/** The vouchers issued to a customer, ordered by id. */
export type VouchersIssued = {
  readonly vouchers: readonly (HeldVoucherListed & { readonly code: string })[];
  readonly customer: Pick<Customer, "id" | "email">;
};

/** The outcome of a call or of its replay. */
export const keptIssue = kept(issuesToCustomers, ({ frame, changed }): VouchersIssued => {
  const { customer, template, channels } = frame;
  const vouchers = changed.map((voucher) => ({
    ...{ ...voucher, isActive: true, isGenerated: false, notes: frame.notes },
    channels: [...channels],
    template: {
      id: template.id,
      name: template.name,
      shortDescription: template.shortDescription,
      description: template.description,
      instructions: template.instructions,
      termsAndConditions: template.termsAndConditions,
      pictureUrl: template.pictureUrl,
      extraData: template.extraData,
    },
  }));
  return { vouchers, customer };
});

/** The values that one call sends, without its idempotency key. */
export type IssueToCustomerCall = Parameters<typeof issuesToCustomers.refuse>[1];

/** The columns of an issue, and of its check, before its vouchers are made. */
export function columnsOfIssue(ctx: CoreContext, input: IssueToCustomerInput) {
  const { user, templateId, quantity, startDate, today, value } = input;
  return {
    ...{ ...member.callOf(ctx, user), template: templateId, quantity, startDate, today },
    ...{ value, vouchers: null },
  };
}

/**
 * Issues vouchers of a template to a customer, all or none. The last day is the first day plus the template's
 * `validityDays`. Without `validityDays`, the vouchers never expire. Throws `invalid_user`,
 * `invalid_voucher_template`, `voucher_value_not_dynamic`, `required` for the value, and `invalid` for the
 * first day. Interface 2, section 6.
 */
export async function issueToCustomer(
  ctx: CoreContext,
  input: IssueToCustomerInput,
): Promise<VouchersIssued> {
  const call: IssueToCustomerCall = {
    ...(await auditOf(ctx, { subject: `voucher template ${input.templateId}` })),
    ...columnsOfIssue(ctx, input),
    ...{ notes: input.notes, transaction: input.transactionId ?? null },
    ...keyOf(ctx),
  };
  const done = await send(ctx, issuesToCustomers, call, {
    subjects: () => [],
    recordedAs: null,
    weight: ({ vouchers, quantity }: IssueToCustomerCall) => (vouchers === null ? 0 : quantity),
  });
  return keptIssue.read(done);
}

/** The refusal of a voucher that an operation issues besides, on its field. The message begins with the old field. */
export function refusalOfIssue(
  { field: part, message, ...refusal }: Refusal,
  field: string,
): Refusal {
  return { ...refusal, message: part ? `${part}: ${message}` : message, field };
}
