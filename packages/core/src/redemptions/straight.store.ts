import { type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { customerDoc, membershipDoc } from "../customers/index.ts";
import { type Keyed, keyArm } from "../retries/index.ts";
import type { Decided } from "./saving.store.ts";
import { sceneArms, sceneParameters } from "./scene.store.ts";
import type { RedeemInput } from "./types.ts";

const p = sql.placeholder;
const { clock, store, customer, membership } = sceneArms;

/**
 * First arms of a statement that looks and writes in one: they end with one row, `entered`, where no
 * rule about the store, the customer, the membership and the PIN stands against it.
 */
const enteredArms: Readonly<Record<string, SQL>> = {
  clock,
  store,
  customer,
  membership,
  entered: sql`select c.id as customer_id, s.id as store_id, (k.now at time zone s.timezone)::date as today
    from clock k, store s, customer c, membership ms
    where s.is_active and (${p("allowedStores")}::text is null or s.id = any(${p("allowedStores")}::text::bigint[]))
      and c.is_active and ms.status = 100 and not ms.is_blocked
      and not (select redemption_pin_authorization from merchants where id = ${p("merchantId")}::bigint)`,
};

/** What an arm that goes on from `entered` decides; its columns are named as in `enteredArms`. */
export const found: Decided = {
  customerId: sql`customer_id`,
  storeId: sql`store_id`,
  name: sql`name`,
  cost: sql`cost`,
};

/** Whether a thing can be redeemed at `e`, a row of `entered`: its days, its stores, its channels. */
export function available(days: SQL, places: SQL): SQL {
  return sql`${days}.is_active
    and (${days}.start_date is null or ${days}.start_date <= e.today)
    and (${days}.end_date is null or ${days}.end_date >= e.today)
    and (${places}.stores = '{}' or e.store_id = any(${places}.stores))
    and (${places}.channels = '{}' or ${p("channel")}::int = any(${places}.channels))`;
}

/** What the outcome is told from, as `attempt` keeps it: the customer's parts, and these. */
export function toldDoc(saving: SQL, parts: SQL, changed: SQL): SQL {
  return sql`json_build_object(
    'frame', json_build_object('saving', json_build_object('redemptionId', ${p("redemptionId")}::bigint,
        'extraData', ${p("extraData")}::json, ${saving}),
      'customer', ${customerDoc}, 'membership', ${membershipDoc}, ${parts}),
    'changed', json_build_object(${changed}))`;
}

/** Last arm: keeps what the arm `changed` tells under the key. */
const keptArm: SQL = sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
  select ${p("merchantId")}::bigint, ${p("operation")}::text, ${p("key")}::text, doc from changed
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`;

/** A statement for calls without an idempotency key, and one for those with it. */
export type Straight<Told> = Readonly<Record<"plain" | "keyed", Statement<Told | null>>>;

/**
 * Both from the same arms, which get the condition that the key is this statement's. They tell null
 * where nothing was written; the key alone would have stayed, so it is taken back. Without a key its
 * arms are left out, because starting an arm costs as much as a look-up.
 */
export function straight<Told>(
  name: string,
  arms: (isOurs: SQL) => Readonly<Record<string, SQL>>,
): Straight<Told> {
  const told = sql`(select doc from changed)`;
  return {
    plain: statement(name, { ...enteredArms, ...arms(sql`true`) }, told),
    keyed: statement(
      `${name}_keyed`,
      { ...enteredArms, key: keyArm, ...arms(sql`exists (select 1 from key)`), kept: keptArm },
      sql`coalesce(${told}, to_json(stampbook_refuse('state')))`,
    ),
  };
}

/** The one of the two that a call needs. */
export function chosen<Told>(of: Straight<Told>, { key }: Keyed): Statement<Told | null> {
  return key === null ? of.plain : of.keyed;
}

/** The parameters that all of them read. */
export function straightParameters(
  ctx: CoreContext,
  input: RedeemInput,
  { key, fingerprint, operation }: Keyed,
) {
  const { stores } = ctx.caller;
  return {
    ...sceneParameters(ctx, input),
    key,
    fingerprint,
    operation,
    allowedStores: stores && `{${stores.join(",")}}`,
    channel: input.channel,
    invoiceNumber: input.invoiceNumber,
    extraData: input.extraData === null ? null : JSON.stringify(input.extraData),
  };
}
