/** The stores and channels where an item can be used. Empty lists mean all. */
export type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };

/** The first and the last day, both inclusive, by each store's calendar. Null means no bound. */
export type Period = { readonly startDate: string | null; readonly endDate: string | null };

/** The fields of a reward that staff can edit. */
export type RewardFields = Limits &
  Period & {
    readonly code: string;
    readonly name: string;
    readonly kind: "fixed" | "flexible";
    /** The price of one reward in stamps; 0 for a flexible reward. */
    readonly stampsToRedeem: number;
    /** The template of the voucher that the reward issues; null if it issues none. */
    readonly voucherTemplateId: number | null;
    readonly isActive: boolean;
    /** Whether apps and websites show it to customers. A hidden reward can still be redeemed. */
    readonly isVisible: boolean;
    readonly description: string;
    readonly terms: string;
    readonly imageUrl: string;
    readonly landscapeUrl: string;
    /** The price in money, a decimal. Only for display. */
    readonly price: string | null;
  };

/** The fields of a voucher template that staff can set. */
export type TemplateFields = Limits & {
  readonly name: string;
  /** The face value, or the initial value of a dynamic voucher. A decimal; null if there is none. */
  readonly value: string | null;
  /** Whether the value is deducted in parts. Cannot be changed later. */
  readonly isDynamic: boolean;
  /** How many days a voucher stays valid after the day of issue. Null means no end. */
  readonly validityDays: number | null;
  readonly pictureUrl: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly instructions: string;
  readonly termsAndConditions: string;
};

/** The fields of a promo code that staff can edit. */
export type PromoCodeFields = Limits &
  Period & {
    readonly code: string;
    readonly name: string;
    readonly description: string;
    readonly isActive: boolean;
    /** `HH:MM:SS`. An `endTime` before the `startTime` is on the next day. */
    readonly startTime: string | null;
    readonly endTime: string | null;
    readonly maxUses: number | null;
    readonly maxUsesPerCustomer: number | null;
  };

/** An item of the catalogue in a list. */
export type Listed<Fields> = Fields & { readonly id: number; readonly createdAt: string };

export type RewardListed = Listed<RewardFields> & { readonly voucherTemplateName: string | null };
export type TemplateListed = Listed<TemplateFields>;
export type PromoCodeListed = Listed<PromoCodeFields> & { readonly uses: number };

/** Filters of a list. `text` matches a part of the name or code. `isActive` null means all. */
export type CatalogueFilter = { readonly text: string; readonly isActive: boolean | null };

/** An item to save. `id` is null for a new item. */
export type Save<Fields> = { readonly id: number | null; readonly fields: Fields };
