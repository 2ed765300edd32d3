import { sql } from "drizzle-orm";
import { template } from "../vouchers/index.ts";
import type { Form } from "../writing/index.ts";
import { isInDays, isInPlace } from "./lookups.sql.ts";

// SQL of the ways to redeem rewards, in addition to `lookups.sql.ts`.

/**
 * Joins `rw`, the reward with this id, and `t`, the template of the reward's voucher. `price.cost` is the
 * cost of the call `c` in stamps; null for a flexible reward without a price above 0.
 */
export const reward = (form: Form, id: string) => `
  left join lateral (select rw.* from rewards rw
    where rw.merchant_id = $1 and rw.id = ${id}${form.limit}) rw on true${template(form)}
  cross join lateral (select case when rw.kind = 'flexible' then case when c.stamps > 0 then c.stamps end
    else rw.stamps_to_redeem * c.qty end as cost) price`;

/**
 * Whether `rw` can be redeemed on the day `s.today`, in the store `s.id` and through `c.channel`; false or null
 * if not.
 */
export const isAvailable = `rw.is_active and ${isInDays("rw", "s.today")} and ${isInPlace("rw")}`;

/** `rw` as a `Reward`, or null. */
export const rewardJson = `case when rw.id is not null then json_build_object(
      'id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
      'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end,
      'extraData', rw.extra_data) end`;

/** When, where and through which channel `rw` can be redeemed, as an `Availability`, or null. */
export const availabilityJson = `case when rw.id is not null then json_build_object(
      'isActive', rw.is_active, 'startDate', rw.start_date, 'endDate', rw.end_date,
      'stores', rw.stores, 'channels', rw.channels) end`;

/** `rw` as a `CatalogueReward`, for drizzle. */
export const rewardDoc = sql.raw(`json_build_object(
      'id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
      'stampsToRedeem', rw.stamps_to_redeem, 'extraData', rw.extra_data, 'isActive', rw.is_active,
      'startDate', rw.start_date, 'endDate', rw.end_date, 'stores', rw.stores, 'channels', rw.channels)`);
