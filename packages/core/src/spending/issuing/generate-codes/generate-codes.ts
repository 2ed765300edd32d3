import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { keyOf } from "../../../foundation/writing/index.ts";
import { type Job, jobJson } from "../../../holding/vouchers/index.ts";
import { audit, merchant, template } from "../../../machinery/facts/index.ts";
import { operation, rowOf, send } from "../../../machinery/kernel/index.ts";

const call = {
  /** The id of the job. */
  job: "bigint",
  /** How many codes it makes. */
  quantity: "int",
} as const;
const c = rowOf("c", { ...call, actor: 0 });
const b = rowOf("b", { firstDay: 0, namedEnd: 0 });
const s = rowOf("s", { firstDay: 0, lastDay: 0, template: 0, now: 0 });

/** The template, and the last day by it, as they are when the template is locked. */
const templateLocked = {
  ...template.locked,
  adds: {
    template: template.document,
    lastDay: sql`coalesce(${b.namedEnd}, ${b.firstDay} + ${template.templates.validityDays})`,
  },
};

/** Starts jobs that generate codes. */
export const codeJobs = operation({
  name: "catalogue.generateCodes",
  statement: "generate_codes",
  call,
  sees: [merchant.found, template.found, template.period, audit.found],
  checks: [template.checks, { periodRunsForward: template.periodRunsForward }],
  once: [],
  locks: [templateLocked],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    started: insertInto(
      schema.jobs,
      {
        id: c.job,
        kind: sql`'voucher_codes'`,
        task: json({
          template: s.template as SQL<unknown>,
          startDate: s.firstDay as SQL<string>,
          endDate: s.lastDay as SQL<string | null>,
        }),
        total: c.quantity,
        createdBy: c.actor,
        createdAt: s.now,
      },
      { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning *` },
    ),
    entry: audit.entries({
      action: "catalogue.generateCodes",
      details: `json_build_object('job', c.job, 'codes', c.quantity, 'startDate', d.first_day,
    'endDate', d.last_day)`,
    }),
  },
  frame: sql<object>`json_build_object()`,
  changed: sql<Job>`(select ${sql.raw(jobJson)} from started j where j.id = ${c.job})`,
});

/** The codes to generate, and the period in which they can be redeemed. */
type GenerateInput = {
  readonly templateId: number;
  /** 1 to 100,000. */
  readonly quantity: number;
  /** Null means today in the merchant's calendar. */
  readonly startDate: string | null;
  /**
   * If null, the last day is the first day plus the template's `validityDays`. Without `validityDays`, codes
   * never expire.
   */
  readonly endDate: string | null;
};

/**
 * Starts a job that creates vouchers that nobody holds. The customer who redeems such a voucher becomes its
 * holder. Throws `invalid_voucher_template`, and `invalid` for a dynamic template without a value or an
 * `endDate` before the start.
 */
export async function generateCodes(ctx: CoreContext, input: GenerateInput): Promise<Job> {
  const { templateId, quantity, startDate, endDate } = input;
  const call = {
    ...(await auditOf(ctx, { subject: `voucher template ${templateId}` })),
    job: await ctx.ids.take(ctx.caller.merchant.id, "jobs"),
    template: templateId,
    ...{ quantity, startDate, endDate },
    ...keyOf(ctx),
  };
  const how = { subjects: () => [], recordedAs: null };
  const { changed } = await send(ctx, codeJobs, call, how);
  return changed;
}
