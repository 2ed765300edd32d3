import type { Form } from "../../writing/index.ts";
import { isInDays, isInPlace } from "../lookups.sql.ts";

/** Hours in whole seconds, as the rules read them. A missing start is 00:00:00, a missing end 23:59:59. */
const hours = `coalesce(pc.start_time::time(0), '00:00:00') as opens,
      coalesce(pc.end_time::time(0), '23:59:59') as closes`;

/** Selects `pc`, promo codes with their hours. A WHERE with the merchant must follow. */
export const promoCodes = `select pc.*, ${hours} from promo_codes pc`;

/** Joins `pc`, the call's promo code, and `pu`, the number of its uses by the customer `u`. */
export const promoCode = ({ limit }: Form) => `
  left join lateral (${promoCodes}
    where pc.merchant_id = $1 and pc.code_key = c.promo_code${limit}) pc on true
  left join lateral (select pu.uses from promo_code_uses pu
    where pu.merchant_id = $1 and pu.promo_code_id = pc.id and pu.customer_id = u.id${limit}) pu on true`;

/** SQL for a redemption's day, time, store and channel, and for the customer's uses so far. */
type Place = Readonly<Record<"today" | "time" | "storeId" | "channel" | "usesByCustomer", string>>;

/**
 * Returns SQL for whether the promo code `pc` can be redeemed at the place, and once more by the customer. If
 * the hours run over midnight, they belong to the day on which they began. Does not check the total uses
 * (`hasUses`).
 */
export function isOpen({ today, time, storeId, channel, usesByCustomer }: Place): string {
  const day = `${today} - case
        when pc.closes < pc.opens and ${time} <= pc.closes then 1
        else 0 end`;
  return `pc.is_active
      and ${isInDays("pc", day)} and ${isInPlace("pc", storeId, channel)}
      and case when pc.opens <= pc.closes then pc.opens <= ${time} and ${time} <= pc.closes
        else pc.opens <= ${time} or ${time} <= pc.closes end
      and (pc.max_uses_per_customer is null or ${usesByCustomer} < pc.max_uses_per_customer)`;
}

/** Whether the promo code `pc` has uses left. */
export const hasUses = "(pc.max_uses is null or pc.uses < pc.max_uses)";

/** `pc` as a `PromoCode`, or null. */
export const promoCodeJson = `case when pc.id is not null then json_build_object(
      'id', pc.id, 'code', pc.code, 'name', pc.name, 'isActive', pc.is_active,
      'startDate', pc.start_date, 'endDate', pc.end_date,
      'startTime', pc.start_time::time(0), 'endTime', pc.end_time::time(0),
      'maxUses', pc.max_uses, 'maxUsesPerCustomer', pc.max_uses_per_customer,
      'uses', pc.uses, 'usesByCustomer', coalesce(pu.uses, 0),
      'stores', pc.stores, 'channels', pc.channels, 'extraData', pc.extra_data) end`;
