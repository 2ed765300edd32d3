import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
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
  look: async (tx, { merchantId, id }) => {
    const { uses } = promoCodes;
    const itself = and(eq(promoCodes.merchantId, merchantId), eq(promoCodes.id, id));
    const [row] = await tx.select({ uses }).from(promoCodes).where(itself);
    return row ?? {};
  },
  check: checkPromoCodeFields,
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
