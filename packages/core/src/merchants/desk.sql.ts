import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext, StaffRole } from "../context.ts";

const p = sql.placeholder;

/** A store for the console. */
export type DeskStore = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly isActive: boolean;
};

/** The person, their merchant, and the stores in which they may act. */
export type Desk = {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly image: string | null;
    readonly hasSecondFactor: boolean;
  };
  readonly merchant: {
    readonly id: number;
    readonly name: string;
    readonly country: string;
    readonly timezone: string;
    readonly currency: string;
    /** Whether every redemption needs the customer's PIN. */
    readonly needsPin: boolean;
  };
  /** All merchants that the person works for. */
  readonly merchants: readonly {
    readonly id: number;
    readonly name: string;
    readonly role: StaffRole;
  }[];
  readonly stores: readonly DeskStore[];
  readonly levels: readonly { readonly level: number; readonly name: string }[];
};

const desk = statement<Desk | null>(
  "get_desk",
  {},
  sql`(select json_build_object(
    'person', json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'image', u.image,
      'hasSecondFactor', u.two_factor_enabled
        or exists (select 1 from staff_passkeys k where k.user_id = u.id)),
    'merchant', json_build_object('id', m.id, 'name', m.name, 'country', m.country, 'timezone', m.timezone,
      'currency', m.currency, 'needsPin', m.redemption_pin_authorization),
    'merchants', (select json_agg(json_build_object('id', x.id, 'name', x.name, 'role', w.role) order by x.name, x.id)
      from staff_members w join merchants x on x.id = w.merchant_id where w.user_id = u.id),
    'stores', coalesce((select json_agg(json_build_object('id', s.id, 'code', s.code, 'name', s.name,
        'timezone', s.timezone, 'isActive', s.is_active) order by s.name, s.id)
      from stores s where s.merchant_id = m.id
        and (${p("stores")}::text is null or s.id = any (${p("stores")}::text::bigint[]))), '[]'),
    'levels', coalesce((select json_agg(json_build_object('level', l.level, 'name', l.name) order by l.level)
      from levels l where l.merchant_id = ${p("merchantId")}::bigint), '[]'))
  from merchants m, staff_users u
  where m.id = ${p("merchantId")}::bigint and u.id = ${p("userId")}::text)`,
);

/** The desk of a member of staff; null if the person no longer exists. */
export function selectDesk(ctx: CoreContext, userId: string): Promise<Desk | null> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, desk, {
    merchantId: merchant.id,
    userId,
    stores: stores && `{${stores.join(",")}}`,
  });
}
