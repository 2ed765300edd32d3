import {
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyColumns,
  keyParts,
} from "../../writing/index.ts";
import {
  authorizationJson,
  authorizationToSpend,
  customerJson,
  isAllowed,
  lookups,
  membershipJson,
  placeColumns,
  storeJson,
} from "../lookups.sql.ts";
import { isOpen, voucher, voucherJson } from "../voucher.sql.ts";
import {
  insertEntries,
  insertLines,
  insertRedemptions,
  lockVouchers,
  outcomes,
  spendAuthorizations,
  voucherSeenParts,
} from "../whole-voucher.sql.ts";
import type { VoucherDone, VoucherSeen } from "./redeem-voucher.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemVoucher";

const types = {
  ...placeColumns,
  redemption: "bigint",
  voucher: "bigint",
  channel: "int | null",
  invoiceNumber: "text | null",
  extraData: "json | null",
  requestId: "text | null",
  actor: "text",
  ...keyColumns,
} as const;

/** What the statement is sent for one call. */
export type VoucherCall = CallOf<typeof types>;

/** The statement's arms after `calls`, and its select. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    locked: "locked",
    done: "done",
  });
  return `
seen as materialized (
  select c.n, c.now, c.key, c.fingerprint, c.redemption, s.id as store_id, s.today, u.id as customer_id,
    v.id as voucher_id, v.customer_id as holder_id, v.redeemed_at, t.id as template_id, t.name,
    t.stores, t.channels, m.redemption_pin_authorization as needs_authorization,
    ${authorizationToSpend} as authorization_id,
    ${storeJson} as store, ${customerJson} as customer, ${membershipJson} as membership,
    ${authorizationJson} as authorized, ${voucherJson} as voucher, ${key.keptJson} as kept,
    ${isAllowed}
      and ${isOpen("u.id", "s.today")}
      and (t.stores = '{}' or s.id = any (t.stores))
      and (t.channels = '{}' or c.channel = any (t.channels))
      and ${key.isNew} as passes
  from calls c${lookups(form)}${voucher(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["voucher_id", "authorization_id", "key"])}
),
locked as materialized (${lockVouchers(form, "able", isOpen("b.customer_id", "b.today"))}
),${key.owned}
spent as (
  update vouchers v
  set redeemed_at = l.now, remaining_value = case when v.remaining_value is not null then 0 end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and ${key.isOwned}
  returning l.*
),
redeemed as (${insertRedemptions("spent", "voucher")}
),
authorized as (${spendAuthorizations("spent")}
),
line as (${insertLines("spent")}
),
entry as (${insertEntries("spent")}
),
done as (${outcomes("spent", "seen")}
)${key.outcome}
select b.n,
  case when d.n is null then json_build_object(${voucherSeenParts}) end as seen,
  d.outcome as done
from seen b left join done d on d.n = b.n`;
}

/**
 * Redeems vouchers, each at most once. A call is done exactly if the rules have nothing against it,
 * nothing is kept under its key, no call before it in the batch spends the same voucher or
 * authorization or has the same key, and no other transaction holds these rows.
 */
export const redeemVouchers = batchStatement<VoucherCall, VoucherSeen, VoucherDone>(
  "redeem_vouchers",
  columnsOf(types),
  arms,
);
