import { jsonIf, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  inactiveStore,
  otherStore,
  type StoreNow,
  unknownStore,
} from "../../running/merchants/index.ts";
import { check, fact, from, merchantId, rowOf, unless } from "../kernel/index.ts";

export const stores = alias(schema.stores, "s");
const byId = alias(schema.stores, "s_id");
const byCode = alias(schema.stores, "s_code");

const call = {
  storeId: "bigint | null",
  storeCode: "text",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
} as const;
const c = rowOf("c", call);

/** The day and the time in the store's zone. */
const today = sql<string>`s.today`;
const time = sql<string>`s.time`;

/**
 * The call's store. Looks for an id, then for a code. If the request's text begins with a zero, looks for a
 * code first: nobody writes ids that way.
 */
export const found = fact({
  call,
  joins: ({ limit }) => {
    const one = sql.raw(limit);
    return sql`
  left join lateral (select s_id.id from ${from(byId)} where ${byId.merchantId} = ${merchantId}
    and ${byId.id} = ${c.storeId} and ${c.storeCode} not like '0%'${one}) s_id on true
  left join lateral (select s_code.id from ${from(byCode)} where ${byCode.merchantId} = ${merchantId}
    and ${byCode.codeKey} = ${c.storeCode} and ${byId.id} is null${one}) s_code on true
  left join lateral (select s.*, (c.now at time zone ${stores.timezone})::date as today,
      to_char(c.now at time zone ${stores.timezone}, 'HH24:MI:SS') as time
    from ${from(stores)} where ${stores.merchantId} = ${merchantId}
      and ${stores.id} = coalesce(${byId.id}, ${byCode.id}, ${c.storeId})${one}) s on true`;
  },
  keeps: { storeId: stores.id, today },
  shows: {
    store: jsonIf(stores.id, {
      id: stores.id,
      code: stores.code,
      name: stores.name,
      isActive: stores.isActive,
      today,
      time,
    }),
  },
});

/** The call's store, if the call names one. */
export const foundIfNamed = fact({ ...found, call: { ...call, storeCode: "text | null" } });

/** Whether the store exists, is one of the caller's and is active, in this order. */
export const checks = {
  storeExists: check({
    code: "invalid_store",
    holds: () => sql`${stores.id} is not null`,
    words: () => unknownStore,
  }),
  storeIsCallers: check({
    code: "permission_denied",
    holds: () => sql`${c.allowedStores} is null or ${stores.id} = any (${c.allowedStores})`,
    words: ({ store }: { readonly store: Pick<StoreNow, "id"> }, _call, caller) =>
      otherStore(caller, store.id),
  }),
  storeIsActive: check({
    code: "invalid_store",
    holds: () => sql`${stores.isActive}`,
    words: ({ store }: { readonly store: Pick<StoreNow, "name"> }) => inactiveStore(store),
  }),
};

/** `checks`, if the call names a store. */
export const checksIfNamed = unless(sql`${c.storeCode} is null`, checks);
