import { jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { check, fact, from, merchantId, rowOf } from "../kernel/index.ts";
import type { StoreNow } from "../merchants/index.ts";
import type { ExtraData } from "../vouchers/index.ts";
import { availability } from "./availability.ts";
import { u } from "./member.ts";
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

/** The call's promo code, with the number of its uses by the call's customer. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select pc.* from ${from(pc)} where ${pc.merchantId} = ${merchantId}
    and ${pc.codeKey} = ${c.promoCode}${sql.raw(limit)}) pc on true
  left join lateral (select ${pu.uses} from ${from(pu)} where ${pu.merchantId} = ${merchantId}
    and ${pu.promoCodeId} = ${pc.id} and ${pu.customerId} = ${u.id}${sql.raw(limit)}) pu on true`,
  keeps: { promoCodeId: pc.id, time, channel: c.channel, usesByCustomer },
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
  promoCodeHasUses: check({
    code: "promo_code_limit_reached",
    again: "pc",
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
