import { insertInto, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { kept, keyOf } from "../../foundation/writing/index.ts";
import { audit } from "../../machinery/facts/index.ts";
import {
  fact,
  from,
  lock,
  merchantId,
  operation,
  rowOf,
  send,
  updateFrom,
} from "../../machinery/kernel/index.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import type { PaymentMethod } from "./payment-methods.sql.ts";

const { paymentMethods } = schema;
const pm = alias(paymentMethods, "pm");

const call = {
  code: "text",
  /** The code in capitals (`codeKeyOf`), because codes are compared without case. */
  codeKey: "text",
  name: "text",
  earns: "boolean",
} as const;
const c = rowOf("c", call);

const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select ${pm.codeKey} from ${from(pm)}
    where ${pm.merchantId} = ${merchantId} and ${pm.codeKey} = ${c.codeKey}${sql.raw(limit)}) pm on true`,
  keeps: { codeKey: c.codeKey, knownKey: pm.codeKey },
  shows: {},
});

const before = { codeBefore: pm.code, nameBefore: pm.name, earnsBefore: pm.earns };
const l = rowOf("l", { ...before, ...found.keeps, n: 0, now: 0 });

/** Locks the method as it is before the change. A new one has no row. */
const locked = lock({
  row: "pm",
  table: pm,
  merchantId: pm.merchantId,
  strength: "no key update",
  is: sql`${pm.codeKey} = b.code_key`,
  onlyIf: sql`b.known_key`,
  adds: before,
});

/** The fields in which the call differs from the locked row, with old and new values. Null if none does. */
const changes = sql`(select json_object_agg(x.field, json_build_object('from', x.before, 'to', x.after))
    from (values ('code', to_json(${l.codeBefore}), to_json(${c.code})), ('name', to_json(${l.nameBefore}), to_json(${c.name})),
      ('earns', to_json(${l.earnsBefore}), to_json(${c.earns}))) as x(field, before, after)
    where x.before::text is distinct from x.after::text)`;

const s = rowOf("s", { codeKey: 0, n: 0 });

/**
 * Saves methods of payment. A call for a method that another transaction has just added is left out, and goes
 * again.
 */
export const methodsSaved = operation({
  name: "programme.paymentMethods.save",
  statement: "save_payment_methods",
  call: {},
  sees: [found, audit.found],
  checks: [],
  once: ["codeKey"],
  locks: [locked],
  takes: (isOwned) => ({
    added: insertInto(
      paymentMethods,
      {
        ...{ codeKey: l.codeKey, code: c.code, name: c.name, earns: c.earns },
        createdAt: l.now,
      },
      {
        from: sql`from locked l join calls c on c.n = ${l.n}
  where ${l.knownKey} is null and ${isOwned} order by ${l.codeKey}`,
        end: sql`on conflict do nothing returning code_key`,
      },
    ),
  }),
  change: (isOwned) => sql`
  select l.*, ${changes} as details from locked l join calls c on c.n = ${l.n}
  where ${isOwned} and (${l.knownKey} is not null or ${l.codeKey} in (select code_key from added))`,
  writes: {
    updated: updateFrom(
      pm,
      { code: c.code, name: c.name, earns: c.earns },
      {
        from: sql`changed s join calls c on c.n = ${s.n}`,
        where: sql`${pm.codeKey} = ${s.codeKey} and s.known_key is not null and s.details is not null`,
        returning: sql`1`,
      },
    ),
    entry: audit.entries({
      action: "programme.paymentMethods.save",
      rows: "(select s.* from changed s where s.details is not null)",
      details: "d.details",
    }),
  },
  frame: sql<object>`json_build_object()`,
  changed: sql<object>`json_build_object()`,
});

/** The answer to a method says nothing more than that it is saved. */
export const keptMethod = kept(methodsSaved, () => undefined);

/** The values that one call sends. */
export type MethodCall = Parameters<typeof methodsSaved.refuse>[1];

/**
 * Adds a method of payment, or changes the method with the same code. Writes an audit entry. A repeated call
 * changes nothing. Existing sales keep their stamps. Interface 2, section 3.
 */
export async function savePaymentMethod(ctx: CoreContext, method: PaymentMethod): Promise<void> {
  const { code, name, earns } = method;
  const call: MethodCall = {
    ...{ code, codeKey: codeKeyOf(code), name, earns },
    ...(await auditOf(ctx, { subject: `payment method ${code}` })),
    ...keyOf(ctx),
  };
  const subjects = ({ codeKey }: MethodCall) => [`payment method ${codeKey}`];
  await send(ctx, methodsSaved, call, { subjects, recordedAs: null });
}
