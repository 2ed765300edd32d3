import { type SQL, sql } from "drizzle-orm";
import { check, fact } from "../kernel/index.ts";
import { day } from "./member.ts";

/** Today in the merchant's calendar, for the words of a refusal. */
export const found = fact({
  call: {},
  joins: () => sql``,
  keeps: {},
  shows: { merchantsToday: day },
});

type Seen = { readonly merchantsToday: string };

/** Whether the last day that a call names in `field` is today or later. Null is no day, and holds. */
export const isToCome = <Call>(
  lastDay: SQL,
  named: (call: Call) => string | null,
  { field, rule }: { readonly field: string; readonly rule: string },
) =>
  check({
    code: "invalid",
    holds: () => sql`${lastDay} is null or ${lastDay} >= ${day}`,
    words: ({ merchantsToday }: Seen, call: Call) => ({
      field,
      message: "Today or a later day is expected.",
      rule,
      expected: `${merchantsToday} or later`,
      found: named(call) ?? "",
    }),
  });
