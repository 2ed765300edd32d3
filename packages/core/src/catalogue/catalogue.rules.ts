import type { Refusal } from "../failures.ts";
import type { Limits, Period, PromoCodeFields, RewardFields, TemplateFields } from "./types.ts";

/** The database's state of everything that the fields refer to. */
export type Surroundings<Fields> = {
  /** The stored fields; null for a new item, or if the merchant has no such item. */
  readonly before: Fields | null;
  /** Another item has the code. */
  readonly codeTaken: boolean;
  readonly templateExists: boolean;
  /** The template is dynamic and has no value. */
  readonly templateHoldsNothing: boolean;
  readonly unknownStores: readonly number[];
  /** How often the promo code was used. */
  readonly uses: number;
};

type Named = Limits & Partial<Period> & { readonly code?: string };

/** The rules that all items of the catalogue share. */
function checkNamed(fields: Named, around: Surroundings<unknown>): Refusal | null {
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

/** Checks that the reward can be saved. */
export function checkRewardFields(
  fields: RewardFields,
  around: Surroundings<RewardFields>,
): Refusal | null {
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

/** Checks that the template can be saved. */
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
  // imported templates without a value, or with a picture that is not on https, may stay as they are
  const { before } = around;
  if (holdsNothing(fields) && (!before || before.value !== fields.value))
    return refuse("value", "A value to deduct from is needed.", "a dynamic voucher has a value");
  return (
    checkPicture("pictureUrl", fields.pictureUrl, before?.pictureUrl) ?? checkNamed(fields, around)
  );
}

/** A new address of a picture is on https. An imported one may stay as it is. */
function checkPicture(field: string, url: string, before: string | undefined): Refusal | null {
  return url && url !== before && !/^https:\/\/\S+$/.test(url)
    ? refuse(field, "An https address is expected.", "a picture comes by https")
    : null;
}

/** Checks that vouchers can be issued from the template. */
export function checkIssuing(template: Holding): Refusal | null {
  return holdsNothing(template) ? wouldHoldNothing("templateId") : null;
}

type Holding = Pick<TemplateFields, "isDynamic" | "value">;

function holdsNothing({ isDynamic, value }: Holding): boolean {
  return isDynamic && !(Number(value) > 0);
}

function wouldHoldNothing(field: string): Refusal {
  return refuse(
    field,
    "Vouchers of this template would hold nothing: give it a value first.",
    "a dynamic voucher has a value",
  );
}

/** Checks that the promo code can be saved. */
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
  return checkNamed(fields, around);
}

function refuse(field: string, message: string, rule: string): Refusal {
  return { code: "invalid", field, message, rule };
}
