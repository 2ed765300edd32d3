import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../context.ts";

const p = sql.placeholder;
const now = sql`(clock_timestamp() + ${p("offsetMs")}::double precision * interval '1 millisecond')`;

const merchantIds = statement<number[] | null>(
  "list_merchant_ids",
  {},
  sql`(select json_agg(id order by id) from merchants)`,
);

/** Every merchant's id: what serves all of them goes merchant by merchant. */
export async function listMerchantIds(deps: Pick<CoreDeps, "db">): Promise<number[]> {
  return (await run(deps.db, merchantIds, {})) ?? [];
}

/** How many rows went, by what they were. */
export type Swept = {
  readonly refusals: number;
  readonly idempotencyKeys: number;
  readonly counters: number;
};

const sweep = statement<Swept>(
  "sweep_merchant",
  {
    newest: sql`select created_at, id from refusals where merchant_id = ${p("merchantId")}::bigint
      order by created_at desc, id desc offset ${p("mostRefusals")}::int limit 1`,
    refusals_gone: sql`delete from refusals r where r.merchant_id = ${p("merchantId")}::bigint
      and (r.created_at < ${now} - interval '30 days'
        or (r.created_at, r.id) <= (select created_at, id from newest))
      returning 1`,
    keys_gone: sql`delete from idempotency_keys k where k.merchant_id = ${p("merchantId")}::bigint
      and k.created_at < ${now} - interval '7 days' returning 1`,
    counters_gone: sql`delete from attempt_counters c where c.merchant_id = ${p("merchantId")}::bigint
      and c.window_start < ${now} - interval '1 day' returning 1`,
  },
  sql`json_build_object('refusals', (select count(*) from refusals_gone),
    'idempotencyKeys', (select count(*) from keys_gone),
    'counters', (select count(*) from counters_gone))`,
);

/** Deletes one merchant's rows that nothing asks for any more. */
export function sweepMerchant(
  deps: Pick<CoreDeps, "db" | "clockOffsetMs">,
  merchantId: number,
  mostRefusals: number,
): Promise<Swept> {
  return run(deps.db, sweep, { merchantId, mostRefusals, offsetMs: deps.clockOffsetMs });
}
