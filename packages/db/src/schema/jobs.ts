import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment } from "./columns.ts";
import { merchants } from "./merchants.ts";

/**
 * Long background work. Each batch updates `done` in its own statement, so a job whose process died
 * continues where it stopped.
 */
export const jobs = pgTable(
  "jobs",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: id().notNull(),
    kind: text().notNull(),
    /** The job's input. Each kind of job has its own format. */
    task: json().notNull(),
    /** running, done, canceled, failed */
    state: text().notNull().default("running"),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Why the job failed. */
    error: text(),
    /**
     * The end of the lease of the process that works on the job. After that, any process may continue the
     * job.
     */
    leasedUntil: moment(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("jobs_running").on(t.merchantId, t.id).where(sql`${t.state} = 'running'`),
    check("jobs_kind", sql`${t.kind} in ('voucher_codes')`),
    check(
      "jobs_state",
      sql`${t.state} in ('running', 'done', 'canceled', 'failed') and (${t.endedAt} is null) = (${t.state} = 'running')`,
    ),
    check("jobs_done", sql`${t.done} between 0 and ${t.total}`),
  ],
);

/** The vouchers that a job has made, one row per batch; the ids within a batch are consecutive. */
export const jobVouchers = pgTable(
  "job_vouchers",
  {
    merchantId: merchantId(),
    jobId: id().notNull(),
    firstVoucherId: id().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.jobId, t.firstVoucherId] }),
    index("job_vouchers_first").on(t.merchantId, t.firstVoucherId),
    foreignKey({ columns: [t.merchantId, t.jobId], foreignColumns: [jobs.merchantId, jobs.id] }),
  ],
);
