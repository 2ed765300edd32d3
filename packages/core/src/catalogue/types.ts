/** The stores and channels where an item can be used. Empty lists mean all. */
export type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };

/** Inclusive days of the stores' calendars. Null means no bound. */
export type Period = { readonly startDate: string | null; readonly endDate: string | null };

/** The fields of a reward that staff can edit. */
export type RewardFields = Limits &
  Period & {
    readonly code: string;
    readonly name: string;
    readonly kind: "fixed" | "flexible";
    /** The price of one reward; 0 for a flexible reward. */
    readonly stampsToRedeem: number;
    /** The template of the voucher that the reward issues. */
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

/** The fields of a voucher template that staff can edit. */
export type TemplateFields = Limits & {
  readonly name: string;
  /** Face value, or the initial value of a dynamic voucher; a decimal. */
  readonly value: string | null;
  /** The value is deducted in parts. Cannot be changed later. */
  readonly isDynamic: boolean;
  /** Days after the day of issue on which a voucher is still valid; null means no end. */
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
    readonly isActive: boolean;
    /** `HH:MM:SS`. An end before the start is on the next day. */
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

/** Filters of a list. `text` is searched in name and code. */
export type CatalogueFilter = { readonly text: string; readonly isActive: boolean | null };

/** An item to save; `id` is null for a new one. */
export type Save<Fields> = { readonly id: number | null; readonly fields: Fields };
