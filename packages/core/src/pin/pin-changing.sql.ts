import { inTransaction, now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { spendingArms, spentOrRefuse } from "../budgets/index.ts";
import type { CoreContext } from "../context.ts";
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

/** Ends authorizations made with the old PIN, because a customer who changes it may suspect a theft. */
const endedArms: Readonly<Record<string, SQL>> = {
  // locked by id, because redemptions may lock the same rows
  live: sql`select a.id from redemption_authorizations a
    where a.merchant_id = ${p("merchantId")} and a.customer_id = ${p("customerId")}
      and a.spent_by_redemption_id is null and a.expires_at > ${now} and exists (select 1 from changed)
    order by a.id for update`,
  // in the past, so that a redemption that began before this statement ended also finds it expired
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
 * Waits for the lock on the PIN. An authorization that was being made with the PIN is visible only to a
 * statement that begins afterwards.
 */
const wait = statement<boolean>(
  "wait_for_pin",
  {
    locked: sql`select 1 from pins where merchant_id = ${p("merchantId")}
      and customer_id = ${p("customerId")} for update`,
  },
  sql`to_json(exists (select 1 from locked))`,
);

/** Sets or replaces the PIN if the proof still holds; otherwise returns false. */
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

/** Sets the first PIN. Returns false if a PIN is set already, or the customer was anonymized meanwhile. */
export function insertPin(
  ctx: CoreContext,
  parameters: ChangeParameters & { readonly newVerifier: string },
): Promise<boolean> {
  return run(ctx.db, setFirst, parameters);
}

const isLeftBehind = sql`b <= ${now} - interval '1 second' * ${DECIDING_SECONDS}`;

/**
 * Clears the count of wrong tries. Running tries stay undecided. Tries that a crash left undecided are
 * removed, and count only as `lifetimeWrongTries` says.
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

/** Clears both counts of wrong tries. Only for staff, who give a reason. */
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
 * Clears the count that expires and keeps the count for life. Returns false if the count for life blocks the
 * PIN, true if there is no PIN. A spent budget refuses everything (`withinBudgets`).
 */
export function clearLapsingPinTries(
  ctx: CoreContext,
  parameters: Pick<ChangeParameters, "customerId"> & Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return run(ctx.db, unblockByToken, parameters);
}
