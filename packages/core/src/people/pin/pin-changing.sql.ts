import { inTransaction, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { spendingArms, spentOrRefuse } from "../../foundation/budgets/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  type ChangeParameters,
  changingArms,
  DECIDING_SECONDS,
  entryArm,
  hasChanged,
  type Proof,
  proofParameters,
} from "../credentials/index.ts";

const p = sql.placeholder;

/** Ends authorizations made with the old PIN, because a customer who suspects a theft changes the PIN. */
const endedArms: Readonly<Record<string, SQL>> = {
  // locks in the order of ids, because redemptions may lock the same rows
  live: sql`select a.id from redemption_authorizations a
    where a.merchant_id = ${p("merchantId")} and a.customer_id = ${p("customerId")}
      and a.spent_by_redemption_id is null and a.expires_at > ${now} and exists (select 1 from changed)
    order by a.id for update`,
  // `expires_at` is set to a past time. So a redemption that began before this statement ended also finds
  // the authorization expired.
  ended: sql`update redemption_authorizations set expires_at = created_at
    where merchant_id = ${p("merchantId")} and id in (select id from live)`,
};

const changes = {
  change: statement<boolean>("change_pin", changingArms("pin", "pin", endedArms), hasChanged),
  resetByOtp: statement<boolean>(
    "reset_pin_by_otp",
    changingArms("pin", "otp", endedArms),
    hasChanged,
  ),
  resetByPassword: statement<boolean>(
    "reset_pin_by_password",
    changingArms("pin", "password", endedArms),
    hasChanged,
  ),
};

/**
 * Locks the PIN's row. Waits for an authorization in progress, which locks the row too. The change is a
 * second statement, because a statement sees that authorization only if it begins after this lock is
 * granted.
 */
const wait = statement<boolean>(
  "wait_for_pin",
  {
    locked: sql`select 1 from pins where merchant_id = ${p("merchantId")}
      and customer_id = ${p("customerId")} for update`,
  },
  sql`to_json(exists (select 1 from locked))`,
);

/** Sets or replaces the PIN. Returns false if the proof is no longer valid. */
export function savePin<Way extends keyof typeof changes>(
  ctx: CoreContext,
  parameters: ChangeParameters & { readonly newVerifier: string },
  way: Way,
  proof: Proof[Way],
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await run(tx, wait, parameters);
    return run(tx, changes[way], { ...parameters, ...proofParameters(proof) });
  });
}

const setFirst = statement<boolean>(
  "set_pin",
  {
    ...changingArms("pin", "none"),
    changed: sql`insert into pins as x (merchant_id, customer_id, verifier)
      select ${p("merchantId")}, customer_id, ${p("newVerifier")} from proof
      on conflict (merchant_id, customer_id) do nothing
      returning x.customer_id`,
  },
  hasChanged,
);

/** Sets the first PIN. Returns false if a PIN is set already, or if the customer was anonymized meanwhile. */
export function insertPin(
  ctx: CoreContext,
  parameters: ChangeParameters & { readonly newVerifier: string },
): Promise<boolean> {
  return run(ctx.db, setFirst, parameters);
}

const isLeftBehind = sql`b <= ${now} - interval '1 second' * ${DECIDING_SECONDS}`;

/**
 * Sets the count of wrong tries to 0, and the count for life to `lifetimeWrongTries`. Keeps tries that are
 * still being checked. Removes tries without an outcome that a crash left.
 */
const unblocked = (lifetimeWrongTries: SQL, condition: SQL) => sql`update pins set wrong_tries = 0,
    lifetime_wrong_tries = ${lifetimeWrongTries}, last_wrong_at = null,
    deciding = array(select b from unnest(deciding) b where not ${isLeftBehind} order by b)
  where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}
    and ${condition}
  returning customer_id`;

const unblockByStaff = statement<null>(
  "unblock_pin_by_staff",
  { changed: unblocked(sql`0`, sql`true`), entry: entryArm },
  sql`null`,
);

/** Sets both counts of wrong tries to 0. Only for staff, who give a reason. */
export async function clearPinTries(
  ctx: CoreContext,
  parameters: Pick<ChangeParameters, "customerId"> & Readonly<Record<string, unknown>>,
): Promise<void> {
  await run(ctx.db, unblockByStaff, parameters);
}

const lifetimeWrong = sql`lifetime_wrong_tries
  + (select count(*) from unnest(deciding) b where ${isLeftBehind})`;

const unblockByToken = statement<boolean>(
  "unblock_pin_by_token",
  {
    changed: unblocked(
      lifetimeWrong,
      sql`${lifetimeWrong} < (select pin_lifetime_attempts from merchants where id = ${p("merchantId")})`,
    ),
    ...spendingArms(sql`changed`),
    entry: entryArm,
  },
  sql`to_json(case when ${spentOrRefuse} then exists (select 1 from changed)
    or not exists (select 1 from pins
      where merchant_id = ${p("merchantId")} and customer_id = ${p("customerId")}) end)`,
);

/**
 * Sets the count that expires to 0, and keeps the count for life. Returns false if the count for life blocks
 * the PIN, else true, even if no PIN is set. A spent budget rolls everything back (`withinBudgets`).
 */
export function clearLapsingPinTries(
  ctx: CoreContext,
  parameters: Pick<ChangeParameters, "customerId"> & Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return run(ctx.db, unblockByToken, parameters);
}
