import { isCurrent } from "../stamps/index.ts";
import type { Form } from "../writing/index.ts";
import { isMember } from "./lookups.sql.ts";

// Joins that lock rows, for all ways to redeem. Each joins to `b`, the row of a call that passes. Each
// repeats the conditions on the row that it locks, because another transaction may have changed this row
// since the statement began.

/**
 * Locks `a`, the authorization that the call spends. Keeps calls whose authorization was not locked: filter
 * them out with `hasAuthorization`.
 */
export const lockAuthorization = ({ skipLocked }: Form) => `
  left join lateral (select a.id from redemption_authorizations a
    where a.merchant_id = $1 and a.id = b.authorization_id
      and a.spent_by_redemption_id is null and a.expires_at > b.now
    for no key update ${skipLocked}) a on true`;

/** Whether the call's authorization was locked, or the call needs none. */
export const hasAuthorization = "(a.id is not null or b.authorization_id is null)";

/**
 * Locks `ms`, the membership, if it is active, is not blocked, has the call's `cost` in stamps, and has no
 * stamps that are due to expire.
 */
export const lockMembership = ({ skipLocked }: Form) => `
  cross join lateral (select ms.customer_id from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ${isCurrent("b.day")} and ${isMember} and ms.stamps >= b.cost
    for no key update ${skipLocked}) ms`;

/** Locks `u`, the customer of the redemption, if the customer is active and not anonymized. */
export const lockCustomer = ({ skipLocked }: Form) => `
  cross join lateral (select u.id from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.is_active and u.anonymized_at is null
    for key share ${skipLocked}) u`;
