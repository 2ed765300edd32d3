import { codeForm, isTypeable } from "../../foundation/comparing.rules.ts";
import type { Refusal } from "../../foundation/failures.ts";
import type { Limits, Period, PromoCodeFields, RewardFields, TemplateFields } from "./types.ts";

/** The data that the rules compare with an item's new fields. */
export type Surroundings<Fields> = {
  /** The stored fields; null for a new item, or if the merchant has no such item. */
  readonly before: Fields | null;
  /** Whether another item has the new code. */
  readonly codeTaken: boolean;
  readonly templateExists: boolean;
  /** Whether the template is dynamic and its value is null or 0. */
  readonly templateHoldsNothing: boolean;
  readonly unknownStores: readonly number[];
  /** The number of uses of the promo code; 0 for other items. */
  readonly uses: number;
};

type Named = Limits & Partial<Period> & { readonly code?: string };

/** Checks the fields that several kinds of item share: code, stores and period. */
function checkNamed(fields: Named, around: Surroundings<Named>): Refusal | null {
  const { code } = fields;
  if (code !== undefined && code !== around.before?.code && !isTypeable(code))
    return refuse("code", codeForm, "a code can be typed");
  if (around.codeTaken)
    return refuse("code", "Another one has this code already.", "a code is used once");
  if (around.unknownStores.length)
    return {
      ...refuse("stores", `Store ${around.unknownStores.join(", ")} is not known`, "stores exist"),
      code: "invalid_store",
    };
  const { startDate, endDate } = fields;
  return startDate && endDate && endDate < startDate
    ? refuse("endDate", "The last day comes before the first.", "a period runs forward")
    : null;
}

/** Returns why the reward cannot be saved; null if it can. */
export function checkRewardFields(
  fields: RewardFields,
  around: Surroundings<RewardFields>,
): Refusal | null {
  // an imported reward may have no code
  if (fields.code === "" && around.before?.code !== "")
    return refuse("code", "This field is required.", "a reward has a code");
  if (!around.templateExists)
    return {
      ...refuse("voucherTemplateId", "There is no such voucher template.", "template exists"),
      code: "invalid_voucher_template",
    };
  if (around.templateHoldsNothing) return wouldHoldNothing("voucherTemplateId");
  if (fields.kind === "flexible" && fields.stampsToRedeem !== 0)
    return refuse(
      "stampsToRedeem",
      "A flexible reward has no price of its own: its stamps are given at the till.",
      "a flexible reward costs what the request says",
    );
  for (const field of ["imageUrl", "landscapeUrl"] as const) {
    const refusal = checkPicture(field, fields[field], around.before?.[field]);
    if (refusal) return refusal;
  }
  return checkNamed(fields, around);
}

/** Returns why the template cannot be saved; null if it can. */
export function checkTemplateFields(
  fields: TemplateFields,
  around: Surroundings<TemplateFields>,
): Refusal | null {
  if (around.before && around.before.isDynamic !== fields.isDynamic)
    return refuse(
      "isDynamic",
      "This cannot be changed: vouchers that are out work by it.",
      "a template stays dynamic or not",
    );
  // an imported template may keep a missing value, and a picture URL without https
  const { before } = around;
  if (holdsNothing(fields) && (!before || before.value !== fields.value))
    return refuse("value", "A value to deduct from is needed.", "a dynamic voucher has a value");
  return (
    checkPicture("pictureUrl", fields.pictureUrl, before?.pictureUrl) ?? checkNamed(fields, around)
  );
}

/** Refuses a new picture URL that does not begin with https. An unchanged URL is accepted. */
function checkPicture(field: string, url: string, before: string | undefined): Refusal | null {
  return url && url !== before && !/^https:\/\/\S+$/.test(url)
    ? refuse(field, "An https address is expected.", "a picture comes by https")
    : null;
}

/** Whether vouchers of the template would hold no value to deduct from. */
export function holdsNothing({
  isDynamic,
  value,
}: Pick<TemplateFields, "isDynamic" | "value">): boolean {
  return isDynamic && !(Number(value) > 0);
}

/** The refusal of a dynamic template without a value. `field` names the template in the request. */
export function wouldHoldNothing(field: string): Refusal {
  return refuse(
    field,
    "Vouchers of this template would hold nothing: give it a value first.",
    "a dynamic voucher has a value",
  );
}

/** Returns why the promo code cannot be saved; null if it can. */
export function checkPromoCodeFields(
  fields: PromoCodeFields,
  around: Surroundings<PromoCodeFields>,
): Refusal | null {
  if (fields.maxUses !== null && fields.maxUses < around.uses)
    return refuse(
      "maxUses",
      `It was used ${around.uses} times already.`,
      "a limit is not below the uses",
    );
  const { maxUses, maxUsesPerCustomer } = fields;
  // an imported code may have such limits, and keeps them until one of them is changed
  const areNew =
    maxUses !== around.before?.maxUses || maxUsesPerCustomer !== around.before?.maxUsesPerCustomer;
  if (areNew && maxUses !== null && maxUsesPerCustomer !== null && maxUsesPerCustomer > maxUses)
    return refuse(
      "maxUsesPerCustomer",
      `One customer cannot use it more often than all together: ${maxUses} times.`,
      "a customer's limit is not above the limit in total",
    );
  return checkNamed(fields, around);
}

function refuse(field: string, message: string, rule: string): Refusal {
  return { code: "invalid", field, message, rule };
}
