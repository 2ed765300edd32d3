import { sql } from "drizzle-orm";
import { withoutCaller } from "./caller.ts";
import { run, statement } from "./statements/statement.ts";
import type { Db } from "./types.ts";

/**
 * Kinds of records. Each merchant has its own ids of each kind, except that store ids are unique across
 * merchants.
 */
export type IdKind =
  | "customers"
  | "stores"
  | "voucher_templates"
  | "rewards"
  | "promo_codes"
  | "vouchers"
  | "redemptions"
  | "redemption_authorizations"
  | "redemption_cancels"
  | "refusals"
  | "bookings"
  | "api_tokens"
  | "staff_devices"
  | "audit_entries"
  | "jobs"
  | "transactions"
  | "transaction_modifications"
  | "stamp_awards"
  | "stamp_deductions"
  | "level_changes";

/** Hands out ids. Ids that a failed statement did not use are skipped, never reused. */
export type Ids = {
  take: (merchantId: number, kind: IdKind) => Promise<number>;
  takeMany: (merchantId: number, kind: IdKind, count: number) => Promise<number[]>;
};

const BLOCK = 50;

const takeBlock = statement<number>(
  "take_id_block",
  {
    taken: sql`insert into id_counters (merchant_id, kind, next_id)
      values (${sql.placeholder("merchantId")}::bigint, ${sql.placeholder("kind")}::text, ${sql.placeholder("least")}::bigint + ${sql.placeholder("size")}::bigint)
      on conflict (merchant_id, kind) do update
        set next_id = greatest(id_counters.next_id, ${sql.placeholder("least")}::bigint) + ${sql.placeholder("size")}::bigint
      returning next_id`,
  },
  sql`(select next_id from taken)`,
);

/**
 * Makes a source of ids, which counts per merchant and reserves ids in blocks. So no merchant sees another's
 * volume, ids stay small, and most calls do not touch the counter's row. PostgreSQL's sequences do not count
 * per merchant, and give large ids once the tables are distributed.
 */
export function createIds(db: Db): Ids {
  const blocks = new Map<string, { next: number; end: number }>();
  const refills = new Map<string, Promise<void>>();

  async function refill(merchantId: number, kind: IdKind, slot: string, count: number) {
    const size = Math.max(BLOCK, count);
    // a standby that was promoted may not know of the last block, whose ids are used
    const least = blocks.get(slot)?.end ?? 1;
    const end = Number(await run(db, takeBlock, { merchantId, kind, size, least }));
    blocks.set(slot, { next: end - size, end });
  }

  async function takeMany(merchantId: number, kind: IdKind, count: number): Promise<number[]> {
    const slot = `${merchantId} ${kind}`;
    for (;;) {
      const block = blocks.get(slot);
      if (block && block.end - block.next >= count) {
        const first = block.next;
        block.next += count;
        return Array.from({ length: count }, (_, at) => first + at);
      }
      let waiting = refills.get(slot);
      if (!waiting) {
        // other callers wait for this refill too, so it must not stop when its first caller disconnects
        waiting = withoutCaller(() => refill(merchantId, kind, slot, count)).finally(() =>
          refills.delete(slot),
        );
        refills.set(slot, waiting);
      }
      await waiting;
    }
  }

  return {
    take: async (merchantId, kind) => {
      const [id] = await takeMany(merchantId, kind, 1);
      return id as number;
    },
    takeMany,
  };
}
