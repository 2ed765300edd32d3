import { insertInto, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ExtraData } from "../../holding/vouchers/index.ts";
import type { StoreNow } from "../../running/merchants/index.ts";
import { check, fact, from, lock, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { availability } from "./availability.ts";
import { customers } from "./member.ts";
import { type PromoCode, promoCodeWords } from "./promo-code.rules.ts";

const pc = alias(schema.promoCodes, "pc");
const pu = alias(schema.promoCodeUses, "pu");

const call = {
  /** The code, in the form that `codeKeyOf` returns. */
  promoCode: "text",
  channel: "int | null",
} as const;
const c = rowOf("c", call);

/** Hours in whole seconds. A missing start is 00:00:00, a missing end 23:59:59. */
const opens = sql`coalesce(${pc.startTime}::time(0), '00:00:00')`;
const closes = sql`coalesce(${pc.endTime}::time(0), '23:59:59')`;

type Now = { readonly today: SQL; readonly time: SQL };

/** The day to compare with the code's dates. Hours over midnight belong to the day on which they began. */
const dayOf = ({ today, time }: Now) =>
  sql<string>`${today} - case when ${closes} < ${opens} and ${time} <= ${closes} then 1 else 0 end`;

const today = sql`s.today`;
const time = sql`s.time::time`;
const usesByCustomer = sql<number>`coalesce(${pu.uses}, 0)`;

const keeps = {
  promoCodeId: pc.id,
  /** The promo code and the customer, who uses it once at a time. */
  customerUse: sql`array[${pc.id}, ${customers.id}]`,
  time,
  channel: c.channel,
  usesByCustomer,
};

/** The call's promo code, with the number of its uses by the call's customer. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select pc.* from ${from(pc)} where ${pc.merchantId} = ${merchantId}
    and ${pc.codeKey} = ${c.promoCode}${sql.raw(limit)}) pc on true
  left join lateral (select ${pu.uses} from ${from(pu)} where ${pu.merchantId} = ${merchantId}
    and ${pu.promoCodeId} = ${pc.id} and ${pu.customerId} = ${customers.id}${sql.raw(limit)}) pu on true`,
  keeps,
  shows: {
    promoCode: jsonIf(pc.id, {
      id: pc.id,
      code: pc.code,
      name: pc.name,
      description: pc.description,
      isActive: pc.isActive,
      startDate: pc.startDate,
      endDate: pc.endDate,
      startTime: sql<string | null>`${pc.startTime}::time(0)`,
      endTime: sql<string | null>`${pc.endTime}::time(0)`,
      maxUses: pc.maxUses,
      maxUsesPerCustomer: pc.maxUsesPerCustomer,
      uses: pc.uses,
      usesByCustomer,
      stores: pc.stores,
      channels: pc.channels,
      extraData: sql<ExtraData>`${pc.extraData}`,
    }),
    promoCodeDay: dayOf({ today, time }),
  },
});

export const exists = check({
  code: "invalid_promo_code",
  isGuess: true,
  holds: () => sql`${pc.id} is not null`,
  words: () => promoCodeWords.unknown,
});

type Seen = { readonly promoCode: PromoCode };
type Placed = Seen & { readonly store: StoreNow; readonly promoCodeDay: string };

const code = "promo_code_not_available";
const here = availability<Placed, Now & { readonly channel: SQL }>(
  { row: pc, places: pc, again: "pc", today: dayOf, channel: ({ channel }) => channel },
  { other: code, early: code, late: code },
  ({ promoCode: { startDate, endDate, stores, channels }, promoCodeDay }) => ({
    noun: "This promo code",
    startDate,
    endDate,
    stores,
    channels,
    today: promoCodeDay,
  }),
);

/** Whether the promo code can be redeemed in this store, on this channel and now. */
export const isAvailable = {
  promoCodeIsActive: here.isActive,
  promoCodeHasStarted: here.hasStarted,
  promoCodeHasNotEnded: here.hasNotEnded,
  promoCodeIsAtStore: here.isAtStore,
  promoCodeIsOnChannel: here.isOnChannel,
  promoCodeIsInHours: check({
    code,
    again: "pc",
    holds: ({ time }: Pick<Now, "time">) => sql`case when ${opens} <= ${closes}
        then ${opens} <= ${time} and ${time} <= ${closes}
        else ${opens} <= ${time} or ${time} <= ${closes} end`,
    words: ({ promoCode, store }: Placed) => promoCodeWords.closed(promoCode, store),
  }),
};

/** Whether the promo code has uses left, in all and for the customer. */
export const hasUses = {
  // not judged again: what is then left is allotted to the calls of a batch
  promoCodeHasUses: check({
    code: "promo_code_limit_reached",
    holds: () => sql`${pc.maxUses} is null or ${pc.uses} < ${pc.maxUses}`,
    words: ({ promoCode }: Seen) => promoCodeWords.usedUp(promoCode),
  }),
  customerHasUses: check({
    code: "promo_code_limit_reached",
    again: "pc",
    holds: ({ usesByCustomer }: { readonly usesByCustomer: SQL }) =>
      sql`${pc.maxUsesPerCustomer} is null or ${usesByCustomer} < ${pc.maxUsesPerCustomer}`,
    words: ({ promoCode }: Seen) => promoCodeWords.usedByCustomer(promoCode),
  }),
};

const b = rowOf("b", keeps);
const l = rowOf("l", { ...keeps, customerId: 0, usesLeft: 0, place: 0 });
const s = rowOf("s", { ...keeps, redemption: 0, name: 0 });

/** Locks the promo code. */
export const locked = lock({
  row: "pc",
  table: pc,
  merchantId: pc.merchantId,
  strength: "no key update",
  isShared: true,
  is: sql`${pc.id} = ${b.promoCodeId}`,
  adds: {
    name: pc.name,
    usesLeft: sql`${pc.maxUses} - ${pc.uses}`,
  },
});

/** The promo code's uses, which the calls of a batch use up. */
export const uses = {
  as: "place",
  of: sql`${pc.id}`,
  isLeft: sql`(${l.usesLeft} is null or ${l.place} <= ${l.usesLeft})`,
};

/** Counts the customer's use, unless another transaction has counted one since the statement looked. */
export const takes = (isOwned: SQL) => ({
  used: insertInto(
    schema.promoCodeUses,
    {
      promoCodeId: l.promoCodeId,
      customerId: l.customerId,
      uses: sql`${l.usesByCustomer} + 1`,
    },
    {
      from: sql`from locked l where ${isOwned}`,
      end: sql`on conflict (merchant_id, promo_code_id, customer_id) do update set uses = excluded.uses
    where promo_code_uses.uses = excluded.uses - 1
  returning promo_code_id, customer_id`,
    },
  ),
});

/** The calls whose use was counted. */
export const change = () => sql`
  select l.* from locked l
  join used on used.promo_code_id = ${l.promoCodeId} and used.customer_id = ${l.customerId}`;

/** Counts all uses of each promo code. */
export const count = updateFrom(
  pc,
  { uses: sql`${pc.uses} + t.uses` },
  {
    from: sql`(select promo_code_id, count(*) as uses from changed group by promo_code_id) t`,
    where: sql`${pc.id} = t.promo_code_id`,
    returning: sql`${pc.id}`,
  },
);

/** Inserts the lines of the redemptions. */
export const lines = insertInto(
  schema.redemptionLines,
  {
    redemptionId: s.redemption,
    line: sql`1`,
    promoCodeId: s.promoCodeId,
    name: s.name,
    requestId: sql`c.request_id`,
  },
  { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
);
