import { json } from "@stampbook/db";
import { type Column, sql } from "drizzle-orm";
import {
  checkStaffCancel,
  tooOldToCancel,
  unexplainedCancel,
} from "../../../entering/access/index.ts";
import type { KnownCaller } from "../../../foundation/context.ts";
import { check, fact, rowOf } from "../../kernel/index.ts";
import { merchants } from "../merchant.ts";

const call = {
  /** Whether the caller may cancel what is too old for cashiers. */
  mayCancelOld: "boolean",
  /** Whether the caller gives a reason, or needs none. */
  isExplained: "boolean",
} as const;
const c = rowOf("c", call);

type Age = { readonly ageHours: number; readonly cashierCancelHours: number };

/** The age of what is canceled, and the age from which it is too old for cashiers. */
export const found = (createdAt: Column) =>
  fact({
    call,
    joins: () => sql``,
    keeps: {},
    shows: {
      age: json({
        ageHours: ageHours(createdAt),
        cashierCancelHours: merchants.cashierCancelHours,
      }),
    },
  });

const ageHours = (createdAt: Column) =>
  sql<number>`extract(epoch from c.now - ${createdAt}) / 3600`;

/** The columns of a call that cancels for a reason. */
export const callOf = (caller: KnownCaller, reason: string | null) => {
  const may = (old: number, why: string | null) =>
    checkStaffCancel(caller, { ageHours: old, cashierCancelHours: 1 }, why) === null;
  return { mayCancelOld: may(1, "any"), isExplained: may(0, reason) };
};

/** Whether what was created then is recent enough for the caller, and the caller says why it is canceled. */
export const checks = (createdAt: Column, what: Parameters<typeof tooOldToCancel>[1]) => ({
  isRecentEnough: check({
    code: "permission_denied",
    holds: () => sql`${c.mayCancelOld} or ${ageHours(createdAt)} < ${merchants.cashierCancelHours}`,
    words: ({ age }: { readonly age: Age }) => tooOldToCancel(age, what),
  }),
  reasonIsGiven: check({
    code: unexplainedCancel.code,
    holds: () => sql`${c.isExplained}`,
    words: () => unexplainedCancel,
  }),
});
