import { insertStampEntries } from "../stamps/index.ts";

// Writes of all ways to redeem. `rows` is the name of a CTE. The CTE has a row for each call that is done,
// with the columns of the CTE `locked`.

type RedemptionKind =
  | "reward"
  | "rewards"
  | "voucher"
  | "voucher_code"
  | "voucher_value"
  | "promo_code";

/** Inserts the redemptions of `rows`. The options are SQL over a row `s` and its call `c`. */
export const insertRedemptions = (
  rows: string,
  kind: RedemptionKind,
  { stampsUsed = "0", extraData = "c.extra_data" } = {},
) => `
  insert into redemptions as r (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel,
    invoice_number, extra_data, created_at, redeemed_by)
  select $1, s.redemption, '${kind}', s.customer_id, s.store_id, s.name, ${stampsUsed}, c.channel,
    c.invoice_number, ${extraData}, s.now, c.actor
  from ${rows} s join calls c on c.n = s.n
  returning r.id`;

/** Marks the authorizations of `rows` as spent by the redemptions, which the statement must also insert. */
export const spendAuthorizations = (rows: string) => `
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from ${rows} s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id`;

/**
 * For each row of `locked` for which `isOwned` is true, subtracts the `cost` from the membership's stamps.
 * Returns these rows with the new stamps, balance and `entry_number`.
 */
export const charge = (locked: string, isOwned: string) => `
  update memberships ms set stamps = ms.stamps - l.cost,
    entry_number = ms.entry_number + (l.cost > 0)::int
  from ${locked} l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${isOwned}
  returning l.*, ms.stamps, ms.balance, ms.entry_number`;

/**
 * Inserts the ledger entries for `charged`, a CTE of the rows that `charge` returned. A cost of 0 has no
 * entry.
 */
export const chargeEntries = (charged: string) =>
  insertStampEntries(charged, {
    cause: "redemption",
    causeId: "s.redemption",
    delta: "-s.cost",
    where: "s.cost > 0",
  });

/** The stamps and the balance after `charge`, as arguments of `json_build_object`. */
export const chargedParts = "'stamps', s.stamps, 'balance', s.balance::text";

/**
 * Selects the outcomes of `rows`. `parts` are the fields that an operation adds, as arguments of
 * `json_build_object`. They read `s`, a row of `rows`; `b`, its row of `seen`; and `c`, its call.
 */
export const outcomes = (
  rows: string,
  seen: string,
  parts: { readonly saving?: string; readonly frame?: string; readonly changed?: string } = {},
) => `
  select s.n, s.key, json_build_object(
    'frame', json_build_object(
      'saving', json_build_object(${joined("'redemptionId', s.redemption, 'name', s.name", parts.saving)}),
      ${joined("'customer', b.customer, 'membership', b.membership", parts.frame)}),
    'changed', json_build_object(${parts.changed ?? ""})) as outcome
  from ${rows} s join ${seen} b on b.n = s.n join calls c on c.n = s.n`;

const joined = (...parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(", ");
