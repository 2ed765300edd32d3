import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { checkPromoCodeFields } from "./catalogue.rules.ts";
import { itemsOf } from "./items.sql.ts";
import type { PromoCodeFields, PromoCodeListed } from "./types.ts";

const { promoCodes } = schema;

const items = itemsOf<PromoCodeFields, PromoCodeListed>({
  table: promoCodes,
  name: "promo_codes",
  noun: "promo code",
  columns: {
    code: promoCodes.code,
    name: promoCodes.name,
    description: promoCodes.description,
    isActive: promoCodes.isActive,
    startDate: promoCodes.startDate,
    endDate: promoCodes.endDate,
    startTime: promoCodes.startTime,
    endTime: promoCodes.endTime,
    maxUses: promoCodes.maxUses,
    maxUsesPerCustomer: promoCodes.maxUsesPerCustomer,
    stores: promoCodes.stores,
    channels: promoCodes.channels,
  },
  more: { uses: promoCodes.uses },
  looks: {
    uses: sql`coalesce((select uses from promo_codes x
      where x.merchant_id = ${sql.placeholder("merchantId")}::bigint
        and x.id = ${sql.placeholder("id")}::bigint), 0)`,
  },
  check: checkPromoCodeFields,
  // a new limit may not be below the uses so far. The rules check this too, but the promo code may be
  // redeemed between that check and this update.
  guard: sql`(given."maxUses" is null or x.uses <= given."maxUses")`,
  missing: "invalid_promo_code",
});

/** Returns a page of the promo codes, newest first. */
export const listPromoCodes = items.list;

/** Returns the promo code with this id. Throws `invalid_promo_code` if it does not exist. */
export const getPromoCode = items.get;

/**
 * Creates a promo code, or replaces all fields that staff can edit. Throws `invalid_promo_code` for an
 * unknown id, and what `checkPromoCodeFields` refuses.
 */
export const savePromoCode = items.save;
