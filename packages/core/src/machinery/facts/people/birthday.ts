import { type SQL, sql } from "drizzle-orm";
import { canBeBirthdaySql, impossibleBirthday } from "../../../people/customers/index.ts";
import { check, fact, textOf } from "../../kernel/index.ts";
import { day } from "../member.ts";

/** The birthday of the call's customer, and today in the merchant's calendar. */
export const found = fact({
  call: { birthday: "date | null" },
  joins: () => sql``,
  keeps: {},
  shows: { today: day },
});

/** Whether the birthday is from 1900 to today, or is `before`, the stored one. */
export const isPossible = (before?: SQL) => {
  const isOne = sql.raw(canBeBirthdaySql("c.birthday", textOf(day)));
  return check({
    code: "invalid",
    holds: () => (before ? sql`${isOne} or c.birthday = ${before}` : isOne),
    words: ({ today }: { readonly today: string }) => impossibleBirthday(today),
  });
};
