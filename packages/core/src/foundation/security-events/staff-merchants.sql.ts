import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

const p = sql.placeholder;

/**
 * A member of staff: the id, or the email before the sign-in. `openMerchantId` is the merchant that the person
 * chose in the session; null if they chose none.
 */
export type StaffRef =
  | { readonly userId: string; readonly openMerchantId?: number | null }
  | { readonly email: string };

/** The person of a `StaffRef`, and the merchants they work for. */
export type StaffWork = { readonly userId: string; readonly merchants: readonly number[] };

const work = statement<StaffWork | null>(
  "merchants_of_staff",
  {},
  sql`(select json_build_object('userId', u.id,
      'merchants', (select coalesce(json_agg(m.merchant_id order by m.merchant_id), '[]')
        from staff_members m where m.user_id = u.id))
    from staff_users u where u.id = ${p("userId")} or u.email = ${p("email")})`,
);

/** Returns the person's id and merchants. Null if there is no such person. */
export function findStaffWork(db: Db, who: StaffRef): Promise<StaffWork | null> {
  return run(db, work, {
    userId: "userId" in who ? who.userId : null,
    email: "email" in who ? who.email.trim().toLowerCase() : null,
  });
}
